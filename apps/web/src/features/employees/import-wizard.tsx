import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { EmployeeImport } from '@sergak/contract/employees/imports.schema.ts';
import { PEOPLE_IMPORT_BYTES } from '@sergak/contract/employees/employees.limits.ts';
import { hrefFor } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useNeededFile } from '../../shared/forms/needed.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { formatNumber } from '../../shared/format.ts';
import { hasText, textOf, useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Progress, TaskProgress, taskMessage } from '../../shared/ui/progress.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './employees.module.css';
import { refreshImport, type Started, useFollowedWhenLeft, useNoticedEnd, useStart } from './import-follow.ts';
import { ImportNext } from './import-next.tsx';
import { ImportPreview } from './import-preview.tsx';
import { PastImports } from './past-imports.tsx';
import { RejectedLink } from './rejected-link.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

type Props = { id: string; onId: (id: string) => void; onClose: () => void };

/**
 * From a file to people: read, check, confirm, follow. The id of the import is in the address, so a reload loses
 * nothing.
 */
export default function ImportWizard({ id, onId, onClose }: Props): ReactNode {
  const t = useT('employees__import');
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
      closeOnClickOutside={false}
    >
      {id === 'new' ? <Choose onId={onId} /> : <Follow key={id} id={id} onId={onId} onClose={onClose} />}
    </Modal>
  );
}

const Choose = ({ onId }: Pick<Props, 'onId'>): ReactNode => {
  const t = useT('employees__import');
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const [share, setShare] = useState(0);
  const read = useWrite('imports.read', { quiet: true, onProgress: setShare });
  const start = useStart((made) => onId(made.import_id));
  return (
    <div className={css['steps']}>
      <p className={css['quiet']}>{t('intro')}</p>
      <FileDrop
        label={t('drop')}
        accept={['.csv', '.xlsx']}
        maxBytes={PEOPLE_IMPORT_BYTES}
        ref={needed.ref}
        error={needed.error}
        file={file}
        onFile={setFile}
        disabled={read.isPending}
      />
      <p className={css['quiet']}>{t('columns_hint')}</p>
      <p className={css['quiet']}>
        {t('sample')}{' '}
        <a href={hrefFor('imports.sample', { format: 'xlsx' })} download>
          XLSX
        </a>
        {', '}
        <a href={hrefFor('imports.sample', { format: 'csv' })} download>
          CSV
        </a>
      </p>
      {read.isPending && <Progress label={t('uploading')} done={Math.round(share * 100)} total={100} />}
      <FormError error={read.error} />
      <PastImports onId={onId} />
      <DialogFooter>
        <Button loading={read.isPending} onClick={() => needed.check() && start(read.mutateAsync({ file }))}>
          {t('read')}
        </Button>
      </DialogFooter>
    </div>
  );
};

const Follow = ({ id, onId, onClose }: Props): ReactNode => {
  const t = useT('employees__import');
  const found = useRead('imports.get', { id }, { staleTime: 0, quiet: true });
  const started = useRef<Started>(null);
  const start = useStart((made) => {
    started.current = made;
    refreshImport();
  });
  useNoticedEnd(found.data);
  useFollowedWhenLeft(found.data, started);
  if (failedWith(found.error, 'import.not_found'))
    return <ErrorState title={t('lost')} hint={textOf('global_errors:import.not_found')} onRetry={() => onId('new')} />;
  if (found.data === undefined)
    return found.isError ? <ErrorState onRetry={() => void found.refetch()} /> : <LoadingState />;
  const { status, task_id, apply_task_id } = found.data;
  if (status === 'reading')
    return <TaskProgress taskId={task_id} label={t('reading')} onEnd={refreshImport} onCancel={refreshImport} />;
  if (status === 'ready')
    return (
      <>
        {apply_task_id !== null && <NotApplied taskId={apply_task_id} />}
        <ImportPreview found={found.data} start={start} />
      </>
    );
  if (status === 'running')
    return (
      <div className={css['steps']}>
        <TaskProgress taskId={apply_task_id} label={t('applying')} onEnd={refreshImport} onCancel={refreshImport} />
        <p className={css['quiet']}>{t('applying_hint')}</p>
        <DialogFooter onCancel={onClose} cancel={t('leave')} />
      </div>
    );
  if (status === 'done') return <Done found={found.data} onClose={onClose} />;
  return <NotRead taskId={task_id} cancelled={status === 'cancelled'} onAgain={() => onId('new')} />;
};

