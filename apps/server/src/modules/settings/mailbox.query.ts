import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { matchesWithStored } from '../../platform/search.query.ts';
import { rowColumns, visibleTo, type MailboxReader } from './mailbox.repo.ts';

/** Addressed to a person: the name is not in the row. */
const person = sql`(select e.search_text from employees e where e.id = mailbox_emails.employee_id)`;

/** One page of the caught emails that this person may see, newest first; other emails are not counted either. */
export const listCaught = async (
  tx: Tx,
  reader: MailboxReader,
  input: { search: string; limit: number; offset: number },
) => {
  const found = tx
    .selectFrom('mailbox_emails')
    .where(visibleTo(reader))
    .where(matchesWithStored(sql`recipient || ' ' || subject || ' ' || sender`, person, input.search));
  const data = await found.select(rowColumns).orderBy('id', 'desc').limit(input.limit).offset(input.offset).execute();
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { data, total_count: n };
};
