import { Button, Switch } from '@mantine/core';
import { IconPresentation } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PRESENTATION_BYTES, PRESENTATION_SLIDES_MAX } from '@sergak/contract/library/presentations.rules.ts';
import type { PresentationResult } from '@sergak/contract/library/presentations.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { useNeededFile } from '../../../shared/forms/needed.ts';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { formatNumber } from '../../../shared/format.ts';
import { text, useT } from '../../../shared/i18n/use-t.ts';
import { notifyError } from '../../../shared/query-client.ts';
import { useRead, useWrite } from '../../../shared/query.ts';
import { followTask, refreshAfterTask, unfollowTask } from '../../../shared/tasks.ts';
import { showToast } from '../../../shared/toasts.ts';
import { DialogFooter } from '../../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../../shared/ui/file-drop.tsx';
import { Modal } from '../../../shared/ui/overlays.tsx';
import { Progress, TaskProgress, taskMessage } from '../../../shared/ui/progress.tsx';
import { ErrorState, LoadingState } from '../../../shared/ui/states.tsx';
import css from './presentations.module.css';

const touches = ['library'] as const;
const tips = { done: 'tips:slide.upload', failed: 'tips:slide.upload_failed' } as const;
/** How the import ended: with a task, or unknown because the server no longer has the task. */
type End = TaskView | 'lost';

type Props = {
  moduleId: string;
  /** Draws the page with the button. The page may change during an import: the dialog stays open. */
  children: (button: ReactNode) => ReactNode;
};

/** The button that adds the pages of a presentation to a module, and its dialog. */
export const ImportPresentation = ({ moduleId, children }: Props): ReactNode => {
  const t = useT('library__presentations');
  const [opened, setOpened] = useState(false);
  return (
    <>
      {children(
        <Button
          variant="default"
          leftSection={<IconPresentation size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t('open')}
        </Button>,
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        size={640}
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('commons:close') }}
        closeOnClickOutside={false}
      >
        {opened && <Steps moduleId={moduleId} onClose={() => setOpened(false)} />}
      </Modal>
    </>
  );
};

type StepsProps = { moduleId: string; onClose: () => void };
const Steps = ({ moduleId, onClose }: StepsProps): ReactNode => {
  const t = useT('library__presentations');
  const [task, setTask] = useState<string | null>(null);
  const [end, setEnd] = useState<End | null>(null);
  useFollowedWhenLeft(end === null ? task : null, t('running'));
  const finish = (id: string, how: End): void => {
    refreshAfterTask(id, touches);
    setEnd(how);
    if (how !== 'lost' && how.status === 'success') showToast({ kind: 'success', text: text(tips.done) });
  };
  const again = (): void => {
    setTask(null);
    setEnd(null);
  };
  if (end !== null) return <Ended end={end} onClose={onClose} onAgain={again} />;
  if (task === null) return <Choose moduleId={moduleId} onStarted={setTask} onClose={onClose} />;
  return (
    <div className={css['steps']}>
      <TaskProgress
        taskId={task}
        label={t('running')}
        onEnd={(ended) => finish(task, ended)}
        onLost={() => finish(task, 'lost')}
      />
      <p className={css['quiet']}>{t('running_hint')}</p>
      <DialogFooter onCancel={onClose} cancel={t('leave')} />
    </div>
  );
};

/** The tray follows a running import after the dialog was closed. */
const useFollowedWhenLeft = (task: string | null, label: string): void => {
  const running = useRef(task);
  running.current = task;
  useEffect(() => (task === null ? undefined : unfollowTask(task)), [task]);
  useEffect(
    () => () => {
      if (running.current !== null) followTask({ id: running.current, label, touches, tips });
    },
    [label],
  );
};

