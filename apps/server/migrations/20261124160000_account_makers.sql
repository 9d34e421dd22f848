-- Who added, invited or gave a role to an account. Such a person's campaigns cannot be approved by that account
-- (decision 0150). Ids without a foreign key, because the person may belong to an organisation above (decision 0040).
alter table employees add column made_by uuid[] not null default '{}';

-- The owner passes no policy of these tables.
set local role sergak_system;
update employees e set made_by = m.actors
from (
  select a.organization_id, a.target, array_agg(distinct a.actor_id) as actors
  from audit_log a
  where a.actor_id is not null
    and (a.action in ('employee.added', 'employee.role_changed') or a.action = 'employee.changed' and a.changes ? 'role')
  group by 1, 2) m
where m.organization_id = e.organization_id and m.target = e.id::text;
reset role;
