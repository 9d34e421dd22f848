import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { formatDate, formatDateTime, toDate, toIsoDay } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { isId } from '../../shared/nav/search-params.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Chip, type Column, DataTable } from '../../shared/table/data-table.tsx';
import { type ListState, useListState, SEARCH_IN_SELECT_MS, sortOf } from '../../shared/table/list-state.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './audit.module.css';
import { AuditCheck } from './audit-check.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditExport } from './audit-export.tsx';
import { Things } from './things.tsx';
import { aboutWords, actionWords, type AuditRow, type NameOf, thingWords } from './words.ts';

const sorts = ['created_at'] as const;
const options = { sort: 'created_at', filters: { action: '', actor: '', from: '', to: '' } } as const;
type State = ListState<typeof options.filters>;

const Who = ({ row }: { row: AuditRow }): ReactNode => {
  const t = useT('audit');
  return row.actor_name || <span className="quiet">{t('system')}</span>;
};
const When = ({ row }: { row: AuditRow }): ReactNode => (
  <time dateTime={row.created_at} className={css['when']}>
    {formatDateTime(row.created_at)}
  </time>
);
const when = (row: AuditRow): ReactNode => <When row={row} />;
const who = (row: AuditRow): ReactNode => <Who row={row} />;
const address = (row: AuditRow): ReactNode => row.address;

/** People and programs that occur in the log, always including the one selected in the address. */
const useActors = (search: string) => useRead('audit.actors', { search }, { quiet: true }).data?.data ?? [];

const Actor = ({ state }: { state: State }): ReactNode => {
  const t = useT('audit');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_IN_SELECT_MS);
  const found = useActors(asked);
  const allActors = useActors('');
  const { actor } = state.filters;
  const data = [
    ...found,
    ...allActors.filter((one) => one.id === actor && !found.some((other) => other.id === one.id)),
  ];
  return (
    <Select
      label={t('filter.actor')}
      searchable
      clearable
      value={actor || null}
      placeholder={t('filter.anybody')}
      comboboxProps={{ withinPortal: false }}
      filter={({ options: all }) => all}
      onSearchChange={setSearch}
      nothingFoundMessage={t('filter.nobody')}
      data={data.map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next) => state.setFilters({ actor: next ?? '' })}
    />
  );
};

const Filters = ({ state, actions }: { state: State; actions: readonly string[] }): ReactNode => {
  const t = useT('audit');
  const { action, from, to } = state.filters;
  const [first, last] = [from === '' ? null : toDate(from), to === '' ? null : toDate(to)];
  return (
    <div className={css['filters']}>
      <Select
        label={t('filter.action')}
        searchable
        clearable
        allowDeselect
        value={action || null}
        placeholder={t('filter.any')}
        comboboxProps={{ withinPortal: false }}
        data={actions.map((one) => ({ value: one, label: actionWords(one) }))}
        onChange={(next) => state.setFilters({ action: next ?? '' })}
      />
      <Actor state={state} />
      <DateTimePicker
        dayOnly
        clearable
        label={t('filter.from')}
        value={first}
        max={last ?? undefined}
        onChange={(day) => state.setFilters({ from: day === null ? '' : toIsoDay(day) })}
      />
      <DateTimePicker
        dayOnly
        clearable
        label={t('filter.to')}
        value={last}
        min={first ?? undefined}
        onChange={(day) => state.setFilters({ to: day === null ? '' : toIsoDay(day) })}
      />
    </div>
  );
};

const useColumnsOf = (onOpen: (row: AuditRow) => void, nameOf: NameOf): readonly Column<AuditRow>[] => {
  const t = useT('audit');
  return useMemo(
    () => [
      {
        id: 'when',
        title: t('column.when'),
        sort: 'created_at',
        cell: when,
        always: true,
        when: 'time',
        phone: 'bare',
      },
      { id: 'who', title: t('column.who'), cell: who, always: true, wrap: true, phone: 'bare' },
      {
        id: 'what',
        title: t('column.what'),
        always: true,
        width: 320,
        grow: 4,
        phone: 'title',
        cell: (row) => (
          <div className={css['entry']}>
            <button type="button" className={css['what']} onClick={() => onOpen(row)}>
              {actionWords(row.action)}
            </button>
            <div className={css['about']}>{aboutWords(row, nameOf)}</div>
          </div>
        ),
      },
      { id: 'address', title: t('column.address'), cell: address, always: true, width: 160, phone: 'off' },
    ],
    [t, onOpen, nameOf],
  );
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toDate(text).getTime());

