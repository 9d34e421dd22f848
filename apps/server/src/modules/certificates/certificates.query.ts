import type { z } from 'zod';
import type { certificateListQuery } from '@sergak/contract/certificates/certificates.schema.ts';
import {
  REMIND_DAYS,
  type certificateSorts,
  type CertificateMode,
  type CertificateState,
} from '@sergak/contract/certificates/certificates.rules.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { inSystem, type Database, type SystemTx, type Tx } from '../../platform/db.ts';
import { matchesWithStored } from '../../platform/search.query.ts';

export const findCertificateOrganization = (tx: Tx) =>
  tx.selectFrom('organizations').select(['title', 'language', 'time_zone', 'brand_color']).executeTakeFirstOrThrow();

/** Whether a version `v` has a quiz or a SCORM step. */
const hasTest = sql<boolean>`jsonb_path_exists(v.content,
  '$.sections[*].themes[*].steps[*] ? (@.kind == "quiz" || @.kind == "scorm")')`;
const hasQuiz = sql<boolean>`jsonb_path_exists(v.content, '$.sections[*].themes[*].steps[*] ? (@.kind == "quiz")')`;
/** Steps in which a learner `l` of an assignment `a` passed a test: a quiz, or a package that reported it or the demanded score. */
const testedSteps = sql`(
  select q.step_id from quiz_attempts q where q.learner_id = l.id and q.passed
  union select g.step_id from scorm_registrations g join scorm_packages k on k.id = g.package_id
    where g.learner_id = l.id and g.completed_at is not null
      and (g.success = 'passed' or coalesce(a.completion_rule, k.completion_rule) ->> 'by' = 'score'))`;
/**
 * Learners `l` who completed a course that gives a certificate, and have none for it yet. By default a passed test is needed; for a
 * completion that an administrator recorded with a certificate, a course that has one.
 */
const entitled = sql<boolean>`l.completed_at is not null and e.deleted_at is null
  and case coalesce(r.mode, 'auto') when 'auto' then exists ${testedSteps} or (l.completed_by is not null and ${hasTest})
    else r.mode = 'on' end
  and (l.completed_by is null or coalesce((to_jsonb(l) ->> 'completion_certificate')::boolean, false))
  and not exists (select from certificates x where x.learner_id = l.id)`;

export type Completion = {
  learner_id: string;
  assignment_id: string;
  course_id: string;
  employee_id: string;
  person_name: string;
  language: Language | null;
  course_title: string;
  completed_at: string;
  completed_on: string;
  valid_until: string | null;
  score: number | null;
};

/** Completions to look at: of these learners, or the next ones after a learner, of one course if it is named. */
export type Which =
  | { readonly learnerIds: readonly string[] }
  | { readonly after: string | null; readonly limit: number; readonly courseId?: string };

/** Completions that give a certificate which has not been issued. */
export const findCompletions = async (tx: Tx, which: Which, timeZone: string): Promise<Completion[]> => {
  const chosen =
    'learnerIds' in which
      ? sql`l.id = any(${which.learnerIds}::uuid[])`
      : sql`(${which.after}::uuid is null or l.id > ${which.after}::uuid)
          and (${which.courseId ?? null}::uuid is null or a.course_id = ${which.courseId ?? null}::uuid)`;
  const { rows } = await sql<Completion>`
    select l.id as learner_id, l.assignment_id, a.course_id, l.employee_id, e.full_name as person_name, e.language,
      v.content ->> 'title' as course_title, l.completed_at,
      (l.completed_at at time zone ${timeZone})::date::text as completed_on,
      ((l.completed_at at time zone ${timeZone})::date + make_interval(months => r.valid_months))::date::text as valid_until,
      (select round(avg(p.best_score))::int from step_progress p where p.learner_id = l.id and p.step_id in ${testedSteps}) as score
    from learners l
      join assignments a on a.id = l.assignment_id
      join course_versions v on v.id = a.course_version_id
      join employees e on e.id = l.employee_id
      left join certificate_rules r on r.course_id = a.course_id
    where ${chosen} and ${entitled}
    order by l.id limit ${'limit' in which ? which.limit : which.learnerIds.length}`.execute(tx);
  return rows;
};

/** The state of a certificate `c` on a day; `r` is the rule of its course. */
const stateOn = (today: string): RawBuilder<CertificateState> => sql<CertificateState>`case
  when c.revoked_at is not null then 'revoked'
  when c.valid_until < ${today}::date then 'expired'
  when c.valid_until - coalesce(r.remind_days, ${REMIND_DAYS}) <= ${today}::date then 'expiring'
  else 'valid' end`;

/** How many certificates end soon, and since when the first of them does. */
export const countExpiring = async (tx: Tx, today: string, timeZone: string) => {
  const { rows } = await sql<{ number: number; since: string | null }>`
    select count(*)::int as number,
      min((c.valid_until - coalesce(r.remind_days, ${REMIND_DAYS}))::timestamp at time zone ${timeZone}) as since
    from certificates c left join certificate_rules r on r.course_id = c.course_id
    where ${stateOn(today)} = 'expiring'`.execute(tx);
  return rows[0]!;
};

