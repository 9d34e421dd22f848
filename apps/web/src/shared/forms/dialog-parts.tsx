import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { SubmitButton, TextField } from './form.tsx';
import { atMost } from './rules.ts';

/** The name of what a dialog makes or changes, where the cursor stands first. */
export const TitleField = ({ label }: { label: string }): ReactNode => (
  <TextField name="title" label={label} required check={atMost(TITLE_MAX)} values={{ max: TITLE_MAX }} data-autofocus />
);

type Props = {
  action: string;
  /** The form is being sent. */
  busy?: boolean;
  /** Colour of the action that cannot be undone. */
  danger?: boolean;
  /** For a form that cannot be sent now, valid or not. */
  held?: boolean;
  /** Where what is edited can be taken away. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** The footer of a form in a dialog: delete what is edited, cancel, submit. */
export const FormDialogFooter = ({
  action,
  busy = false,
  danger = false,
  held = false,
  onRemove,
  onClose,
}: Props): ReactNode => {
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
      <SubmitButton busy={busy} {...(danger && { color: 'red' })} {...(held && { disabled: true })}>
        {action}
      </SubmitButton>
    </DialogFooter>
  );
};
