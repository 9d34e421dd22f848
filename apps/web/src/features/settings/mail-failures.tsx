import { IconMailCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
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
  const t = useT('admin__emails');
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

/** Emails of the portal itself that no server would take. */
export const MailFailures = ({ query }: { query: Query }): ReactNode => {
  const t = useT('admin__emails');
  const columns: readonly Column<Row>[] = [
    { id: 'recipient', title: t('failures.recipient'), cell: recipient, always: true, phone: 'title' },
    { id: 'email', title: t('failures.email'), cell: subject, always: true },
    { id: 'reply', title: t('failures.reply'), cell: reply, always: true, width: '40%' },
    { id: 'when', title: t('failures.when'), cell: when, always: true, width: 160 },
  ];
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
        search={false}
        empty={{ icon: IconMailCheck, title: t('failures.empty'), hint: t('failures.empty_hint') }}
      />
    </section>
  );
};
