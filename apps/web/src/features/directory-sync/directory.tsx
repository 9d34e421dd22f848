import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconSitemap } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { directoryAdmin } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { refresh, useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { TaskProgress } from '../../shared/ui/progress.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { useDirectoryReason } from './directory-diagnosis.tsx';
import { DirectoryForm } from './directory-form.tsx';
import css from './directory-sync.module.css';

const Words = ({ settings }: { settings: DirectorySettings }): ReactNode => {
  const t = useT('directory_sync');
  const shared = useT('connection');
  const reasonOf = useDirectoryReason();
  const { failure, read_at, next_at } = settings;
  if (!settings.configured) return t('state.off_text');
  if (failure?.code === 'leavers_many') return t('state.asks_text', { number: failure.detail });
  if (failure?.code === 'licence_full' || failure?.code === 'licence_expired') return t(`code.${failure.code}`);
  if (failure !== null)
    return t('state.bad_text', {
      step: shared(`step.${failure.step}`),
      when: formatDateTime(failure.at),
      what: reasonOf(failure.code).what,
    });
  return (
    <>
      {read_at === null ? t('state.unread_text') : t('state.read_text', { when: formatDateTime(read_at) })}
      {next_at !== null && ` ${t('state.next_text', { when: formatDateTime(next_at) })}`}
    </>
  );
};

/** Maximum number of names in the notice; the preview shows all of them. */
const NAMES = 10;

/** The people whom the waiting sync would remove. */
const Leavers = ({ importId }: { importId: string }): ReactNode => {
  const t = useT('directory_sync');
  const { data } = useRead('imports.leavers', { id: importId, limit: NAMES }, { quiet: true });
  if (data === undefined || data.total_count === 0) return null;
  const names = data.data.map((one) => one.full_name).join(', ');
  const more = data.total_count - data.data.length;
  return (
    <p className={css['note']}>
      {more > 0 ? t('state.leavers_more', { names, number: formatNumber(more) }) : t('state.leavers', { names })}
    </p>
  );
};

const titleOf = (t: T<'directory_sync'>, { configured, failure, host }: DirectorySettings): string => {
  if (!configured) return t('state.off_title');
  if (failure === null) return t('state.ok_title', { host });
  if (failure.code === 'leavers_many' || failure.code === 'licence_full') return t('state.asks_title');
  return failure.code === 'licence_expired' ? t('state.stopped_title') : t('state.bad_title', { host });
};

const State = ({ settings, may }: { settings: DirectorySettings; may: boolean }): ReactNode => {
  const t = useT('directory_sync');
  const [asking, setAsking] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const [ended, setEnded] = useState(false);
  const preview = useWrite('directory-sync.preview');
  const remove = useWrite('directory-sync.remove', { quiet: true });
  const { configured, failure, host, import_id } = settings;
  const begin = (taskId: string): void => {
    setEnded(false);
    setTaskId(taskId);
  };
  const tone = failure === null ? (configured ? 'good' : 'usual') : failure.code === 'leavers_many' ? 'warning' : 'bad';
  return (
    <>
      <Notice
        icon={failure === null ? IconSitemap : IconAlertTriangle}
        tone={tone}
        title={titleOf(t, settings)}
        {...(configured && {
          actions: (
            <div className={css['actions']}>
              {may && (
                <Button
                  variant="default"
                  size="compact-md"
                  loading={preview.isPending}
                  onClick={() => preview.mutate({}, { onSuccess: ({ task_id }) => begin(task_id) })}
                >
                  {t('state.preview')}
                </Button>
              )}
              {import_id !== null && (
                <ButtonLink screen="staff.employees" search={{ import: import_id }} variant="default" size="compact-md">
                  {t('state.open')}
                </ButtonLink>
              )}
              {may && (
                <Button variant="subtle" size="compact-md" onClick={() => setAsking(true)}>
                  {t('state.remove')}
                </Button>
              )}
            </div>
          ),
        })}
      >
        <Words settings={settings} />
        {failure?.code === 'leavers_many' && import_id !== null && <Leavers importId={import_id} />}
      </Notice>
      {/* The notice above says what failed. */}
      {taskId !== null && !(ended && failure !== null) && (
        <TaskProgress
          taskId={taskId}
          label={t('state.reading')}
          onEnd={() => void refresh('directory-sync', 'imports').then(() => setEnded(true))}
        />
      )}
      <ProofDialog
        opened={asking}
        title={t('state.remove_title')}
        action={t('state.remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={({ password }) => remove.mutate({ own_password: password }, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
      >
        {t('state.remove_text', { host })}
      </ProofDialog>
    </>
  );
};

/** The directory of the organisation: how its last sync went, and its settings. */
export default function Directory(): ReactNode {
  const t = useT('directory_sync');
  const may = isAtLeast(useMe().role, directoryAdmin);
  const query = useRead('directory-sync.get', {}, { quiet: true });
  if (query.data === undefined)
    return query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : <Skeleton height={520} radius={14} />;
  return (
    <div className={css['stack']}>
      <State settings={query.data} may={may} />
      {may ? (
        <DirectoryForm key={String(query.data.configured)} stored={query.data} />
      ) : (
        <Notice icon={IconLock} title={t('kept.title')}>
          {t('kept.text')}
        </Notice>
      )}
    </div>
  );
}
