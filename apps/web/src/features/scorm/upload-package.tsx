import { Button, Radio, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ScormCard } from '@sergak/contract/scorm/packages.schema.ts';
import { SCORM_PACKAGE_MAX } from '@sergak/contract/scorm/packages.rules.ts';
import type { ScormImportResult, ScormRejectionDetail } from '@sergak/contract/scorm/scorm.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { useNeededFile } from '../../shared/forms/needed.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { textOf, useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { followTask, refreshAfterTask, unfollowTask } from '../../shared/tasks.ts';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Progress, TaskProgress, taskMessage } from '../../shared/ui/progress.tsx';
import { ReportFacts } from './package-report.tsx';
import css from './scorm.module.css';

const touches = ['scorm', 'library'] as const;
type Props = {
  /** The course that gets a new package; null to create a course. */
  course: Pick<ScormCard, 'id' | 'title' | 'version' | 'learners_count'> | null;
  /** The import that is shown first, if it runs already. */
  started?: string | null;
  onClose: () => void;
};

/** Uploads a package and shows its import to the end: the report, or why the package was rejected. */
export const UploadPackage = ({ course, started = null, onClose }: Props): ReactNode => {
  const t = useT('scorm');
  const [taskId, setTaskId] = useState<string | null>(started);
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={course === null ? t('upload.title') : t('upload.replace_title', { title: course.title })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
      closeOnClickOutside={false}
    >
      {taskId === null ? (
        <Choose course={course} onStarted={setTaskId} onClose={onClose} />
      ) : (
        <Follow key={taskId} taskId={taskId} onAgain={() => setTaskId(null)} onClose={onClose} />
      )}
    </Modal>
  );
};

const Choose = ({ course, onStarted, onClose }: Props & { onStarted: (taskId: string) => void }): ReactNode => {
  const t = useT('scorm');
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const [title, setTitle] = useState('');
  const [move, setMove] = useState(false);
  const [share, setShare] = useState(0);
  const create = useWrite('scorm.create-course', { quiet: true, onProgress: setShare });
  const replace = useWrite('scorm.update-course', { quiet: true, onProgress: setShare });
  const busy = create.isPending || replace.isPending;
  const started = ({ task_id }: { task_id: string | null }): void => {
    if (task_id !== null) onStarted(task_id);
  };
  const send = (): void => {
    if (course === null) create.mutate({ title, package: file }, { onSuccess: started });
    else
      replace.mutate(
        { id: course.id, version: course.version, move_open: String(move), package: file },
        {
          onSuccess: started,
        },
      );
  };
  return (
    <div className={css['stack']}>
      <p className={css['quiet']}>{course === null ? t('upload.intro') : t('upload.replace_intro')}</p>
      <FileDrop
        label={t('upload.drop')}
        accept={['.zip']}
        maxBytes={SCORM_PACKAGE_MAX}
        ref={needed.ref}
        error={needed.error}
        file={file}
        onFile={setFile}
        disabled={busy}
      />
      {course === null && (
        <TextInput
          label={t('upload.name')}
          description={t('upload.name_hint')}
          value={title}
          maxLength={TITLE_MAX}
          disabled={busy}
          onChange={(e) => setTitle(e.currentTarget.value)}
        />
      )}
      {course !== null && <MoveChoice people={course.learners_count} move={move} disabled={busy} onChange={setMove} />}
      <p className={css['quiet']}>{t('upload.trust')}</p>
      {busy && <Progress label={t('upload.sending')} done={Math.round(share * 100)} total={100} />}
      <FormError error={create.error ?? replace.error} />
      <DialogFooter onCancel={onClose}>
        <Button loading={busy} onClick={() => needed.check() && send()}>
          {t('upload.action')}
        </Button>
      </DialogFooter>
    </div>
  );
};

