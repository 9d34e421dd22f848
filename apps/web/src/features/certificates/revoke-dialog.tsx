import type { ReactNode } from 'react';
import type { IssuedCertificate } from '@sergak/contract/certificates/certificates.schema.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { TextAreaField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './certificates.module.css';

/** Revokes a certificate with a reason that its owner gets to read. */
export default function RevokeDialog({ one, onClose }: { one: IssuedCertificate; onClose: () => void }): ReactNode {
  const t = useT('certificates');
  const form = useForm({ reason: '' });
  const revoke = useWrite('certificates.revoke', { quiet: true });
  const send = ({ reason }: { reason: string }): void =>
    revoke.mutate(
      { id: one.id, reason: reason.trim() },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('revoke.done') });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('revoke.title', { number: one.number })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="certificates.revoke" onSubmit={send} className={css['stack']!}>
        <p style={{ margin: 0 }}>{t('revoke.text')}</p>
        <TextAreaField name="reason" label={t('revoke.reason')} data-autofocus />
        <FormError error={revoke.error} />
        <FormDialogFooter action={t('revoke.action')} danger busy={revoke.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
