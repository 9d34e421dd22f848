-- The day from which somebody who goes on as before counts as behind: the day after the deadline, or the first on which
-- less is done than of the time has gone. A day compares quickly and by an operator that row-level security lets through.
alter table learners add column behind_from date generated always as (case when completed_at is null then
  least(deadline + 1, start_date + floor(progress * greatest(1, deadline - start_date) / 100)::int + 1) end) stored;

-- How many registered people each department has, as choosers of learners show it.
create index employees_registered on employees (organization_id, department_id) where deleted_at is null and is_registered;

-- Who has data that hold every word, where they are at most `most`, and how many they are; more are counted only where
-- asked for. Looked up as the system role,
-- since row-level security keeps trigram operators off the index. Its policies also hide from the planner how common a
-- word is, so the ways are taken one after the other: few through the trigram index; many by reading the living, which
-- an index of them does in half the time of a scan (that unpacks each row up to `deleted_at`).
drop function find_employees(text, int);
create function find_employees(needle text, most int, counting boolean, out total int, out ids text)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  words text[] := array(select word from regexp_split_to_table(lower(btrim(needle)), '\s+') as word where word <> '');
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  found uuid[] := '{}';
begin
  if words <> '{}' then
    select string_agg(format('search_text like %L',
        '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      into conditions from unnest(words) as word;
    execute format('select array(select id %s and %s limit %s)', people, conditions, most + 1) into found;
  end if;
  if cardinality(found) <= most then
    total := cardinality(found);
    ids := found::text;
  elsif counting then
    select string_agg(format('strpos(search_text, %L) > 0', word), ' and ') into conditions from unnest(words) as word;
    execute format('select count(*) %s and %s', people, conditions) into total;
  end if;
end $$;
grant create on schema public to sergak_system;
alter function find_employees(text, int, boolean) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function find_employees(text, int, boolean) from public;
grant execute on function find_employees(text, int, boolean) to sergak_app;
