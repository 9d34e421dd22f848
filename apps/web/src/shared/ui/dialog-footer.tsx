import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './dialog-footer.module.css';
import { keepClear } from './keep-clear.ts';

type Props = {
  /** Closes the dialog without doing anything. Omitted where the only way out is the primary button. */
  onCancel?: (() => void) | undefined;
  /** Label of that button, «Отмена» by default. */
  cancel?: string;
  /** The cancel button takes the focus when the dialog opens, so that Enter destroys nothing. */
  focusCancel?: boolean;
  /** At the left: what takes the edited thing away, or how much is chosen. */
  start?: ReactNode;
  /** The primary button. */
  children?: ReactNode;
};

/** The buttons of a dialog or drawer: cancel, then the primary one at the right; in the whole width on a phone. */
export const DialogFooter = ({ onCancel, cancel, focusCancel = false, start, children }: Props): ReactNode => {
  const t = useT('commons');
  return (
    <div className={css['footer']} ref={keepClear}>
      {start !== undefined && <div className={css['start']}>{start}</div>}
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel} {...(focusCancel && { 'data-autofocus': true })}>
          {cancel ?? t('cancel')}
        </Button>
      )}
      {children}
    </div>
  );
};