/** Why the latest attempt to apply failed, shown above the confirmation. */
const NotApplied = ({ taskId }: { taskId: string }): ReactNode => {
  const t = useT('employees__import');
  const words = useT('commons');
  const task = useRead('tasks.get', { id: taskId }, { quiet: true }).data;
  if (task?.status !== 'error') return null;
  const cancelled = task.message === 'task.cancelled';
  return (
    <p className={css['notice']} data-bad={!cancelled || undefined} role="alert">
      {cancelled ? t('apply_cancelled') : t('apply_failed', { reason: taskMessage(task.message ?? '', words) })}
    </p>
  );
};

type NotReadProps = { taskId: string | null; cancelled: boolean; onAgain: () => void };
/** Reading the file failed: the reason, a remedy, and a button to choose another file. */
const NotRead = ({ taskId, cancelled, onAgain }: NotReadProps): ReactNode => {
  const t = useT('employees__import');
  const task = useRead('tasks.get', { id: taskId ?? '' }, { enabled: taskId !== null && !cancelled, quiet: true });
  if (task.isLoading) return <LoadingState />;
  const key = `global_errors:${task.data?.message ?? ''}`;
  const hasMessage = task.data?.message !== 'import.unreadable' && hasText(key);
  return (
    <div className={css['steps']}>
      <p className={css['notice']} data-bad={!cancelled || undefined} role="alert">
        {cancelled ? (
          t('cancelled')
        ) : hasMessage ? (
          textOf(key)
        ) : taskId === null ? (
          t('unreadable')
        ) : (
          <Unreadable taskId={taskId} />
        )}
      </p>
      <DialogFooter>
        <Button onClick={onAgain}>{t('another')}</Button>
      </DialogFooter>
    </div>
  );
};

const faults = [
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'unsafe',
  'encrypted',
  'encoding',
  'empty',
  'timeout',
] as const;

/** Why a file could not be read, as precisely as the server reports it. */
const Unreadable = ({ taskId }: { taskId: string }): ReactNode => {
  const t = useT('employees__import');
  const { detail } = useRead('tasks.get', { id: taskId }, { quiet: true }).data ?? {};
  const said = detail ? (JSON.parse(detail) as { code?: string; limit?: number; line?: number } | null) : null;
  const fault = faults.find((one) => one === said?.code);
  const line = said?.line === undefined ? '' : formatNumber(said.line);
  return (
    <>
      {t('unreadable')}
      {fault !== undefined && ` ${t(`fault.${fault}`, { limit: formatNumber(said?.limit ?? 0), line })}`}
    </>
  );
};

const Done = ({ found, onClose }: { found: EmployeeImport; onClose: () => void }): ReactNode => {
  const t = useT('employees__import');
  const result = found.result;
  const rejected = found.summary?.rejected ?? 0;
  const facts = (['added', 'returned', 'changed', 'left', 'invited'] as const).filter(
    (name) => (result?.[name] ?? 0) > 0 || name === 'added',
  );
  return (
    <div className={css['steps']}>
      <p role="status">
        <strong>{t('done')}</strong>
      </p>
      <div className={css['tiles']}>
        {facts.map((name) => (
          <div key={name} className={css['tile']}>
            <strong>{formatNumber(result?.[name] ?? 0)}</strong>
            <span>{t(`result.${name}`)}</span>
          </div>
        ))}
        {rejected > 0 && (
          <div className={css['tile']}>
            <strong>{formatNumber(rejected)}</strong>
            <span>{t('verdict.rejected')}</span>
          </div>
        )}
      </div>
      <ImportNext uninvited={(result?.added ?? 0) > (result?.invited ?? 0)} />
      <DialogFooter {...(rejected > 0 && { start: <RejectedLink id={found.id} /> })}>
        <Button onClick={onClose}>{t('commons:done')}</Button>
      </DialogFooter>
    </div>
  );
};
