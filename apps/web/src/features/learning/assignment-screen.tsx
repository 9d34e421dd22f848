import { Button, Skeleton } from '@mantine/core';
import { IconBell, IconCertificate, IconDots, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { ArchiveDialog } from '../certificates/public.ts';
import { ReportMenu } from '../reports/public.ts';
import css from './admin.module.css';
import { AssignmentPeople } from './assignment-people.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const AssignmentCharts = lazy(() => import('./assignment-charts.tsx'));
const EditAssignment = lazy(() => import('./edit-assignment.tsx'));

type Assignment = CallOutput<'learning.assignment'>;
const tones = { active: 'active', planned: 'planned', completed: 'good' } as const;
const Actions = ({ one }: { one: Assignment }): ReactNode => {
  const t = useT('learning');
  const go = useGo();
  const [asked, setAsked] = useState<'complete' | 'delete' | 'edit' | 'certificates' | null>(null);
  const remind = useWrite('learning.remind');
  const complete = useWrite('learning.complete', { tip: 'tips:course.complete' });
  const remove = useWrite('learning.delete', { tip: 'tips:course.delete' });
  const close = (): void => setAsked(null);
  const open = one.status !== 'completed';
  const left = one.learners_count - one.completed_count;
  const onRemind = (): void =>
    remind.mutate(
      { id: one.id },
      {
        onSuccess: ({ reminded }) =>
          void showToast({
            kind: 'success',
            text: reminded > 0 ? t('one.reminded', { count: reminded }) : t('one.reminded_none'),
          }),
      },
    );
  return (
    <>
      {one.status === 'active' && left > 0 && (
        <Button
          variant="default"
          leftSection={<IconBell size={16} aria-hidden />}
          loading={remind.isPending}
          onClick={onRemind}
        >
          {t('one.remind')}
        </Button>
      )}
      {open && (
        <Button variant="default" onClick={() => setAsked('complete')}>
          {t('one.complete')}
        </Button>
      )}
      <ReportMenu kind="course" id={one.id} />
      <ActionMenu
        label={t('one.actions')}
        lines={[
          {
            key: 'course',
            label: t('one.course'),
            icon: IconEye,
            run: () => go({ screen: 'learning.course-preview', params: { course_id: one.course.id } }),
          },
          ...(one.completed_count > 0
            ? [
                {
                  key: 'certificates',
                  label: t('one.certificates'),
                  icon: IconCertificate,
                  run: () => setAsked('certificates'),
                },
              ]
            : []),
          ...(open ? [{ key: 'edit', label: t('one.edit'), icon: IconPencil, run: () => setAsked('edit') }] : []),
          {
            key: 'delete',
            label: t('one.delete'),
            icon: IconTrash,
            danger: true as const,
            run: () => setAsked('delete'),
          },
        ]}
      >
        <IconDots size={20} stroke={1.7} aria-hidden />
      </ActionMenu>
      <ConfirmDialog
        opened={asked === 'complete'}
        title={t('one.complete_title', { title: one.title })}
        action={t('one.complete')}
        danger={false}
        busy={complete.isPending}
        onClose={close}
        onConfirm={() => complete.mutate({ id: one.id }, { onSettled: close })}
      >
        {t('one.complete_text')}
        {left > 0 && ` ${t('one.complete_open', { count: left, number: formatNumber(left) })}`}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('one.delete_title', { title: one.title })}
        action={t('one.delete_action')}
        sure={t('one.delete_sure')}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { id: one.id },
            { onSuccess: () => go({ screen: 'learning.assigned' }, { replace: true }), onError: close },
          )
        }
      >
        {t('one.delete_text', { count: one.learners_count, number: formatNumber(one.learners_count) })}
      </ConfirmDialog>
      {asked === 'certificates' && <ArchiveDialog filter={{ assignment_id: one.id }} onClose={close} />}
      {asked === 'edit' && (
        <Suspense fallback={null}>
          <EditAssignment one={one} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

const Numbers = ({ one }: { one: Assignment }): ReactNode => {
  const t = useT('learning');
  const progress = useRead('learning.progress', { id: one.id }).data;
  const found = useRead('learning.groups', { id: one.id }).data;
  const behind = found?.behind ?? 0;
  return (
    <div className={css['tiles']}>
      <StatTile
        label={t('one.progress')}
        value={formatPercent(one.progress)}
        hint={
          one.status === 'active' && progress !== undefined
            ? t('one.expected', { percent: formatPercent(progress.expected) })
            : undefined
        }
      />
      <StatTile
        label={t('one.finished')}
        value={t('col.people_of', { done: formatNumber(one.completed_count), total: formatNumber(one.learners_count) })}
      />
      <StatTile
        label={t('one.behind')}
        value={formatNumber(behind)}
        hint={t(behind > 0 ? 'one.behind_hint' : 'one.behind_none')}
        {...(behind > 0
          ? {
              link: (className: string, inside: ReactNode) => (
                <ScreenLink
                  screen="learning.assigned-one"
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

/** One assigned course: the progress of its people, overdue people, and actions. */
export default function AssignmentScreen(): ReactNode {
  const t = useT('learning');
  const { course_id } = useScreenParams('learning.assigned-one');
  const answer = useRead('learning.assignment', { id: course_id }, { fresh: true, quiet: true });
  if (answer.data === undefined) {
    if (failedWith(answer.error, 'assignment.not_found', 'request.invalid'))
      return (
        <NotFound
          title={t('one.gone')}
          hint={t('one.gone_hint')}
          action={<ButtonLink screen="learning.assigned">{t('list.title')}</ButtonLink>}
        />
      );
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={420} radius={14} aria-hidden />
    );
  }
  const one = answer.data;
  return (
    <>
      <PageHead
        title={one.title}
        trail={[
          <ScreenLink key="list" screen="learning.assigned">
            {t('list.title')}
          </ScreenLink>,
        ]}
        badge={
          one.overdue ? (
            <StatusBadge tone="bad">{t('status.overdue')}</StatusBadge>
          ) : (
            <StatusBadge tone={tones[one.status]}>{t(`status.${one.status}`)}</StatusBadge>
          )
        }
        actions={<Actions one={one} />}
      />
      <Numbers one={one} />
      <Suspense fallback={<Skeleton height={280} radius={14} my={16} aria-hidden />}>
        <AssignmentCharts one={one} />
      </Suspense>
      <AssignmentPeople one={one} />
    </>
  );
}