/** The audit log, read-only: who did what and when. */
export default function AuditScreen(): ReactNode {
  const t = useT('audit');
  const state = useListState(options);
  const [open, setOpen] = useState<AuditRow | null>(null);
  const [dialog, setDialog] = useState<'export' | 'check' | null>(null);
  const may = usePermission('admin.settings.settings');
  const { action, actor, from, to } = state.filters;
  const filter = {
    search: state.search,
    ...(action === '' ? {} : { action }),
    ...(isId(actor) ? { actor_id: actor } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
  const query = useRead(
    'audit.list',
    { ...filter, ...sortOf(state, sorts), ...state.paging },
    { quiet: true, staleTime: 0 },
  );
  const actors = useActors('');
  const actions = useRead('audit.actions', {}, { quiet: true }).data?.data ?? [];
  const things = useMemo(() => new Map(query.data?.things.map((one) => [one.id, one])), [query.data]);
  const nameOf = useCallback<NameOf>((id) => (things.has(id) ? thingWords(things.get(id)!) : undefined), [things]);
  const columns = useColumnsOf(setOpen, nameOf);
  const chips: readonly Chip[] = [
    ...(action === ''
      ? []
      : [{ key: 'action', label: actionWords(action), onRemove: () => state.setFilters({ action: '' }) }]),
    ...(isId(actor)
      ? [
          {
            key: 'actor',
            label: actors.find((one) => one.id === actor)?.name ?? t('filter.actor'),
            onRemove: () => state.setFilters({ actor: '' }),
          },
        ]
      : []),
    ...(isDay(from)
      ? [
          {
            key: 'from',
            label: t('filter.from_chip', { day: formatDate(from) }),
            onRemove: () => state.setFilters({ from: '' }),
          },
        ]
      : []),
    ...(isDay(to)
      ? [
          {
            key: 'to',
            label: t('filter.to_chip', { day: formatDate(to) }),
            onRemove: () => state.setFilters({ to: '' }),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHead
        title={t('title')}
        count={query.data?.total_count}
        hint={t('lead')}
        actions={
          <>
            {may && (
              <Button variant="default" leftSection={<IconShieldCheck size={18} />} onClick={() => setDialog('check')}>
                {t('check.open')}
              </Button>
            )}
            <ActionButton
              variant="default"
              leftSection={<IconDownload size={18} />}
              blocked={!query.data?.total_count && t('commons:blocked.empty')}
              onClick={() => setDialog('export')}
            >
              {t('export.open')}
            </ActionButton>
          </>
        }
      />
      <DataTable<AuditRow>
        name="audit"
        label={t('title')}
        columns={columns}
        rows={query.data?.data}
        total={query.data?.total_count}
        rowId={(row) => String(row.id)}
        query={query}
        state={state as ListState<{}>}
        search={{ placeholder: t('search') }}
        onRow={setOpen}
        filters={{ form: <Filters state={state} actions={actions} />, chips, onReset: state.resetFilters }}
        empty={{ icon: IconHistory, title: t('empty'), hint: t('empty_hint') }}
      />
      {dialog === 'check' && <AuditCheck onClose={() => setDialog(null)} />}
      {dialog === 'export' && (
        <AuditExport filter={filter} total={query.data?.total_count ?? 0} onClose={() => setDialog(null)} />
      )}
      {open !== null && (
        <Things value={things}>
          <AuditDetails row={open} onClose={() => setOpen(null)} />
        </Things>
      )}
    </>
  );
}
