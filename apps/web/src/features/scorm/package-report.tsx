import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ScormPackage } from '@sergak/contract/scorm/packages.schema.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { AllowedHosts } from './allowed-hosts.tsx';
import css from './scorm.module.css';

/** Name of a standard with its edition: a proper name, the same in all languages. */
export const standardName = ({ standard, edition }: { standard: string; edition: string }): string =>
  `SCORM ${standard}${edition === '' ? '' : ` ${edition} Edition`}`;

/** What the import found in a package. */
export const ReportFacts = ({ found }: { found: ScormPackage }): ReactNode => {
  const t = useT('scorm');
  const { report } = found;
  const facts = [
    ['standard', standardName(report)],
    ['organization', report.organization],
    ['file', found.file_name],
    ['date', formatDateTime(found.created_at)],
    [
      'size',
      t('report.size_of', {
        count: report.files_count,
        number: formatNumber(report.files_count),
        size: formatBytes(report.size),
      }),
    ],
    ['pages', report.pages_count === undefined ? '' : formatNumber(report.pages_count)],
  ] as const;
  return (
    <div className={css['stack']}>
      <dl className={css['report']}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`report.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <section>
        <h3 className={css['sub']}>{t('report.parts', { number: formatNumber(report.scos.length) })}</h3>
        <ol className={css['scos']}>
          {report.scos.map((sco, index) => (
            <li key={index}>
              {sco.title}
              {sco.type === 'asset' && <small>{t('report.asset')}</small>}
            </li>
          ))}
        </ol>
      </section>
      {report.warnings.length === 0 ? (
        <p className={css['good']}>
          <IconCircleCheck size={18} aria-hidden /> {t('report.no_warnings')}
        </p>
      ) : (
        <section>
          <h3 className={css['sub']}>{t('report.warnings')}</h3>
          <ul className={css['warnings']}>
            {report.warnings.map(({ code, places }) => (
              <li key={code}>
                <IconAlertTriangle size={18} aria-hidden />
                <div>
                  {t(`warning.${code}`)}
                  {places.length > 0 && <small>{places.join(', ')}</small>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

/** The report on the package of a course. */
export const PackageReport = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const t = useT('scorm');
  const course = useRead('scorm.course', { id }, { quiet: true });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={t('report.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {course.data === undefined ? (
        course.isError ? (
          <ErrorState onRetry={() => void course.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <>
          <ReportFacts found={course.data.package} />
          <AllowedHosts key={course.data.package.id} course={course.data} />
          {course.data.assignments_behind > 0 && (
            <p className={css['quiet']}>{t('report.behind', { count: course.data.assignments_behind })}</p>
          )}
        </>
      )}
    </Drawer>
  );
};
