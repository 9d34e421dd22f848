import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { SealedBytes } from '../../platform/sealed-bytes.ts';

/** What a sealed message belongs to: it cannot be opened as the message of another report. */
export const aboutMessage = (organizationId: string, emailId: string): string =>
  `reported_messages ${organizationId} ${emailId}`;

export const putMessage = async (
  tx: Tx,
  emailId: string,
  { keySealed, sealed }: SealedBytes,
  size: number,
): Promise<void> => {
  await tx
    .insertInto('reported_messages')
    .values({ email_id: emailId, key_sealed: keySealed, sealed, size, kept_at: now() })
    .execute();
};

export const findMessage = (tx: Tx, emailId: string) =>
  tx
    .selectFrom('reported_messages')
    .select(['organization_id', 'email_id', 'key_sealed as keySealed', 'sealed'])
    .where('email_id', '=', emailId)
    .executeTakeFirst();

/** Bytes of the kept messages of the organisation, and of those that people reported who are no employees. */
export const keptBytes = async (tx: Tx): Promise<{ readonly all: number; readonly strangers: number }> => {
  const { rows } = await sql<{ all: number; strangers: number }>`
    select coalesce(sum(k.size), 0)::float8 as all,
      coalesce(sum(k.size) filter (where s.reporter_id is null), 0)::float8 as strangers
    from reported_messages k join suspicious_emails s on s.organization_id = k.organization_id and s.id = k.email_id`.execute(
    tx,
  );
  return rows[0]!;
};

/** Number of kept messages that are older. */
export const countMessages = async (tx: Tx, before: Date): Promise<number> => {
  const { n } = await tx
    .selectFrom('reported_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('kept_at', '<', iso(before))
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** Deletes the oldest kept messages from before this time, at most so many. Returns their number. */
export const deleteMessages = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { rows } = await sql<{ email_id: string }>`
    with gone as (delete from reported_messages where (organization_id, email_id) in (
      select organization_id, email_id from reported_messages where kept_at < ${iso(before)}::timestamptz order by kept_at limit ${most})
      returning email_id)
    update suspicious_emails set body = 'deleted' where id in (select email_id from gone) returning id as email_id`.execute(
    tx,
  );
  return rows.length;
};
