import { Alert, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallInput } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { TextAreaField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';

export type Notified = {
  /** The recipients, in the form of every bulk call of the employee list. */
  selection: Omit<CallInput<'organizations.notify'>, 'theme' | 'text'>;
  count: number;
  /** Says that these are only some of the people of the list. */
  partial?: string | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** An email in the administrator's own words to the selected people. */
export default function NotifyDialogBody({ selection, count, partial, onClose, onDone }: Notified): ReactNode {
  const t = useT('organizations__shell');
  const form = useForm<{ theme: string; text: string }>({ theme: '', text: '' });
  const send = useWrite('organizations.notify', { quiet: true });
  const submit = (values: { theme: string; text: string }): void =>
    send.mutate(
      { ...selection, ...values },
      {
        onSuccess: (sent) => {
          reportBulkResult('organizations.notify', sent, {
            kind: 'notify_people',
            about: values.theme,
            done: t('notify.done', { count: sent.count, number: formatNumber(sent.count) }),
          });
          onDone();
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('notify.title', { count, number: formatNumber(count) })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
      closeOnClickOutside={false}
    >
      <Form form={form} call="organizations.notify" onSubmit={submit}>
        <SimpleGrid cols={1}>
          {partial !== undefined && <Alert color="yellow">{partial}</Alert>}
          <TextField name="theme" label={t('notify.theme')} data-autofocus />
          <TextAreaField name="text" label={t('notify.text')} description={t('notify.text_hint')} minRows={6} />
          <FormError error={send.error} />
        </SimpleGrid>
        <FormDialogFooter action={t('notify.action')} busy={send.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