const base = (tx: Tx, today: string) =>
  tx
    .selectFrom('certificates as c')
    .leftJoin('certificate_rules as r', 'r.course_id', 'c.course_id')
    .select([
      'c.id',
      'c.number',
      sql<string>`'/lk/certificate/' || c.number`.as('public_path'),
      'c.person_name',
      'c.employee_id',
      'c.course_title',
      'c.score',
      'c.language',
      'c.issued_at',
      'c.valid_until',
      'c.revoked_at',
      'c.revoke_reason',
      'c.assignment_id',
      stateOn(today).as('state'),
    ]);

export type CertificateFilter = Pick<
  z.output<typeof certificateListQuery>,
  'search' | 'state' | 'assignment_id' | 'course_id'
>;

const ofPersonAndCourse = sql`concat(
  (select e.search_text from employees e where e.id = c.employee_id), (select k.search_text from courses k where k.id = c.course_id))`;

const conditions = (f: CertificateFilter, today: string): RawBuilder<boolean> =>
  sql<boolean>`${matchesWithStored(sql`c.person_name || ' ' || c.course_title || ' ' || c.number`, ofPersonAndCourse, f.search)}
    and (${f.state ?? null}::text is null or ${stateOn(today)} = ${f.state ?? null})
    and (${f.assignment_id ?? null}::uuid is null or c.assignment_id = ${f.assignment_id ?? null}::uuid)
    and (${f.course_id ?? null}::uuid is null or c.course_id = ${f.course_id ?? null}::uuid)`;

const orders = {
  number: sql`c.number`,
  person: sql`c.person_name collate "ru-RU-x-icu"`,
  course: sql`c.course_title collate "ru-RU-x-icu"`,
  issued_at: sql`c.issued_at`,
  valid_until: sql`c.valid_until`,
};

export const selectCertificatePage = async (
  tx: Tx,
  today: string,
  o: CertificateFilter & { limit: number; offset: number } & Partial<Sorting<(typeof certificateSorts)[number]>>,
) => {
  const data = await base(tx, today)
    .where(conditions(o, today))
    .orderBy(sql`${orders[o.sort_by ?? 'issued_at']} ${sql.raw(o.sort_order ?? 'desc')} nulls last`)
    .orderBy('c.id')
    .limit(o.limit)
    .offset(o.offset)
    .execute();
  const { n } = await tx
    .selectFrom('certificates as c')
    .leftJoin('certificate_rules as r', 'r.course_id', 'c.course_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(conditions(o, today))
    .executeTakeFirstOrThrow();
  return { data, total_count: n };
};

/** Ids of the certificates that a filter covers, at most `limit`. */
export const selectCertificateIds = async (
  tx: Tx,
  today: string,
  o: CertificateFilter & { ids?: readonly string[] | undefined; limit: number },
): Promise<string[]> => {
  let query = base(tx, today).where(conditions(o, today)).where('c.revoked_at', 'is', null);
  if (o.ids) query = query.where(sql<boolean>`c.id = any(${o.ids}::uuid[])`);
  const rows = await query.orderBy('c.person_name').orderBy('c.id').limit(o.limit).execute();
  return rows.map((row) => row.id);
};

export const selectPersonCertificates = async (tx: Tx, today: string, employeeId: string) => {
  const rows = await base(tx, today)
    .where('c.employee_id', '=', employeeId)
    .orderBy('c.issued_at', 'desc')
    .orderBy('c.id')
    .execute();
  return rows.map(({ person_name: _name, employee_id: _id, ...row }) => row);
};

export const findOne = (tx: Tx, today: string, id: string) => base(tx, today).where('c.id', '=', id).executeTakeFirst();

export type VerifiedCertificate = {
  number: string;
  person_name: string;
  course_title: string;
  organization_title: string;
  brand_color: string;
  issued_on: string;
  valid_until: string | null;
  tested: boolean;
  revoked: boolean;
  expired: boolean;
};

/** A certificate by its number. Crosses tenants: the caller is nobody in particular. */
export const findByNumber = (db: Database, number: string, at: Date): Promise<VerifiedCertificate | undefined> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<VerifiedCertificate>`
      select c.number, c.person_name, c.course_title, c.organization_title, o.brand_color, c.valid_until, c.score is not null as tested,
        (c.issued_at at time zone o.time_zone)::date::text as issued_on, c.revoked_at is not null as revoked,
        coalesce(c.valid_until < (${at.toISOString()}::timestamptz at time zone o.time_zone)::date, false) as expired
      from certificates c join organizations o on o.id = c.organization_id
      where c.number = ${number} and o.removal_started_at is null`.execute(tx);
    return rows[0];
  });

/** Whether the owner of a certificate `c` has a later one of the same course. */
const renewed = sql`exists (select from certificates n where n.employee_id = c.employee_id and n.course_id = c.course_id
    and n.revoked_at is null and n.issued_at > c.issued_at)`;

