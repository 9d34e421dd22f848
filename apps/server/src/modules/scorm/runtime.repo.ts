import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import { sql } from 'kysely';
import { after, DAY, HOUR, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { Interaction } from './runtime.interactions.ts';
import type { Registration } from './runtime.query.ts';

/** A player that sends nothing for this long cannot go on; each commit extends the time. */
const SESSION_LIFE = 12 * HOUR;
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
export const insertSession = async (tx: Tx, s: NewSession): Promise<void> => {
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

/**
 * Locks the registration, then takes the sequence number for this commit. Returns the registration and, unless the number is old
 * or a newer player took over, the seconds of each SCO at the start of the player.
 */
export const takeSequence = async (tx: Tx, o: { sessionId: string; registrationId: string; sequence: number }) => {
  const { rows } = await sql<Registration & { base_seconds: Record<string, number> | null }>`
    with r as (select * from scorm_registrations where id = ${o.registrationId} for update),
    s as (update scorm_sessions set last_sequence = ${o.sequence}, seen_at = ${now()}, ended_at = null, ended_by = null,
        expires_at = ${after(now(), SESSION_LIFE)}
      where id = ${o.sessionId} and registration_id = (select id from r) and last_sequence < ${o.sequence}
        and ended_by is distinct from 'superseded'
      returning base_seconds)
    select r.*, (select base_seconds from s) as base_seconds from r`.execute(tx);
  return rows[0];
};

export type ScoWrite = ScoState & { scoId: string; cmi: Cmi; seconds: number };
export type RegistrationWrite = ScoState & {
  seconds: number;
  sequencing: string | undefined;
  completedAt: Date | null;
};

/** Stores a commit in one statement: the SCO, the registration, the answers, and the log entry. */
export const saveCommit = async (
  tx: Tx,
  o: {
    registrationId: string;
    sco: ScoWrite;
    registration: RegistrationWrite;
    interactions: readonly Interaction[];
    log: { sessionId: string; sequence: number; changes: Cmi } | null;
  },
): Promise<void> => {
  const { sco, registration: r, log } = o;
  await sql`
    with sco as (
      insert into scorm_scos (registration_id, sco_id, cmi, completion, success, score, progress, total_seconds, updated_at)
      values (${o.registrationId}, ${sco.scoId}, ${JSON.stringify(sco.cmi)}::jsonb, ${sco.completion}, ${sco.success},
        ${sco.score}, ${sco.progress}, ${sco.seconds}, ${now()})
      on conflict (registration_id, sco_id) do update set cmi = excluded.cmi, completion = excluded.completion,
        success = excluded.success, score = excluded.score, progress = excluded.progress,
        total_seconds = excluded.total_seconds, updated_at = excluded.updated_at),
    answers as (
      insert into scorm_interactions (registration_id, sco_id, number, name, type, description, response, correct_pattern,
        result, weighting, latency, reported_at, updated_at)
      select ${o.registrationId}::uuid, ${sco.scoId}::text, i.number, i.name, i.type, i.description, i.response,
        i.correct_pattern, i.result, i.weighting, i.latency, i.reported_at, ${now()}
      from jsonb_to_recordset(${JSON.stringify(o.interactions)}::jsonb) as i (number int, name text, type text,
        description text, response text, correct_pattern text, result text, weighting text, latency text, reported_at text)
      on conflict (registration_id, sco_id, number) do update set name = excluded.name, type = excluded.type,
        description = excluded.description, response = excluded.response, correct_pattern = excluded.correct_pattern,
        result = excluded.result, weighting = excluded.weighting, latency = excluded.latency,
        reported_at = excluded.reported_at, updated_at = excluded.updated_at),
    logged as (
      insert into scorm_commits (session_id, sequence, sco_id, changes, created_at)
      select ${log?.sessionId ?? null}::uuid, ${log?.sequence ?? 0}::int, ${sco.scoId}::text,
        ${JSON.stringify(log?.changes ?? {})}::jsonb, ${now()}
      where ${log !== null}::boolean)
    update scorm_registrations set completion = ${r.completion}, success = ${r.success}, score = ${r.score},
      progress = ${r.progress}, total_seconds = ${r.seconds}, current_sco = ${sco.scoId}, last_at = ${now()},
      sequencing = coalesce(${r.sequencing ?? null}::text, sequencing), completed_at = ${r.completedAt}::timestamptz
    where id = ${o.registrationId}`.execute(tx);
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
