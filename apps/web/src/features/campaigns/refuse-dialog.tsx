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
export default function RefuseDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }): ReactNode {
  const t = useT('campaigns');
  const form = useForm({ note: '' });
  const refuse = useWrite('campaigns.refuse', { tip: 'tips:campaign.refused', quiet: true });
  const send = ({ note }: { note: string }): void =>
    refuse.mutate(
      { id: campaign.id, version: campaign.version, note: note.trim() },
      { onSuccess: onClose, onError: () => void refresh('campaigns') },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('approval.refuse_title', { name: campaign.name })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="campaigns.refuse" onSubmit={send} className={css['form']!}>
        <TextAreaField name="note" label={t('approval.note')} description={t('approval.note_hint')} data-autofocus />
        <FormError error={refuse.error} />
        <FormDialogFooter action={t('approval.refuse_action')} danger busy={refuse.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
