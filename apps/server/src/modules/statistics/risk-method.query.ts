import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { has, meanOf, peopleIn, sumOf, talliesOf } from './people-tallies.query.ts';

export type MethodGroup = {
  phishing: boolean;
  learning: boolean;
  people: number;
  phishing_indicator: number | null;
  learning_progress: number | null;
  risk_level: number | null;
  level_sum: number;
};

/** Present people by the parts that their level consists of, with their means. */
export const methodGroups = async (tx: Tx): Promise<MethodGroup[]> =>
  (
    await sql<MethodGroup>`
      select ${has.phishing_indicator} as phishing, ${has.learning_progress} as learning, ${peopleIn()} as people,
        ${meanOf('phishing_indicator')} as phishing_indicator, ${meanOf('learning_progress')} as learning_progress,
        ${meanOf('risk_level')} as risk_level, ${sumOf('risk_level')}::float8 as level_sum
      from ${talliesOf('figures')} group by 1, 2 having sum(t.people) <> 0`.execute(tx)
  ).rows;

/** Number of people among whom the example is searched. */
const CANDIDATES = 2_000;

/**
 * A person whose level is close to the mean, with both parts if there is one, and preferably with few emails. Looks at some
 * people on the risk step of the mean first: an index finds them.
 */
export const typicalPerson = async (tx: Tx, mean: number): Promise<string | undefined> => {
  const among = async (where: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select e.id, e.risk_level, e.full_name, e.emails_sent from employees e where e.deleted_at is null and e.role <> 'pdf_service' and ${where} limit ${CANDIDATES}) e
      order by (emails_sent between 2 and 12) desc, abs(risk_level - ${mean}), full_name, id limit 1`.execute(tx);
    return rows[0]?.id;
  };
  const both = sql`e.phishing_indicator is not null and e.learning_progress is not null`;
  return (
    (await among(sql`e.risk_step = ${Math.floor(mean)} and ${both}`)) ??
    (await among(both)) ??
    among(sql`e.risk_step is not null`)
  );
};
