import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { APPROVAL_NOTE_MAX } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** Refuses a campaign that waits, with a word to its author. */
export default function RefuseDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }): ReactNode {
  const t = useT('campaigns');
  const [note, setNote] = useState('');
  const refuse = useWrite('campaigns.refuse', { tip: 'tips:campaign.refused', quiet: true });
  const send = (): void =>
    refuse.mutate(
      { id: campaign.id, version: campaign.version, note: note.trim() },
      { onSuccess: onClose, onError: () => void refresh('campaigns') },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={note.trim() !== ''}
      title={t('approval.refuse_title', { name: campaign.name })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          send();
        }}
      >
        <Textarea
          label={t('approval.note')}
          description={t('approval.note_hint')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={APPROVAL_NOTE_MAX}
          value={note}
          onChange={(e) => setNote(e.currentTarget.value)}
          data-autofocus
        />
        <FormError error={refuse.error} />
        <DialogFooter onCancel={onClose}>
          <Button type="submit" color="red" loading={refuse.isPending} disabled={note.trim() === ''}>
            {t('approval.refuse_action')}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
