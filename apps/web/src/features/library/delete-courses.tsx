import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CourseCard, CourseUses } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './library.module.css';

type Rejected = CourseUses & { id: string; title: string };

/** Names where the kept courses are used, and offers to archive them instead. */
const RejectedDialog = ({
  rejected,
  courses,
  onClose,
}: {
  rejected: readonly Rejected[];
  courses: readonly CourseCard[];
  onClose: () => void;
}): ReactNode => {
  const t = useT('library');
  const archive = useWrite('library.change-course');
  const open = courses.filter((course) => !course.archived && rejected.some((one) => one.id === course.id));
  const archiveAll = async (): Promise<void> => {
    for (const { id, version } of open) await archive.mutateAsync({ id, archived: true, version });
    showToast({ kind: 'success', text: t('commons:done') });
    onClose();
  };
  const titles = (places: readonly { title: string }[]): string => places.map((one) => `«${one.title}»`).join(', ');
  return (
    <Modal opened onClose={onClose} title={t('rejected.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <p>{t('rejected.text')}</p>
      <ul className={css['rejected']}>
        {rejected.map((one) => (
          <li key={one.id}>
            <strong>{one.title}</strong>
            {one.assignments.length > 0 && (
              <span>{t('rejected.assignments', { titles: titles(one.assignments) })}</span>
            )}
            {one.campaigns.length > 0 && <span>{t('rejected.campaigns', { titles: titles(one.campaigns) })}</span>}
            {one.tags.length > 0 && <span>{t('rejected.tags', { titles: titles(one.tags) })}</span>}
          </li>
        ))}
      </ul>
      <DialogFooter onCancel={onClose} cancel={t('commons:close')}>
        {open.length > 0 && (
          <Button loading={archive.isPending} onClick={() => void archiveAll().catch(() => undefined)}>
            {t('rejected.archive', { count: open.length })}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  );
};

/** Asks before courses are deleted. Courses in use are kept, and the places that use them are shown. */
export const DeleteCourses = ({
  courses,
  onClose,
}: {
  /** Empty while nothing is to be deleted. */
  courses: readonly CourseCard[];
  onClose: () => void;
}): ReactNode => {
  const t = useT('library');
  const remove = useWrite('library.delete-courses');
  const [rejected, setRejected] = useState<{ of: readonly CourseCard[]; list: readonly Rejected[] } | null>(null);
  const confirm = (): void =>
    remove.mutate(
      { ids: courses.map((course) => course.id) },
      {
        onSuccess: (answer) => {
          if (answer.deleted.length > 0)
            showToast({
              kind: 'success',
              text:
                courses.length === 1 ? t('tips:course.delete') : t('deleting.done', { count: answer.deleted.length }),
            });
          if (answer.rejected.length > 0) setRejected({ of: courses, list: answer.rejected });
          onClose();
        },
      },
    );
  return (
    <>
      <ConfirmDialog
        opened={courses.length > 0}
        title={
          courses.length === 1
            ? t('deleting.one', { title: courses[0]!.title })
            : t('deleting.several', { count: courses.length })
        }
        action={t('deleting.action')}
        final
        danger
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={onClose}
      >
        {t('deleting.text')}
      </ConfirmDialog>
      {rejected !== null && (
        <RejectedDialog rejected={rejected.list} courses={rejected.of} onClose={() => setRejected(null)} />
      )}
    </>
  );
};
