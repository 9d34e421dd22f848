import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './dialog-footer.module.css';
import { bottomBarRef } from './bottom-bar.ts';

type Props = {
  /** Closes the dialog without an action. Omitted if the primary button is the only way out. */
  onCancel?: (() => void) | undefined;
  /** Label of the cancel button, «Отмена» by default. */
  cancel?: string;
  /** The cancel button has the initial focus, so that Enter deletes nothing. */
  focusCancel?: boolean;
  /** Content at the left: a delete button, or the number of selected items. */
  start?: ReactNode;
  /** The primary button. */
  children?: ReactNode;
};

/** The buttons of a dialog or drawer: cancel, then the primary one at the right; full width on a phone. */
export const DialogFooter = ({ onCancel, cancel, focusCancel = false, start, children }: Props): ReactNode => {
  const t = useT('commons');
  return (
    <div className={css['footer']} ref={bottomBarRef}>
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
