import { Button } from '@mantine/core';
import { FILE_DAYS } from '@sergak/contract/files/files.rules.ts';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hrefFor } from '../api.ts';
import { useT } from '../i18n/use-t.ts';
import { followTask } from '../tasks.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { Modal } from './overlays.tsx';
import { TaskProgress } from './progress.tsx';

type Props = {
  title: string;
  /** Describes the content of the file. */
  text: string;
  action: string;
  /** The write that starts the export. */
  order: { readonly data: { readonly task_id: string } | undefined; readonly isPending: boolean; reset(): void };
  onOrder: () => Promise<{ readonly task_id: string }>;
  onClose: () => void;
};

/**
 * Starts an export that runs as a task, shows its progress, and offers the file. If the dialog is closed earlier, the
 * task continues in the tray of the frame.
 */
export const ExportDialog = ({ title, text, action, order, onOrder, onClose }: Props): ReactNode => {
  const t = useT('commons');
  const [file, setFile] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const open = useRef(false);
  const left = useRef(() => undefined as void);
  const follow = (task_id: string): void => followTask({ id: task_id, label: title, touches: [] });
  left.current = () => {
    if (order.data !== undefined && file === null && !failed) follow(order.data.task_id);
  };
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
      left.current();
    };
  }, []);
  const send = (): void => {
    setFailed(false);
    order.reset();
    // The dialog may be closed before the server answers: the tray then follows the task.
    onOrder().then(
      ({ task_id }) => (open.current ? undefined : follow(task_id)),
      () => undefined, // the mutation reports its own failure
    );
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {order.data === undefined ? (
        <>
          <p>{text}</p>
          <p>{t('file_kept', { count: FILE_DAYS })}</p>
        </>
      ) : (
        <TaskProgress
          taskId={order.data.task_id}
          label={title}
          onEnd={({ result }) => {
            const fileId = (result as { file_id?: string } | null)?.file_id ?? null;
            setFile(fileId);
            setFailed(fileId === null);
          }}
        />
      )}
      <DialogFooter onCancel={onClose} cancel={t('close')}>
        {file === null ? (
          <Button loading={order.isPending || (order.data !== undefined && !failed)} onClick={send}>
            {failed ? t('retry') : action}
          </Button>
        ) : (
          <Button
            component="a"
            href={hrefFor('files.get', { id: file })}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('download')}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  );
};
