import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PACK_BYTES_MAX } from '@sergak/contract/packs/packs.rules.ts';
import type { PackRejectionDetail, PackResult } from '@sergak/contract/packs/packs.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { useNeededFile } from '../../shared/forms/needed.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { textOf, useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { followTask, refreshAfterTask, unfollowTask } from '../../shared/tasks.ts';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Progress, TaskProgress, taskMessage } from '../../shared/ui/progress.tsx';

const touches = ['library', 'phishing', 'scorm'] as const;

const Choose = ({ onStarted, onClose }: { onStarted: (taskId: string) => void; onClose: () => void }): ReactNode => {
  const t = useT('packs');
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const [share, setShare] = useState(0);
  const send = useWrite('packs.import', { quiet: true, onProgress: setShare });
  return (
    <>
      <p className="quiet">{t('import_text')}</p>
      <FileDrop
        label={t('drop')}
        accept={['.zip']}
        maxBytes={PACK_BYTES_MAX}
        ref={needed.ref}
        error={needed.error}
        file={file}
        onFile={setFile}
        disabled={send.isPending}
      />
      {send.isPending && <Progress label={t('import_title')} done={Math.round(share * 100)} total={100} />}
      <FormError error={send.error} />
      <DialogFooter onCancel={onClose}>
        <Button
          loading={send.isPending}
          onClick={() =>
            needed.check() && send.mutate({ pack: file }, { onSuccess: ({ task_id }) => onStarted(task_id) })
          }
        >
          {t('start')}
        </Button>
      </DialogFooter>
    </>
  );
};

const Ended = ({ task, onClose }: { task: TaskView; onClose: () => void }): ReactNode => {
  const t = useT('packs');
  const words = useT('commons');
  const result = task.status === 'success' ? (task.result as PackResult) : null;
  const said = task.detail ? (JSON.parse(task.detail) as PackRejectionDetail) : null;
  return (
    <>
      {result ? (
        <div role="status">
          <p>{t('done', { courses: result.courses, templates: result.templates })}</p>
          {result.senders_changed > 0 && <p>{t('senders', { count: result.senders_changed })}</p>}
        </div>
      ) : (
        <div role="alert">
          <p>
            <strong>{task.message ? taskMessage(task.message, words) : words('error.unexpected')}</strong>
          </p>
          {said?.package && <p>{textOf(`tips:scorm.rejected.${said.package}`)}</p>}
          {said !== null && said.places.length > 0 && (
            <p>{t('places', { places: said.places.slice(0, 5).join(', ') })}</p>
          )}
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogFooter>
    </>
  );
};

/** Follows the import in the dialog; the tray follows it if the dialog is closed earlier. */
const Follow = ({ taskId, onClose }: { taskId: string; onClose: () => void }): ReactNode => {
  const t = useT('packs');
  const [ended, setEnded] = useState<TaskView | null>(null);
  const label = t('import_title');
  const leave = useRef(() => undefined as void);
  leave.current = () => {
    if (ended === null) followTask({ id: taskId, label, touches });
  };
  useEffect(() => {
    unfollowTask(taskId);
    return () => leave.current();
  }, [taskId]);
  if (ended !== null) return <Ended task={ended} onClose={onClose} />;
  return (
    <>
      <TaskProgress
        taskId={taskId}
        label={label}
        onEnd={(task) => {
          refreshAfterTask(task.id, touches);
          setEnded(task);
        }}
      />
      <DialogFooter onCancel={onClose} cancel={t('close')} />
    </>
  );
};

/** Uploads a content pack of another organisation, and shows its import to the end. */
export default function ImportPack({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('packs');
  const [taskId, setTaskId] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('import_title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
      closeOnClickOutside={false}
    >
      {taskId === null ? (
        <Choose onStarted={setTaskId} onClose={onClose} />
      ) : (
        <Follow key={taskId} taskId={taskId} onClose={onClose} />
      )}
    </Modal>
  );
}
