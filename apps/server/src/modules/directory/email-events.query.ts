import { bitOf, storedEmailEvents } from '@sergak/contract/employees/email-events.rules.ts';
import { sql, type RawBuilder } from 'kysely';

/** The condition of each event of a simulation email `r`. `sent`: the email was delivered and nothing happened. */
export const eventConditions = {
  sent: sql<boolean>`(r.state = 'sent' and r.result = 0)`,
  opened: sql<boolean>`(r.opened_at is not null)`,
  clicked: sql<boolean>`(r.clicked_at is not null)`,
  opened_attachment: sql<boolean>`(r.attachment_opened_at is not null)`,
  entered_data: sql<boolean>`(r.entered_at is not null)`,
  unknown: sql<boolean>`(r.state <> 'sent' and r.result = 0)`,
} as const;

/** The events of email `r` as one number, with a bit for each event. */
export const emailEvents: RawBuilder<number> = sql<number>`(${sql.join(
  storedEmailEvents.map((event) => sql`${eventConditions[event]}::int * ${sql.lit(bitOf(event))}`),
  sql` + `,
)})`;

/** Whether the recipient of email `r` did something dangerous. */
export const dangerous: RawBuilder<boolean> = sql<boolean>`(${eventConditions.entered_data} or ${eventConditions.opened_attachment})`;
