import { monthBit } from '@sergak/contract/statistics/insights.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** What people are counted by; the database function `people_keys` describes the keys. */
export type TallyKind =
  | 'figures'
  | 'step'
  | 'courses'
  | 'behind'
  | 'recent'
  | 'mailed'
  | 'caught'
  | `last_${'sent' | 'opened' | 'clicked' | 'opened_attachment' | 'entered_data' | 'reported'}`;

/** Tallies `t` of a kind. A number of people is `peopleIn` of these rows (decision 0276). */
export const talliesOf = (kind: TallyKind) => sql`people_tallies t where t.kind = ${kind}`;

/** Number of people in the tallies `t` that meet a condition. */
export const peopleIn = (where?: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(t.people)${where ? sql` filter (where ${where})` : sql``}, 0)::int`;

/** A day as key of a tally. */
export const dayKey = (day: string) => sql<number>`day_key(${day}::date)`;

/** Whether the people of tally `t` of the kind `figures` have an indicator, a progress or a level. */
export const has = {
  phishing_indicator: sql<boolean>`t.key & 1 <> 0`,
  learning_progress: sql<boolean>`t.key & 2 <> 0`,
  risk_level: sql<boolean>`t.key & 4 <> 0`,
};
type Figure = keyof typeof has;
/** Sum and number of a figure in the tallies `t` of the kind `figures`. */
export const sumOf = (figure: Figure) => sql`sum(t.${sql.ref(figure)})`;
export const numberOf = (figure: Figure) => sql`sum(t.people) filter (where ${has[figure]})`;
/** Mean of a figure, rounded like the stored figures; null where nobody has it. */
export const meanOf = (figure: Figure) =>
  sql<number | null>`round(${sumOf(figure)} / nullif(${numberOf(figure)}, 0), 2)`;

/** Number of the bit of a month in `mailed_months`, the key of its tallies. */
export const monthKey = (month: string): number => Math.log2(monthBit(month));

/** Number of people in the tallies of a kind that meet a condition on `t.key`. */
export const countTallied = async (tx: Tx, kind: TallyKind, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select ${peopleIn(where)} as n from ${talliesOf(kind)}`.execute(tx);
  return rows[0]!.n;
};
