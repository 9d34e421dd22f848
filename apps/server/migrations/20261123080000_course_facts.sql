-- How each person's courses stand, kept beside the risk level and computed with it, as what became of emails is
-- (decision 0020): the staff list then counts people, not learners.

-- A bit for each state in which a course of the person is, in the order of the contract's `courseStates`, 0 without a course;
-- and the first day on which the person is behind in an active assignment, `infinity` where there is none.
alter table employees add column course_states smallint not null default 0 check (course_states between 0 and 7),
  add column behind_from date not null default 'infinity';

-- The owner passes no policy of these tables.
set local role sergak_system;
update employees e set course_states = l.states, behind_from = l.behind_from
from (
  select l.organization_id, l.employee_id,
    bit_or(case when l.completed_at is not null then 2 when l.started_at is null then 1 else 4 end) as states,
    coalesce(min(l.behind_from) filter (where a.status = 'active'), 'infinity') as behind_from
  from learners l join assignments a on a.id = l.assignment_id group by 1, 2) l
where e.organization_id = l.organization_id and e.id = l.employee_id;
reset role;

create index employees_course_states on employees (organization_id, course_states) where deleted_at is null;
create index employees_behind on employees (organization_id, behind_from) where deleted_at is null;
