import { Button } from '@mantine/core';
import { IconMail, IconSchool, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { PersonBehind } from '@sergak/contract/statistics/insights.schema.ts';
import { call } from '../../shared/api.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { notifyError } from '../../shared/query-client.ts';
import { usePermission } from '../../shared/session.ts';
import { RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { learningColor } from '../../shared/ui/risk.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';
import { BulkCourseDialog } from '../learning/public.ts';
import { NotifyDialog } from '../organizations/public.ts';
import { countsEmails, type PeopleNumber, selectionOf, staffFilter, staffSearch } from './people-number.ts';
import css from './statistics.module.css';
import { useMore } from './use-more.ts';

type Row = Pick<PersonBehind, 'id' | 'full_name' | 'department' | 'progress'> & Partial<PersonBehind>;
type Props = {
  organization: string;
  number: PeopleNumber;
  /** Whether the people belong to a child organisation: their pages open, actions need a switch. */
  below: boolean;
  onClose: () => void;
};

const Person = ({ person, group }: { person: Row; group: boolean }): ReactNode => {
  const t = useT('statistics');
  const linked = usePermission('admin.staff.employees');
  return (
    <li className={css['group-person']}>
      <span className={css['who']}>
        {linked ? (
          <ScreenLink
            screen={group ? 'staff.employee-courses' : 'staff.employee'}
            params={{ employee_id: person.id }}
            className={css['name']}
          >
            {person.full_name}
          </ScreenLink>
        ) : (
          person.full_name
        )}
        <small>
          {ownTitle(person.department)}
          {person.caught != null &&
            ` · ${t('people.caught', { caught: formatNumber(person.caught), emails: formatNumber(person.emails ?? 0) })}`}
        </small>
      </span>
      {group
        ? person.progress !== null && (
            <ShareBar
              value={person.progress}
              label={formatPercent(person.progress)}
              color={learningColor(person.progress)}
            />
          )
        : person.risk_level != null && <RiskBadge level={person.risk_level} />}
    </li>
  );
};

/** An action on the people that its selection contains, which can be fewer than the list. */
type Asked = {
  readonly action: 'course' | 'notify';
  readonly selection: ReturnType<typeof selectionOf>;
  readonly count: number;
};

/** What helps these people: a course, an email, or the staff list with all its actions. */
const Actions = ({
  organization,
  number,
  total,
}: Pick<Props, 'organization' | 'number'> & { total: number }): ReactNode => {
  const t = useT('statistics');
  const assign = usePermission('admin.learning.assigned');
  const staff = usePermission('admin.staff.employees');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async (action: 'course' | 'notify'): Promise<void> => {
    setBusy(true);
    try {
      if (number.kind === 'group' || staffFilter(number) !== null) {
        setAsked({ action, selection: selectionOf(number, [], total), count: total });
      } else {
        const { data } = await call('statistics.people-ids', { id: organization, ...number.input });
        setAsked({ action, selection: selectionOf(number, data, total), count: data.length });
      }
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const search = staffSearch(number);
  const close = (): void => setAsked(null);
  const partial =
    asked !== null && asked.count < total
      ? t('people.partial', { count: asked.count, number: formatNumber(asked.count), total: formatNumber(total) })
      : undefined;
  return (
    <div className={css['buttons']}>
      {assign && staff && (
        <Button
          size="compact-md"
          leftSection={<IconSchool size={16} />}
          loading={busy}
          onClick={() => void start('course')}
        >
          {t('action.assign')}
        </Button>
      )}
      {staff && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconMail size={16} />}
          {...paused(busy, () => void start('notify'))}
        >
          {t('people.write')}
        </Button>
      )}
      {staff && search !== null && (
        <ButtonLink screen="staff.employees" search={search} variant="default" size="compact-md">
          {t('group_people.open')}
        </ButtonLink>
      )}
      {asked?.action === 'course' && (
        <BulkCourseDialog selection={asked.selection} partial={partial} onClose={close} onDone={close} />
      )}
      {asked?.action === 'notify' && (
        <NotifyDialog
          selection={asked.selection}
          count={asked.count}
          partial={partial}
          onClose={close}
          onDone={close}
        />
      )}
    </div>
  );
};

const usePeople = (organization: string, number: PeopleNumber) => {
  const isGroup = number.kind === 'group';
  const group = useMore(
    'statistics.progress-group-people',
    { id: organization, group: isGroup ? number.group : 'BEHIND' },
    isGroup,
  );
  const behind = useMore(
    'statistics.people-behind',
    { id: organization, ...(isGroup ? { of: 'high' as const } : number.input) },
    !isGroup,
  );
  return isGroup ? group : behind;
};

/** The people behind a number of the statistics, with links to their pages and what helps them. */
export default function PeopleDrawer({ organization, number, below, onClose }: Props): ReactNode {
  const t = useT('statistics');
  const list = usePeople(organization, number);
  const rows = list.rows as readonly Row[] | undefined;
  const { query, total = 0 } = list;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={number.title}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconUsers} title={t('group_people.empty')} />
      ) : (
        <>
          <p className={css['quiet']}>{t('group_people.count', { count: total, number: formatNumber(total) })}</p>
          {countsEmails(number) && <p className={css['quiet']}>{t('people.once')}</p>}
          {below ? (
            <p className={css['quiet']}>{t('people.below')}</p>
          ) : (
            <Actions organization={organization} number={number} total={total} />
          )}
          <ul className={css['group-people']}>
            {rows.map((one) => (
              <Person key={one.id} person={one} group={number.kind === 'group'} />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              variant="default"
              mt="md"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Drawer>
  );
}
