import { Button, Checkbox, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './dialogs.module.css';

type Props = {
  opened: boolean;
  /** A question that names the thing: «Удалить 12 сотрудников?». */
  title: string;
  /** What is lost, and what is not. */
  children?: ReactNode;
  /** The deed itself: «Удалить 12 сотрудников», never «OK». */
  action: string;
  danger?: boolean;
  /** Must be ticked first, for what cannot be undone. */
  sure?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is destroyed or sent. */
export const ConfirmDialog = ({
  opened,
  title,
  children,
  action,
  danger = true,
  sure,
  busy = false,
  onConfirm,
  onClose,
}: Props): ReactNode => {
  const t = useT('commons');
  const [ticked, setTicked] = useState(false);
  const close = (): void => {
    setTicked(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      closeOnClickOutside={!busy}
    >
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {sure !== undefined && (
        <Checkbox mt="md" label={sure} checked={ticked} onChange={(e) => setTicked(e.currentTarget.checked)} />
      )}
      <div className={css['actions']}>
        <Button variant="default" onClick={close} data-autofocus>
          {t('cancel')}
        </Button>
        <Button
          color={danger ? 'red' : 'brand'}
          loading={busy}
          disabled={sure !== undefined && !ticked}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
};
