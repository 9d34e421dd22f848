import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from './dialog-footer.tsx';
import css from './dialogs.module.css';
import KitModal from './kit-modal.tsx';

export type ConfirmProps = {
  opened: boolean;
  /** A question that names the affected things: «Удалить 12 сотрудников?». */
  title: string;
  /** Describes what is lost and what is kept. */
  children?: ReactNode;
  /** The action cannot be undone; the dialog states this. */
  final?: boolean;
  /** The action as a verb: «Удалить 12 сотрудников», never «OK». */
  action: string;
  danger?: boolean;
  /** Label of a checkbox that must be ticked first, for actions that cannot be undone. */
  sure?: string;
  busy?: boolean;
  /** False while a field of the dialog is still empty. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The content of the confirmation dialog. */
export default function ConfirmBody({
  opened,
  title,
  children,
  action,
  final = false,
  danger = true,
  sure,
  busy = false,
  ready = true,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  const t = useT('commons');
  const [ticked, setTicked] = useState(false);
  const close = (): void => {
    setTicked(false);
    onClose();
  };
  return (
    <KitModal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      closeOnClickOutside={!busy}
    >
      {(children !== undefined || final) && (
        <div className={css['text']}>
          {children}
          {final && <p className={css['final']}>{t('final')}</p>}
        </div>
      )}
      {sure !== undefined && (
        <Checkbox mt="md" label={sure} checked={ticked} onChange={(e) => setTicked(e.currentTarget.checked)} />
      )}
      <DialogFooter onCancel={close} focusCancel>
        <Button
          color={danger ? 'red' : 'brand'}
          loading={busy}
          disabled={!ready || (sure !== undefined && !ticked)}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogFooter>
    </KitModal>
  );
}
