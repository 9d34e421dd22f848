import { bitOf, keptEvents } from '@sergak/contract/employees/email-events.rules.ts';
import { sql, type RawBuilder } from 'kysely';

/** When an email `r` of a simulation counts for an event. `sent`: it arrived and nothing happened. */
export const eventConditions = {
  sent: sql<boolean>`(r.state = 'sent' and r.result = 0)`,
  opened: sql<boolean>`(r.opened_at is not null)`,
  clicked: sql<boolean>`(r.clicked_at is not null)`,
  opened_attachment: sql<boolean>`(r.attachment_opened_at is not null)`,
  entered_data: sql<boolean>`(r.entered_at is not null)`,
  unknown: sql<boolean>`(r.state <> 'sent' and r.result = 0)`,
} as const;

/** What became of email `r` as one number, a bit for each event. */
export const emailEvents: RawBuilder<number> = sql<number>`(${sql.join(
  keptEvents.map((event) => sql`${eventConditions[event]}::int * ${sql.lit(bitOf(event))}`),
  sql` + `,
)})`;

/** Whether something dangerous was done with email `r`. */
export const dangerous: RawBuilder<boolean> = sql<boolean>`(${eventConditions.entered_data} or ${eventConditions.opened_attachment})`;
