import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import type { courseEvents, HistoryKind } from '@sergak/contract/person-history/person-history.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { delivered, deliveredAt, type FilledSubject } from '../statistics/public.ts';

/** What the subject of email `r` is filled in with. */
const subjectOf = sql`jsonb_build_object('subject', coalesce(x.subject, m.subject), 'language', coalesce(x.language, m.language),
  'at', ${deliveredAt}, 'addressee', jsonb_build_object('address', r.address, 'last_name', r.last_name, 'first_name', r.first_name,
  'middle_name', r.middle_name, 'position', r.position, 'department', r.department))`;
const emailsOf = (
  person: string,
) => sql`campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
  join campaign_emails m on m.campaign_id = r.campaign_id and m.email_id = r.email_id
  left join campaign_email_translations x on x.campaign_id = r.campaign_id and x.email_id = r.email_id and x.language = r.language
  where r.employee_id = ${person} and ${delivered}`;
const learning = sql`learners l join assignments a on a.id = l.assignment_id`;

/**
 * What happened to a person, of all kinds: each part is a line of the list. PostgreSQL leaves out the parts whose kind is not asked for.
 * Changes are the entries about the person alone, and those of actions on many people.
 */
const linesOf = (person: string) => sql`
  select 'email' as kind, 'email:' || r.id as id, ${deliveredAt} as at, null as event, '' as title, c.id as thing_id, c.name as thing_name,
    r.result::int as number, '[]'::jsonb as changes, ${subjectOf} as subject_of
  from ${emailsOf(person)}
  union all
  select 'report', 'report:' || r.id, r.reported_at, null, '', c.id, c.name, null, '[]', ${subjectOf}
  from ${emailsOf(person)} and r.reported_at is not null
  union all
  select 'report', 'report:' || s.id, s.reported_at, null, s.subject, null, '', null, '[]', null
  from suspicious_emails s where s.reporter_id = ${person}
  union all
  select 'course', 'assigned:' || l.id, l.assigned_at, 'assigned', a.title, a.id, '', null, '[]', null
  from ${learning} where l.employee_id = ${person}
  union all
  select 'course', 'completed:' || l.id, l.completed_at,
    case when l.completion_reason is null then 'completed' else 'completed_manually' end, a.title, a.id, '', null, '[]', null
  from ${learning} where l.employee_id = ${person} and l.completed_at is not null
  union all
  select 'course', 'reminded:' || l.id || q.due_day, q.sent_at, 'reminded', a.title, a.id, '', null, '[]', null
  from course_reminders q join ${learning} on l.id = q.learner_id where l.employee_id = ${person}
  union all
  select 'course', 'attempt:' || q.id, q.completed_at, case when q.passed then 'passed' else 'failed' end, a.title, a.id, '', q.score::int,
    '[]', null
  from quiz_attempts q join ${learning} on l.id = q.learner_id where l.employee_id = ${person} and q.completed_at is not null
  union all
  select 'course', 'certificate:' || f.id, f.issued_at, 'certificate', f.course_title, f.assignment_id, '', null, '[]', null
  from certificates f where f.employee_id = ${person}
  union all
  select 'change', 'change:' || g.id, g.created_at, g.action,
    case when g.target_id = ${person} then '' else coalesce(g.target_title, '') end, null, g.actor_name, null, g.changes, null
  from audit_log g where g.id in (
    select id from audit_log where target_id = ${person} union all select unnest(audit_lines_of(array[${person}]::uuid[])))`;

export type HistoryLine = {
  kind: HistoryKind;
  id: string;
  at: string;
  event: string | null;
  title: string;
  thing_id: string | null;
  thing_name: string;
  number: number | null;
  changes: AuditChange[];
  subject_of: FilledSubject | null;
};
export type CourseEvent = (typeof courseEvents)[number];

/** A page of what happened to a person, newest first. */
export const selectHistory = async (
  tx: Tx,
  person: string,
  kinds: readonly HistoryKind[],
  o: { limit: number; offset: number },
): Promise<HistoryLine[]> => {
  if (kinds.length === 0) return [];
  const { rows } = await sql<HistoryLine>`
    select h.* from (${linesOf(person)}) h where h.kind = any(${kinds}::text[])
    order by h.at desc, h.id desc limit ${o.limit} offset ${o.offset}`.execute(tx);
  return rows;
};

/** The number of rows of each kind. */
export const countHistory = async (
  tx: Tx,
  person: string,
  kinds: readonly HistoryKind[],
): Promise<ReadonlyMap<HistoryKind, number>> => {
  const { rows } = await sql<{ kind: HistoryKind; n: number }>`
    select h.kind, count(*)::int as n from (${linesOf(person)}) h where h.kind = any(${kinds}::text[]) group by h.kind`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.kind, row.n]));
};

/** Whether the organisation has this person. */
export const isPerson = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;