/** Certificates `c` whose reminder is due on the day `t.today`, with the rule `r` of their course. */
const due = sql`c.reminded_at is null and c.revoked_at is null and c.valid_until >= t.today
  and c.valid_until - coalesce(r.remind_days, ${REMIND_DAYS}) <= t.today and e.deleted_at is null
  and not ${renewed}`;

export type Reminder = {
  id: string;
  employee_id: string;
  email: string;
  first_name: string;
  language: Language | null;
  course_id: string | null;
  course_title: string;
  number: string;
  valid_until: string;
  /** The rule asks for it, and the course can still be assigned. */
  reassign: boolean;
};

/** The next certificates whose owners are to be reminded, locked. */
export const lockReminders = async (tx: Tx, today: string, limit: number): Promise<Reminder[]> => {
  const { rows } = await sql<Reminder>`
    select c.id, c.employee_id, e.email, e.first_name, e.language, c.course_id, c.course_title, c.number, c.valid_until,
      coalesce(r.reassign and not k.archived and k.published_version > 0, false) as reassign
    from certificates c
      cross join (select ${today}::date as today) t
      join employees e on e.id = c.employee_id
      left join certificate_rules r on r.course_id = c.course_id
      left join courses k on k.id = c.course_id
    where ${due} order by c.valid_until, c.id limit ${limit} for update of c`.execute(tx);
  return rows;
};

/** Number of certificates that a filter or a list of ids covers without the excluded ones, revoked certificates included. */
export const countChosen = async (
  tx: Tx,
  today: string,
  o: CertificateFilter & { ids?: readonly string[] | undefined; exclude_ids: readonly string[] },
): Promise<number> => {
  let query = tx
    .selectFrom('certificates as c')
    .leftJoin('certificate_rules as r', 'r.course_id', 'c.course_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(conditions(o, today))
    .where(sql<boolean>`c.id <> all(${o.exclude_ids}::uuid[])`);
  if (o.ids) query = query.where(sql<boolean>`c.id = any(${o.ids}::uuid[])`);
  return (await query.executeTakeFirstOrThrow()).n;
};

export type Renewal = { course_id: string; employee_id: string };
/**
 * Owners of these certificates who can get the course again: still employed, without a later valid certificate. Up to `limit`
 * certificates are looked at; `chosen` is their number.
 */
export const findRenewals = async (
  tx: Tx,
  today: string,
  o: CertificateFilter & { ids?: readonly string[] | undefined; exclude_ids: readonly string[]; limit: number },
): Promise<{ chosen: number; renewals: Renewal[] }> => {
  const listed = await selectCertificateIds(tx, today, o);
  const ids = listed.filter((id) => !o.exclude_ids.includes(id));
  const { rows } = await sql<Renewal>`
    select distinct c.course_id, c.employee_id from certificates c
      join employees e on e.id = c.employee_id and e.deleted_at is null
      join courses k on k.id = c.course_id and not k.archived and k.published_version > 0
    where c.id = any(${ids}::uuid[]) and not ${renewed} order by c.course_id, c.employee_id`.execute(tx);
  return { chosen: ids.length, renewals: rows };
};

/** Organisations with reminders due. Crosses tenants. */
export const organizationsToRemind = async (tx: SystemTx, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o
      cross join lateral (select (${at.toISOString()}::timestamptz at time zone o.time_zone)::date as today) t
    where o.removal_started_at is null and exists (
      select from certificates c join employees e on e.id = c.employee_id left join certificate_rules r on r.course_id = c.course_id
      where c.organization_id = o.id and ${due})`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The address and language of the owner of a certificate; undefined if the person was removed. */
export const findOwner = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'email', 'first_name', 'language'])
    .where('id', '=', employeeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** A course with its rule; `version` is 0 while nobody has changed the default. */
export const findCertificateRule = async (tx: Tx, courseId: string) => {
  const { rows } = await sql<{
    id: string;
    title: string;
    mode: CertificateMode;
    valid_months: number | null;
    remind_days: number;
    reassign: boolean;
    has_test: boolean;
    has_quiz: boolean;
    missing: number;
    version: number;
  }>`
    select k.id, k.title, coalesce(r.mode, 'auto') as mode, r.valid_months, coalesce(r.remind_days, ${REMIND_DAYS}) as remind_days,
      coalesce(r.reassign, false) as reassign, coalesce(r.version, 0) as version,
      coalesce((select ${hasTest} from course_versions v where v.course_id = k.id order by v.number desc limit 1), false) as has_test,
      coalesce((select ${hasQuiz} from course_versions v where v.course_id = k.id order by v.number desc limit 1), false) as has_quiz,
      (select count(*)::int from learners l join assignments a on a.id = l.assignment_id
        join course_versions v on v.id = a.course_version_id join employees e on e.id = l.employee_id
        where a.course_id = k.id and ${entitled}) as missing
    from courses k left join certificate_rules r on r.course_id = k.id where k.id = ${courseId}`.execute(tx);
  return rows[0];
};
