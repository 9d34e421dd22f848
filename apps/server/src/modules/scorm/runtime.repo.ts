import type { PackageState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { SESSION_LIFE } from './commits.repo.ts';
import type { Registration } from './runtime.query.ts';

const LOG_KEPT = 14 * DAY;

type Step = { learnerId: string; stepId: string; packageId: string };

/** The newest registration at a step, locked; created if there is none. */
export const lockNewest = async (tx: Tx, step: Step): Promise<Registration> => {
  const newest = () =>
    tx
      .selectFrom('scorm_registrations')
      .selectAll()
      .where('learner_id', '=', step.learnerId)
      .where('step_id', '=', step.stepId)
      .orderBy('number', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
  return (await newest()) ?? (await insertRegistration(tx, step, 1)) ?? (await newest())!;
};

/** As `lockNewest`. After a move of the assignment to a new package, an open attempt at the old one is followed by a new attempt. */
export const lockCurrent = async (tx: Tx, step: Step): Promise<Registration> => {
  const newest = await lockNewest(tx, step);
  if (newest.completed_at !== null || newest.package_id === step.packageId) return newest;
  return (await insertRegistration(tx, step, newest.number + 1)) ?? (await lockNewest(tx, step));
};

/** Creates a registration; undefined if a concurrent call has created the same number. */
export const insertRegistration = (tx: Tx, step: Step, number: number): Promise<Registration | undefined> =>
  tx
    .insertInto('scorm_registrations')
    .values({
      learner_id: step.learnerId,
      step_id: step.stepId,
      package_id: step.packageId,
      number,
      started_at: now(),
      last_at: now(),
    })
    .onConflict((oc) => oc.columns(['learner_id', 'step_id', 'number']).doNothing())
    .returningAll()
    .executeTakeFirst();

export type UnfinishedRegistration = Registration & { readonly employee_id: string; readonly rule: CompletionRule };
/** The next newest attempts of an assignment that are not finished, locked in the order of their ids. */
export const lockUnfinished = async (
  tx: Tx,
  assignmentId: string,
  afterId: string | null,
  limit: number,
): Promise<UnfinishedRegistration[]> => {
  const { rows } = await sql<UnfinishedRegistration>`
    select r.*, l.employee_id, coalesce(a.completion_rule, k.completion_rule) as rule
    from scorm_registrations r join learners l on l.id = r.learner_id join assignments a on a.id = l.assignment_id
      join scorm_packages k on k.id = r.package_id
    where l.assignment_id = ${assignmentId} and r.completed_at is null and (${afterId}::uuid is null or r.id > ${afterId}::uuid)
      and not exists (select from scorm_registrations n where n.learner_id = r.learner_id and n.step_id = r.step_id and n.number > r.number)
    order by r.id limit ${limit} for update of r`.execute(tx);
  return rows;
};

export const saveState = async (tx: Tx, id: string, state: PackageState, completedAt: Date | null): Promise<void> => {
  await tx
    .updateTable('scorm_registrations')
    .set({ ...state, completed_at: completedAt })
    .where('id', '=', id)
    .execute();
};

/** Ends the players that record for a registration, because a newer one takes over. */
export const supersedeSessions = async (tx: Tx, registrationId: string): Promise<void> => {
  await tx
    .updateTable('scorm_sessions')
    .set({ ended_at: now(), ended_by: 'superseded' })
    .where('registration_id', '=', registrationId)
    .where('mode', '=', 'normal')
    .where(sql<boolean>`ended_by is distinct from 'superseded'`)
    .execute();
};

/** Ends the players that record for other packages than this one in the open assignments of a course. */
export const supersedeOpen = async (tx: Tx, courseId: string, packageId: string): Promise<void> => {
  await sql`update scorm_sessions s set ended_at = ${now()}, ended_by = 'superseded'
    from scorm_registrations r join learners l on l.id = r.learner_id join assignments a on a.id = l.assignment_id
    where s.registration_id = r.id and s.mode = 'normal' and s.ended_by is distinct from 'superseded'
      and r.completed_at is null and r.package_id <> ${packageId} and a.course_id = ${courseId}
      and a.status <> 'completed'`.execute(tx);
};

type NewSession = {
  registrationId: string;
  tokenHash: Buffer;
  sessionHash: Buffer;
  sessionEnds: string;
  mode: 'normal' | 'review';
  language: string;
  baseSeconds: Readonly<Record<string, number>>;
};
export const insertScormSession = async (tx: Tx, s: NewSession): Promise<void> => {
  await tx
    .insertInto('scorm_sessions')
    .values({
      registration_id: s.registrationId,
      token_hash: s.tokenHash,
      session_hash: s.sessionHash,
      session_ends: s.sessionEnds,
      mode: s.mode,
      language: s.language,
      base_seconds: JSON.stringify(s.baseSeconds),
      started_at: now(),
      seen_at: now(),
      expires_at: after(now(), SESSION_LIFE),
    })
    .execute();
};

/** Marks the player page as delivered; false if it was delivered before. */
export const openPage = async (tx: Tx, sessionId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('scorm_sessions')
    .set({ opened_at: now() })
    .where('id', '=', sessionId)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends players that can no longer record, and deletes old log entries, of all organisations. */
export const sweepSessions = async (tx: SystemTx): Promise<void> => {
  await tx
    .updateTable('scorm_sessions')
    .set({ ended_at: now(), ended_by: 'timeout' })
    .where('ended_at', 'is', null)
    .where('expires_at', '<', iso(now()))
    .execute();
  await tx
    .deleteFrom('scorm_commits')
    .where('created_at', '<', iso(after(now(), -LOG_KEPT)))
    .execute();
};
