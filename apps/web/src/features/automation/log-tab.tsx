import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { ActionRun } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatDate, formatDateTime, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState, sortOf } from '../../shared/table/list-state.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { Email } from '../../shared/ui/email.tsx';
import css from './automation.module.css';
import { Select } from '../../shared/ui/select.tsx';

const DAY_MS = 86_400_000;
const sorts = ['name', 'action', 'state', 'at'] as const;
const options = { sort: '', filters: { state: '' } } as const;
const states = ['done', 'waiting', 'skipped', 'failed'] as const satisfies readonly ActionRun['state'][];
const tones: Record<ActionRun['state'], Tone> = { done: 'good', waiting: 'planned', skipped: 'neutral', failed: 'bad' };
type May = { readonly staff: boolean; readonly learning: boolean; readonly campaigns: boolean };

const Result = ({ row, may }: { row: ActionRun; may: May }): ReactNode => {
  const t = useT('automation');
  if (row.assignment_id !== null && may.learning)
    return (
      <ScreenLink className="link" screen="learning.assigned-one" params={{ course_id: row.assignment_id }}>
        {t('log.assignment')}
      </ScreenLink>
    );
  if (row.campaign_id !== null && may.campaigns)
    return (
      <ScreenLink className="link" screen="phishing.campaign-statistics" params={{ campaign_id: row.campaign_id }}>
        {t('log.campaign')}
      </ScreenLink>
    );
  return null;
};

/** Whether the action ran at least a day late: it had to wait, or the server was down. */
const wasLate = ({ done_at, due_at }: ActionRun): boolean =>
  done_at !== null && Date.parse(done_at) - Date.parse(due_at) >= DAY_MS;

const columnsOf = (t: T<'automation'>, may: May): readonly Column<ActionRun>[] => [
  {
    id: 'person',
    title: t('log.person'),
    sort: 'name',
    always: true,
    phone: 'title',
    cell: ({ person }) => (
      <span className={css['person']}>
        {may.staff && !person.deleted ? (
          <ScreenLink screen="staff.employee" params={{ employee_id: person.id }}>
            {person.full_name}
          </ScreenLink>
        ) : (
          <span>{person.full_name}</span>
        )}
        <small>{person.deleted ? t('log.deleted') : <Email value={person.email} />}</small>
      </span>
    ),
  },
  {
    id: 'action',
    title: t('log.action'),
    sort: 'action',
    phone: 'bare',
    cell: ({ action }) => (
      <span className={css['person']}>
        {t(`type.${action.type}`)}
        <small>{action.id === null ? t('log.gone', { title: action.title }) : action.title}</small>
      </span>
    ),
  },
  {
    id: 'state',
    title: t('log.state'),
    sort: 'state',
    width: 220,
    grow: 2,
    wrap: true,
    phone: 'bare',
    cell: (row) => (
      <span className={css['outcome']}>
        <StatusBadge tone={tones[row.state]}>{t(`state.${row.state}`)}</StatusBadge>
        {row.reason !== null && <small>{t(`reason.${row.reason}`)}</small>}
        <Result row={row} may={may} />
      </span>
    ),
  },
  {
    id: 'when',
    title: t('log.when'),
    sort: 'at',
    when: 'time',
    phone: 'bare',
    cell: (row) => (
      <span className={css['person']}>
        {formatDateTime(row.done_at ?? row.due_at)}
        {wasLate(row) && <small>{t('log.planned', { day: formatDate(row.due_at) })}</small>}
      </span>
    ),
  },
];

/** The actions that a tag ran, for whom, and the reasons for actions that did not run. */
export const LogTab = ({ tag }: { tag: Tag }): ReactNode => {
  const t = useT('automation');
  const state = useListState(options);
  const [staff, learning, campaigns] = [
    usePermission('admin.staff.employees'),
    usePermission('admin.learning.assigned'),
    usePermission('admin.phishing.campaigns'),
  ];
  const chosen = states.find((one) => one === state.filters.state);
  const list = useRead(
    'automation.runs',
    {
      id: tag.id,
      search: state.search,
      ...(chosen === undefined ? {} : { state: chosen }),
      ...sortOf(state, sorts),
      ...state.paging,
    },
    { staleTime: 0 },
  );
  const columns = useMemo(() => columnsOf(t, { staff, learning, campaigns }), [t, staff, learning, campaigns]);
  const counts = list.data?.counts;
  const counted = (name: (typeof states)[number]): string =>
    counts === undefined ? t(`state.${name}`) : `${t(`state.${name}`)}: ${formatNumber(counts[name] ?? 0)}`;
  return (
    <DataTable
      name="tag-log"
      label={t('log.title')}
      columns={columns}
      rows={list.data?.data}
      total={list.data?.total_count}
      rowId={(row) => String(row.id)}
      query={list}
      state={state}
      search={{ placeholder: t('log.search') }}
      tools={
        <Select
          aria-label={t('log.state')}
          value={state.filters.state}
          data={[{ value: '', label: t('log.any') }, ...states.map((name) => ({ value: name, label: counted(name) }))]}
          onChange={(value) => state.setFilters({ state: value ?? '' })}
        />
      }
      empty={{ icon: IconHistory, title: t('log.empty'), hint: t('log.empty_hint') }}
    />
  );
};
