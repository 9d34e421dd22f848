import type { Pool, PoolClient } from 'pg';
import type { EmployeeFilter, SortKey } from '@sergak/contract/employees/employees.schema.ts';

// The same question as an expert in PostgreSQL would write it by hand: without row-level security (as the owner of
// the tables), with the organisation in each condition, one statement for the page, one for its tags and one for the
// count, in one transaction so that they agree.

export type Question = { filter: EmployeeFilter; sort: SortKey; order: 'asc' | 'desc'; offset: number };

const NAME = 'e.full_name collate "ru-RU-x-icu"';
const columns: Record<Exclude<SortKey, 'NAME' | 'POSITION' | 'DEPARTMENT'>, string> = {
  RISK_LEVEL: 'e.risk_level',
  PROGRESS: 'e.learning_progress',
  PHISHING_INDICATOR: 'e.phishing_indicator',
};
const orderOf = ({ sort, order }: Question): string => {
  if (sort === 'NAME') return `${NAME} ${order}, e.id ${order}`;
  if (sort === 'POSITION') return `e.position collate "ru-RU-x-icu" ${order}, ${NAME} ${order}, e.id ${order}`;
  if (sort === 'DEPARTMENT') return `d.title collate "ru-RU-x-icu" ${order}, d.id ${order}, ${NAME}, e.id`;
  return `${columns[sort]} ${order} nulls last, ${NAME}, e.id`;
};

/** Bits of the email facts of people. */
const kept: Record<string, number> = { sent: 1, opened: 2, clicked: 4, opened_attachment: 8, entered_data: 16 };
const events: Record<string, string> = {
  sent: `r.state = 'sent' and r.result = 0`,
  opened: 'r.opened_at is not null',
  clicked: 'r.clicked_at is not null',
  opened_attachment: 'r.attachment_opened_at is not null',
  entered_data: 'r.entered_at is not null',
};
const states: Record<string, string> = {
  NOT_START: 'l.started_at is null and l.completed_at is null',
  COMPLETED: 'l.completed_at is not null',
  NOT_COMPLETED: 'l.started_at is not null and l.completed_at is null',
};
/** Bits of the course facts of people. */
const standing: Record<string, number> = { NOT_START: 1, COMPLETED: 2, NOT_COMPLETED: 4 };
const any = (conditions: string[]) => conditions.map((one) => `(${one})`).join(' or ');
const conditionsOf = (f: EmployeeFilter, bind: (value: unknown) => string): string[] => {
  const found = ['e.organization_id = $1', 'e.deleted_at is null'];
  for (const word of f.search.split(' ').filter(Boolean)) found.push(`e.search_text like ${bind(`%${word}%`)}`);
  if (f.departments.length > 0)
    found.push(`e.department_id in (with recursive within as (
      select id from departments where id = any(${bind(f.departments)}) and organization_id = $1
      union select d.id from departments d join within w on w.id = d.parent_id) select id from within)`);
  if (f.role.length > 0) found.push(`e.role = any(${bind(f.role)})`);
  if (f.riskLevelMin > 0 || f.riskLevelMax < 10)
    found.push(`e.risk_step between ${bind(f.riskLevelMin)} and ${bind(f.riskLevelMax)}`);
  if (f.tags.length > 0)
    found.push(`exists (select from tag_employees t where t.employee_id = e.id and t.organization_id = $1
      and t.tag_id = any(${bind(f.tags)}))`);
  const did = f.phishing_events.length > 0 ? `and (${any(f.phishing_events.map((one) => events[one]!))})` : '';
  if (f.phishing.length > 0)
    found.push(`exists (select from campaign_recipients r where r.employee_id = e.id and r.organization_id = $1
      and r.campaign_id = any(${bind(f.phishing)}) ${did})`);
  else if (did) found.push(`e.email_events & ${f.phishing_events.reduce((bits, one) => bits | kept[one]!, 0)} > 0`);
  if (f.learning.length === 1) found.push(`e.behind_from ${f.learning[0] === 'BEHIND' ? '<=' : '>'} current_date`);
  const inState = f.courseProgress.length > 0 ? `and (${any(f.courseProgress.map((one) => states[one]!))})` : '';
  if (f.courseProgress.includes('WITHOUT_COURSE')) found.push('e.course_states = 0');
  else if (f.courses.length > 0)
    found.push(`exists (select from learners l join assignments a on a.id = l.assignment_id where l.employee_id = e.id
      and l.organization_id = $1 and a.course_id = any(${bind(f.courses)}) ${inState})`);
  else if (inState)
    found.push(`e.course_states & ${f.courseProgress.reduce((bits, one) => bits | standing[one]!, 0)} > 0`);
  return found;
};

/** A page of 20 with tags, and the count. Returns the number of people found. */
export const askByHand = async (pool: Pool, organizationId: string, question: Question): Promise<number> => {
  const values: unknown[] = [organizationId];
  const where = conditionsOf(question.filter, (value) => `$${values.push(value)}`).join(' and ');
  const client: PoolClient = await pool.connect();
  try {
    await client.query('begin read only');
    const order = orderOf(question);
    const page = await client.query<{ id: string }>(
      `select e.id, e.last_name, e.first_name, e.middle_name, e.full_name, e.email, e.position, e.role, e.is_registered, e.invited_at,
         e.version, e.risk_level, e.phishing_indicator, e.learning_progress, e.department_id, d.title
       from employees e join departments d on d.id = e.department_id and d.organization_id = $1
       where ${where} order by ${order} limit 20 offset ${question.offset}`,
      values,
    );
    await client.query(
      `select m.employee_id, t.id, t.title, t.color from tag_employees m join tags t on t.id = m.tag_id
       where m.organization_id = $1 and m.employee_id = any($2)`,
      [organizationId, page.rows.map((row) => row.id)],
    );
    const count = await client.query<{ n: number }>(`select count(*) as n from employees e where ${where}`, values);
    await client.query('commit');
    return count.rows[0]!.n;
  } finally {
    client.release();
  }
};
