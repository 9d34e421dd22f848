-- Module employees. Search in the staff list, room in the licence, and what holds whoever changes a person.

grant create on schema public to sergak_system;
set local role sergak_system;

-- Returns the ids of people whose data contain every word, in one of its spellings, and their number, if they are at most `most`;
-- nulls otherwise. Runs as the system role, since row-level security keeps trigram operators off the index. Its policies also hide
-- from the planner how common a word is, so 1,000 people are read first: if 2 % of them match, reading the text of everybody
-- once is faster than fetching thousands of rows one by one.
create or replace function find_employees_spelled(words jsonb, most int, out total int, out ids text)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  matching int := 0;
  found uuid[] := '{}';
begin
  if words <> '[]' then
    select string_agg((select '(' || string_agg(format('strpos(search_text, %L) > 0', spelling), ' or ') || ')'
        from jsonb_array_elements_text(word) as spelling), ' and ')
      into conditions from jsonb_array_elements(words) as word;
    -- An ordinary index gives the first people at once, a bitmap only after it has found all.
    perform set_config('enable_indexscan', 'on', true);
    execute format('select count(*) filter (where %s) from (select search_text %s limit 1000) first', conditions, people)
      into matching;
    perform set_config('enable_indexscan', 'off', true);
    if matching >= 20 then return; end if;
    select string_agg((select '(' || string_agg(format('search_text like %L',
        '%' || replace(replace(replace(spelling, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' or ') || ')'
        from jsonb_array_elements_text(word) as spelling), ' and ')
      into conditions from jsonb_array_elements(words) as word;
    execute format('select array(select id %s and %s limit %s)', people, conditions, most + 1) into found;
  end if;
  if cardinality(found) <= most then
    total := cardinality(found);
    ids := found::text;
  end if;
end $$;
revoke all on function find_employees_spelled(jsonb, int) from public;
grant execute on function find_employees_spelled(jsonb, int) to sergak_app;

-- The same by words as they are written, which nodes of the release before call. The next release drops it.
create or replace function find_employees(needle text, most int, out total int, out ids text)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  words text[] := array(select word from regexp_split_to_table(fold(needle), ' ') as word where word <> '');
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  matching int := 0;
  found uuid[] := '{}';
begin
  if words <> '{}' then
    select string_agg(format('strpos(search_text, %L) > 0', word), ' and ') into conditions from unnest(words) as word;
    -- An ordinary index gives the first people at once, a bitmap only after it has found all.
    perform set_config('enable_indexscan', 'on', true);
    execute format('select count(*) filter (where %s) from (select search_text %s limit 1000) first', conditions, people)
      into matching;
    perform set_config('enable_indexscan', 'off', true);
    if matching >= 20 then return; end if;
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
revoke all on function find_employees(text, int) from public;
grant execute on function find_employees(text, int) to sergak_app;

-- Returns the room in the licence of the transaction's organisation. The row stays locked until the transaction ends, so two
-- imports cannot both use the same room. Places given to children count as used, and so do places reserved by bulk work and by
-- imports that are being applied.
create or replace function lock_licence(out users_limit int, out users_count int, out given_to_children int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  select o.users_limit into users_limit from organizations o where o.id = org for no key update;
  -- one statement, so that a person who has just come back is not counted with the place kept for him or her
  select (select count(*) from employees e where e.organization_id = org and e.deleted_at is null)
    + (select coalesce(sum(b.seats), 0) from bulk_works b where b.organization_id = org)
    + (select coalesce(sum(i.seats), 0) from employee_imports i where i.organization_id = org and i.seats > 0) into users_count;
  select coalesce(sum(o.users_limit), 0) into given_to_children from organizations o where o.parent_id = org;
end $$;
revoke all on function lock_licence() from public;
grant execute on function lock_licence() to sergak_app;

reset role;
revoke create on schema public from sergak_system;

-- The last super user of a root organisation cannot be removed or lowered in any way: form, import, sync, bulk removal. Two
-- people who remove each other at the same moment run one after the other, and the query after the lock sees what the first
-- one has committed. Not applied to an organisation that is being removed as a whole.
create or replace function keep_last_super_user() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from organizations where id = old.organization_id and parent_id is null and removal_started_at is null) then
    return coalesce(new, old);
  end if;
  perform pg_advisory_xact_lock(hashtext('powers'), hashtext(old.organization_id::text));
  if not exists (
    select from employees
    where organization_id = old.organization_id and role = 'super_user' and deleted_at is null and id <> old.id) then
    raise exception 'the last super user of % stays', old.organization_id using errcode = 'SG001';
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger keep_last_super_user before update of role, deleted_at on employees for each row
  when (old.role = 'super_user' and old.deleted_at is null and (new.role <> 'super_user' or new.deleted_at is not null))
  execute function keep_last_super_user();
create or replace trigger keep_last_super_user_row before delete on employees for each row
  when (old.role = 'super_user' and old.deleted_at is null) execute function keep_last_super_user();

-- Orders the roles by their power.
create or replace function role_rank(role text) returns int language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case role when 'super_user' then 5 when 'system_admin' then 4 when 'operator' then 3
    when 'content_manager' then 2 when 'employee' then 1 else 0 end
$$;
create or replace function keep_former_role() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Lowered in several steps within 30 days: the highest role counts.
  if old.role_lowered_at is null or old.role_lowered_at < now() - interval '30 days'
    or role_rank(old.former_role) < role_rank(old.role) then
    new.former_role := old.role;
  end if;
  new.role_lowered_at := now();
  return new;
end $$;
create or replace trigger keep_former_role before update of role on employees for each row
  when (role_rank(new.role) < role_rank(old.role)) execute function keep_former_role();
