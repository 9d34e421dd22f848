import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { PartFailed } from '../../shared/ui/states.tsx';
import css from './certificates.module.css';
import { datesOf } from './dates.ts';
import { DownloadButton } from './download-button.tsx';

/** My certificates, for my profile. */
export const OwnCertificates = (): ReactNode => {
  const t = useT('certificates__own');
  const list = useRead('certificates.mine', {}, { quiet: true });
  const rows = list.data?.data;
  return (
    <Section title={t('mine.title')}>
      {rows === undefined ? (
        list.isError && <PartFailed text={t('mine.failed')} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className="quiet" style={{ margin: 0 }}>
          {t('mine.empty')}
        </p>
      ) : (
        <ul className={css['list']}>
          {rows.map((one) => (
            <li key={one.id} className={css['item']}>
              <span>
                <strong>{one.course_title}</strong>
                <small>
                  {one.state === 'revoked'
                    ? t('course.revoked', { reason: one.revoke_reason ?? '' })
                    : `${one.number} · ${datesOf(t, one)}`}
                </small>
              </span>
              {one.state !== 'revoked' && <DownloadButton one={one} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
