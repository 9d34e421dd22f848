import type { ReactNode } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ReporterName } from './reporter-name.tsx';
import { StageBadge, VerdictBadge } from './report-state.tsx';
import css from './report.module.css';

/** Who else reported the same message, sender, link or subject. */
export const ReportSimilar = ({ id, onOpen }: { id: string; onOpen: (id: string) => void }): ReactNode => {
  const t = useT('suspicious');
  const { data } = useRead('suspicious-mail.similar', { id }, { quiet: true, fresh: true });
  return (
    <section>
      <h3>{t('drawer.similar')}</h3>
      {data?.groups.length === 0 && <p>{t('drawer.no_similar')}</p>}
      {data?.groups.map(({ by, value, count, reports }) => (
        <div key={`${by} ${value}`} className={css['group']}>
          <h4>{t(`drawer.by.${by}`, { value })}</h4>
          <ul className={css['similar']}>
            {reports.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => onOpen(one.id)}>
                  <span>
                    <ReporterName reporter={one.reporter} />
                  </span>
                  <small>{by === 'message' ? formatDateTime(one.reported_at) : one.subject || t('no_subject')}</small>
                </button>
                {one.verdict === null ? <StageBadge stage={one.stage} /> : <VerdictBadge verdict={one.verdict} />}
              </li>
            ))}
          </ul>
          {count > reports.length && <small>{t('drawer.more', { count: count - reports.length })}</small>}
        </div>
      ))}
    </section>
  );
};
