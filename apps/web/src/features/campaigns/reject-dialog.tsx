import type { ReactNode } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { TextAreaField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './campaigns.module.css';

/** Rejects a campaign that waits for approval, with a comment to its author. */
export default function RejectDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }): ReactNode {
  const t = useT('campaigns');
  const form = useForm({ note: '' });
  const reject = useWrite('campaigns.reject', { tip: 'tips:campaign.rejected', quiet: true });
  const send = ({ note }: { note: string }): void =>
    reject.mutate(
      { id: campaign.id, version: campaign.version, note: note.trim() },
      { onSuccess: onClose, onError: () => void refresh('campaigns') },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('approval.reject_title', { name: campaign.name })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="campaigns.reject" onSubmit={send} className={css['form']!}>
        <TextAreaField name="note" label={t('approval.note')} description={t('approval.note_hint')} data-autofocus />
        <FormError error={reject.error} />
        <FormDialogFooter action={t('approval.reject_action')} danger busy={reject.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
