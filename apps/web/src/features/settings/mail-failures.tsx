import { IconMailCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import css from './settings.module.css';

type Answer = CallOutput<'settings.outbox-failures'>;
type Row = Answer['data'][number];
type Query = {
  readonly data: Answer | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

const Reply = ({ reply }: { reply: string | null }): ReactNode => {
  const t = useT('settings__mail');
  return reply === null ? (
    <span className="quiet">{t('failures.no_reply')}</span>
  ) : (
    <span className={css['wire']}>{reply}</span>
  );
};
const recipient = (row: Row): ReactNode => <span className={css['mail']}>{row.recipient}</span>;
const subject = (row: Row): ReactNode => row.subject;
const reply = (row: Row): ReactNode => <Reply reply={row.reply} />;
const when = (row: Row): ReactNode => <time dateTime={row.created_at}>{formatDateTime(row.created_at)}</time>;

const options = { sort: 'created_at' } as const;

/** The portal's own emails that no mail server accepted. */
export const MailFailures = ({ query }: { query: Query }): ReactNode => {
  const t = useT('settings__mail');
  const state = useListState(options);
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        id: 'recipient',
        title: t('failures.recipient'),
        sort: 'recipient',
        sortValue: (row) => row.recipient,
        cell: recipient,
        always: true,
        phone: 'title',
      },
      {
        id: 'email',
        title: t('failures.email'),
        sort: 'subject',
        sortValue: (row) => row.subject,
        cell: subject,
        always: true,
        phone: 'bare',
      },
      {
        id: 'reply',
        title: t('failures.reply'),
        cell: reply,
        always: true,
        width: 260,
        grow: 3,
        wrap: true,
        phone: 'bare',
      },
      {
        id: 'when',
        title: t('failures.when'),
        sort: 'created_at',
        sortValue: (row) => row.created_at,
        cell: when,
        always: true,
        when: 'time',
        phone: 'bare',
      },
    ],
    [t],
  );
  return (
    <section aria-label={t('failures.title')}>
      <p className={css['list-hint']}>{t('failures.hint')}</p>
      <DataTable<Row>
        name="mail-failures"
        label={t('failures.title')}
        columns={columns}
        rows={query.data?.data}
        total={query.data?.data.length}
        rowId={(row) => row.id}
        query={query}
        state={state}
        size={Infinity}
        search={false}
        empty={{ icon: IconMailCheck, title: t('failures.empty'), hint: t('failures.empty_hint') }}
      />
    </section>
  );
};
