import { Button } from '@mantine/core';
import { IconMailForward, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { riskGroups } from '@sergak/contract/statistics/risk.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { useEmployeeList } from '../../shared/staff-lists.ts';
import { RiskBadge, StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { BulkCourseDialog } from '../learning/public.ts';
import css from './department-help.module.css';

/** Number of people with a high risk that are shown, of all people shown, and of people behind who are read to mark them. */
const RISKY = 5;
const MOST = 6;
const BEHIND = 200;
const HIGH_FROM = riskGroups.find((one) => one.name === 'high')!.from;

/** Who needs help in a department: a high risk, behind in learning, or not registered; each with the action that helps. */
export const DepartmentHelp = ({ department }: { department: string }): ReactNode => {
  const t = useT('departments');
  const anonymous = useAnonymous();
  const mayAssign = usePermission('admin.learning.assigned');
  const [course, setCourse] = useState<EmployeeRow | null>(null);
  const riskiest = { sort_by: 'RISK_LEVEL' as const, sort_order: 'desc' as const };
  const behind = useEmployeeList({
    departments: [department],
    learning: ['BEHIND'],
    limit: BEHIND,
    ...(!anonymous && riskiest),
  });
  const risky = useRead(
    'employees.list',
    { departments: [department], risk_level_from: HIGH_FROM, limit: RISKY, ...riskiest },
    { staleTime: 30_000, enabled: !anonymous },
  );
  if (behind.data === undefined || (!anonymous && risky.data === undefined)) return <LoadingState />;
  const late = new Set(behind.data.data.map((one) => one.id));
  const listed = [...(risky.data?.data ?? []), ...behind.data.data];
  const people = [...new Map(listed.map((one) => [one.id, one])).values()].slice(0, MOST);
  return (
    <Section title={t('help.title')} hint={t('help.hint')}>
      {people.length === 0 ? (
        <p className={css['quiet']}>{t('help.nobody')}</p>
      ) : (
        <ul className={css['people']}>
          {people.map((one) => (
            <li key={one.id}>
              <span className={css['who']}>
                <ScreenLink screen="staff.employee" params={{ employee_id: one.id }} className={css['name']}>
                  {one.full_name}
                </ScreenLink>
                {one.position !== '' && <small>{one.position}</small>}
              </span>
              <span className={css['why']}>
                {!anonymous && <RiskBadge level={one.statistics.risk_level} />}
                {late.has(one.id) && <StatusBadge tone="bad">{t('help.behind')}</StatusBadge>}
                {!one.is_registered && <StatusBadge tone="neutral">{t('help.unregistered')}</StatusBadge>}
              </span>
              <span className={css['what']}>
                {!one.is_registered ? (
                  <Invite id={one.id} />
                ) : (
                  mayAssign && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconSchool size={16} aria-hidden />}
                      aria-label={t('help.assign_to', { name: one.full_name })}
                      onClick={() => setCourse(one)}
                    >
                      {t('page.assign')}
                    </Button>
                  )
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {course !== null && (
        <BulkCourseDialog
          selection={selectionOfIds([course.id])}
          onClose={() => setCourse(null)}
          onDone={() => setCourse(null)}
        />
      )}
    </Section>
  );
};

const Invite = ({ id }: { id: string }): ReactNode => {
  const t = useT('departments');
  const send = useWrite('employees.reinvite', { tip: 'tips:employess.reinvite', tipValues: { number: '1' } });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconMailForward size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate(selectionOfIds([id]))}
    >
      {t('help.invite')}
    </Button>
  );
};