type ChooseProps = StepsProps & { onStarted: (taskId: string) => void };
const Choose = ({ moduleId, onStarted, onClose }: ChooseProps): ReactNode => {
  const t = useT('library__presentations');
  const formats = useRead('presentations.formats', {}, { quiet: true });
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const [withNotes, setWithNotes] = useState(false);
  const [share, setShare] = useState(0);
  const send = useWrite('presentations.import', { quiet: true, onProgress: setShare });
  const started = useStarted(onStarted, t('running'));
  if (formats.data === undefined)
    return formats.isError ? <ErrorState onRetry={() => void formats.refetch()} /> : <LoadingState />;
  const { kinds } = formats.data;
  const takesOffice = kinds.includes('pptx');
  return (
    <div className={css['steps']}>
      <p className={css['quiet']}>{t('intro')}</p>
      {!takesOffice && <p className={css['notice']}>{t('only_pdf')}</p>}
      <FileDrop
        label={t('drop')}
        accept={kinds.map((kind) => `.${kind}`)}
        maxBytes={PRESENTATION_BYTES}
        ref={needed.ref}
        error={needed.error}
        file={file}
        onFile={setFile}
        disabled={send.isPending}
      />
      <p className={css['quiet']}>
        {t('limit', { number: formatNumber(PRESENTATION_SLIDES_MAX) })} {takesOffice && t('sound_hint')}
      </p>
      {file?.name.toLowerCase().endsWith('.pptx') === true && (
        <Switch
          label={t('with_notes')}
          description={t('with_notes_hint')}
          checked={withNotes}
          onChange={(e) => setWithNotes(e.currentTarget.checked)}
          disabled={send.isPending}
        />
      )}
      {send.isPending && <Progress label={t('uploading')} done={Math.round(share * 100)} total={100} />}
      <FormError error={send.error} />
      <DialogFooter onCancel={onClose}>
        <Button
          loading={send.isPending}
          onClick={() => needed.check() && started(send.mutateAsync({ id: moduleId, file, with_notes: withNotes }))}
        >
          {t('start')}
        </Button>
      </DialogFooter>
    </div>
  );
};

/** Shows the started task in the dialog, or in the tray if the dialog was closed during the upload. */
const useStarted = (onStarted: (taskId: string) => void, label: string) => {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return (call: Promise<{ task_id: string }>): void =>
    void call.then(
      ({ task_id }) => (isOpen.current ? onStarted(task_id) : followTask({ id: task_id, label, touches, tips })),
      (error: unknown) => (isOpen.current ? undefined : notifyError(error)),
    );
};

type EndedProps = { end: End; onClose: () => void; onAgain: () => void };
const Ended = ({ end, onClose, onAgain }: EndedProps): ReactNode => {
  const t = useT('library__presentations');
  const commons = useT('commons');
  if (end !== 'lost' && end.status === 'success') return <Added task={end} onClose={onClose} />;
  const cancelled = end !== 'lost' && end.message === 'task.cancelled';
  return (
    <div className={css['steps']}>
      <p className={css['notice']} data-bad={!cancelled || undefined} role="alert">
        {end === 'lost'
          ? t('lost')
          : cancelled
            ? t('cancelled')
            : t('failed', { reason: taskMessage(end.message ?? 'server.failed', commons) })}
      </p>
      <DialogFooter onCancel={onClose} cancel={t('commons:close')}>
        <Button onClick={onAgain}>{t('again')}</Button>
      </DialogFooter>
    </div>
  );
};

const facts = ['sounds', 'sounds_skipped', 'without_text'] as const;
const Added = ({ task, onClose }: { task: TaskView; onClose: () => void }): ReactNode => {
  const t = useT('library__presentations');
  const result = task.result as PresentationResult;
  const told = (name: 'done' | (typeof facts)[number], count: number): string =>
    t(name, { count, number: formatNumber(count) });
  const notable = facts.filter((name) => result[name] > 0);
  return (
    <div className={css['steps']}>
      <p role="status">
        <strong>{told('done', result.slides)}</strong>
      </p>
      {notable.length > 0 && (
        <ul className={css['facts']}>
          {notable.map((name) => (
            <li key={name}>{told(name, result[name])}</li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('commons:done')}</Button>
      </DialogFooter>
    </div>
  );
};
