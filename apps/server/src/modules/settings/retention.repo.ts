import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { deleteOldEmails } from '../../platform/outbox.ts';

const OUTBOX_DAYS = 90;
const MAILBOX_DAYS = 30;
/** Maximum number of kept mailbox emails per organisation. */
const MAILBOX_EMAILS = 20_000;
/** Maximum number of rows that a sweep deletes from each table, so that locks stay short; the next sweep continues. */
const AT_ONCE = 5_000;

/**
 * Deletes old emails: in the outbox, emails sent or given up 90 days ago; in the built-in mailbox, emails older than 30 days or
 * beyond the newest 20,000 of an organisation. Crosses tenants: the sweep serves the whole installation.
 */
export const sweepEmails = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    const before = (days: number) => after(now(), -days * DAY);
    await deleteOldEmails(tx, before(OUTBOX_DAYS), AT_ONCE);
    await sql`
      delete from mailbox_emails where id in (
        select id from mailbox_emails where received_at < ${iso(before(MAILBOX_DAYS))} order by received_at limit ${AT_ONCE})`.execute(
      tx,
    );
    await sql`
      delete from mailbox_emails where id in (
        select m.id from organizations o
        cross join lateral (select id from mailbox_emails where organization_id = o.id order by id desc offset ${MAILBOX_EMAILS} limit 1) edge
        join mailbox_emails m on m.organization_id = o.id and m.id <= edge.id
        order by m.id limit ${AT_ONCE})`.execute(tx);
  });
