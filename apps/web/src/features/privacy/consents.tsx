import { Switch } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Pagination } from '../../shared/table/pagination.tsx';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, LoadingState, PartFailed } from '../../shared/ui/states.tsx';
import css from './privacy.module.css';

const SHOWN = 10;
type Answer = CallOutput<'privacy.consents'>;

const Versions = ({ versions }: { versions: Answer['versions'] }): ReactNode => {
  const t = useT('privacy');
  return (
    <ul className={css['figures']}>
      {versions.map((one) => (
        <li key={one.version}>
          {one.created_at === null
            ? t('consents.version_default')
            : t('consents.version', {
                number: one.version,
                when: formatDateTime(one.created_at),
                name: one.created_by_name ?? '',
              })}{' '}
          — {t('consents.people', { count: one.people, number: formatNumber(one.people) })}
        </li>
      ))}
    </ul>
  );
};

const List = ({ rows }: { rows: Answer['data'] }): ReactNode => {
  const t = useT('privacy');
  if (rows.length === 0) return <EmptyState icon={IconFileCheck} title={t('consents.empty')} />;
  return (
    <ul className={css['people']} aria-label={t('consents.title')}>
      {rows.map((one) => (
        <li key={one.id}>
          <span>
            {one.full_name} <small>{one.email}</small>
          </span>
          <span>
            <StatusBadge tone={one.agreed ? 'good' : 'neutral'}>
              {t(one.agreed ? 'consents.agreed' : 'consents.not_agreed')}
            </StatusBadge>{' '}
            {one.consented_at !== null && (
              <small>{t('consents.when', { number: one.version ?? 0, when: formatDateTime(one.consented_at) })}</small>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** Versions of the consent, and who has agreed to which. */
export const Consents = (): ReactNode => {
  const t = useT('privacy');
  const [[search, open, page], setView] = useState<readonly [string, boolean, number]>(['', false, 0]);
  const query = useRead(
    'privacy.consents',
    { search, ...(open ? { agreed: 'false' } : {}), limit: SHOWN, offset: page * SHOWN },
    { quiet: true, staleTime: 0 },
  );
  return (
    <Section part="consents" title={t('consents.title')} hint={t('consents.hint')}>
      {query.data === undefined ? (
        query.isError ? (
          <PartFailed text={t('consents.failed')} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <div className={css['form']}>
          <Versions versions={query.data.versions} />
          <div className={css['filters']}>
            <SearchBox value={search} onChange={(next) => setView([next, open, 0])} label={t('consents.search')} />
            <Switch
              label={t('consents.open')}
              checked={open}
              onChange={(e) => setView([search, e.currentTarget.checked, 0])}
            />
          </div>
          <List rows={query.data.data} />
          <Pagination
            page={page}
            total={query.data.total_count}
            size={SHOWN}
            onPage={(next) => setView([search, open, next])}
          />
        </div>
      )}
    </Section>
  );
};
