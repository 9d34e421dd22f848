import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { SubmitButton, TextField } from './form.tsx';
import { atMost } from './rules.ts';

const TITLE_MAX = 255;

/** The name of what a dialog makes or changes, where the cursor stands first. */
export const TitleField = ({ label }: { label: string }): ReactNode => (
  <TextField name="title" label={label} required check={atMost(TITLE_MAX)} values={{ max: TITLE_MAX }} data-autofocus />
);

type Props = {
  action: string;
  /** For a form that cannot be sent now, valid or not. */
  held?: boolean;
  busy?: boolean;
  /** Where what is edited can be taken away. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** The footer of a form in a dialog: delete what is edited, cancel, submit. */
export const FormDialogFooter = ({ action, held = false, busy = false, onRemove, onClose }: Props): ReactNode => {
  const t = useT('commons');
  return (
    <DialogFooter
      onCancel={onClose}
      {...(onRemove && {
        start: (
          <Button variant="subtle" color="red" onClick={onRemove}>
            {t('delete')}
          </Button>
        ),
      })}
    >
      <SubmitButton busy={busy} {...(held && { disabled: true })}>
        {action}
      </SubmitButton>
    </DialogFooter>
  );
};
