import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { departmentsBelow } from '../statistics/public.ts';
import { readInPages } from './pages.query.ts';

export type ReportedPerson = {
  full_name: string;
  email: string;
  position: string;
  department: string;
  risk_level: number | null;
  progress: number | null;
  emails: number;
  dangerous: number;
};
/** People of the department and its descendants, the highest risk first. */
export const departmentPeople = (tx: Tx, id: string): AsyncGenerator<ReportedPerson> =>
  readInPages<ReportedPerson>(
    tx,
    sql`select e.full_name, e.email, e.position, d.title as department, e.risk_level, e.learning_progress as progress, e.emails_sent as emails,
      e.emails_dangerous as dangerous
    from employees e join departments d on d.id = e.department_id
    where e.deleted_at is null and e.role <> 'pdf_service' and e.department_id in (${departmentsBelow(id)})
    order by e.risk_level desc nulls last, e.full_name collate "ru-RU-x-icu", e.id`,
  );
