import type { Cmi, PackageState, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { sql } from 'kysely';
import { after, HOUR, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { Interaction } from './runtime.interactions.ts';
import type { Registration, ScoRow } from './runtime.query.ts';

/** A player that sends nothing for this long cannot go on; each commit extends the time. */
export const SESSION_LIFE = 12 * HOUR;

export type LockedPlayer = Registration & {
  /** Digest of the launch token, in hexadecimal. */
  readonly token: string;
  readonly session_id: string;
  readonly mode: 'normal' | 'review';
  readonly expires_at: string;
  readonly session_ends: string;
  readonly assignment_id: string;
  readonly employee_id: string;
  readonly signed_in: boolean;
  readonly rule: CompletionRule;
};

/**
 * Locks the registrations of these players, always in the same order. Whether a newer player took over is decided by
 * `takeSequences` after the lock.
 */
export const lockPlayers = async (tx: Tx, tokens: readonly string[]): Promise<LockedPlayer[]> => {
  const { rows } = await sql<LockedPlayer>`
    select r.*, encode(s.token_hash, 'hex') as token, s.id as session_id, s.mode, s.expires_at, s.session_ends,
      l.assignment_id, l.employee_id, coalesce(a.completion_rule, k.completion_rule) as rule,
      exists (select from sessions p where p.token_hash = s.session_hash) as signed_in
    from scorm_sessions s
    join scorm_registrations r on r.id = s.registration_id
    join learners l on l.id = r.learner_id
    join assignments a on a.id = l.assignment_id
    join scorm_packages k on k.id = r.package_id
    join employees e on e.id = l.employee_id
    where s.token_hash in (select decode(t, 'hex') from jsonb_array_elements_text(${JSON.stringify(tokens)}::jsonb) t)
      and e.deleted_at is null
    order by r.id for update of r`.execute(tx);
  return rows;
};

type Wanted = { readonly session_id: string; readonly registration_id: string; readonly sco: string; sequence: number };
/** A session and its stored SCOs. `base_seconds`: seconds of each SCO at the start of the player; null if nothing was taken. */
type Taken = {
  readonly session_id: string;
  readonly superseded: boolean;
  readonly base_seconds: Readonly<Record<string, number>> | null;
  readonly scos: readonly ScoRow[];
};

/**
 * Takes the sequence numbers of commits whose registrations are locked; a number that is old, or whose player was superseded, is not
 * taken. Returns the SCOs of each registration, with the data model only of the wanted SCO.
 */
export const takeSequences = async (tx: Tx, wanted: readonly Wanted[]): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    with w as materialized (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(session_id uuid, registration_id uuid, sco text, sequence int)),
    t as (update scorm_sessions s set last_sequence = w.sequence, seen_at = ${now()}, ended_at = null, ended_by = null,
        expires_at = ${after(now(), SESSION_LIFE)}
      from w where s.id = w.session_id and s.last_sequence < w.sequence and s.ended_by is distinct from 'superseded'
      returning s.id, s.base_seconds)
    select w.session_id, s.ended_by is not distinct from 'superseded' as superseded, t.base_seconds, coalesce((
        select jsonb_agg(jsonb_build_object('sco_id', o.sco_id, 'completion', o.completion, 'success', o.success,
          'score', o.score, 'progress', o.progress, 'silent', o.silent, 'rejected', o.rejected, 'total_seconds', o.total_seconds,
          'cmi', case when o.sco_id = w.sco then o.cmi else '{}' end))
        from scorm_scos o where o.registration_id = w.registration_id), '[]') as scos
    from w join scorm_sessions s on s.id = w.session_id left join t on t.id = w.session_id`.execute(tx);
  return rows;
};

/** A commit as stored: the SCO, the registration, the answers, and the log entry unless `session_id` is null. */
export type CommitRow = {
  readonly registration_id: string;
  readonly sco_id: string;
  readonly cmi: Cmi;
  readonly sco: ScoState & { readonly rejected: boolean };
  readonly sco_seconds: number;
  readonly registration: PackageState & { readonly pages: readonly string[] };
  readonly seconds: number;
  readonly sequencing: string | null;
  readonly completed_at: Date | string | null;
  readonly answers: readonly Interaction[];
  readonly session_id: string | null;
  readonly sequence: number;
  readonly changes: Cmi;
};

/** Stores commits of different registrations in one statement. */
export const saveCommits = async (tx: Tx, rows: readonly CommitRow[]): Promise<void> => {
  await sql`
    with w as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(registration_id uuid, sco_id text,
      cmi jsonb, sco jsonb, sco_seconds int, registration jsonb, seconds int, sequencing text, completed_at timestamptz,
      answers jsonb, session_id uuid, sequence int, changes jsonb)),
    sco as (
      insert into scorm_scos (registration_id, sco_id, cmi, completion, success, score, progress, silent, rejected, total_seconds, updated_at)
      select registration_id, sco_id, cmi, sco->>'completion', sco->>'success', (sco->>'score')::numeric,
        (sco->>'progress')::numeric, (sco->>'silent')::boolean, (sco->>'rejected')::boolean, sco_seconds, ${now()} from w
      on conflict (registration_id, sco_id) do update set cmi = excluded.cmi, completion = excluded.completion,
        success = excluded.success, score = excluded.score, progress = excluded.progress, silent = excluded.silent,
        rejected = excluded.rejected, total_seconds = excluded.total_seconds, updated_at = excluded.updated_at),
    answers as (
      insert into scorm_interactions (registration_id, sco_id, number, name, type, description, response, correct_pattern,
        result, weighting, latency, reported_at, updated_at)
      select w.registration_id, w.sco_id, i.number, i.name, i.type, i.description, i.response, i.correct_pattern, i.result,
        i.weighting, i.latency, i.reported_at, ${now()}
      from w cross join jsonb_to_recordset(w.answers) as i (number int, name text, type text, description text,
        response text, correct_pattern text, result text, weighting text, latency text, reported_at text)
      on conflict (registration_id, sco_id, number) do update set name = excluded.name, type = excluded.type,
        description = excluded.description, response = excluded.response, correct_pattern = excluded.correct_pattern,
        result = excluded.result, weighting = excluded.weighting, latency = excluded.latency,
        reported_at = excluded.reported_at, updated_at = excluded.updated_at),
    logged as (
      insert into scorm_commits (session_id, sequence, sco_id, changes, created_at)
      select session_id, sequence, sco_id, changes, ${now()} from w where session_id is not null)
    update scorm_registrations r set completion = w.registration->>'completion', success = w.registration->>'success',
      score = (w.registration->>'score')::numeric, progress = (w.registration->>'progress')::numeric,
      pages = w.registration->'pages', total_seconds = w.seconds, current_sco = w.sco_id, last_at = ${now()},
      sequencing = coalesce(w.sequencing, r.sequencing), completed_at = w.completed_at
    from w where r.id = w.registration_id`.execute(tx);
};
