import { Button } from '@mantine/core';
import {
  IconBell,
  IconCertificate,
  IconDots,
  IconEye,
  IconPencil,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { ArchiveDialog } from '../certificates/public.ts';
import { ReportMenu } from '../reports/public.ts';
import { faceOf } from './face.ts';

const AssignmentPicture = lazyWindow(() => import('./assignment-picture.tsx'));
const EditAssignment = lazyWindow(() => import('./edit-assignment.tsx'));
type Assignment = CallOutput<'learning.assignment'>;

/** What an administrator does with an assigned course: remind, pause or resume, complete, change, delete. */
export const AssignmentActions = ({ one }: { one: Assignment }): ReactNode => {
  const t = useT('learning');
  const go = useGo();
  const [asked, setAsked] = useState<'complete' | 'delete' | 'edit' | 'pause' | 'picture' | 'certificates' | null>(
    null,
  );
  const remind = useWrite('learning.remind');
  const complete = useWrite(faceOf(one.kind, 'complete'), { tip: 'tips:course.complete' });
  const remove = useWrite(faceOf(one.kind, 'delete'), { tip: 'tips:assignment.delete' });
  const paused = one.paused_at !== null;
  const toggle = useWrite(faceOf(one.kind, 'toggle'), { tip: paused ? 'tips:course.resume' : 'tips:course.pause' });
  const onToggle = (): void => toggle.mutate({ id: one.id, toggle: paused ? 'true' : 'false' }, { onSettled: close });
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
      {one.status === 'active' && !paused && left > 0 && (
        <Button
          variant="default"
          leftSection={<IconBell size={16} aria-hidden />}
          loading={remind.isPending}
          onClick={onRemind}
        >
          {t('one.remind')}
        </Button>
      )}
      {one.status === 'active' && paused && (
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={toggle.isPending} onClick={onToggle}>
          {t('one.resume')}
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
          ...(open ? [{ key: 'edit', label: t('one.edit'), icon: IconPencil, run: () => setAsked('edit') }] : []),
          ...(one.status === 'active' && !paused
            ? [{ key: 'pause', label: t('one.pause'), icon: IconPlayerPause, run: () => setAsked('pause') }]
            : []),
          ...(open
            ? [{ key: 'picture', label: t('one.picture'), icon: IconPhoto, run: () => setAsked('picture') }]
            : []),
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
        opened={asked === 'pause'}
        title={t('one.pause_title', { title: one.title })}
        action={t('one.pause')}
        danger={false}
        busy={toggle.isPending}
        onClose={close}
        onConfirm={onToggle}
      >
        {t('one.pause_text')}
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
      {asked === 'picture' && (
        <Suspense fallback={null}>
          <AssignmentPicture one={one} onClose={close} />
        </Suspense>
      )}
      {asked === 'certificates' && <ArchiveDialog filter={{ assignment_id: one.id }} onClose={close} />}
      {asked === 'edit' && (
        <Suspense fallback={null}>
          <EditAssignment one={one} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
