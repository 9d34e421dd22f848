-- Room in the licence of the organisation of this transaction. The row stays locked until the transaction ends, so two
-- imports at once cannot both count on the same room. What was given to children belongs to them, used or not.
create function lock_licence(out users_limit int, out users_count int, out given_to_children int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  select o.users_limit into users_limit from organizations o where o.id = org for no key update;
  select count(*) into users_count from employees e where e.organization_id = org and e.deleted_at is null;
  select coalesce(sum(o.users_limit), 0) into given_to_children from organizations o where o.parent_id = org;
end $$;
grant create on schema public to sergak_system;
alter function lock_licence() owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function lock_licence() from public;
grant execute on function lock_licence() to sergak_app;

-- Each sort of the staff list in the order of an index, both ways; people without a figure always last.
drop index employees_risk;
create index employees_risk_up on employees (organization_id, risk_level, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_risk_down on employees
  (organization_id, risk_level desc nulls last, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_progress_up on employees
  (organization_id, learning_progress, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_progress_down on employees
  (organization_id, learning_progress desc nulls last, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_phishing_up on employees
  (organization_id, phishing_indicator, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_phishing_down on employees
  (organization_id, phishing_indicator desc nulls last, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_position on employees
  (organization_id, position collate "ru-RU-x-icu", full_name collate "ru-RU-x-icu", id) where deleted_at is null;
-- Names inside one department, for the tree and for the sort by department.
drop index employees_department_id;
create index employees_department_id on employees
  (organization_id, department_id, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index departments_parent_id on departments (organization_id, parent_id);
create index departments_name on departments (organization_id, title collate "ru-RU-x-icu", id);
create index employee_imports_event on employee_imports (organization_id, event_id);
