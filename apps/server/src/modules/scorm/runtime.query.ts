import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { AllowedHost, CompletionRule, ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type ScoRow = ScoState & {
  readonly sco_id: string;
  readonly cmi: Cmi;
  readonly rejected: boolean;
  readonly total_seconds: number;
};

/** An opened player with its registration. `signed_in`: the portal session that opened it still exists. */
export type PlayerSession = NonNullable<Awaited<ReturnType<typeof findScormSession>>>;

export const findScormSession = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('scorm_sessions as s')
    .innerJoin('scorm_registrations as r', 'r.id', 's.registration_id')
    .innerJoin('learners as l', 'l.id', 'r.learner_id')
    .innerJoin('employees as e', 'e.id', 'l.employee_id')
    .select([
      's.id',
      's.organization_id',
      's.registration_id',
      's.mode',
      's.language',
      's.session_ends',
      's.expires_at',
      's.ended_by',
      's.opened_at',
      'r.package_id',
      'r.step_id',
      'r.learner_id',
      'l.assignment_id',
      'l.employee_id',
      'e.first_name',
      'e.last_name',
      sql<readonly AllowedHost[]>`(select k.allowed_hosts from scorm_packages k where k.id = r.package_id)`.as(
        'allowed_hosts',
      ),
    ])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('sessions as p').select('p.token_hash').whereRef('p.token_hash', '=', 's.session_hash'))
        .as('signed_in'),
    )
    .where('s.token_hash', '=', tokenHash)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();

export const findManifest = (tx: Tx, packageId: string) =>
  tx
    .selectFrom('scorm_packages')
    .select([
      'title',
      sql<ScormManifest>`manifest`.as('manifest'),
      sql<CompletionRule>`completion_rule`.as('rule'),
      sql<readonly AllowedHost[]>`allowed_hosts`.as('allowed_hosts'),
    ])
    .where('id', '=', packageId)
    .executeTakeFirst();

export const findRegistration = (tx: Tx, id: string) =>
  tx.selectFrom('scorm_registrations').selectAll().where('id', '=', id).executeTakeFirst();
export type Registration = NonNullable<Awaited<ReturnType<typeof findRegistration>>>;

/** The rule that completes a registration: that of the assignment, otherwise that of the package. */
export const findCompletionRule = async (tx: Tx, registrationId: string): Promise<CompletionRule> => {
  const { rows } = await sql<{ rule: CompletionRule }>`
    select coalesce(a.completion_rule, k.completion_rule) as rule
    from scorm_registrations r join learners l on l.id = r.learner_id join assignments a on a.id = l.assignment_id
      join scorm_packages k on k.id = r.package_id where r.id = ${registrationId}`.execute(tx);
  return rows[0]!.rule;
};

/** All registrations of a learner at a step, the oldest first. */
export const listRegistrations = (tx: Tx, learnerId: string, stepId: string) =>
  tx
    .selectFrom('scorm_registrations')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('step_id', '=', stepId)
    .orderBy('number')
    .execute();

/** States of the SCOs of a registration. The data model is read only of the SCO `withCmi`, or with `all` of every SCO. */
export const listScos = async (tx: Tx, registrationId: string, withCmi: string): Promise<ScoRow[]> => {
  const { rows } = await sql<ScoRow>`
    select sco_id, completion, success, score, progress, silent, rejected, total_seconds,
      case when ${withCmi} in ('all', sco_id) then cmi else '{}'::jsonb end as cmi
    from scorm_scos where registration_id = ${registrationId}`.execute(tx);
  return rows;
};

/** The end of a portal session by itself; undefined if the session does not exist. */
export const findSessionEnd = async (tx: Tx, sessionHash: Buffer): Promise<string | undefined> =>
  (await tx.selectFrom('sessions').select('expires_at').where('token_hash', '=', sessionHash).executeTakeFirst())
    ?.expires_at;

/** The newest registration of a person in an assigned course. */
export const findNewest = (tx: Tx, assignmentId: string, employeeId: string) =>
  tx
    .selectFrom('scorm_registrations as r')
    .innerJoin('learners as l', 'l.id', 'r.learner_id')
    .selectAll('r')
    .where('l.assignment_id', '=', assignmentId)
    .where('l.employee_id', '=', employeeId)
    .orderBy('r.last_at', 'desc')
    .executeTakeFirst();

/** Registrations of a person in an assigned course with the titles and manifests of their packages, the oldest first. */
export const listResults = (tx: Tx, assignmentId: string, employeeId: string) =>
  tx
    .selectFrom('scorm_registrations as r')
    .innerJoin('learners as l', 'l.id', 'r.learner_id')
    .innerJoin('scorm_packages as p', 'p.id', 'r.package_id')
    .selectAll('r')
    .select(['p.title', sql<ScormManifest>`p.manifest`.as('manifest')])
    .where('l.assignment_id', '=', assignmentId)
    .where('l.employee_id', '=', employeeId)
    .orderBy('r.step_id')
    .orderBy('r.number')
    .execute();

export const listInteractions = (tx: Tx, registrationIds: readonly string[]) =>
  tx
    .selectFrom('scorm_interactions')
    .selectAll()
    .where('registration_id', 'in', [...registrationIds])
    .orderBy('number')
    .execute();

export const hasLearner = async (tx: Tx, assignmentId: string, employeeId: string): Promise<boolean> =>
  (await tx
    .selectFrom('learners')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()) !== undefined;
