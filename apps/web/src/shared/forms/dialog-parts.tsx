import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { SubmitButton, TextField } from './form.tsx';

/** The title field of a dialog that creates or changes a thing; it has the initial focus. */
export const TitleField = ({ label }: { label: string }): ReactNode => (
  <TextField name="title" label={label} data-autofocus />
);

type Props = {
  action: string;
  /** The form is being sent. */
  busy?: boolean;
  /** Uses the colour of an action that cannot be undone. */
  danger?: boolean;
  /** Disables submitting, even if the form is valid. */
  held?: boolean;
  /** Disables submitting while a field is invalid. */
  strict?: boolean;
  /** Deletes the edited thing. Omitted if it cannot be deleted. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** The footer of a form in a dialog: delete the edited thing, cancel, submit. */
export const FormDialogFooter = ({
  action,
  busy = false,
  danger = false,
  held = false,
  strict = false,
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
      <SubmitButton busy={busy} strict={strict} {...(danger && { color: 'red' })} {...(held && { disabled: true })}>
        {action}
      </SubmitButton>
    </DialogFooter>
  );
};
