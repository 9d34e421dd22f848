import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { EmptyState } from '../../shared/ui/states.tsx';
import { guideOf, roleOf } from './catalog.ts';
import type { Chapter } from './chapter.ts';
import css from './instructions.module.css';
import type { FoundSection } from './search.ts';

const Entry = ({ chapter, current }: { chapter: Chapter; current: Chapter | undefined }): ReactNode => {
  const here = chapter === current;
  return (
    <li>
      <ScreenLink
        screen="help.instructions"
        search={{ chapter: chapter.id }}
        className={css['entry']!}
        aria-current={here ? 'page' : undefined}
      >
        {chapter.title}
      </ScreenLink>
      {here && chapter.sections.length > 2 && (
        <ul className={css['sections']}>
          {chapter.sections
            .filter((section) => section.id !== '')
            .map((section) => (
              <li key={section.id}>
                <ScreenLink screen="help.instructions" search={{ chapter: chapter.id, section: section.id }}>
                  {section.title}
                </ScreenLink>
              </li>
            ))}
        </ul>
      )}
    </li>
  );
};

/** The chapters that the person may read: the own guide first, guides of other roles last. */
export const Contents = ({
  chapters,
  current,
}: {
  chapters: readonly Chapter[];
  current: Chapter | undefined;
}): ReactNode => {
  const t = useT('instructions');
  const own = guideOf(useMe().role);
  const groups = [
    { title: t('group.own'), list: chapters.filter((one) => one.id === own) },
    { title: t('group.chapters'), list: chapters.filter((one) => roleOf(one.id) === undefined) },
    { title: t('group.roles'), list: chapters.filter((one) => roleOf(one.id) !== undefined && one.id !== own) },
  ];
  return (
    <nav aria-label={t('contents')} className={css['contents']}>
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ title, list }) => (
          <div key={title}>
            <p className={css['group']}>{title}</p>
            <ul>
              {list.map((chapter) => (
                <Entry key={chapter.id} chapter={chapter} current={current} />
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
};

export const SearchResults = ({ found, wanted }: { found: readonly FoundSection[]; wanted: string }): ReactNode => {
  const t = useT('instructions');
  if (found.length === 0) return <EmptyState title={t('nothing', { wanted })} hint={t('nothing_hint')} />;
  return (
    <>
      <p role="status" className={css['count']}>
        {t('found', { count: found.length })}
      </p>
      <ul className={css['results']}>
        {found.map((one) => (
          <li key={`${one.chapter} ${one.section}`}>
            <ScreenLink
              screen="help.instructions"
              search={{ chapter: one.chapter, ...(one.section !== '' && { section: one.section }) }}
              className="link"
            >
              {one.heading === '' ? one.title : `${one.title} → ${one.heading}`}
            </ScreenLink>
            <p>{one.excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
