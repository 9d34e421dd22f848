import type { ReactNode } from 'react';
import type { LearnerSelection } from '@sergak/contract/learning/learning.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './admin.module.css';

type Props = {
  one: CallOutput<'learning.assignment'>;
  count: number;
  selection: LearnerSelection;
  onClose: () => void;
  onDone: () => void;
};

/** Records that the selected people completed the course elsewhere, with the reason. */
export default function CompletePeople({ one, count, selection, onClose, onDone }: Props): ReactNode {
  const t = useT('learning');
  const form = useForm({ reason: '', certificate: false });
  const complete = useWrite('learning.complete-manually', { quiet: true });
  const save = ({ reason, certificate }: { reason: string; certificate: boolean }): void =>
    complete.mutate(
      { assigned_course_id: one.id, selection, reason: reason.trim(), certificate },
      {
        onSuccess: (done) => {
          const none = done.task_id === undefined && done.completed === 0;
          if (none) showToast({ kind: 'info', text: t('people.completed_none') });
          else
            reportBulkResult('learning.complete-manually', done, {
              kind: 'complete_people',
              about: one.course.title,
              done: t('tips:course.people_done'),
            });
          onDone();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('people.complete_title', { count })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="learning.complete-manually" onSubmit={save} className={css['stack']!}>
        <p style={{ margin: 0 }}>{t('people.complete_text')}</p>
        <TextField name="reason" label={t('people.reason')} placeholder={t('people.reason_hint')} data-autofocus />
        <SwitchField name="certificate" label={t('people.certificate')} />
        <FormError error={complete.error} />
        <FormDialogFooter action={t('people.complete')} busy={complete.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
