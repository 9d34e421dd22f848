import { type ReactNode, useEffect, useState } from 'react';
import { formatDate } from '../../shared/format.ts';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { chapterTitle, mayRead } from '../instructions/public.ts';
import css from './change-log.module.css';
import { newestRelease } from './newest-release.ts';
import { changeKinds, isUnseen, newestFirst, type Release } from './releases.ts';

const files = import.meta.glob<Release>('../../../../../content/change-log/*.json', { eager: true, import: 'default' });
const byVersion = new Map(Object.values(files).map((release) => [release.version, release]));
const releases = newestFirst([...byVersion.keys()]).map((version) => byVersion.get(version)!);

const ReleaseCard = ({ release, unseen }: { release: Release; unseen: boolean }): ReactNode => {
  const t = useT('change_log');
  const language = useLanguage();
  const me = useMe();
  return (
    <Section
      title={
        <span className={css['title']}>
          {t('release', { version: release.version })}
          {unseen && <StatusBadge tone="good">{t('new')}</StatusBadge>}
        </span>
      }
      hint={release.date === null ? undefined : formatDate(release.date)}
    >
      {changeKinds.map((kind) => {
        const changes = release.changes.filter((one) => one.kind === kind);
        return changes.length === 0 ? null : (
          <div key={kind} className={css['kind']}>
            <h3>{t(kind)}</h3>
            <ul>
              {changes.map((one) => (
                <li key={one.ru}>
                  {one[language]}{' '}
                  {one.chapter !== undefined && mayRead(me, one.chapter) && (
                    <ScreenLink screen="help.instructions" search={{ chapter: one.chapter }} className="link">
                      {t('how', { chapter: chapterTitle(language, one.chapter) })}
                    </ScreenLink>
                  )}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </Section>
  );
};

/** What changed in each release. A visit stores that the person has seen the newest one. */
export default function ChangeLogScreen(): ReactNode {
  const t = useT('change_log');
  const me = useMe();
  // The marks stay while the page is open, although the visit is stored at once.
  const [seen] = useState(me.seen_release);
  const { mutate } = useWrite('session.see-release', { quiet: true });
  useEffect(() => {
    if (newestRelease !== undefined && seen !== newestRelease) mutate({ version: newestRelease });
  }, [mutate, seen]);
  return (
    <>
      <PageHead title={t('title')} hint={t('hint')} />
      {releases.map((release) => (
        <ReleaseCard key={release.version} release={release} unseen={isUnseen(release.version, seen)} />
      ))}
    </>
  );
}
