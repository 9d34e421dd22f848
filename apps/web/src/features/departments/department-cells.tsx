import { ActionIcon } from '@mantine/core';
import { IconChartLine, IconChevronRight, IconGripVertical, IconPencil } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useAnonymous } from '../../shared/session.ts';
import type { Column } from '../../shared/table/table-row.tsx';
import { ColorBadge, GroupRiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { learningColor, shareColor } from '../../shared/ui/risk.ts';
import css from './departments.module.css';

/** The actions on a department in the list. */
export type Deeds = Record<'edit' | 'enter' | 'drag', (one: DepartmentStat) => void>;
/** The actions of the list; a context, because the cells are rendered outside of its component. */
export const DeedsContext = createContext<Deeds>({
  edit: () => undefined,
  enter: () => undefined,
  drag: () => undefined,
});

const Name = ({ row }: { row: DepartmentStat }): ReactNode => {
  const { enter, drag } = use(DeedsContext);
  const t = useT('departments');
  return (
    <span className={css['first']}>
      {row.is_default ? (
        <span className={css['no-grip']} />
      ) : (
        <span
          className={css['grip']}
          draggable
          title={t('drag')}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', row.title);
            drag(row);
          }}
        >
          <IconGripVertical size={16} aria-hidden />
        </span>
      )}
      {row.children_count > 0 ? (
        <button type="button" className={css['link']} data-department={row.id} onClick={() => enter(row)}>
          {ownTitle(row.title)}
        </button>
      ) : (
        <ScreenLink
          screen="staff.department"
          params={{ department_id: row.id }}
          className={css['link']}
          data-department={row.id}
          data-fixed={row.is_default || undefined}
        >
          {ownTitle(row.title)}
        </ScreenLink>
      )}
    </span>
  );
};

const Buttons = ({ row }: { row: DepartmentStat }): ReactNode => {
  const t = useT('departments');
  const { edit, enter } = use(DeedsContext);
  return (
    <span className={css['buttons']}>
      <ScreenLink
        screen="staff.department"
        params={{ department_id: row.id }}
        className={css['page']}
        aria-label={t('page.open_named', { title: ownTitle(row.title) })}
        title={t('page.open')}
      >
        <IconChartLine size={18} stroke={1.7} aria-hidden />
      </ScreenLink>
      {!row.is_default && (
        <ActionIcon aria-label={t('edit_named', { title: row.title })} onClick={() => edit(row)}>
          <IconPencil size={18} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={t('enter', { title: row.title })}
        disabled={row.children_count === 0}
        className={css['enter']!}
        onClick={() => enter(row)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </span>
  );
};

const People = ({ row }: { row: DepartmentStat }): ReactNode =>
  row.users_count === 0 ? (
    '0'
  ) : (
    <ScreenLink screen="staff.employees" search={{ departments: [row.id] }} className={css['people']}>
      {formatNumber(row.users_count)}
    </ScreenLink>
  );

/** The columns of the departments in the current language; without results in an anonymous organisation. */
export const useDepartmentColumns = (): readonly Column<DepartmentStat>[] => {
  const t = useT('departments');
  const anonymous = useAnonymous();
  return useMemo((): Column<DepartmentStat>[] => {
    const columns: Column<DepartmentStat>[] = [
      {
        id: 'name',
        title: t('column.name'),
        sort: 'NAME',
        always: true,
        phone: 'title',
        width: 220,
        grow: 4,
        cell: (row) => <Name row={row} />,
      },
      {
        id: 'people',
        title: t('column.people'),
        figure: 'people',
        sort: 'EMPLOYEES',
        width: 96,
        phone: 'side',
        cell: (row) => <People row={row} />,
      },
      {
        id: 'progress',
        title: t('column.progress'),
        figure: 'learning_progress',
        sort: 'PROGRESS',
        width: 110,
        cell: (row) =>
          row.progress === null ? (
            '—'
          ) : (
            <ShareBar value={row.progress} label={formatPercent(row.progress)} color={learningColor(row.progress)} />
          ),
      },
      {
        id: 'risk',
        title: t('column.risk'),
        figure: 'risk_level',
        sort: 'RISK_LEVEL',
        width: 100,
        cell: (row) => <GroupRiskBadge level={row.risk_level} people={row.users_count} />,
      },
      {
        id: 'incident',
        title: t('column.incident'),
        figure: 'incident_risk_always',
        sort: 'INCIDENT_RISK',
        width: 124,
        cell: (row) =>
          row.incident_risk === null ? (
            '—'
          ) : (
            <ColorBadge color={shareColor(row.incident_risk)}>{formatPercent(row.incident_risk)}</ColorBadge>
          ),
      },
      {
        id: 'actions',
        title: '',
        always: true,
        width: 128,
        align: 'end',
        phone: 'side',
        cell: (row) => <Buttons row={row} />,
      },
    ];
    return anonymous ? columns.filter(({ id }) => id !== 'risk' && id !== 'incident') : columns;
  }, [t, anonymous]);
};
