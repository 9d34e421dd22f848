import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type RegistrationFacts = {
  employee_id: string;
  full_name: string;
  course: string;
  package: string;
  number: number;
  completion: string;
  success: string;
  score: number | null;
  total_seconds: number;
  started_at: string;
  last_at: string;
};

/** An attempt of a learner at a SCORM package. */
export const findReportedRegistration = async (tx: Tx, id: string): Promise<RegistrationFacts | undefined> => {
  const { rows } = await sql<RegistrationFacts>`
    select l.employee_id, e.full_name, a.title as course, p.title as package, r.number, r.completion, r.success, r.score, r.total_seconds,
      r.started_at, r.last_at
    from scorm_registrations r join scorm_packages p on p.id = r.package_id join learners l on l.id = r.learner_id
      join employees e on e.id = l.employee_id and e.deleted_at is null join assignments a on a.id = l.assignment_id
    where r.id = ${id}`.execute(tx);
  return rows[0];
};

type InteractionFacts = {
  name: string;
  description: string;
  response: string;
  correct_pattern: string;
  result: string;
};
/** Answers that the package reported, in its order. */
export const readInteractions = async (tx: Tx, id: string): Promise<InteractionFacts[]> => {
  const { rows } = await sql<InteractionFacts>`
    select name, description, response, correct_pattern, result from scorm_interactions
    where registration_id = ${id} order by sco_id, number`.execute(tx);
  return rows;
};
