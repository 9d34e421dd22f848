-- The day from which somebody who goes on as before counts as behind: the day after the deadline, or the first on which
-- less is done than of the time has gone. A day compares quickly and by an operator that row-level security lets through.
alter table learners add column behind_from date generated always as (case when completed_at is null then
  least(deadline + 1, start_date + floor(progress * greatest(1, deadline - start_date) / 100)::int + 1) end) stored;

-- How many people's data holds every word, and who they are where they are at most `most`. Looked up as the system role,
-- since row-level security keeps trigram operators off the index. Its policies also hide from the planner how common a
-- word is, so the ways are taken one after the other: few through the trigram index; many by reading the living, which
-- an index of them does in half the time of a scan (that unpacks each row up to `deleted_at`).
drop function find_employees(text, int);
create function find_employees(needle text, most int, out total int, out ids text)
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
  total := cardinality(found);
  if total <= most then
    ids := found::text;
  else
    select string_agg(format('strpos(search_text, %L) > 0', word), ' and ') into conditions from unnest(words) as word;
    execute format('select count(*) %s and %s', people, conditions) into total;
  end if;
end $$;
grant create on schema public to sergak_system;
alter function find_employees(text, int) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function find_employees(text, int) from public;
grant execute on function find_employees(text, int) to sergak_app;