/** What happens to people who have the course and have not finished it. */
const MoveChoice = ({
  people,
  move,
  disabled,
  onChange,
}: {
  people: number;
  move: boolean;
  disabled: boolean;
  onChange: (move: boolean) => void;
}): ReactNode => {
  const t = useT('scorm');
  if (people === 0) return null;
  return (
    <Radio.Group
      label={t('move.label', { count: people })}
      value={move ? 'move' : 'keep'}
      onChange={(value) => onChange(value === 'move')}
    >
      <div className={css['choice']}>
        <Radio value="keep" label={t('move.keep')} description={t('move.keep_hint')} disabled={disabled} />
        <Radio value="move" label={t('move.move')} description={t('move.move_hint')} disabled={disabled} />
      </div>
    </Radio.Group>
  );
};

/** Follows the import in the dialog; the tray follows it if the dialog is closed earlier. */
const Follow = ({
  taskId,
  onAgain,
  onClose,
}: {
  taskId: string;
  onAgain: () => void;
  onClose: () => void;
}): ReactNode => {
  const t = useT('scorm');
  const [ended, setEnded] = useState<TaskView | null>(null);
  const label = t('upload.importing');
  const leave = useRef(() => undefined as void);
  leave.current = () => {
    if (ended === null) followTask({ id: taskId, label, touches });
  };
  useEffect(() => {
    unfollowTask(taskId);
    return () => leave.current();
  }, [taskId]);
  const end = (task: TaskView): void => {
    refreshAfterTask(task.id, touches);
    setEnded(task);
  };
  if (ended?.status === 'success') return <Imported result={ended.result as ScormImportResult} onClose={onClose} />;
  if (ended !== null) return <Rejected task={ended} onAgain={onAgain} onClose={onClose} />;
  return (
    <div className={css['stack']}>
      <TaskProgress taskId={taskId} label={label} onEnd={end} />
      <p className={css['quiet']}>{t('upload.leave_hint')}</p>
      <DialogFooter onCancel={onClose} cancel={t('upload.leave')} />
    </div>
  );
};

/** Why the import failed, and where in the package. */
const Rejected = ({
  task,
  onAgain,
  onClose,
}: {
  task: TaskView;
  onAgain: () => void;
  onClose: () => void;
}): ReactNode => {
  const t = useT('scorm');
  const words = useT('commons');
  const said = task.detail ? (JSON.parse(task.detail) as ScormRejectionDetail) : null;
  return (
    <div className={css['stack']}>
      <p role="alert">
        <strong>
          {said !== null
            ? textOf(`tips:scorm.rejected.${said.code}`)
            : task.message
              ? taskMessage(task.message, words)
              : words('error.unexpected')}
        </strong>
      </p>
      <Places places={said?.places ?? []} />
      <DialogFooter onCancel={onClose} cancel={t('commons:close')}>
        <Button onClick={onAgain}>{t('upload.another')}</Button>
      </DialogFooter>
    </div>
  );
};

/** Paths inside the package that caused its rejection. */
const Places = ({ places }: { places: readonly string[] }): ReactNode => {
  const t = useT('scorm');
  if (places.length === 0) return null;
  return (
    <div className={css['places']}>
      <strong>{t('upload.places')}</strong>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </div>
  );
};

const Imported = ({ result, onClose }: { result: ScormImportResult; onClose: () => void }): ReactNode => {
  const t = useT('scorm');
  const course = useRead('scorm.course', { id: result.course_id }, { quiet: true }).data;
  return (
    <div className={css['stack']}>
      <p role="status">
        <strong>{course === undefined ? t('upload.done') : t('upload.done_title', { title: course.title })}</strong>
      </p>
      {result.moved > 0 && <p>{t('move.moved', { count: result.moved })}</p>}
      {course !== undefined && <ReportFacts found={course.package} />}
      <DialogFooter>
        <Button onClick={onClose}>{t('commons:done')}</Button>
      </DialogFooter>
    </div>
  );
};
