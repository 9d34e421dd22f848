import type { ReactNode } from 'react';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useField, useForm } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { LoadingState, PartFailed } from '../../shared/ui/states.tsx';
import css from './admin.module.css';
import { ReminderFields } from './reminder-fields.tsx';

const Fields = (): ReactNode => {
  const { field } = useField<ReminderRules>({ name: 'reminders' });
  return <ReminderFields value={field.value} onChange={field.onChange} />;
};

type Stored = CallOutput<'learning.default-reminders'>;
const RulesForm = ({ stored, onClose }: { stored: Stored; onClose: () => void }): ReactNode => {
  const t = useT('learning');
  const form = useForm({ reminders: stored.reminders });
  const save = useWrite('learning.save-default-reminders', { quiet: true });
  const send = ({ reminders }: { reminders: ReminderRules }): void =>
    save.mutate(
      { reminders, version: stored.version },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('defaults.saved') });
          onClose();
        },
      },
    );
  return (
    <Form form={form} onSubmit={send} className={css['stack']!}>
      <p className="quiet" style={{ margin: 0 }}>
        {t('defaults.text')}
      </p>
      <Fields />
      <FormError error={save.error} />
      <FormDialogFooter action={t('commons:save')} busy={save.isPending} onClose={onClose} />
    </Form>
  );
};

/** The reminders that new assignments start with, those of campaigns and tags included. */
export default function DefaultReminders({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('learning');
  const stored = useRead('learning.default-reminders', {}, { quiet: true, fresh: true });
  return (
    <Modal opened onClose={onClose} title={t('defaults.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      {stored.data !== undefined ? (
        <RulesForm key={stored.data.version} stored={stored.data} onClose={onClose} />
      ) : stored.isError ? (
        <PartFailed text={t('defaults.failed')} onRetry={() => void stored.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  );
}
