import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { useRuleText } from '../scorm/public.ts';
import css from './admin.module.css';
import { AssignmentFrame } from './assignment-frame.tsx';
import { AssignmentPeople } from './assignment-people.tsx';
import { faceOf } from './face.ts';

const EditAssignment = lazyWindow(() => import('./edit-assignment.tsx'));
const AssignmentCharts = lazy(() => import('./assignment-charts.tsx'));

type Assignment = CallOutput<'learning.assignment'>;
const Numbers = ({ one }: { one: Assignment }): ReactNode => {
  const t = useT('learning');
  const progress = useRead(faceOf(one.kind, 'progress'), { id: one.id }).data;
  const found = useRead(faceOf(one.kind, 'groups'), { id: one.id }).data;
  const behind = found?.behind ?? 0;
  return (
    <div className={css['tiles']}>
      <StatTile
        figure="learners_progress"
        label={t('one.progress')}
        value={formatPercent(one.progress)}
        hint={
          one.status === 'active' && one.paused_at === null && progress !== undefined
            ? t('one.expected', { percent: formatPercent(progress.expected) })
            : undefined
        }
      />
      <StatTile
        figure="learners_completed"
        label={t('one.finished')}
        value={t('col.people_of', { done: formatNumber(one.completed_count), total: formatNumber(one.learners_count) })}
      />
      <StatTile
        figure="learners_behind"
        label={t('one.behind')}
        value={formatNumber(behind)}
        hint={t(behind > 0 ? 'one.behind_hint' : 'one.behind_none')}
        {...(behind > 0
          ? {
              link: (className: string, inside: ReactNode) => (
                <ScreenLink
                  screen="learning.assigned-people"
                  params={{ course_id: one.id }}
                  search={{ state: 'behind' }}
                  className={className}
                >
                  {inside}
                </ScreenLink>
              ),
            }
          : {})}
      />
      <StatTile
        label={t('one.deadline')}
        value={formatDate(one.deadline)}
        hint={t(one.status === 'planned' ? 'one.starts' : 'one.started', { date: formatDate(one.start_date) })}
      />
    </div>
  );
};

/** What completes a SCORM course and when people are reminded, in one line each, and the way to change them. */
const Reminders = ({ one }: { one: Assignment }): ReactNode => {
  const t = useT('learning');
  const scorm = useT('scorm');
  const ruleText = useRuleText();
  const [editing, setEditing] = useState(false);
  const { before_days, on_deadline, after_every, after_times } = one.reminders;
  const parts = [
    ...(before_days === null ? [] : [t('reminders.days', { count: before_days })]),
    ...(on_deadline ? [t('reminders.on').toLowerCase()] : []),
    ...(after_every === null
      ? []
      : [
          `${t('reminders.after').toLowerCase()} ${t('reminders.every', { count: after_every })}`,
          `${t('reminders.after_times').toLowerCase()} ${t('reminders.times', { count: after_times })}`,
        ]),
  ];
  return (
    <div className={css['reminding']}>
      <span className="quiet">
        {one.completion_rule !== null && (
          <>
            {scorm('completion.line', { rule: ruleText(one.completion_rule) })}
            <br />
          </>
        )}
        {parts.length === 0 ? t('reminders.none') : `${t('create.reminders')}: ${parts.join(', ')}`}
      </span>
      {one.status !== 'completed' && (
        <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
          {t('reminders.change')}
        </Button>
      )}
      {editing && (
        <Suspense fallback={null}>
          <EditAssignment one={one} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
};

/** One assigned course: the progress of its people, and the first of them. */
export default function AssignmentScreen(): ReactNode {
  const { course_id } = useScreenParams('learning.assigned-one');
  return (
    <AssignmentFrame id={course_id} page="course">
      {(one) => (
        <>
          <Numbers one={one} />
          <Reminders one={one} />
          <Suspense fallback={<Skeleton height={280} radius={14} my={16} aria-hidden />}>
            <AssignmentCharts one={one} />
          </Suspense>
          <AssignmentPeople one={one} />
        </>
      )}
    </AssignmentFrame>
  );
}
