import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type MethodGroup = {
  phishing: boolean;
  learning: boolean;
  people: number;
  phishing_indicator: number | null;
  learning_progress: number | null;
  risk_level: number | null;
};

/** Present people by the parts that their level consists of, with their means. */
export const methodGroups = async (tx: Tx): Promise<MethodGroup[]> =>
  (
    await sql<MethodGroup>`
      select phishing_indicator is not null as phishing, learning_progress is not null as learning, count(*)::int as people,
        round(avg(phishing_indicator), 2) as phishing_indicator, round(avg(learning_progress), 2) as learning_progress,
        round(avg(risk_level), 2) as risk_level
      from employees where deleted_at is null and role <> 'pdf_service' group by 1, 2`.execute(tx)
  ).rows;

/**
 * A person whose level is closest to the mean, preferably with emails and courses. Looks only at the 500 people next to
 * the mean on either side, in the order of an index.
 */
export const typicalPerson = async (tx: Tx, mean: number): Promise<string | undefined> => {
  const near = (side: 'up' | 'down') => sql`(
    select e.id, e.risk_level, e.full_name, e.phishing_indicator is not null and e.learning_progress is not null as complete,
      e.emails_sent
    from employees e where e.deleted_at is null and e.role <> 'pdf_service'
      and ${side === 'up' ? sql`e.risk_level >= ${mean}` : sql`e.risk_level < ${mean}`}
    order by e.risk_level ${side === 'up' ? sql`asc` : sql`desc nulls last`} limit 500)`;
  const { rows } = await sql<{ id: string }>`
    select id from (${near('up')} union all ${near('down')}) e
    order by complete desc, (emails_sent between 2 and 12) desc, abs(risk_level - ${mean}), full_name, id limit 1`.execute(tx);
  return rows[0]?.id;
};
