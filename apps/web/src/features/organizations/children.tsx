import { IconBuildingCommunity } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { ShareBar } from '../../shared/ui/badges.tsx';
import css from './organization.module.css';

type Child = CallOutput<'organizations.children'>['data'][number];

const People = ({ row: { license } }: { row: Child }): ReactNode => {
  const t = useT('admin__organization');
  const full = license.users_count >= license.users_limit;
  const share = license.users_limit === 0 ? 100 : (license.users_count / license.users_limit) * 100;
  const words = t('child.share', { used: formatNumber(license.users_count), limit: formatNumber(license.users_limit) });
  return (
    <ShareBar
      value={share}
      label={full ? `${words}, ${t('child.full')}` : words}
      {...(full ? { color: 'red' as const } : {})}
    />
  );
};
const title = (row: Child): ReactNode => <strong>{row.title}</strong>;
const people = (row: Child): ReactNode => <People row={row} />;

/** Child organisations with their people against their limit. */
export const Children = (): ReactNode => {
  const t = useT('admin__organization');
  const query = useRead('organizations.children', {}, { quiet: true });
  const columns: readonly Column<Child>[] = [
    { id: 'title', title: t('child.name'), cell: title, always: true, phone: 'title' },
    { id: 'people', title: t('child.people'), cell: people, always: true, width: '40%' },
  ];
  return (
    <section aria-label={t('child.title')}>
      <p className={css['list-hint']}>{t('child.hint')}</p>
      <DataTable<Child>
        name="child-organizations"
        label={t('child.title')}
        columns={columns}
        rows={query.data?.data}
        total={query.data?.data.length}
        rowId={(row) => row.id}
        query={query}
        search={false}
        empty={{ icon: IconBuildingCommunity, title: t('child.empty'), hint: t('child.empty_hint') }}
      />
    </section>
  );
};
