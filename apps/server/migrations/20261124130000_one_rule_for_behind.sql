-- The first day on which a learner is behind, by the rule of the contract (`isBehind`, decision 0135): progress is below
-- the share of the period that has elapsed, both to two places; the days of start and deadline both belong to the period.
-- The share of k days reaches progress + 0.005 percent at k = (progress + 0.005) * days / 100.
alter table learners drop column behind_from;
alter table learners add column behind_from date generated always as (case when completed_at is null then
  least(deadline + 1, start_date + ceil((200 * progress + 1) * (deadline - start_date + 1) / 20000)::int) end) stored;

-- The owner of the tables is under row-level security as well; the system role is not.
set local role sergak_system;
update employees e set behind_from = l.behind_from
from (
  select l.organization_id, l.employee_id,
    coalesce(min(l.behind_from) filter (where a.status = 'active'), 'infinity') as behind_from
  from learners l join assignments a on a.id = l.assignment_id group by 1, 2) l
where e.organization_id = l.organization_id and e.id = l.employee_id and e.behind_from <> l.behind_from;
reset role;
