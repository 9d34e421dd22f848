import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import type { courseEvents, HistoryKind } from '@sergak/contract/person-history/person-history.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { delivered, deliveredAt, type FilledSubject } from '../statistics/public.ts';

/** Columns of every part, so that the parts form one list; a part leaves out what it does not have. */
const none = {
  event: sql`null::text`,
  title: sql`''`,
  thing_id: sql`null::uuid`,
  thing_name: sql`''`,
  number: sql`null::int`,
  changes: sql`'[]'::jsonb`,
  subject_of: sql`null::jsonb`,
};
type Columns = { id: RawBuilder<unknown>; at: RawBuilder<unknown> } & Partial<typeof none>;
const part = (kind: HistoryKind, columns: Columns, from: RawBuilder<unknown>) => {
  const { id, at, event, title, thing_id, thing_name, number, changes, subject_of } = { ...none, ...columns };
  return sql`select ${sql.raw(`'${kind}'`)}::text as kind, ${id} as id, ${at} as at, ${event} as event, ${title} as title, ${thing_id} as thing_id,
    ${thing_name} as thing_name, ${number} as number, ${changes} as changes, ${subject_of} as subject_of from ${from}`;
};

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
const campaign = { thing_id: sql`c.id`, thing_name: sql`c.name`, subject_of: subjectOf };
const learning = sql`learners l join assignments a on a.id = l.assignment_id`;
const course = { title: sql`a.title`, thing_id: sql`a.id` };

/** The parts of each kind for one person. */
const parts: Record<HistoryKind, (person: string) => readonly RawBuilder<unknown>[]> = {
  email: (person) => [
    part(
      'email',
      { id: sql`'email:' || r.id`, at: deliveredAt, number: sql`r.result::int`, ...campaign },
      emailsOf(person),
    ),
  ],
  report: (person) => [
    part(
      'report',
      { id: sql`'report:' || r.id`, at: sql`r.reported_at`, ...campaign },
      sql`${emailsOf(person)} and r.reported_at is not null`,
    ),
    part(
      'report',
      { id: sql`'report:' || s.id`, at: sql`s.reported_at`, title: sql`s.subject` },
      sql`suspicious_emails s where s.reporter_id = ${person}`,
    ),
  ],
  course: (person) => [
    part(
      'course',
      { id: sql`'assigned:' || l.id`, at: sql`l.assigned_at`, event: sql`'assigned'`, ...course },
      sql`${learning} where l.employee_id = ${person}`,
    ),
    part(
      'course',
      {
        id: sql`'completed:' || l.id`,
        at: sql`l.completed_at`,
        event: sql`case when l.completion_reason is null then 'completed' else 'completed_manually' end`,
        ...course,
      },
      sql`${learning} where l.employee_id = ${person} and l.completed_at is not null`,
    ),
    part(
      'course',
      { id: sql`'reminded:' || l.id || q.due_day`, at: sql`q.sent_at`, event: sql`'reminded'`, ...course },
      sql`course_reminders q join ${learning} on l.id = q.learner_id where l.employee_id = ${person}`,
    ),
    part(
      'course',
      {
        id: sql`'attempt:' || q.id`,
        at: sql`q.completed_at`,
        event: sql`case when q.passed then 'passed' else 'failed' end`,
        number: sql`q.score`,
        ...course,
      },
      sql`quiz_attempts q join ${learning} on l.id = q.learner_id where l.employee_id = ${person} and q.completed_at is not null`,
    ),
    part(
      'course',
      {
        id: sql`'certificate:' || f.id`,
        at: sql`f.issued_at`,
        event: sql`'certificate'`,
        title: sql`f.course_title`,
        thing_id: sql`f.assignment_id`,
      },
      sql`certificates f where f.employee_id = ${person}`,
    ),
  ],
  change: (person) => [
    part(
      'change',
      {
        id: sql`'change:' || g.id`,
        at: sql`g.created_at`,
        event: sql`g.action`,
        title: sql`coalesce(g.target_title, '')`,
        thing_name: sql`g.actor_name`,
        changes: sql`g.changes`,
      },
      // Entries about the person alone, and those of actions on many people.
      sql`audit_log g where g.id in (
        select id from audit_log where target_id = ${person} union all select unnest(audit_lines_of(array[${person}]::uuid[])))`,
    ),
  ],
};

const linesOf = (person: string, kinds: readonly HistoryKind[]): RawBuilder<unknown>[] =>
  kinds.flatMap((kind) => parts[kind](person));

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
    select h.* from (${sql.join(linesOf(person, kinds), sql` union all `)}) h order by h.at desc, h.id desc limit ${o.limit} offset ${o.offset}`.execute(
    tx,
  );
  return rows;
};

/** The number of rows of each kind. */
export const countHistory = async (
  tx: Tx,
  person: string,
  kinds: readonly HistoryKind[],
): Promise<ReadonlyMap<HistoryKind, number>> => {
  const { rows } = await sql<{ kind: HistoryKind; n: number }>`
    select h.kind, count(*)::int as n from (${sql.join(linesOf(person, kinds), sql` union all `)}) h group by h.kind`.execute(
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
