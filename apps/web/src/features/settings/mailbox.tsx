import { Button, Skeleton } from '@mantine/core';
import { IconInbox, IconMailOpened, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDate, formatDateTime, formatTime, toDate, toIsoDay, today } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { type ListState, useListState } from '../../shared/table/list-state.ts';
import { Pagination } from '../../shared/table/pagination.tsx';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { MailboxEmail } from './mailbox-email.tsx';
import css from './mailbox.module.css';

type Row = CallOutput<'settings.mailbox'>['data'][number];

/** Whether there may be emails that the person does not see: portal emails to people of higher rank. */
const useSomeAbove = (): boolean => !isAtLeast(useMe().role, 'super_user');

const timeOf = (when: string): string => (toIsoDay(toDate(when)) === today() ? formatTime(when) : formatDate(when));

const Line = ({ row, current, onOpen }: { row: Row; current: boolean; onOpen: () => void }): ReactNode => {
  const t = useT('settings__mail');
  return (
    <li>
      <button type="button" className={css['line']} aria-current={current ? 'true' : undefined} onClick={onOpen}>
        <span className={css['line-top']}>
          <span className={css['line-to']}>{row.recipient}</span>
          <time dateTime={row.received_at} title={formatDateTime(row.received_at)}>
            {timeOf(row.received_at)}
          </time>
        </span>
        <span className={css['line-subject']}>{row.subject || t('mailbox.no_subject')}</span>
      </button>
    </li>
  );
};

const Clear = ({ total, onCleared }: { total: number; onCleared: () => void }): ReactNode => {
  const t = useT('settings__mail');
  const [asking, setAsking] = useState(false);
  const someAbove = useSomeAbove();
  const clear = useWrite('settings.mailbox-clear');
  const wipe = (): void =>
    clear.mutate(
      {},
      {
        onSuccess: () => {
          setAsking(false);
          onCleared();
          showToast({ kind: 'success', text: t('mailbox.cleared') });
        },
      },
    );
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('mailbox.clear')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('mailbox.clear_title', { count: total })}
        action={t('mailbox.clear_action')}
        busy={clear.isPending}
        onConfirm={wipe}
        onClose={() => setAsking(false)}
      >
        {t('mailbox.clear_text')} {someAbove && t('mailbox.clear_seen')}
      </ConfirmDialog>
    </>
  );
};

type ListProps = {
  state: ListState<{}>;
  email: string;
  mode: MailSettings['mode'] | undefined;
  onOpen: (id: number | null) => void;
};
const EmailList = ({ state, email, mode, onOpen }: ListProps): ReactNode => {
  const t = useT('settings__mail');
  const query = useRead(
    'settings.mailbox',
    { search: state.search, ...state.paging },
    { refetchInterval: REFRESH_MS.running, quiet: true },
  );
  const rows = query.data?.data;
  const total = query.data?.total_count ?? 0;
  const someAbove = useSomeAbove();
  const everything = state.search === '' ? total : 0;
  return (
    <div className={css['list']}>
      <div className={css['list-head']}>
        <SearchBox value={state.search} onChange={state.setSearch} placeholder={t('mailbox.search')} />
      </div>
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <div className={css['waiting']} aria-hidden>
          {Array.from({ length: 7 }, (_, i) => (
            <Skeleton key={i} height={44} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        state.search === '' ? (
          <EmptyState
            icon={IconInbox}
            title={t('mailbox.empty')}
            hint={t(mode === 'server' ? 'mailbox.empty_server' : 'mailbox.empty_hint')}
          />
        ) : (
          <EmptyState icon={IconSearchOff} title={t('mailbox.nothing')} hint={t('mailbox.nothing_hint')} />
        )
      ) : (
        <ul className={css['lines']} aria-label={t('mailbox.list')}>
          {rows.map((row) => (
            <Line key={row.id} row={row} current={String(row.id) === email} onOpen={() => onOpen(row.id)} />
          ))}
        </ul>
      )}
      {someAbove && rows !== undefined && <p className={css['above']}>{t('mailbox.above')}</p>}
      <Pagination page={state.page} total={total} size={state.size} onPage={state.setPage} onSize={state.setSize} />
      {everything > 0 && (
        <div className={css['list-foot']}>
          <Clear total={everything} onCleared={() => onOpen(null)} />
        </div>
      )}
    </div>
  );
};

const listOptions = { sort: '' };
/**
 * The emails in the built-in mailbox: the list on the left, the open email on the right; a phone shows only one of
 * them.
 */
export const Mailbox = ({ mode }: { mode: MailSettings['mode'] | undefined }): ReactNode => {
  const t = useT('settings__mail');
  const state = useListState(listOptions);
  const [{ email }, setAddress] = useSearchState({ tab: '', email: '' });
  const open = (id: number | null): void => setAddress({ tab: 'mailbox', email: id === null ? '' : String(id) });
  const id = /^\d{1,15}$/.test(email) ? Number(email) : null;
  return (
    <section className={css['mailbox']} data-open={id !== null || undefined} aria-label={t('mailbox.title')}>
      <EmailList state={state} email={email} mode={mode} onOpen={open} />
      <div className={css['reader']}>
        {id === null ? (
          <EmptyState icon={IconMailOpened} title={t('mailbox.choose')} hint={t('mailbox.choose_hint')} />
        ) : (
          <MailboxEmail key={id} id={id} onBack={() => open(null)} />
        )}
      </div>
    </section>
  );
};
