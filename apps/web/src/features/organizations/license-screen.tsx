import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { licenceNotice } from '@sergak/contract/organizations/organizations.rules.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { CopyAction } from '../../shared/ui/copy-action.tsx';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import type { Licence } from './licence-meter.tsx';
import { LicenceUse } from './licence-use.tsx';
import css from './license.module.css';

const Term = ({ licence }: { licence: Licence }): ReactNode => {
  const t = useT('organizations__licence');
  const left = licence.days_left;
  const words = licence.expired
    ? t('ended')
    : left <= 0
      ? t('last_day')
      : t('days', { count: left, number: formatNumber(left) });
  return (
    <Section title={t('term')}>
      <p className={css['big']}>{formatDate(licence.end_date)}</p>
      <p className={css['note']} data-bad={licence.expired || undefined}>
        {words}
      </p>
      <Facts
        items={[
          [t('start'), formatDate(licence.start_date)],
          [t('end'), formatDate(licence.end_date)],
          [t('limit'), formatNumber(licence.users_limit)],
        ]}
      />
    </Section>
  );
};

const COMMAND = 'npm run licence --';

/** The contact who extends the licence: the parent's administrator in the portal, or the operator of the server. */
const Extension = ({ licence }: { licence: Licence }): ReactNode => {
  const t = useT('organizations__licence');
  const own = useMe().acting_organization;
  const query = useRead('organizations.get', { id: own.id }, { quiet: true });
  if (query.data === undefined) return null;
  const command = `${COMMAND} --organization ${own.id} --limit ${licence.users_limit} --until ${licence.end_date}`;
  return (
    <Section title={t('extend')}>
      {query.data.parent_id === null ? (
        <>
          <p className={css['words']}>{t('extend_root')}</p>
          <div className={css['command']}>
            <code>{command}</code>
            <CopyAction text={command} label={t('extend_copy')} done={t('extend_copied')} />
          </div>
          <p className={css['note']}>{t('extend_at_once')}</p>
        </>
      ) : (
        <p className={css['words']}>{t('extend_child')}</p>
      )}
    </Section>
  );
};

const Expired = (): ReactNode => {
  const t = useT('organizations__licence');
  return (
    <>
      <Notice icon={IconAlertTriangle} tone="bad" title={t('ended_short')}>
        {t('renew')}
      </Notice>
      <div className={css['pair']}>
        <Section title={t('works')}>
          <ul className={css['points']} data-tone="good">
            {(['works_1', 'works_2', 'works_3'] as const).map((key) => (
              <li key={key}>
                <IconCheck size={18} aria-hidden />
                {t(key)}
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('stopped')}>
          <ul className={css['points']} data-tone="bad">
            {(['stopped_1', 'stopped_2'] as const).map((key) => (
              <li key={key}>
                <IconX size={18} aria-hidden />
                {t(key)}
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
};

/** Whether the licence is sufficient: people against the limit, days left, and what happens after it expires. */
export default function LicenseScreen(): ReactNode {
  const t = useT('organizations__licence');
  const query = useRead('organizations.current', {}, { quiet: true });
  if (query.isError && query.data === undefined) {
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorState onRetry={() => void query.refetch()} />
      </>
    );
  }
  const licence = query.data?.license;
  const soon = licence !== undefined && !licence.expired && licenceNotice(licence) !== null;
  const badge = licence && (
    <StatusBadge tone={licence.expired ? 'bad' : soon ? 'warning' : 'good'}>
      {t(licence.expired ? 'expired' : soon ? 'ending' : 'active')}
    </StatusBadge>
  );
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} badge={badge} />
      <div className={css['stack']}>
        {licence?.expired === true && <Expired />}
        {soon && (
          <Notice
            icon={IconClock}
            tone="warning"
            title={t('days', {
              count: Math.max(0, licence.days_left),
              number: formatNumber(Math.max(0, licence.days_left)),
            })}
          >
            {t('soon')}
          </Notice>
        )}
        <div className={css['pair']}>
          {licence === undefined ? (
            <>
              <Skeleton height={240} radius={14} />
              <Skeleton height={240} radius={14} />
            </>
          ) : (
            <>
              <Section title={t('people')}>
                <LicenceUse licence={licence} />
              </Section>
              <Term licence={licence} />
            </>
          )}
        </div>
        {licence && <Extension licence={licence} />}
      </div>
    </>
  );
}
