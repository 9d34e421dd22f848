-- Whole steps of the risk, as filters use them. Comparing integers is leakproof, so row-level security lets an index do
-- it; comparing numerics is not.
alter table employees add column risk_step smallint generated always as (round(risk_level)::smallint) stored;
create index employees_risk_step on employees (organization_id, risk_step) where deleted_at is null;
create index employees_role on employees (organization_id, role, full_name collate "ru-RU-x-icu", id) where deleted_at is null;

-- The first `most` people whose data holds every word, looked up as the system role (see search_employees), with the
-- words as literals: so the planner knows a rare word from a common one. The caller compares common words row by row.
create function find_employees(needle text, most int) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  conditions text;
  found uuid[];
begin
  select string_agg(format('search_text like %L',
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into conditions from regexp_split_to_table(lower(btrim(needle)), '\s+') as word where word <> '';
  if conditions is null then return '{}'; end if;
  execute format('select array(select id from employees where deleted_at is null and organization_id = %L::uuid and %s limit %s)',
    current_setting('app.org'), conditions, most) into found;
  return found;
end $$;
grant create on schema public to sergak_system;
alter function find_employees(text, int) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function find_employees(text, int) from public;
grant execute on function find_employees(text, int) to sergak_app;
drop function search_employees(text);
