import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { NeededForm, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './campaigns.module.css';
import { CheckList } from './check-list.tsx';
import { stepDone } from './draft.ts';
import { EditStale } from './edit-stale.tsx';
import { AfterParts } from './after-parts.tsx';
import { StepWhen } from './step-when.tsx';
import { useEdit } from './use-edit.ts';
import { usePreflight } from './use-preflight.ts';

/** The checks that depend on this form; the other checks concern people and emails, which stay unchanged. */
const own: readonly string[] = ['dates', 'working_hours', 'course', 'redirect_page', 'message'];

/** Changes a campaign before its start: name, times and follow-ups. Its people and emails stay. */
export default function EditDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }): ReactNode {
  const t = useT('campaigns');
  const edit = useEdit(campaign, onClose);
  const { base, draft, set, dirty, stale } = edit;
  const look = usePreflight(draft).data;
  const [leaving, setLeaving] = useState(false);
  const close = (): void => (dirty ? setLeaving(true) : onClose());
  const checks = (look?.checks ?? []).filter(({ code, level }) => own.includes(code) && level !== 'ok');
  const needed = useNeededForm(draft.name.trim() !== '' && stepDone('when', draft) && stepDone('after', draft));
  const begun = stale !== null && !['planned', 'creating'].includes(stale.current.status);
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('edit.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <form
        className={css['form']}
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          if (needed.check()) edit.save();
        }}
      >
        <p className="quiet">
          {t('edit.hint')}
          {campaign.approval !== null && ` ${t('edit.asks')}`}
        </p>
        <NeededForm form={needed} className={css['form']}>
          <TextInput
            label={t('whom.name')}
            withAsterisk
            error={needed.shown && draft.name.trim() === '' ? t('needed.name') : undefined}
            maxLength={TITLE_MAX}
            value={draft.name}
            onChange={(e) => set({ name: e.currentTarget.value })}
            data-autofocus
          />
          <StepWhen draft={draft} set={set} look={look} />
          <h3 className={css['sub']}>{t('step.after')}</h3>
          <AfterParts draft={draft} set={set} />
        </NeededForm>
        {checks.length > 0 && <CheckList checks={checks} />}
        {stale === null && <FormError error={edit.failure} />}
        {begun && (
          <p role="alert" className="form-error">
            {t('edit.begun')}
          </p>
        )}
        {stale !== null && !begun && (
          <EditStale
            base={base}
            draft={draft}
            stale={stale}
            busy={edit.busy}
            onTake={edit.take}
            onOverwrite={edit.overwrite}
          />
        )}
        <DialogFooter onCancel={close}>
          <ActionButton
            type="submit"
            loading={edit.busy}
            blocked={(stale !== null && t('commons:blocked.conflict')) || (!dirty && t('commons:blocked.unchanged'))}
          >
            {t(draft.isDelay || campaign.approval !== null ? 'commons:save' : 'edit.start')}
          </ActionButton>
        </DialogFooter>
      </form>
      <UnsavedGuard dirty={dirty} />
      <ConfirmDialog
        opened={leaving}
        title={t('commons:unsaved.title')}
        action={t('commons:unsaved.leave')}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
      >
        {t('commons:unsaved.text')}
      </ConfirmDialog>
    </Modal>
  );
}
