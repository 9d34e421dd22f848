-- Counting the staff without unpacking its rows: the living by id with what is searched, and the removed.
create index employees_living on employees (organization_id, id) include (search_text) where deleted_at is null;
create index employees_gone on employees (organization_id, id) where deleted_at is not null;

-- Who has data that hold every word, where they are at most `most`, and how many they are. Looked up as the system role,
-- since row-level security keeps trigram operators off the index. Its policies also hide from the planner how common a
-- word is, so a thousand people are looked at first: where a quarter of them match, the trigram index is not asked.
drop function find_employees(text, int, boolean);
create function find_employees(needle text, most int, out total int, out ids text)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  words text[] := array(select word from regexp_split_to_table(lower(btrim(needle)), '\s+') as word where word <> '');
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  matching int := 0;
  found uuid[] := '{}';
begin
  if words <> '{}' then
    select string_agg(format('strpos(search_text, %L) > 0', word), ' and ') into conditions from unnest(words) as word;
    execute format('select count(*) filter (where %s) from (select search_text %s limit 1000) first', conditions, people)
      into matching;
    if matching >= 250 then return; end if;
    select string_agg(format('search_text like %L',
        '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      into conditions from unnest(words) as word;
    execute format('select array(select id %s and %s limit %s)', people, conditions, most + 1) into found;
  end if;
  if cardinality(found) <= most then
    total := cardinality(found);
    ids := found::text;
  end if;
end $$;
grant create on schema public to sergak_system;
alter function find_employees(text, int) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function find_employees(text, int) from public;
grant execute on function find_employees(text, int) to sergak_app;
