import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconMailForward, IconPencil } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import type { Column } from '../../shared/table/table-row.tsx';
import { POSITION_WIDTH } from '../../shared/table/widths.ts';
import { RiskBadge, ShareBar, TagBadge } from '../../shared/ui/badges.tsx';
import { Email } from '../../shared/ui/email.tsx';
import { learningColor, phishingColor } from '../../shared/ui/risk.ts';
import css from './employees.module.css';

/** Opens the edit dialog of a person; a context, because the cells are rendered outside of the list's component. */
export const EditContext = createContext<(row: EmployeeRow) => void>(() => undefined);

/** Sends a new invitation to a person who has not registered, without selecting the row first. */
const Reinvite = ({ row }: { row: EmployeeRow }): ReactNode => {
  const t = useT('employees');
  const send = useWrite('employees.reinvite', { tip: 'tips:employess.reinvite', tipValues: { number: '1' } });
  const label = t('reinvite_person', { name: row.full_name });
  return (
    <ActionIcon
      size={28}
      aria-label={label}
      title={label}
      loading={send.isPending}
      onClick={() => send.mutate(selectionOfIds([row.id]))}
    >
      <IconMailForward size={18} stroke={1.7} />
    </ActionIcon>
  );
};

const Name = ({ row }: { row: EmployeeRow }): ReactNode => {
  const t = useT('employees');
  const hint = row.invited_at === null ? t('never_invited') : t('invited', { date: formatDate(row.invited_at) });
  return (
    <span className={css['who']}>
      {row.is_registered ? (
        <ScreenLink
          screen="staff.employee"
          params={{ employee_id: row.id }}
          className={css['name']}
          title={row.full_name}
        >
          {row.full_name}
        </ScreenLink>
      ) : (
        <span className={css['name']} title={row.full_name}>
          {row.full_name}
        </span>
      )}
      <small className={css['below']}>
        {!row.is_registered && (
          <span className={css['absent']} title={hint}>
            {t('not_registered')}
            <span className="sr-only">. {hint}</span>
          </span>
        )}
        {row.full_name !== row.email && (
          <span title={row.email}>
            <Email value={row.email} />
          </span>
        )}
      </small>
    </span>
  );
};

/** One below the other. */
const SHOWN_TAGS = 2;
/** Tags of the risk groups; they repeat the risk column. */
const riskTags: readonly string[] = [ownTitles.low_risk, ownTitles.middle_risk, ownTitles.high_risk];
const Tags = ({ row, risk }: { row: EmployeeRow; risk: boolean }): ReactNode => {
  const tags = risk ? row.tags.filter(({ title }) => !riskTags.includes(title)) : row.tags;
  return (
    <span className={css['tags']} title={tags.map((tag) => ownTitle(tag.title)).join(', ')}>
      {tags.slice(0, SHOWN_TAGS).map((tag, i) => (
        <span key={tag.id}>
          <TagBadge color={tag.color}>{ownTitle(tag.title)}</TagBadge>
          {i === SHOWN_TAGS - 1 && tags.length > SHOWN_TAGS && (
            <span className={css['more']}>+{tags.length - SHOWN_TAGS}</span>
          )}
        </span>
      ))}
    </span>
  );
};

const Role = ({ row }: { row: EmployeeRow }): ReactNode => useT('employees')(`role.${row.role}`);

const Actions = ({ row }: { row: EmployeeRow }): ReactNode => {
  const t = useT('employees');
  const edit = use(EditContext);
  return (
    <span className={css['actions']}>
      {!row.is_registered && <Reinvite row={row} />}
      <ActionIcon size={28} aria-label={t('edit_person', { name: row.full_name })} onClick={() => edit(row)}>
        <IconPencil size={18} stroke={1.7} />
      </ActionIcon>
      <IconChevronRight
        size={18}
        className={css['chevron']}
        data-disabled={!row.is_registered || undefined}
        aria-hidden
      />
    </span>
  );
};

const Share = ({
  value,
  color,
  harm = false,
}: {
  value: number | null;
  color: (value: number) => 'green' | 'yellow' | 'red';
  harm?: boolean;
}): ReactNode =>
  value === null ? (
    <span className={css['quiet']}>—</span>
  ) : (
    <ShareBar value={value} label={formatPercent(value)} color={color(value)} harm={harm} />
  );

/** The columns of the employee list in the current language; without results in an anonymous organisation. */
export const useStaffColumns = (): readonly Column<EmployeeRow>[] => {
  const t = useT('employees');
  const anonymous = useAnonymous();
  return useMemo((): Column<EmployeeRow>[] => {
    const columns: Column<EmployeeRow>[] = [
      {
        id: 'name',
        title: t('column.name'),
        sort: 'NAME',
        always: true,
        phone: 'title',
        cell: (row) => <Name row={row} />,
      },
      {
        id: 'department',
        title: t('column.department'),
        width: 120,
        grow: 0.4,
        sort: 'DEPARTMENT',
        phone: 'bare',
        cell: (row) => ownTitle(row.department.title),
      },
      {
        id: 'position',
        title: t('column.position'),
        width: POSITION_WIDTH,
        grow: 0.2,
        sort: 'POSITION',
        phone: 'off',
        cell: (row) => row.position || '—',
      },
      {
        id: 'tags',
        title: t('column.tags'),
        width: 160,
        grow: 1,
        phone: 'off',
        cell: (row, isShown) => <Tags row={row} risk={isShown('risk')} />,
      },
      {
        id: 'risk',
        title: t('column.risk'),
        figure: 'risk_level',
        sort: 'RISK_LEVEL',
        width: 96,
        phone: 'side',
        cell: (row) => <RiskBadge level={row.statistics.risk_level} />,
      },
      {
        id: 'progress',
        title: t('column.progress'),
        figure: 'learning_progress',
        sort: 'PROGRESS',
        width: 100,
        cell: (row) => <Share value={row.statistics.learning_progress} color={learningColor} />,
      },
      {
        id: 'phishing',
        title: t('column.phishing'),
        figure: 'phishing_indicator',
        sort: 'PHISHING_INDICATOR',
        width: 100,
        cell: (row) => <Share value={row.statistics.phishing_indicator} color={phishingColor} harm />,
      },
      { id: 'role', title: t('column.role'), extra: true, phone: 'off', cell: (row) => <Role row={row} /> },
      { id: 'actions', title: '', always: true, width: 98, align: 'end', cell: (row) => <Actions row={row} /> },
    ];
    return anonymous ? columns.filter(({ id }) => id !== 'risk' && id !== 'phishing') : columns;
  }, [t, anonymous]);
};
