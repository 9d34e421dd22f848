import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

type Props = {
  readonly action: string;
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  /** Calls `close` when the call has ended. */
  readonly run: (close: () => void) => void;
};

/** A button that changes how a person can sign in, and asks before. */
export const PersonAction = ({ action, title, text, busy, run }: Props): ReactNode => {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        busy={busy}
        title={title}
        action={action}
        onConfirm={() => run(close)}
        onClose={close}
      >
        {text}
      </ConfirmDialog>
    </>
  );
};
