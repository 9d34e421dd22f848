import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { RestoredMany } from '@sergak/contract/employees/removed.schema.ts';
import { detailsOf } from '../../shared/api-error.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import type { RowSelection } from '../../shared/table/list-state.ts';
import { selectedRows } from '../../shared/table/selected-people.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './employees.module.css';
import type { Removal } from './removal-filter.tsx';

type Props = {
  selection: RowSelection;
  filter: Removal & { search: string };
  onSkipped: (answer: RestoredMany) => void;
};

/** Restores the selected people; `onSkipped` receives the people who could not be restored. */
export const RestoreBulk = ({ selection, filter, onSkipped }: Props): ReactNode => {
  const t = useT('employees');
  const [asking, setAsking] = useState(false);
  const restore = useWrite('employees.restore-many', { quiet: true });
  const { count } = selection;
  const number = formatNumber(count);
  const open = (): void => {
    restore.reset();
    setAsking(true);
  };
  const run = (): void =>
    restore.mutate(
      { ...selectedRows(selection), ...filter },
      {
        onSuccess: (answer) => {
          const done = text('tips:employess.restore_all', { number: formatNumber(answer.count) });
          reportBulkResult('employees.restore-many', answer, {
            kind: 'restore_people',
            done: answer.count > 0 ? done : null,
          });
          if (answer.taken_count + answer.forbidden_count > 0) onSkipped(answer);
          selection.clear();
        },
      },
    );
  return (
    <>
      <Button size="compact-md" leftSection={<IconArrowBackUp size={16} />} onClick={open}>
        {t('removed.restore')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('removed.many_title', { count, number })}
        action={t('removed.many_action', { count, number })}
        danger={false}
        busy={restore.isPending}
        onClose={() => setAsking(false)}
        onConfirm={run}
      >
        {t('removed.many_text')}
        <RestoreError error={restore.error} />
      </ConfirmDialog>
    </>
  );
};

const RestoreError = ({ error }: { error: unknown }): ReactNode => {
  const t = useT('employees');
  const details = detailsOf(error, 'licence.users_limit');
  if (details === undefined) return <FormError error={error} />;
  const { added = 0, room = 0 } = details;
  return (
    <p role="alert" className="form-error">
      {t('removed.many_licence', { added: formatNumber(added), room: formatNumber(room) })}
    </p>
  );
};

/** The selected people who were not restored, and why. */
export const RestoreReport = ({ answer, onClose }: { answer: RestoredMany; onClose: () => void }): ReactNode => {
  const t = useT('employees');
  const more = answer.taken_count - answer.taken.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removed.skipped_title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['form']}>
        <p>
          {answer.task_id === undefined
            ? t('removed.skipped_back', { number: formatNumber(answer.count) })
            : t('removed.skipped_coming')}
        </p>
        {answer.taken_count > 0 && (
          <>
            <p>{t('removed.skipped_taken', { number: formatNumber(answer.taken_count) })}</p>
            <ul>
              {answer.taken.map((one) => (
                <li key={one.id}>
                  {t('removed.skipped_line', { name: one.full_name, email: one.email, holder: one.holder })}
                </li>
              ))}
              {more > 0 && <li>{t('removed.skipped_more', { number: formatNumber(more) })}</li>}
            </ul>
          </>
        )}
        {answer.forbidden_count > 0 && (
          <p>{t('removed.skipped_forbidden', { number: formatNumber(answer.forbidden_count) })}</p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('commons:close')}</Button>
        </DialogFooter>
      </div>
    </Modal>
  );
};
