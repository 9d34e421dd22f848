import { IconBuildingCommunity } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { usePart } from '../../shared/nav/part.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { LicenceUseLine } from './licence-use.tsx';
import css from './organization.module.css';

type Child = CallOutput<'organizations.children'>['data'][number];

const Title = ({ row }: { row: Child }): ReactNode => {
  const t = useT('organizations');
  return (
    <span className={css['child']}>
      <ScreenLink screen="organization.one" params={{ organization_id: row.id }}>
        {row.title}
      </ScreenLink>
      {row.children_count > 0 && (
        <small>{t('child.below', { count: row.children_count, number: formatNumber(row.children_count) })}</small>
      )}
    </span>
  );
};

const Term = ({ row: { license } }: { row: Child }): ReactNode => {
  const t = useT('organizations');
  return license.expired ? (
    <strong className={css['bad']}>{t('child.ended', { day: formatDate(license.end_date) })}</strong>
  ) : (
    formatDate(license.end_date)
  );
};

const options = { sort: '' } as const;

/** Child organisations with their used seats; each links to its page. */
export const Children = ({ parent, own }: { parent: string; own: boolean }): ReactNode => {
  const t = useT('organizations');
  const state = useListState(options);
  const query = useRead('organizations.children', { parent_id: parent }, { quiet: true, fresh: true });
  const columns = useMemo(
    (): readonly Column<Child>[] => [
      {
        id: 'title',
        title: t('child.name'),
        sort: 'title',
        sortValue: (row) => row.title,
        cell: (row) => <Title row={row} />,
        always: true,
        phone: 'title',
      },
      {
        id: 'people',
        title: t('child.people'),
        cell: (row) => <LicenceUseLine licence={row.license} />,
        always: true,
        width: 220,
        grow: 2,
        phone: 'bare',
      },
      {
        id: 'term',
        title: t('child.term'),
        sort: 'term',
        sortValue: (row) => row.license.end_date,
        cell: (row) => <Term row={row} />,
        width: 180,
        phone: 'bare',
      },
    ],
    [t],
  );
  const part = usePart<HTMLElement>('children');
  const create = own ? (
    <ButtonLink screen="organization.create" variant="light">
      {t('child.create')}
    </ButtonLink>
  ) : (
    <ButtonLink screen="organization.create-child" params={{ organization_id: parent }} variant="light">
      {t('child.create')}
    </ButtonLink>
  );
  return (
    <section {...part} aria-label={t('child.title')}>
      <div className={css['list-head']}>
        <div>
          <h2>{t('child.title')}</h2>
          <p>{t('child.hint')}</p>
        </div>
        {create}
      </div>
      <DataTable<Child>
        name="child-organizations"
        label={t('child.title')}
        columns={columns}
        rows={query.data?.data}
        total={query.data?.data.length}
        rowId={(row) => row.id}
        query={query}
        state={state}
        size={Infinity}
        search={false}
        empty={{ icon: IconBuildingCommunity, title: t('child.empty'), hint: t('child.empty_hint') }}
      />
    </section>
  );
};
