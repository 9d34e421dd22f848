import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { rowColumns, visibleTo, type MailboxReader } from './mailbox.repo.ts';

/** One page of the caught emails that this person may see, newest first; other emails are not counted either. */
export const listCaught = async (
  tx: Tx,
  reader: MailboxReader,
  input: { search: string; limit: number; offset: number },
) => {
  const words = `%${input.search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const found = tx
    .selectFrom('mailbox_emails')
    .where(visibleTo(reader))
    .$if(input.search.trim() !== '', (q) =>
      q.where(sql<boolean>`lower(recipient || ' ' || subject || ' ' || sender) like ${words}`),
    );
  const data = await found.select(rowColumns).orderBy('id', 'desc').limit(input.limit).offset(input.offset).execute();
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { data, total_count: n };
};
