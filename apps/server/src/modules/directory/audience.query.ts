import type { Audience } from '@sergak/contract/learning/learning.schema.ts';
import { sql } from 'kysely';

/** Up to so many people are named, and so many departments. */
const NAMED = 2;

/** Whom assignment `a` is for: a few people by name, otherwise the departments with most of its learners. */
export const audienceOf = sql<Audience>`(
  with people as materialized (select e.full_name, e.department_id
    from learners l join employees e on e.id = l.employee_id and e.deleted_at is null where l.assignment_id = a.id)
  select jsonb_build_object(
    'people', coalesce((select jsonb_agg(full_name order by full_name) from people having count(*) <= ${NAMED}::int), '[]'),
    'departments', coalesce((select jsonb_agg(x.title order by x.n desc, x.title) from (
      select d.title, count(*) as n from people p join departments d on d.id = p.department_id
      group by d.id order by n desc, d.title limit ${NAMED}::int) x), '[]'),
    'departments_count', (select count(distinct department_id) from people)))`;
