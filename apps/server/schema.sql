-- The migrated database, made by `npm run schema` for reading and review. Do not edit; add a migration.
-- To review it in a separate database: createdb review && psql -d review -f apps/server/schema.sql

set check_function_bodies = false;

-- Roles and extensions

do $$ begin
  create role sergak_app nologin nobypassrls;
exception when duplicate_object then null;
end $$;

do $$ begin
  create role sergak_keeper nologin nobypassrls;
exception when duplicate_object then null;
end $$;

do $$ begin
  create role sergak_reader nologin nobypassrls;
exception when duplicate_object then null;
end $$;

do $$ begin
  create role sergak_system nologin nobypassrls;
exception when duplicate_object then null;
end $$;

create extension if not exists pg_trgm;

-- Functions

CREATE OR REPLACE FUNCTION public.audit_lines_of(wanted uuid[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  org text := current_setting('app.org');
  found bigint[];
begin
  if cardinality(wanted) <= 3000 then
    select array_agg(distinct l.id) into found from unnest(wanted) one cross join lateral (
      select id from audit_log where organization_id::text = org and details ? 'people' and audit_people(details) && array[one]
      offset 0) l;
  else
    select array_agg(l.id) into found from audit_log l where l.organization_id = org::uuid and l.details ? 'people'
      and exists (select from jsonb_array_elements_text(l.details->'people') one where one in (select unnest(wanted)::text));
  end if;
  return coalesce(found, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_origin(org uuid)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(convert_to('sergak audit ' || org::text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION public.audit_pend()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_pending (organization_id, log_id) values (new.organization_id, new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_people(details jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 100000
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(one::uuid), '{}') from jsonb_array_elements_text(coalesce(details->'people', '[]')) one
$function$
;

CREATE OR REPLACE FUNCTION public.day_key(day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when isfinite(day) then day - date '2000-01-01' end
$function$
;

CREATE OR REPLACE FUNCTION public.delivery_day(state text, result smallint, sent_at timestamp with time zone, send_at timestamp with time zone, time_zone text)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when state = 'sent' or result > 0 then (coalesce(sent_at, send_at) at time zone time_zone)::date end
$function$
;

CREATE OR REPLACE FUNCTION public.enqueue(name text, payload json, key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue text DEFAULT NULL::text, attempts integer DEFAULT 5)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (graphile_worker.add_job(name, payload, job_key := key, run_at := run_at, queue_name := queue, max_attempts := attempts)).id
$function$
;

CREATE OR REPLACE FUNCTION public.enqueue_many(name text, payloads json[], keys text[], attempts integer, queue text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from graphile_worker.add_jobs(array(
    select (name, j.payload, queue, null, attempts, j.key, 10::int, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as j (payload, key)))
$function$
;

CREATE OR REPLACE FUNCTION public.enqueue_once(name text, payload json, job_key text, run_at timestamp with time zone, attempts integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_new bool;
begin
  -- The lock keeps a waiting job from starting before this transaction ends.
  perform from graphile_worker._private_jobs j
    where j.key = job_key and j.locked_at is null and j.attempts < j.max_attempts for key share;
  is_new := not found;
  if is_new then perform public.enqueue(name, payload, job_key, run_at, attempts => enqueue_once.attempts); end if;
  return is_new;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_employees(needle text, most integer, OUT total integer, OUT ids text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.find_employees_spelled(words jsonb, most integer, OUT total integer, OUT ids text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Most texts: letters that NFKC leaves as they are, and the usual apostrophes. Ten times faster.
  if $1 !~ '[^\u0020-\u007e\u0400-\u045f\u048a-\u04ff\u02bb\u02bc\u2018\u2019]' then
    return btrim(regexp_replace(
      translate(lower($1 collate "und-x-icu"), U&'ё`\02bb\02bc\2018\2019', 'е'''''''''''), ' {2,}', ' ', 'g'), ' ');
  end if;
  return btrim(regexp_replace(
    translate(
      regexp_replace(
        lower(normalize(
          translate(
            regexp_replace($1, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
            U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe', ''''''''''''''),
          nfkc) collate "und-x-icu"),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]', '', 'g'),
      U&'ё`\02b9\02bb\02bc\02bd\02be\02bf\02c8\02ca\02cb\055a\05f3\07f4\07f5\2018\2019\201b\2032\2035\a78c\02ba\00ab\00bb\201c\201d\201e\201f\02d7\2010\2012\2013\2014\2015\2043\2212',
      'е''''''''''''''''''''''''''''''''''''''''"""""""--------'),
    '[\u0001-\u0020\u007f-\u009f\u1680\u2028\u2029\u2800]+', ' ', 'g'), ' ');
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state is distinct from old.state and new.stage = old.stage and new.verdict is not distinct from old.verdict then
    new.stage := case new.state when 'new' then 'new' else 'closed' end;
    new.verdict := case when new.state in ('dangerous', 'harmless') then new.state end;
    new.judged_at := coalesce(old.judged_at, case when new.verdict is not null then new.state_at end);
    new.version := old.version + 1;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_domain_in_one_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.verified_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_former_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Lowered in several steps within 30 days: the highest role counts.
  if old.role_lowered_at is null or old.role_lowered_at < now() - interval '30 days'
    or role_rank(old.former_role) < role_rank(old.role) then
    new.former_role := old.role;
  end if;
  new.role_lowered_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_last_super_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.live_jobs(keys text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select key from graphile_worker.jobs where key = any(keys) and (locked_at is not null or attempts < max_attempts)
$function$
;

CREATE OR REPLACE FUNCTION public.lock_licence(OUT users_limit integer, OUT users_count integer, OUT given_to_children integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  select o.users_limit into users_limit from organizations o where o.id = org for no key update;
  -- one statement, so that a person who has just come back is not counted with the place kept for him or her
  select (select count(*) from employees e where e.organization_id = org and e.deleted_at is null)
    + (select coalesce(sum(b.seats), 0) from bulk_works b where b.organization_id = org)
    + (select coalesce(sum(i.seats), 0) from employee_imports i where i.organization_id = org and i.seats > 0) into users_count;
  select coalesce(sum(o.users_limit), 0) into given_to_children from organizations o where o.parent_id = org;
end $function$
;

CREATE OR REPLACE FUNCTION public.organizations_with_jobs(names text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct p.payload->>'organization_id' from graphile_worker._private_jobs p
  join graphile_worker.jobs j on j.id = p.id
  where j.task_identifier = any(names) and (j.locked_at is not null or j.attempts < j.max_attempts)
$function$
;

CREATE OR REPLACE FUNCTION public.prune_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  org uuid := current_setting('app.org')::uuid;
  chain audit_chains;
  upto bigint;
begin
  select * into chain from audit_chains where organization_id = org for update;
  -- The longest beginning of the chain whose lines are all old enough: the policy hides the others, and a line that is
  -- missing ends it too, so that what was tampered with is not tidied away.
  select coalesce(min(o.number) filter (where not o.old) - 1, max(o.number)) into upto from (
    select s.number, l.id is not null as old
    from audit_seals s left join audit_log l on l.id = s.log_id and l.organization_id = s.organization_id
    where s.organization_id = org and s.number > chain.checkpoint_number order by s.number limit most) o;
  if upto is null or upto <= chain.checkpoint_number then
    return 0;
  end if;
  update audit_chains c set checkpoint_number = upto, checkpoint_at = now(),
    checkpoint = (select s.hash from audit_seals s where s.organization_id = org and s.number = upto)
  where c.organization_id = org;
  delete from audit_log l using audit_seals s
    where s.organization_id = org and s.number <= upto and l.organization_id = org and l.id = s.log_id;
  delete from audit_seals s where s.organization_id = org and s.number <= upto;
  return (upto - chain.checkpoint_number)::int;
end $function$
;

CREATE OR REPLACE FUNCTION public.retally_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  lock table campaign_tallies in share row exclusive mode;
  delete from campaign_tallies where organization_id = new.id;
  insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
  select organization_id, campaign_id, email_id, tally_state(state), result, clicked_at is not null, attachment_opened_at is not null,
    reported_at is not null, delivery_day(state, result, sent_at, send_at, new.time_zone), count(*)
  from campaign_recipients where organization_id = new.id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.role_rank(role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case role when 'super_user' then 5 when 'system_admin' then 4 when 'operator' then 3
    when 'content_manager' then 2 when 'employee' then 1 else 0 end
$function$
;

CREATE OR REPLACE FUNCTION public.seal_audit(org uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  chain audit_chains;
  line audit_log;
  sealed int := 0;
begin
  insert into audit_chains (organization_id, head, checkpoint) values (org, audit_origin(org), audit_origin(org)) on conflict do nothing;
  select * into chain from audit_chains where organization_id = org for update;
  for line in
    select l.* from audit_pending p join audit_log l on l.organization_id = p.organization_id and l.id = p.log_id
    where p.organization_id = org order by p.log_id limit most
  loop
    chain.last_number := chain.last_number + 1;
    chain.head := audit_hash(chain.head, chain.last_number, line);
    insert into audit_seals (organization_id, number, log_id, hash) values (org, chain.last_number, line.id, chain.head);
    delete from audit_pending where organization_id = org and log_id = line.id;
    sealed := sealed + 1;
  end loop;
  update audit_chains set last_number = chain.last_number, head = chain.head where organization_id = org;
  return sealed;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_people(words jsonb, most integer, OUT ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text[];
  sampled uuid[];
  fits int[];
  more uuid[];
begin
  ids := '{}';
  select array(select string_agg((
      select '(' || string_agg(format('search_text like %L',
        case when fit = 3 and length(spelling) >= 3 and (word ->> 'inside')::boolean then '%' else '% ' end
        || replace(replace(replace(spelling, '\', '\\'), '%', '\%'), '_', '\_')
        || case when fit = 1 then ' %' else '%' end), ' or ') || ')'
      from jsonb_array_elements_text(word -> 'spellings') with ordinality as u (spelling, n)
      where fit > 1 or n = jsonb_array_length(word -> 'spellings')), ' and ')
    from generate_series(1, 3) as fit, jsonb_array_elements(words) as word group by fit order by fit) into conditions;
  -- An ordinary index gives the first people at once, a bitmap only after it has found all.
  perform set_config('enable_indexscan', 'on', true);
  execute format('select array_agg(id), array_agg(fit) from (
      select id, case when %s then 1 when %s then 2 when %s then 3 end as fit from (select id, search_text %s limit 2000) first) judged
    where fit is not null', conditions[1], conditions[2], conditions[3], people) into sampled, fits;
  perform set_config('enable_indexscan', 'off', true);
  for worst in 1..3 loop
    more := array(select id from unnest(sampled, fits) as u (id, fit) where fit <= worst);
    if cardinality(more) < 40 and coalesce(cardinality(sampled), 0) < 500 then
      execute format('select array(select id %s and %s and id <> all (%L::uuid[]) limit %s)', people, conditions[worst], ids, most) into more;
    end if;
    ids := ids || array(select id from unnest(more) as id where id <> all (ids) limit most - cardinality(ids));
    exit when cardinality(ids) >= most;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_people_similar(sounds text[], exact text[], most integer, OUT ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  conditions text;
  similarity text;
  threshold text;
begin
  select string_agg(format('%L <%% name_sound', sound), ' and '), string_agg(format('word_similarity(%L, name_sound)', sound), ' + ')
    into conditions, similarity from unnest(sounds) as sound;
  select coalesce(conditions || string_agg(format(' and search_text like %L',
      '% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ''), conditions)
    into conditions from unnest(exact) as word;
  foreach threshold in array array['0.5', '0.3'] loop
    -- Not a setting of the function: in a session that has not loaded pg_trgm yet, only a superuser may create such a function.
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    execute format('select array(select id from (
        select id, name_sound from employees where deleted_at is null and organization_id = %L::uuid and %s limit %s) near
      order by %s desc, id limit %s)', current_setting('app.org'), conditions, case threshold when '0.5' then 1000 else 3000 end, similarity, most)
      into ids;
    exit when cardinality(ids) = most;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_text(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  folded text := fold($1);
begin
  return ' ' || folded || ' ' || sound_key(folded) || ' ';
end $function$
;

CREATE OR REPLACE FUNCTION public.sound_key(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  latin text := translate($1, 'абвгғґдеєэжҷзиіїыӣйкқлмнңоўөпрстуӯүұфхҳһәqxwъь''', 'abvgggdeeejjziiiiiykklmnnoooprstuuuufhhhakhv');
begin
  latin := replace(replace(replace(replace(replace(replace(latin, 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'щ', 'sh'), 'ю', 'yu'), 'я', 'ya');
  latin := replace(replace(replace(replace(latin, 'kh', 'h'), 'gh', 'g'), 'dzh', 'j'), 'zh', 'j');
  latin := replace(replace(replace(replace(latin, 'dj', 'j'), 'shch', 'sh'), 'sch', 'sh'), 'ck', 'k');
  latin := replace(replace(replace(replace(latin, 'ch', U&'\0001'), 'c', 'k'), U&'\0001', 'ch'), 'ye', 'e');
  return regexp_replace(replace(replace(latin, 'yo', 'e'), 'y', 'i'), '([a-z])\1+', '\1', 'g');
end $function$
;

CREATE OR REPLACE FUNCTION public.starter_text(stored text, texts jsonb, field text, written text, reader text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when texts -> field ->> written = stored then coalesce(texts -> field ->> reader, stored) else stored end
$function$
;

CREATE OR REPLACE FUNCTION public.take_people(name text, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with waiting as (
    select j.id, sum(json_array_length(j.payload->'employee_ids')) over (order by j.id) as people
    from graphile_worker._private_jobs j
    where j.task_id = (select id from graphile_worker._private_tasks where identifier = name) and j.is_available and j.attempts = 0
      and j.payload->>'organization_id' = current_setting('app.org') and json_typeof(j.payload->'employee_ids') = 'array'),
  taken as (
    delete from graphile_worker._private_jobs where id in (
      select j.id from graphile_worker._private_jobs j join waiting w on w.id = j.id
      where w.people <= most and j.is_available for update of j skip locked)
    returning payload)
  select distinct person from taken t cross join json_array_elements_text(t.payload->'employee_ids') person
$function$
;

CREATE OR REPLACE FUNCTION public.tally_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), count(*)
    from emails_after l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), -count(*)
    from emails_before l join campaigns c on c.id = l.campaign_id join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), sum(l.n)
    from (select 1 as n, a.* from emails_after a union all select -1, b.* from emails_before b) l
    join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(l.n) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, count(*),
      coalesce(sum((p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(sum((p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(sum((p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select a::employees as e from people_after a) p cross join lateral people_keys(p.e, null) k
    where is_counted(p.e) group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, -count(*),
      coalesce(-sum((p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(-sum((p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(-sum((p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select b::employees as e from people_before b join organizations o on o.id = b.organization_id) p
      cross join lateral people_keys(p.e, null) k
    where is_counted(p.e) group by 1, 2, 3, 4;
  else
    with changed as (
      select case when is_counted(a::employees) then a::employees end as after,
        case when is_counted(b::employees) then b::employees end as before
      from people_after a join people_before b on b.id = a.id
      where (a.department_id, a.deleted_at is null, a.role, a.risk_level, a.phishing_indicator, a.learning_progress, a.course_states,
          a.behind_from, a.recent_emails, a.recent_caught, a.mailed_months, a.caught_months, a.last_sent_on, a.last_opened_on,
          a.last_clicked_on, a.last_opened_attachment_on, a.last_entered_data_on, a.last_reported_on)
        is distinct from (b.department_id, b.deleted_at is null, b.role, b.risk_level, b.phishing_indicator, b.learning_progress,
          b.course_states, b.behind_from, b.recent_emails, b.recent_caught, b.mailed_months, b.caught_months, b.last_sent_on,
          b.last_opened_on, b.last_clicked_on, b.last_opened_attachment_on, b.last_entered_data_on, b.last_reported_on))
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, sum(p.n),
      coalesce(sum(p.n * (p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(sum(p.n * (p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(sum(p.n * (p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select 1 as n, c.after as e, c.before as other from changed c union all select -1, c.before, c.after from changed c) p
      cross join lateral people_keys(p.e, p.other) k
    where (p.e).id is not null group by 1, 2, 3, 4
    having sum(p.n) <> 0 or k.kind = 'figures' and (sum(p.n * (p.e).risk_level) <> 0
      or sum(p.n * (p.e).phishing_indicator) <> 0 or sum(p.n * (p.e).learning_progress) <> 0);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_state(state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when state = 'handing_over' then 'claimed' else state end
$function$
;

CREATE OR REPLACE FUNCTION public.tasks_with_jobs(tasks text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.payload->>'task_id' from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
  where p.payload->>'task_id' = any(tasks) and (j.locked_at is not null or j.attempts < j.max_attempts)
$function$
;

CREATE OR REPLACE FUNCTION public.tenant_table(t regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy tenant on %s to sergak_app
    using (organization_id = (select current_setting(''app.org''))::uuid)
    with check (organization_id = (select current_setting(''app.org''))::uuid)', t);
  execute format('create policy subtree on %s for select to sergak_reader
    using (organization_id = any ((select current_setting(''app.orgs''))::uuid[]))', t);
  execute format('create policy system on %s to sergak_system using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to sergak_app, sergak_system', t);
  execute format('grant select on %s to sergak_reader', t);
end $function$
;

-- Tables

create table api_tokens (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  kind text not null,
  title text not null,
  token_hash bytea not null,
  hint text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone
);

create table assignments (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  course_version_id uuid not null,
  title text not null,
  status text default 'active'::text not null,
  source text default 'manual'::text not null,
  campaign_id uuid,
  tag_action_id uuid,
  image_file_id uuid,
  paused_at timestamp with time zone,
  completion_rule jsonb,
  reminders jsonb default '{}'::jsonb not null,
  reminders_since date default CURRENT_DATE not null,
  reminded_on date,
  start_date date not null,
  deadline date not null,
  created_by uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  search_text text generated always as (search_text(title)) stored not null
);

create table attachment_files (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  file_id uuid not null,
  type text not null,
  size bigint not null,
  reports text not null,
  checked_at timestamp with time zone default now() not null,
  unused_since timestamp with time zone
);

create table audit_chains (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  last_number bigint default 0 not null,
  head bytea not null,
  checkpoint_number bigint default 0 not null,
  checkpoint bytea not null,
  checkpoint_at timestamp with time zone
);

create table audit_log (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  actor_id uuid,
  actor_name text default ''::text not null,
  action text not null,
  target_kind text not null,
  target_id uuid,
  target_title text,
  changes jsonb default '[]'::jsonb not null,
  details jsonb default '{}'::jsonb not null,
  address inet,
  created_at timestamp with time zone default now() not null
);

create table audit_pending (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  log_id bigint not null
);

create table audit_seals (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  number bigint not null,
  log_id bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone default now() not null
);

create table authenticator_policies (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  roles text[] not null,
  due_on date not null,
  version integer default 1 not null
);

create table authenticators (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  secret_sealed bytea not null,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  recovered_at timestamp with time zone
);

create table automation_schedules (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  hour integer default 10 not null,
  run_at timestamp with time zone
);

create table backup_codes (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone
);

create table bulk_works (
  task_id uuid not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  kind text not null,
  people uuid[] not null,
  done uuid[] default '{}'::uuid[] not null,
  "position" integer default 0 not null,
  seats integer default 0 not null,
  tally jsonb not null,
  detail jsonb not null,
  target jsonb,
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  created_at timestamp with time zone default now() not null
);

create table campaign_approvals (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  asked_by uuid,
  asked_name text default ''::text not null,
  asked_at timestamp with time zone not null,
  recipients integer not null,
  above integer not null,
  decided_by uuid,
  decided_name text default ''::text not null,
  decided_at timestamp with time zone,
  note text default ''::text not null
);

create table campaign_drafts (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  id uuid not null,
  name text default ''::text not null,
  step text not null,
  form text not null,
  created_by uuid,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table campaign_email_translations (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  email_id uuid not null,
  language text not null,
  subject text not null,
  sender_name text not null,
  html text not null,
  page_html text,
  attachments jsonb default '[]'::jsonb not null,
  tips jsonb default '[]'::jsonb not null,
  sender_address text
);

create table campaign_emails (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  email_id uuid not null,
  template_id uuid not null,
  name text not null,
  template_name text not null,
  attack_vector text not null,
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  page_html text,
  tips jsonb default '[]'::jsonb not null,
  logo_file_id uuid,
  language text default 'ru'::text not null,
  attachments jsonb default '[]'::jsonb not null
);

create table campaign_files (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  file_id uuid not null
);

create table campaign_reactions (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  made_at timestamp with time zone default now() not null
);

create table campaign_recipients (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  email_id uuid not null,
  employee_id uuid,
  department_id uuid,
  tracking_key text not null,
  message_id text not null,
  address text not null,
  last_name text default ''::text not null,
  first_name text default ''::text not null,
  middle_name text default ''::text not null,
  "position" text default ''::text not null,
  department text default ''::text not null,
  send_at timestamp with time zone not null,
  state text default 'queued'::text not null,
  waiting boolean generated always as ((state = ANY (ARRAY['queued'::text, 'retry'::text]))) stored not null,
  held boolean generated always as ((state = ANY (ARRAY['claimed'::text, 'handing_over'::text]))) stored not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  lease_owner text,
  reply text,
  sent_at timestamp with time zone,
  result smallint default 0 not null,
  opened_at timestamp with time zone,
  clicked_at timestamp with time zone,
  attachment_opened_at timestamp with time zone,
  entered_at timestamp with time zone,
  reported_at timestamp with time zone,
  os text,
  language text,
  earlier_attempts jsonb
);

create table campaign_tallies (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  id bigint generated always as identity,
  email_id uuid not null,
  state text not null,
  result smallint not null,
  clicked boolean not null,
  opened_attachment boolean not null,
  reported boolean not null,
  delivered_on date,
  emails integer not null
);

create table campaigns (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  name text not null,
  status text default 'creating'::text not null,
  approval text,
  is_testing boolean default false not null,
  is_autophish boolean default false not null,
  tag_id uuid,
  tag_action_id uuid,
  tag_month date,
  settings jsonb not null,
  task_id uuid,
  created_by uuid,
  edited_by uuid,
  start_at timestamp with time zone not null,
  spread boolean default false not null,
  send_until timestamp with time zone,
  end_at timestamp with time zone not null,
  redirect_page_id uuid,
  redirect_html text,
  course_id uuid,
  failure text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  launched_at timestamp with time zone,
  completed_at timestamp with time zone,
  after_campaign_id uuid,
  paused_at timestamp with time zone,
  search_text text generated always as (search_text(name)) stored not null
);

create table certificate_rules (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  mode text default 'auto'::text not null,
  valid_months integer,
  remind_days integer default 30 not null,
  reassign boolean default false not null,
  version integer default 1 not null
);

create table certificates (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  number text not null,
  learner_id uuid,
  assignment_id uuid,
  course_id uuid,
  employee_id uuid,
  person_name text not null,
  course_title text not null,
  organization_title text not null,
  language text default 'ru'::text not null,
  score integer,
  issued_at timestamp with time zone not null,
  valid_until date,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  revoke_reason text,
  reminded_at timestamp with time zone
);

create table consent_texts (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  version integer not null,
  texts jsonb,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone default now() not null
);

create table course_effect_people (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  employee_id uuid not null
);

create table course_effects (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  finished integer not null,
  people integer not null,
  caught_before integer not null,
  caught_after integer not null,
  only_before integer not null,
  only_after integer not null,
  computed_at timestamp with time zone not null
);

create table course_reminders (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  learner_id uuid not null,
  due_day date not null,
  sent_at timestamp with time zone not null
);

create table course_sections (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  title text not null,
  order_id integer not null
);

create table course_version_files (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_version_id uuid not null,
  file_id uuid not null
);

create table course_version_packages (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_version_id uuid not null,
  package_id uuid not null
);

create table course_versions (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  course_id uuid not null,
  number integer not null,
  content jsonb not null,
  steps_total integer not null,
  published_at timestamp with time zone default now() not null
);

create table courses (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  title text not null,
  description text default ''::text not null,
  language text default 'ru'::text not null,
  minutes integer default 10 not null,
  image_file_id uuid,
  kind text default 'native'::text not null,
  scorm_package_id uuid,
  score_policy text default 'highest'::text not null,
  completion_rule jsonb,
  tags text[] default '{}'::text[] not null,
  archived boolean default false not null,
  starter_slug text,
  published_version integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (search_text(title)) stored not null,
  starter_version text,
  starter_at timestamp with time zone,
  starter_texts jsonb,
  summary jsonb
);

create table department_email_stamps (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  stamp text not null
);

create table department_emails (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  department_id uuid not null,
  delivered_on date not null,
  sent integer not null,
  delivered integer not null,
  clicked integer not null,
  entered_data integer not null
);

create table departments (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  parent_id uuid,
  title text not null,
  is_default boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  title_key text generated always as (fold(title)) stored not null,
  search_text text generated always as (search_text(title)) stored not null
);

create table directories (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  host text not null,
  port integer not null,
  security text not null,
  plain_allowed boolean default false not null,
  ca text default ''::text not null,
  bind_dn text not null,
  password_sealed bytea,
  base_dn text not null,
  filter text not null,
  attributes jsonb not null,
  key_attribute text default ''::text not null,
  department_from text not null,
  department_attribute text not null,
  group_roles jsonb default '[]'::jsonb not null,
  leavers text default 'keep'::text not null,
  sign_in boolean default false not null,
  schedule text default 'off'::text not null,
  hour integer default 3 not null,
  saved_by uuid not null,
  next_at timestamp with time zone,
  read_at timestamp with time zone,
  failure jsonb,
  import_id uuid,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null
);

create table directory_links (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  entry_key text,
  seen_import uuid
);

create table emails (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  template_id uuid not null,
  page_id uuid,
  name text not null,
  language text default 'ru'::text not null,
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  tips jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  attachments jsonb default '[]'::jsonb not null,
  premise jsonb,
  translation_of uuid
);

create table employee_import_rows (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  import_id uuid not null,
  line integer not null,
  verdict text not null,
  reasons text[] default '{}'::text[] not null,
  employee_id uuid,
  email text default ''::text not null,
  last_name text default ''::text not null,
  first_name text default ''::text not null,
  middle_name text default ''::text not null,
  "position" text default ''::text not null,
  department text default ''::text not null,
  role text default 'employee'::text not null,
  raw text[] default '{}'::text[] not null,
  entry_key text default ''::text not null
);

create table employee_imports (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  created_by uuid not null,
  task_id uuid not null,
  apply_task_id uuid,
  file_name text not null,
  file_id uuid,
  rejected_file_id uuid,
  from_directory boolean default false not null,
  status text default 'reading'::text not null,
  columns jsonb,
  summary jsonb,
  confirmed jsonb,
  result jsonb,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  seats integer default 0 not null
);

create table employees (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  department_id uuid not null,
  email text not null,
  email_key text generated always as (lower(email)) stored not null,
  last_name text default ''::text not null,
  first_name text default ''::text not null,
  middle_name text default ''::text not null,
  full_name text generated always as (
CASE
    WHEN ((last_name = ''::text) AND (first_name = ''::text)) THEN email
    ELSE btrim(((((last_name || ' '::text) || first_name) || ' '::text) || middle_name))
END) stored not null,
  "position" text default ''::text not null,
  role text default 'employee'::text not null,
  former_role text,
  role_lowered_at timestamp with time zone,
  made_by uuid[] default '{}'::uuid[] not null,
  language text,
  is_registered boolean default false not null,
  registered_at timestamp with time zone,
  invited_at timestamp with time zone,
  password_hash text,
  consented_at timestamp with time zone,
  consented_version integer default 0 not null,
  avatar_file_id uuid,
  note text default ''::text not null,
  risk_level numeric(4,2),
  risk_step smallint generated always as ((floor(risk_level))::smallint) stored,
  phishing_indicator numeric(5,2),
  learning_progress numeric(5,2),
  email_events smallint default 0 not null,
  emails_sent integer default 0 not null,
  emails_dangerous integer default 0 not null,
  course_states smallint default 0 not null,
  behind_from date default 'infinity'::date not null,
  risk_computed_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_import uuid,
  wiped_at timestamp with time zone,
  seen_release text,
  last_sent_on date,
  last_opened_on date,
  last_clicked_on date,
  last_opened_attachment_on date,
  last_entered_data_on date,
  last_reported_on date,
  recent_emails smallint default 0 not null,
  recent_caught smallint default 0 not null,
  mailed_months integer default 0 not null,
  caught_months integer default 0 not null,
  first_emails smallint default 0 not null,
  search_text text generated always as (search_text(((((((((last_name || ' '::text) || first_name) || ' '::text) || middle_name) || ' '::text) || email) || ' '::text) || "position"))) stored not null,
  name_sound text generated always as (sound_key(fold(((((last_name || ' '::text) || first_name) || ' '::text) || middle_name)))) stored not null
);

create table feature_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  analytics_enabled boolean not null,
  analytics_id text not null,
  analytics_id_2 text not null,
  feature_flags text[] not null,
  version integer not null
);

create table files (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  storage_key text not null,
  visibility text default 'organization'::text not null,
  permission text,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  results_of uuid
);

create table first_start (
  only_row boolean default true not null,
  super_user uuid,
  sealed_password bytea,
  demo_unfinished boolean default false not null,
  demo_progress smallint,
  demo_progress_at timestamp with time zone,
  sealed_demo bytea
);

create table idempotency_keys (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  actor_id uuid not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null
);

create table installation (
  only_row boolean default true not null,
  written_by bigint not null,
  secret_mark text
);

create table invite_reminder_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  active boolean default false not null,
  every_days integer default 3 not null,
  most_times integer default 3 not null,
  hour integer default 10 not null,
  updated_at timestamp with time zone default now() not null
);

create table invite_reminders (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  due_day date not null,
  sent_at timestamp with time zone default now() not null
);

create table known_places (
  place bytea not null,
  seen_at timestamp with time zone default now() not null
);

create table landing_pages (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  template_id uuid not null,
  name text not null,
  language text default 'ru'::text not null,
  html text not null,
  version integer default 1 not null,
  translation_of uuid
);

create table learners (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  assignment_id uuid not null,
  employee_id uuid not null,
  assigned_at timestamp with time zone default now() not null,
  start_date date not null,
  deadline date not null,
  completed_steps integer default 0 not null,
  steps_total integer not null,
  progress numeric(5,2) default 0 not null,
  "position" jsonb,
  email_due text,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  completed_by uuid,
  completion_reason text,
  completion_certificate boolean default false not null,
  paused boolean default false not null,
  behind_from date generated always as (
CASE
    WHEN ((completed_at IS NULL) AND (NOT paused)) THEN (deadline + 1)
    ELSE NULL::date
END) stored
);

create table learning_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  reminders jsonb not null,
  version integer default 1 not null
);

create table link_tokens (
  token_hash bytea not null,
  organization_id uuid not null,
  employee_id uuid not null,
  purpose text not null,
  new_email text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table mail_reports (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  digest bytea not null,
  outcome text not null,
  read_at timestamp with time zone not null
);

create table mail_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  host text not null,
  port integer not null,
  security text not null,
  username text default ''::text not null,
  password_sealed bytea,
  sender_name text not null,
  sender_address text not null,
  ca text default ''::text not null,
  connections integer default 4 not null,
  verified_at timestamp with time zone,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null
);

create table mailbox_emails (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  message_id text default ''::text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  raw bytea not null,
  simulated boolean default false not null,
  employee_id uuid,
  tells_result boolean default false not null,
  received_at timestamp with time zone default now() not null
);

create table module_files (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  module_id uuid not null,
  file_id uuid not null,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone default now() not null
);

create table modules (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  title text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table notification_choices (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  kind text not null,
  way text not null
);

create table notification_reads (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  notification_id uuid not null,
  employee_id uuid not null,
  read_at timestamp with time zone default now() not null
);

create table notification_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  quiet_from integer,
  quiet_to integer,
  quiet_days_off boolean default false not null,
  version integer default 1 not null,
  settled_at timestamp with time zone,
  digested_at timestamp with time zone
);

create table notifications (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  kind text not null,
  thing_id uuid,
  employee_id uuid,
  barred uuid[] default '{}'::uuid[] not null,
  title text default ''::text not null,
  number integer default 1 not null,
  day date,
  since timestamp with time zone not null,
  raised_at timestamp with time zone default now() not null,
  announced_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table organization_domains (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  domain text not null,
  proof text not null,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone default now() not null
);

create table organizations (
  id uuid default gen_random_uuid() not null,
  parent_id uuid,
  path uuid[] not null,
  title text not null,
  description text default ''::text not null,
  language text default 'ru'::text not null,
  time_zone text default 'Asia/Tashkent'::text not null,
  brand_color text default '#3dbc87'::text not null,
  logo_light_file_id uuid,
  logo_dark_file_id uuid,
  work_from integer default 540 not null,
  work_to integer default 1080 not null,
  work_days integer[] default '{1,2,3,4,5}'::integer[] not null,
  holidays date[] default '{}'::date[] not null,
  two_factor boolean default false not null,
  consent_required boolean default true not null,
  reveal_unknown_email boolean default false not null,
  autophish boolean default false not null,
  sending_paused boolean default false not null,
  daily_cap integer default 100000 not null,
  person_weekly_cap integer default 2 not null,
  person_gap_hours integer default 24 not null,
  approval_above integer,
  approval_is_default boolean default false not null,
  own_networks cidr[] default '{}'::cidr[] not null,
  users_limit integer default 100 not null,
  licence_start date default CURRENT_DATE not null,
  licence_end date default (CURRENT_DATE + 365) not null,
  header_key bytea not null,
  is_demo boolean default false not null,
  starter_due boolean default false not null,
  set_up_due boolean default false not null,
  removal_started_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  licence_reminded_for date,
  licence_reminded_days integer,
  risk_rule_since date,
  minute_cap integer
);

create table outbox (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  message bytea,
  message_id text not null,
  opens_account boolean default false not null,
  tells_result boolean default false not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  reply text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attachments uuid[] default '{}'::uuid[] not null,
  server_sealed bytea
);

create table people_tallies (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  kind text not null,
  id bigint generated always as identity,
  department_id uuid,
  key integer not null,
  people integer not null,
  risk_level numeric default 0 not null,
  phishing_indicator numeric default 0 not null,
  learning_progress numeric default 0 not null
);

create table preview_drafts (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  kind text not null,
  html text not null,
  updated_at timestamp with time zone default now() not null
);

create table questions (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  module_id uuid not null,
  order_id integer not null,
  type text not null,
  text text not null,
  image_file_id uuid,
  image_alt text default ''::text not null,
  points integer default 1 not null,
  body jsonb not null,
  explanation text default ''::text not null,
  version integer default 1 not null
);

create table quiz_answers (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  sequence integer not null,
  answer jsonb not null,
  correct boolean not null,
  answered_at timestamp with time zone default now() not null
);

create table quiz_attempts (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  learner_id uuid not null,
  step_id uuid not null,
  number integer not null,
  drawn jsonb not null,
  started_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  completed_at timestamp with time zone,
  score integer,
  passed boolean
);

create table rate_windows (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer default 0 not null
);

create table recent_things (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  kind text not null,
  thing text not null,
  opened_at timestamp with time zone default now() not null
);

create table redirect_pages (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  name text not null,
  html text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null
);

create table report_answers (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  verdict text not null,
  texts jsonb,
  version integer not null
);

create table report_deliveries (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  period text not null,
  due_at timestamp with time zone not null,
  ordered_by uuid,
  reports jsonb default '[]'::jsonb not null,
  state text default 'preparing'::text not null,
  reason text,
  created_at timestamp with time zone default now() not null
);

create table report_delivery_recipients (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  delivery_id uuid not null,
  employee_id uuid,
  email text,
  outbox_id uuid,
  skipped text,
  attached boolean default false not null
);

create table report_mailboxes (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  address text not null,
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  password_sealed bytea,
  ca text default ''::text not null,
  folder text default 'INBOX'::text not null,
  forward_to text,
  thanks boolean default true not null,
  uid_validity text,
  last_uid bigint default 0 not null,
  read_at timestamp with time zone,
  failure jsonb,
  failures integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  is_full boolean default false not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null
);

create table report_recipients (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid,
  email text
);

create table report_schedules (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  frequency text not null,
  weekday integer not null,
  month_day integer not null,
  hour integer not null,
  kinds text[] not null,
  language text not null,
  to_tag boolean not null,
  attach boolean not null,
  saved_by uuid not null,
  settled_until timestamp with time zone not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null
);

create table reported_messages (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  email_id uuid not null,
  key_sealed bytea not null,
  sealed bytea not null,
  size integer not null,
  kept_at timestamp with time zone not null
);

create table reports (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  category text not null,
  format text not null,
  title text not null,
  params jsonb default '{}'::jsonb not null,
  status text default 'in_progress'::text not null,
  error text,
  file_id uuid,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone default (now() + '30 days'::interval) not null,
  search_text text generated always as (search_text(title)) stored not null
);

create table retention_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  tracking_days integer default 90 not null,
  results_months integer default 12 not null,
  version integer default 1 not null,
  ran_on date,
  anonymous boolean default false not null,
  anonymous_since timestamp with time zone,
  anonymous_ending_at timestamp with time zone,
  reported_days integer default 30 not null
);

create table risk_points (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  day date not null,
  scope text not null,
  subject_id uuid not null,
  risk_level numeric(4,2),
  phishing_indicator numeric(5,2),
  learning_progress numeric(5,2),
  people integer default 1 not null
);

create table schema_migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null
);

create table scim_groups (
  department_id uuid not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  display_name text not null,
  external_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table scim_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  groups text not null,
  updated_at timestamp with time zone default now() not null
);

create table scim_tags (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  tag_id uuid not null,
  display_name text not null,
  external_id text,
  is_made boolean not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table scim_users (
  employee_id uuid not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  user_name text not null,
  user_name_key text generated always as (lower(user_name)) stored not null,
  external_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone
);

create table scorm_commits (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  session_id uuid not null,
  sequence integer not null,
  sco_id text not null,
  changes jsonb not null,
  created_at timestamp with time zone default now() not null
);

create table scorm_imports (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  task_id uuid not null,
  course_id uuid,
  title text default ''::text not null,
  move_open boolean default false not null,
  file_name text not null,
  size bigint not null,
  upload_key text not null,
  files_planned integer default 0 not null,
  status text default 'waiting'::text not null,
  created_by uuid not null,
  actor_name text not null,
  language text not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone
);

create table scorm_interactions (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  registration_id uuid not null,
  sco_id text not null,
  number integer not null,
  name text default ''::text not null,
  type text default ''::text not null,
  description text default ''::text not null,
  response text default ''::text not null,
  correct_pattern text default ''::text not null,
  result text default ''::text not null,
  weighting text default ''::text not null,
  latency text default ''::text not null,
  reported_at text default ''::text not null,
  updated_at timestamp with time zone default now() not null
);

create table scorm_package_files (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  package_id uuid not null,
  path text not null,
  size bigint not null,
  storage_key text not null
);

create table scorm_packages (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  title text not null,
  file_name text not null,
  sha256 text not null,
  standard text not null,
  edition text default ''::text not null,
  manifest jsonb not null,
  report jsonb not null,
  completion_rule jsonb default '{"by": "completed", "score": null}'::jsonb not null,
  allowed_hosts jsonb default '[]'::jsonb not null,
  size bigint not null,
  files_count integer not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null
);

create table scorm_registrations (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  learner_id uuid not null,
  step_id uuid not null,
  package_id uuid not null,
  number integer not null,
  completion text default 'not_attempted'::text not null,
  success text default 'unknown'::text not null,
  score numeric(5,2),
  progress numeric(5,2) default 0 not null,
  total_seconds integer default 0 not null,
  current_sco text default ''::text not null,
  pages jsonb default '[]'::jsonb not null,
  sequencing text,
  started_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone
);

create table scorm_scos (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  registration_id uuid not null,
  sco_id text not null,
  cmi jsonb default '{}'::jsonb not null,
  completion text default 'not_attempted'::text not null,
  success text default 'unknown'::text not null,
  score numeric(5,2),
  progress numeric(5,2) default 0 not null,
  total_seconds integer default 0 not null,
  silent boolean default false not null,
  rejected boolean default false not null,
  updated_at timestamp with time zone default now() not null
);

create table scorm_sessions (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  registration_id uuid not null,
  token_hash bytea not null,
  session_hash bytea not null,
  session_ends timestamp with time zone not null,
  mode text not null,
  language text not null,
  last_sequence integer default 0 not null,
  base_seconds jsonb default '{}'::jsonb not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text
);

create table section_themes (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  section_id uuid not null,
  theme_id uuid not null,
  order_id integer not null
);

create table sending_days (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  day date not null,
  taken integer default 0 not null,
  next_slot_at timestamp with time zone
);

create table sessions (
  token_hash bytea not null,
  organization_id uuid not null,
  employee_id uuid not null,
  acting_organization_id uuid not null,
  two_factor_due boolean default false not null,
  user_agent text default ''::text not null,
  address inet,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  enrolment_due boolean default false not null,
  opened_by text default 'password'::text not null,
  id uuid default gen_random_uuid() not null
);

create table slides (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  module_id uuid not null,
  order_id integer not null,
  layout text default 'text'::text not null,
  title text default ''::text not null,
  doc jsonb default '{"type": "doc", "content": []}'::jsonb not null,
  image_file_id uuid,
  image_alt text default ''::text not null,
  audio_file_id uuid,
  transcript text default ''::text not null,
  version integer default 1 not null
);

create table sso_assertions (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  id text not null,
  expires_at timestamp with time zone not null
);

create table sso_identities (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  employee_id uuid not null,
  provider_hash bytea not null,
  subject_hash bytea,
  created_at timestamp with time zone default now() not null
);

create table sso_requests (
  id text not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  binding_hash bytea not null,
  nonce text,
  code_verifier text,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  ticket_hash bytea,
  ticket_expires_at timestamp with time zone,
  employee_id uuid
);

create table sso_settings (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  protocol text default 'saml'::text not null,
  enabled boolean default false not null,
  forced boolean default false not null,
  break_glass_id uuid,
  create_accounts boolean default false not null,
  idp_entity_id text default ''::text not null,
  idp_sso_url text default ''::text not null,
  idp_certificates text[] default '{}'::text[] not null,
  issuer text default ''::text not null,
  client_id text default ''::text not null,
  client_secret_sealed bytea,
  attributes jsonb not null,
  group_roles jsonb default '[]'::jsonb not null,
  certificate text,
  key_sealed bytea,
  next_certificate text,
  next_key_sealed bytea,
  ca text default ''::text not null,
  last_success_at timestamp with time zone,
  version integer default 1 not null
);

create table starter_releases (
  kind text not null,
  slug text not null,
  first_seen_at timestamp with time zone not null
);

create table step_progress (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  learner_id uuid not null,
  step_id uuid not null,
  slide integer default 0 not null,
  reached integer default 0 not null,
  started_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  best_score integer
);

create table suspicious_emails (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  reporter_id uuid,
  reporter_address text default ''::text not null,
  sender text default ''::text not null,
  subject text default ''::text not null,
  message_id text default ''::text not null,
  sent_at timestamp with time zone,
  reported_at timestamp with time zone not null,
  headers text default ''::text not null,
  links text[] default '{}'::text[] not null,
  attachments jsonb default '[]'::jsonb not null,
  size integer not null,
  unreadable boolean default false not null,
  forwarded_to text,
  state text default 'new'::text not null,
  state_by uuid,
  state_at timestamp with time zone,
  stage text default 'new'::text not null,
  verdict text,
  taken_by uuid,
  taken_at timestamp with time zone,
  judged_at timestamp with time zone,
  answered text,
  answered_at timestamp with time zone,
  version integer default 1 not null,
  sender_address text default ''::text not null,
  subject_key text default ''::text not null,
  hosts text[] default '{}'::text[] not null,
  message_key text default ''::text not null,
  body text default 'none'::text not null
);

create table tag_action_courses (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  action_id uuid not null,
  course_id uuid not null
);

create table tag_action_emails (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  action_id uuid not null,
  email_id uuid not null
);

create table tag_action_runs (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  tag_id uuid,
  tag_title text default ''::text not null,
  action_id uuid not null,
  action_type text not null,
  action_title text default ''::text not null,
  employee_id uuid not null,
  joined_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  state text not null,
  reason text,
  done_at timestamp with time zone,
  assignment_id uuid,
  campaign_id uuid,
  settled_course_ids uuid[] default '{}'::uuid[] not null
);

create table tag_actions (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  tag_id uuid not null,
  type text not null,
  theme text default ''::text not null,
  text text default ''::text not null,
  defer_by integer default 0 not null,
  registration_link_days integer,
  registration_link_hour integer,
  period integer,
  since timestamp with time zone,
  created_by uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null
);

create table tag_employees (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  tag_id uuid not null,
  employee_id uuid not null,
  joined_at timestamp with time zone default now() not null,
  onboarding boolean default true not null
);

create table tags (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  title text not null,
  type text default 'arbitrary'::text not null,
  color text default '#A259FF'::text not null,
  is_active boolean default true not null,
  is_system boolean default false not null,
  life_days integer default 0 not null,
  min_risk_level integer default 0 not null,
  max_risk_level integer default 10 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  search_text text generated always as (search_text(title)) stored not null
);

create table tasks (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  created_by uuid,
  kind text not null,
  status text default 'in_process'::text not null,
  stage text,
  done bigint default 0 not null,
  total bigint,
  message text,
  detail text,
  result jsonb,
  cancellable boolean default false not null,
  cancel_requested boolean default false not null,
  created_at timestamp with time zone default now() not null,
  beat_at timestamp with time zone default now() not null,
  put_back integer default 0 not null,
  finished_at timestamp with time zone
);

create table template_categories (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  slug text not null,
  title text not null,
  order_id integer default 0 not null
);

create table template_pictures (
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  template_id uuid,
  redirect_page_id uuid,
  file_id uuid not null,
  name text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone default now() not null,
  unused_since timestamp with time zone
);

create table templates (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  category_id uuid not null,
  name text not null,
  description text default ''::text not null,
  difficulty text default 'medium'::text not null,
  attack_vector text default 'form'::text not null,
  logo_file_id uuid,
  starter_slug text,
  archived boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  difficulty_set boolean default false not null,
  language text default 'ru'::text not null,
  search_text text generated always as (search_text(name)) stored not null,
  starter_version text,
  starter_at timestamp with time zone,
  starter_texts jsonb
);

create table theme_steps (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  theme_id uuid not null,
  order_id integer not null,
  kind text not null,
  module_id uuid,
  scorm_package_id uuid,
  score_policy text default 'highest'::text not null,
  pass_mark integer default 80 not null,
  attempts_limit integer,
  shuffle boolean default false not null,
  draw_count integer,
  time_limit_minutes integer
);

create table themes (
  id uuid default gen_random_uuid() not null,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  title text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table tracking_events (
  id bigint generated always as identity,
  organization_id uuid default (current_setting('app.org'::text))::uuid not null,
  campaign_id uuid not null,
  recipient_id bigint not null,
  hit uuid default gen_random_uuid() not null,
  kind text not null,
  at timestamp with time zone not null,
  address inet,
  user_agent text default ''::text not null,
  os text,
  browser text,
  human boolean not null,
  verdict text default ''::text not null,
  fields text[] default '{}'::text[] not null,
  overruled_by uuid,
  overruled_at timestamp with time zone
);

create table two_factor_codes (
  session_hash bytea not null,
  organization_id uuid not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null
);

create table worker_heartbeats (
  worker_id text not null,
  beat_at timestamp with time zone default now() not null
);

-- Functions that take or return rows

CREATE OR REPLACE FUNCTION public.audit_hash(before bytea, number bigint, l audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(before || convert_to(jsonb_build_array(number, l.id, l.organization_id, l.actor_id, l.actor_name, l.action,
    l.target_kind, l.target_id, l.target_title, l.changes, l.details,
    host(l.address), to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION public.is_counted(e employees)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select e.deleted_at is null and e.role <> 'pdf_service'
$function$
;

CREATE OR REPLACE FUNCTION public.people_keys(e employees, other employees)
 RETURNS TABLE(kind text, department_id uuid, key integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  -- always, because the sums of the figures may have changed
  select 'figures', e.department_id, (e.phishing_indicator is not null)::int + (e.learning_progress is not null)::int * 2
    + (e.risk_level is not null)::int * 4
  union all select k.kind, null, k.mine from (values
    ('step', coalesce(e.risk_step, -1)::int, case when other.id is not null then coalesce(other.risk_step, -1)::int end),
    ('courses', e.course_states::int, other.course_states::int),
    ('behind', day_key(e.behind_from), day_key(other.behind_from)),
    ('recent', e.recent_emails * 65536 + e.recent_caught, other.recent_emails * 65536 + other.recent_caught),
    ('last_sent', day_key(e.last_sent_on), day_key(other.last_sent_on)),
    ('last_opened', day_key(e.last_opened_on), day_key(other.last_opened_on)),
    ('last_clicked', day_key(e.last_clicked_on), day_key(other.last_clicked_on)),
    ('last_opened_attachment', day_key(e.last_opened_attachment_on), day_key(other.last_opened_attachment_on)),
    ('last_entered_data', day_key(e.last_entered_data_on), day_key(other.last_entered_data_on)),
    ('last_reported', day_key(e.last_reported_on), day_key(other.last_reported_on))) k (kind, mine, theirs)
  where k.mine is not null and k.mine is distinct from k.theirs
  union all select m.kind, e.department_id, n from (values
    ('mailed', e.mailed_months & ~case when other.department_id = e.department_id then other.mailed_months else 0 end),
    ('caught', e.caught_months & ~case when other.department_id = e.department_id then other.caught_months else 0 end)) m (kind, bits)
    cross join lateral generate_series(0, case m.bits when 0 then -1 else 23 end) n where m.bits & (1 << n) <> 0
$function$
;

-- Constraints

alter table api_tokens add constraint api_tokens_kind_check CHECK ((kind = ANY (ARRAY['statistics'::text, 'scim'::text])));
alter table api_tokens add constraint api_tokens_pkey PRIMARY KEY (id);
alter table api_tokens add constraint api_tokens_token_hash UNIQUE (token_hash);
alter table assignments add constraint assignments_check CHECK ((deadline >= start_date));
alter table assignments add constraint assignments_id_key UNIQUE (organization_id, id);
alter table assignments add constraint assignments_pkey PRIMARY KEY (id);
alter table assignments add constraint assignments_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'campaign'::text, 'tag'::text])));
alter table assignments add constraint assignments_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'active'::text, 'completed'::text])));
alter table attachment_files add constraint attachment_files_pkey PRIMARY KEY (organization_id, file_id);
alter table attachment_files add constraint attachment_files_reports_check CHECK ((reports = ANY (ARRAY['opened'::text, 'clicked'::text, 'nothing'::text])));
alter table audit_chains add constraint audit_chains_pkey PRIMARY KEY (organization_id);
alter table audit_log add constraint audit_log_people_untitled CHECK (((target_kind <> 'employee'::text) OR (target_title IS NULL)));
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);
alter table audit_pending add constraint audit_pending_pkey PRIMARY KEY (organization_id, log_id);
alter table audit_seals add constraint audit_seals_log_id_key UNIQUE (organization_id, log_id);
alter table audit_seals add constraint audit_seals_pkey PRIMARY KEY (organization_id, number);
alter table authenticator_policies add constraint authenticator_policies_pkey PRIMARY KEY (organization_id);
alter table authenticator_policies add constraint authenticator_policies_roles_check CHECK ((roles <@ '{employee,content_manager,operator,system_admin,super_user}'::text[]));
alter table authenticators add constraint authenticators_pkey PRIMARY KEY (organization_id, employee_id);
alter table automation_schedules add constraint automation_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)));
alter table automation_schedules add constraint automation_schedules_pkey PRIMARY KEY (organization_id);
alter table backup_codes add constraint backup_codes_pkey PRIMARY KEY (organization_id, employee_id, code_hash);
alter table bulk_works add constraint bulk_works_pkey PRIMARY KEY (task_id);
alter table campaign_approvals add constraint campaign_approvals_pkey PRIMARY KEY (organization_id, campaign_id);
alter table campaign_drafts add constraint campaign_drafts_pkey PRIMARY KEY (organization_id, id);
alter table campaign_email_translations add constraint campaign_email_translations_pkey PRIMARY KEY (campaign_id, email_id, language);
alter table campaign_emails add constraint campaign_emails_key UNIQUE (organization_id, campaign_id, email_id);
alter table campaign_emails add constraint campaign_emails_pkey PRIMARY KEY (campaign_id, email_id);
alter table campaign_files add constraint campaign_files_pkey PRIMARY KEY (organization_id, campaign_id, file_id);
alter table campaign_reactions add constraint campaign_reactions_kind_check CHECK ((kind = ANY (ARRAY['course'::text, 'invitation'::text, 'message'::text])));
alter table campaign_reactions add constraint campaign_reactions_pkey PRIMARY KEY (campaign_id, employee_id, kind);
alter table campaign_recipients add constraint campaign_recipients_id_key UNIQUE (organization_id, id);
alter table campaign_recipients add constraint campaign_recipients_once UNIQUE (campaign_id, employee_id);
alter table campaign_recipients add constraint campaign_recipients_pkey PRIMARY KEY (id);
alter table campaign_recipients add constraint campaign_recipients_result_check CHECK (((result >= 0) AND (result <= 4)));
alter table campaign_recipients add constraint campaign_recipients_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'claimed'::text, 'handing_over'::text, 'sent'::text, 'retry'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])));
alter table campaign_recipients add constraint campaign_recipients_tracking_key UNIQUE (tracking_key);
alter table campaign_tallies add constraint campaign_tallies_pkey PRIMARY KEY (campaign_id, id);
alter table campaigns add constraint campaigns_active_approved CHECK (((status <> 'active'::text) OR (approval IS NULL) OR (approval = 'approved'::text)));
alter table campaigns add constraint campaigns_approval_check CHECK ((approval = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text])));
alter table campaigns add constraint campaigns_dates CHECK ((end_at > start_at));
alter table campaigns add constraint campaigns_id_key UNIQUE (organization_id, id);
alter table campaigns add constraint campaigns_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)));
alter table campaigns add constraint campaigns_pkey PRIMARY KEY (id);
alter table campaigns add constraint campaigns_status_check CHECK ((status = ANY (ARRAY['creating'::text, 'planned'::text, 'active'::text, 'completed'::text, 'failed'::text])));
alter table certificate_rules add constraint certificate_rules_mode_check CHECK ((mode = ANY (ARRAY['auto'::text, 'on'::text, 'off'::text])));
alter table certificate_rules add constraint certificate_rules_pkey PRIMARY KEY (course_id);
alter table certificate_rules add constraint certificate_rules_remind_days_check CHECK (((remind_days >= 1) AND (remind_days <= 180)));
alter table certificate_rules add constraint certificate_rules_valid_months_check CHECK (((valid_months >= 1) AND (valid_months <= 120)));
alter table certificates add constraint certificates_id_key UNIQUE (organization_id, id);
alter table certificates add constraint certificates_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table certificates add constraint certificates_learner UNIQUE (learner_id);
alter table certificates add constraint certificates_number UNIQUE (number);
alter table certificates add constraint certificates_pkey PRIMARY KEY (id);
alter table certificates add constraint certificates_score_check CHECK (((score >= 0) AND (score <= 100)));
alter table consent_texts add constraint consent_texts_pkey PRIMARY KEY (organization_id, version);
alter table consent_texts add constraint consent_texts_version_check CHECK ((version > 0));
alter table course_effect_people add constraint course_effect_people_pkey PRIMARY KEY (organization_id, course_id, employee_id);
alter table course_effects add constraint course_effects_pkey PRIMARY KEY (organization_id, course_id);
alter table course_reminders add constraint course_reminders_pkey PRIMARY KEY (learner_id, due_day);
alter table course_sections add constraint course_sections_id_key UNIQUE (organization_id, id);
alter table course_sections add constraint course_sections_order UNIQUE (course_id, order_id) DEFERRABLE INITIALLY DEFERRED;
alter table course_sections add constraint course_sections_pkey PRIMARY KEY (id);
alter table course_version_files add constraint course_version_files_pkey PRIMARY KEY (course_version_id, file_id);
alter table course_version_packages add constraint course_version_packages_pkey PRIMARY KEY (course_version_id, package_id);
alter table course_versions add constraint course_versions_id_key UNIQUE (organization_id, id);
alter table course_versions add constraint course_versions_number UNIQUE (course_id, number);
alter table course_versions add constraint course_versions_pkey PRIMARY KEY (id);
alter table course_versions add constraint course_versions_steps_total_check CHECK ((steps_total > 0));
alter table courses add constraint courses_id_key UNIQUE (organization_id, id);
alter table courses add constraint courses_kind_check CHECK ((kind = ANY (ARRAY['native'::text, 'scorm'::text])));
alter table courses add constraint courses_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table courses add constraint courses_minutes_check CHECK (((minutes >= 0) AND (minutes <= 1000)));
alter table courses add constraint courses_package CHECK (((kind = 'scorm'::text) = (scorm_package_id IS NOT NULL)));
alter table courses add constraint courses_pkey PRIMARY KEY (id);
alter table courses add constraint courses_score_policy_check CHECK ((score_policy = ANY (ARRAY['highest'::text, 'last'::text, 'first'::text, 'average'::text])));
alter table courses add constraint courses_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)));
alter table department_email_stamps add constraint department_email_stamps_pkey PRIMARY KEY (organization_id, campaign_id);
alter table department_emails add constraint department_emails_pkey PRIMARY KEY (organization_id, campaign_id, department_id, delivered_on);
alter table departments add constraint departments_check CHECK ((parent_id IS DISTINCT FROM id));
alter table departments add constraint departments_id_key UNIQUE (organization_id, id);
alter table departments add constraint departments_pkey PRIMARY KEY (id);
alter table directories add constraint directories_check CHECK ((NOT (sign_in AND (security = 'none'::text))));
alter table directories add constraint directories_department_from_check CHECK ((department_from = ANY (ARRAY['none'::text, 'ou'::text, 'attribute'::text])));
alter table directories add constraint directories_hour_check CHECK (((hour >= 0) AND (hour <= 23)));
alter table directories add constraint directories_leavers_check CHECK ((leavers = ANY (ARRAY['keep'::text, 'remove'::text])));
alter table directories add constraint directories_pkey PRIMARY KEY (organization_id);
alter table directories add constraint directories_port_check CHECK (((port >= 1) AND (port <= 65535)));
alter table directories add constraint directories_schedule_check CHECK ((schedule = ANY (ARRAY['off'::text, 'hourly'::text, 'daily'::text])));
alter table directories add constraint directories_security_check CHECK ((security = ANY (ARRAY['ldaps'::text, 'starttls'::text, 'none'::text])));
alter table directory_links add constraint directory_links_key UNIQUE (organization_id, entry_key);
alter table directory_links add constraint directory_links_pkey PRIMARY KEY (organization_id, employee_id);
alter table emails add constraint emails_id_key UNIQUE (organization_id, id);
alter table emails add constraint emails_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table emails add constraint emails_pkey PRIMARY KEY (id);
alter table employee_import_rows add constraint employee_import_rows_pkey PRIMARY KEY (import_id, line);
alter table employee_import_rows add constraint employee_import_rows_verdict_check CHECK ((verdict = ANY (ARRAY['added'::text, 'returned'::text, 'changed'::text, 'unchanged'::text, 'rejected'::text])));
alter table employee_imports add constraint employee_imports_id_key UNIQUE (organization_id, id);
alter table employee_imports add constraint employee_imports_pkey PRIMARY KEY (id);
alter table employee_imports add constraint employee_imports_seats_check CHECK ((seats >= 0));
alter table employee_imports add constraint employee_imports_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'ready'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])));
alter table employees add constraint employees_check CHECK (((emails_dangerous >= 0) AND (emails_dangerous <= emails_sent)));
alter table employees add constraint employees_course_states_check CHECK (((course_states >= 0) AND (course_states <= 7)));
alter table employees add constraint employees_email_events_check CHECK (((email_events >= 0) AND (email_events <= 31)));
alter table employees add constraint employees_id_key UNIQUE (organization_id, id);
alter table employees add constraint employees_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table employees add constraint employees_learning_progress_check CHECK (((learning_progress >= (0)::numeric) AND (learning_progress <= (100)::numeric)));
alter table employees add constraint employees_phishing_indicator_check CHECK (((phishing_indicator >= (0)::numeric) AND (phishing_indicator <= (100)::numeric)));
alter table employees add constraint employees_pkey PRIMARY KEY (id);
alter table employees add constraint employees_position_check CHECK ((length("position") <= 255));
alter table employees add constraint employees_risk_level_check CHECK (((risk_level >= (0)::numeric) AND (risk_level <= (10)::numeric)));
alter table employees add constraint employees_role_check CHECK ((role = ANY (ARRAY['employee'::text, 'content_manager'::text, 'operator'::text, 'system_admin'::text, 'super_user'::text, 'pdf_service'::text])));
alter table employees add constraint employees_seen_release_check CHECK ((length(seen_release) <= 20));
alter table feature_settings add constraint feature_settings_pkey PRIMARY KEY (organization_id);
alter table files add constraint files_id_key UNIQUE (organization_id, id);
alter table files add constraint files_pkey PRIMARY KEY (id);
alter table files add constraint files_storage_key UNIQUE (storage_key);
alter table files add constraint files_visibility_check CHECK ((visibility = ANY (ARRAY['organization'::text, 'admin'::text, 'owner'::text])));
alter table first_start add constraint first_start_demo_progress_check CHECK (((demo_progress >= 0) AND (demo_progress <= 100)));
alter table first_start add constraint first_start_only_row_check CHECK (only_row);
alter table first_start add constraint first_start_pkey PRIMARY KEY (only_row);
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (organization_id, actor_id, endpoint, key);
alter table installation add constraint installation_only_row_check CHECK (only_row);
alter table installation add constraint installation_pkey PRIMARY KEY (only_row);
alter table invite_reminder_settings add constraint invite_reminder_settings_every_days_check CHECK (((every_days >= 1) AND (every_days <= 30)));
alter table invite_reminder_settings add constraint invite_reminder_settings_hour_check CHECK (((hour >= 0) AND (hour <= 23)));
alter table invite_reminder_settings add constraint invite_reminder_settings_most_times_check CHECK (((most_times >= 1) AND (most_times <= 10)));
alter table invite_reminder_settings add constraint invite_reminder_settings_pkey PRIMARY KEY (organization_id);
alter table invite_reminders add constraint invite_reminders_pkey PRIMARY KEY (employee_id, due_day);
alter table known_places add constraint known_places_pkey PRIMARY KEY (place);
alter table landing_pages add constraint landing_pages_id_key UNIQUE (organization_id, id);
alter table landing_pages add constraint landing_pages_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table landing_pages add constraint landing_pages_pkey PRIMARY KEY (id);
alter table learners add constraint learners_email_due_check CHECK ((email_due = ANY (ARRAY['assigned'::text, 'reminder'::text])));
alter table learners add constraint learners_id_key UNIQUE (organization_id, id);
alter table learners add constraint learners_once UNIQUE (assignment_id, employee_id);
alter table learners add constraint learners_pkey PRIMARY KEY (id);
alter table learners add constraint learners_steps_total_check CHECK ((steps_total > 0));
alter table learning_settings add constraint learning_settings_pkey PRIMARY KEY (organization_id);
alter table link_tokens add constraint link_tokens_new_email CHECK (((purpose = 'address'::text) = (new_email IS NOT NULL)));
alter table link_tokens add constraint link_tokens_pkey PRIMARY KEY (token_hash);
alter table link_tokens add constraint link_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'recovery'::text, 'address'::text])));
alter table mail_reports add constraint mail_reports_outcome_check CHECK ((outcome = ANY (ARRAY['simulation'::text, 'counted'::text, 'suspicious'::text, 'ignored'::text])));
alter table mail_reports add constraint mail_reports_pkey PRIMARY KEY (organization_id, digest);
alter table mail_settings add constraint mail_settings_connections_check CHECK (((connections >= 1) AND (connections <= 20)));
alter table mail_settings add constraint mail_settings_pkey PRIMARY KEY (organization_id);
alter table mail_settings add constraint mail_settings_port_check CHECK (((port >= 1) AND (port <= 65535)));
alter table mail_settings add constraint mail_settings_security_check CHECK ((security = ANY (ARRAY['none'::text, 'opportunistic'::text, 'starttls'::text, 'tls'::text])));
alter table mailbox_emails add constraint mailbox_emails_pkey PRIMARY KEY (id);
alter table module_files add constraint module_files_pkey PRIMARY KEY (module_id, file_id);
alter table modules add constraint modules_id_key UNIQUE (organization_id, id);
alter table modules add constraint modules_pkey PRIMARY KEY (id);
alter table notification_choices add constraint notification_choices_pkey PRIMARY KEY (organization_id, employee_id, kind);
alter table notification_choices add constraint notification_choices_way_check CHECK ((way = ANY (ARRAY['portal'::text, 'email'::text, 'digest'::text, 'off'::text])));
alter table notification_reads add constraint notification_reads_pkey PRIMARY KEY (notification_id, employee_id);
alter table notification_settings add constraint notification_settings_both CHECK (((quiet_from IS NULL) = (quiet_to IS NULL)));
alter table notification_settings add constraint notification_settings_pkey PRIMARY KEY (organization_id);
alter table notification_settings add constraint notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439)));
alter table notification_settings add constraint notification_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)));
alter table notifications add constraint notifications_id_key UNIQUE (organization_id, id);
alter table notifications add constraint notifications_pkey PRIMARY KEY (id);
alter table organization_domains add constraint organization_domains_domain_check CHECK ((domain = lower(domain)));
alter table organization_domains add constraint organization_domains_key PRIMARY KEY (organization_id, domain);
alter table organizations add constraint organizations_approval_above_check CHECK (((approval_above >= 1) AND (approval_above <= 1000000)));
alter table organizations add constraint organizations_brand_color_check CHECK ((brand_color ~ '^#[0-9a-fA-F]{6}$'::text));
alter table organizations add constraint organizations_check CHECK ((work_from < work_to));
alter table organizations add constraint organizations_check1 CHECK ((path[array_length(path, 1)] = id));
alter table organizations add constraint organizations_daily_cap_check CHECK ((daily_cap >= 0));
alter table organizations add constraint organizations_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table organizations add constraint organizations_minute_cap_check CHECK ((minute_cap > 0));
alter table organizations add constraint organizations_own_networks_check CHECK ((cardinality(own_networks) <= 100));
alter table organizations add constraint organizations_person_gap_hours_check CHECK (((person_gap_hours >= 1) AND (person_gap_hours <= 168)));
alter table organizations add constraint organizations_person_weekly_cap_check CHECK (((person_weekly_cap >= 1) AND (person_weekly_cap <= 7)));
alter table organizations add constraint organizations_pkey PRIMARY KEY (id);
alter table organizations add constraint organizations_users_limit_check CHECK ((users_limit >= 0));
alter table organizations add constraint organizations_work_from_check CHECK (((work_from >= 0) AND (work_from <= 1439)));
alter table organizations add constraint organizations_work_to_check CHECK (((work_to >= 1) AND (work_to <= 1440)));
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])));
alter table people_tallies add constraint people_tallies_pkey PRIMARY KEY (organization_id, kind, id);
alter table preview_drafts add constraint preview_drafts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'page'::text, 'redirect'::text])));
alter table preview_drafts add constraint preview_drafts_pkey PRIMARY KEY (organization_id, employee_id, kind);
alter table questions add constraint questions_id_key UNIQUE (organization_id, id);
alter table questions add constraint questions_order UNIQUE (module_id, order_id) DEFERRABLE INITIALLY DEFERRED;
alter table questions add constraint questions_pkey PRIMARY KEY (id);
alter table questions add constraint questions_points_check CHECK (((points >= 1) AND (points <= 100)));
alter table questions add constraint questions_type_check CHECK ((type = ANY (ARRAY['single'::text, 'multiple'::text, 'ordering'::text, 'matching'::text, 'short'::text])));
alter table quiz_answers add constraint quiz_answers_pkey PRIMARY KEY (attempt_id, question_id);
alter table quiz_attempts add constraint quiz_attempts_id_key UNIQUE (organization_id, id);
alter table quiz_attempts add constraint quiz_attempts_number UNIQUE (learner_id, step_id, number);
alter table quiz_attempts add constraint quiz_attempts_pkey PRIMARY KEY (id);
alter table quiz_attempts add constraint quiz_attempts_score_check CHECK (((score >= 0) AND (score <= 100)));
alter table rate_windows add constraint rate_windows_pkey PRIMARY KEY (bucket, window_start);
alter table recent_things add constraint recent_things_pkey PRIMARY KEY (organization_id, employee_id, kind, thing);
alter table recent_things add constraint recent_things_thing_check CHECK (((length(thing) >= 1) AND (length(thing) <= 100)));
alter table redirect_pages add constraint redirect_pages_id_key UNIQUE (organization_id, id);
alter table redirect_pages add constraint redirect_pages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)));
alter table redirect_pages add constraint redirect_pages_pkey PRIMARY KEY (id);
alter table report_answers add constraint report_answers_pkey PRIMARY KEY (organization_id, verdict);
alter table report_answers add constraint report_answers_verdict_check CHECK ((verdict = ANY (ARRAY['dangerous'::text, 'spam'::text, 'harmless'::text, 'simulation'::text])));
alter table report_deliveries add constraint report_deliveries_id_key UNIQUE (organization_id, id);
alter table report_deliveries add constraint report_deliveries_period_taken UNIQUE (organization_id, period);
alter table report_deliveries add constraint report_deliveries_pkey PRIMARY KEY (id);
alter table report_deliveries add constraint report_deliveries_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'sent'::text, 'failed'::text])));
alter table report_delivery_recipients add constraint report_delivery_recipients_check CHECK (((employee_id IS NULL) <> (email IS NULL)));
alter table report_delivery_recipients add constraint report_delivery_recipients_check1 CHECK (((outbox_id IS NULL) OR (skipped IS NULL)));
alter table report_delivery_recipients add constraint report_delivery_recipients_pkey PRIMARY KEY (id);
alter table report_delivery_recipients add constraint report_delivery_recipients_skipped_check CHECK ((skipped = ANY (ARRAY['left'::text, 'foreign_domain'::text, 'no_permission'::text, 'no_account'::text])));
alter table report_mailboxes add constraint report_mailboxes_pkey PRIMARY KEY (organization_id);
alter table report_mailboxes add constraint report_mailboxes_port_check CHECK (((port >= 1) AND (port <= 65535)));
alter table report_mailboxes add constraint report_mailboxes_security_check CHECK ((security = ANY (ARRAY['tls'::text, 'starttls'::text, 'none'::text])));
alter table report_recipients add constraint report_recipients_check CHECK (((employee_id IS NULL) <> (email IS NULL)));
alter table report_recipients add constraint report_recipients_pkey PRIMARY KEY (id);
alter table report_schedules add constraint report_schedules_frequency_check CHECK ((frequency = ANY (ARRAY['off'::text, 'weekly'::text, 'monthly'::text])));
alter table report_schedules add constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)));
alter table report_schedules add constraint report_schedules_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table report_schedules add constraint report_schedules_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31)));
alter table report_schedules add constraint report_schedules_pkey PRIMARY KEY (organization_id);
alter table report_schedules add constraint report_schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)));
alter table reported_messages add constraint reported_messages_pkey PRIMARY KEY (organization_id, email_id);
alter table reports add constraint reports_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text])));
alter table reports add constraint reports_id_key UNIQUE (organization_id, id);
alter table reports add constraint reports_pkey PRIMARY KEY (id);
alter table reports add constraint reports_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'complete'::text, 'error'::text])));
alter table retention_settings add constraint retention_settings_pkey PRIMARY KEY (organization_id);
alter table retention_settings add constraint retention_settings_results_months_check CHECK (((results_months >= 1) AND (results_months <= 120)));
alter table retention_settings add constraint retention_settings_tracking_days_check CHECK (((tracking_days >= 1) AND (tracking_days <= 1095)));
alter table risk_points add constraint risk_points_pkey PRIMARY KEY (organization_id, scope, subject_id, day);
alter table risk_points add constraint risk_points_scope_check CHECK ((scope = ANY (ARRAY['organization'::text, 'department'::text, 'employee'::text])));
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (name);
alter table scim_groups add constraint scim_groups_pkey PRIMARY KEY (department_id);
alter table scim_settings add constraint scim_settings_groups_check CHECK ((groups = ANY (ARRAY['departments'::text, 'tags'::text])));
alter table scim_settings add constraint scim_settings_pkey PRIMARY KEY (organization_id);
alter table scim_tags add constraint scim_tags_pkey PRIMARY KEY (tag_id);
alter table scim_users add constraint scim_users_pkey PRIMARY KEY (employee_id);
alter table scorm_commits add constraint scorm_commits_pkey PRIMARY KEY (id);
alter table scorm_imports add constraint scorm_imports_id_key UNIQUE (organization_id, id);
alter table scorm_imports add constraint scorm_imports_pkey PRIMARY KEY (id);
alter table scorm_imports add constraint scorm_imports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])));
alter table scorm_interactions add constraint scorm_interactions_pkey PRIMARY KEY (registration_id, sco_id, number);
alter table scorm_package_files add constraint scorm_package_files_pkey PRIMARY KEY (package_id, path);
alter table scorm_package_files add constraint scorm_package_files_storage_key UNIQUE (storage_key);
alter table scorm_packages add constraint scorm_packages_file UNIQUE (organization_id, sha256);
alter table scorm_packages add constraint scorm_packages_files_count_check CHECK ((files_count > 0));
alter table scorm_packages add constraint scorm_packages_id_key UNIQUE (organization_id, id);
alter table scorm_packages add constraint scorm_packages_pkey PRIMARY KEY (id);
alter table scorm_packages add constraint scorm_packages_sha256_check CHECK ((length(sha256) = 64));
alter table scorm_packages add constraint scorm_packages_size_check CHECK ((size > 0));
alter table scorm_packages add constraint scorm_packages_standard_check CHECK ((standard = ANY (ARRAY['1.2'::text, '2004'::text])));
alter table scorm_registrations add constraint scorm_registrations_completion_check CHECK ((completion = ANY (ARRAY['not_attempted'::text, 'incomplete'::text, 'completed'::text])));
alter table scorm_registrations add constraint scorm_registrations_id_key UNIQUE (organization_id, id);
alter table scorm_registrations add constraint scorm_registrations_number UNIQUE (learner_id, step_id, number);
alter table scorm_registrations add constraint scorm_registrations_number_check CHECK ((number > 0));
alter table scorm_registrations add constraint scorm_registrations_pkey PRIMARY KEY (id);
alter table scorm_registrations add constraint scorm_registrations_progress_check CHECK (((progress >= (0)::numeric) AND (progress <= (100)::numeric)));
alter table scorm_registrations add constraint scorm_registrations_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric)));
alter table scorm_registrations add constraint scorm_registrations_success_check CHECK ((success = ANY (ARRAY['unknown'::text, 'passed'::text, 'failed'::text])));
alter table scorm_scos add constraint scorm_scos_pkey PRIMARY KEY (registration_id, sco_id);
alter table scorm_sessions add constraint scorm_sessions_check CHECK (((ended_at IS NULL) = (ended_by IS NULL)));
alter table scorm_sessions add constraint scorm_sessions_ended_by_check CHECK ((ended_by = ANY (ARRAY['exit'::text, 'superseded'::text, 'timeout'::text])));
alter table scorm_sessions add constraint scorm_sessions_id_key UNIQUE (organization_id, id);
alter table scorm_sessions add constraint scorm_sessions_mode_check CHECK ((mode = ANY (ARRAY['normal'::text, 'review'::text])));
alter table scorm_sessions add constraint scorm_sessions_pkey PRIMARY KEY (id);
alter table scorm_sessions add constraint scorm_sessions_token UNIQUE (token_hash);
alter table section_themes add constraint section_themes_order UNIQUE (section_id, order_id) DEFERRABLE INITIALLY DEFERRED;
alter table section_themes add constraint section_themes_pkey PRIMARY KEY (section_id, theme_id);
alter table sending_days add constraint sending_days_pkey PRIMARY KEY (organization_id, day);
alter table sessions add constraint sessions_opened_by_check CHECK ((opened_by = ANY (ARRAY['password'::text, 'directory'::text, 'provider'::text])));
alter table sessions add constraint sessions_pkey PRIMARY KEY (token_hash);
alter table slides add constraint slides_id_key UNIQUE (organization_id, id);
alter table slides add constraint slides_layout_check CHECK ((layout = ANY (ARRAY['text'::text, 'image-right'::text, 'image-top'::text, 'image-full'::text])));
alter table slides add constraint slides_order UNIQUE (module_id, order_id) DEFERRABLE INITIALLY DEFERRED;
alter table slides add constraint slides_pkey PRIMARY KEY (id);
alter table sso_assertions add constraint sso_assertions_pkey PRIMARY KEY (organization_id, id);
alter table sso_identities add constraint sso_identities_pkey PRIMARY KEY (organization_id, employee_id, provider_hash);
alter table sso_identities add constraint sso_identities_subject UNIQUE (organization_id, subject_hash);
alter table sso_requests add constraint sso_requests_pkey PRIMARY KEY (id);
alter table sso_settings add constraint sso_settings_forced CHECK ((enabled OR (NOT forced)));
alter table sso_settings add constraint sso_settings_pkey PRIMARY KEY (organization_id);
alter table sso_settings add constraint sso_settings_protocol_check CHECK ((protocol = ANY (ARRAY['saml'::text, 'oidc'::text])));
alter table starter_releases add constraint starter_releases_kind_check CHECK ((kind = ANY (ARRAY['course'::text, 'template'::text])));
alter table starter_releases add constraint starter_releases_pkey PRIMARY KEY (kind, slug);
alter table step_progress add constraint step_progress_best_score_check CHECK (((best_score >= 0) AND (best_score <= 100)));
alter table step_progress add constraint step_progress_pkey PRIMARY KEY (learner_id, step_id);
alter table suspicious_emails add constraint suspicious_emails_answered_check CHECK ((answered = ANY (ARRAY['dangerous'::text, 'spam'::text, 'harmless'::text, 'simulation'::text])));
alter table suspicious_emails add constraint suspicious_emails_body_check CHECK ((body = ANY (ARRAY['none'::text, 'kept'::text, 'too_large'::text, 'unreadable'::text, 'no_room'::text, 'deleted'::text])));
alter table suspicious_emails add constraint suspicious_emails_id_key UNIQUE (organization_id, id);
alter table suspicious_emails add constraint suspicious_emails_pkey PRIMARY KEY (id);
alter table suspicious_emails add constraint suspicious_emails_stage_check CHECK ((stage = ANY (ARRAY['new'::text, 'in_work'::text, 'closed'::text])));
alter table suspicious_emails add constraint suspicious_emails_state_check CHECK ((state = ANY (ARRAY['new'::text, 'checked'::text, 'dangerous'::text, 'harmless'::text])));
alter table suspicious_emails add constraint suspicious_emails_verdict_check CHECK ((verdict = ANY (ARRAY['dangerous'::text, 'spam'::text, 'harmless'::text, 'simulation'::text])));
alter table tag_action_courses add constraint tag_action_courses_pkey PRIMARY KEY (action_id, course_id);
alter table tag_action_emails add constraint tag_action_emails_pkey PRIMARY KEY (action_id, email_id);
alter table tag_action_runs add constraint tag_action_runs_once UNIQUE (action_id, employee_id, joined_at);
alter table tag_action_runs add constraint tag_action_runs_pkey PRIMARY KEY (id);
alter table tag_action_runs add constraint tag_action_runs_state_check CHECK ((state = ANY (ARRAY['done'::text, 'waiting'::text, 'skipped'::text, 'failed'::text])));
alter table tag_actions add constraint tag_actions_defer_by_check CHECK (((defer_by >= 0) AND (defer_by <= 99)));
alter table tag_actions add constraint tag_actions_id_key UNIQUE (organization_id, id);
alter table tag_actions add constraint tag_actions_period_check CHECK (((period >= 1) AND (period <= 365)));
alter table tag_actions add constraint tag_actions_pkey PRIMARY KEY (id);
alter table tag_actions add constraint tag_actions_registration_link_days_check CHECK (((registration_link_days >= 1) AND (registration_link_days <= 365)));
alter table tag_actions add constraint tag_actions_registration_link_hour_check CHECK (((registration_link_hour >= 0) AND (registration_link_hour <= 23)));
alter table tag_actions add constraint tag_actions_type_check CHECK ((type = ANY (ARRAY['course'::text, 'letter'::text, 'phishing'::text, 'registration_link'::text])));
alter table tag_employees add constraint tag_employees_pkey PRIMARY KEY (tag_id, employee_id);
alter table tags add constraint tags_check CHECK ((min_risk_level <= max_risk_level));
alter table tags add constraint tags_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text));
alter table tags add constraint tags_id_key UNIQUE (organization_id, id);
alter table tags add constraint tags_life_days_check CHECK (((life_days >= 0) AND (life_days <= 999)));
alter table tags add constraint tags_max_risk_level_check CHECK (((max_risk_level >= 0) AND (max_risk_level <= 10)));
alter table tags add constraint tags_min_risk_level_check CHECK (((min_risk_level >= 0) AND (min_risk_level <= 10)));
alter table tags add constraint tags_pkey PRIMARY KEY (id);
alter table tags add constraint tags_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)));
alter table tags add constraint tags_type_check CHECK ((type = ANY (ARRAY['newbie'::text, 'not_registered'::text, 'arbitrary'::text, 'risk_group'::text])));
alter table tasks add constraint tasks_id_key UNIQUE (organization_id, id);
alter table tasks add constraint tasks_pkey PRIMARY KEY (id);
alter table tasks add constraint tasks_status_check CHECK ((status = ANY (ARRAY['in_process'::text, 'success'::text, 'error'::text])));
alter table template_categories add constraint template_categories_id_key UNIQUE (organization_id, id);
alter table template_categories add constraint template_categories_pkey PRIMARY KEY (id);
alter table template_categories add constraint template_categories_slug UNIQUE (organization_id, slug);
alter table template_pictures add constraint template_pictures_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)));
alter table template_pictures add constraint template_pictures_of_page UNIQUE (organization_id, redirect_page_id, file_id);
alter table template_pictures add constraint template_pictures_of_template UNIQUE (organization_id, template_id, file_id);
alter table template_pictures add constraint template_pictures_owner CHECK ((num_nonnulls(template_id, redirect_page_id) = 1));
alter table templates add constraint templates_attack_vector_check CHECK ((attack_vector = ANY (ARRAY['form'::text, 'attachments'::text])));
alter table templates add constraint templates_difficulty_check CHECK ((difficulty = ANY (ARRAY['easy'::text, 'medium'::text, 'hard'::text])));
alter table templates add constraint templates_id_key UNIQUE (organization_id, id);
alter table templates add constraint templates_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])));
alter table templates add constraint templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)));
alter table templates add constraint templates_pkey PRIMARY KEY (id);
alter table theme_steps add constraint theme_steps_attempts_limit_check CHECK (((attempts_limit >= 1) AND (attempts_limit <= 100)));
alter table theme_steps add constraint theme_steps_content CHECK ((((kind = 'scorm'::text) = (scorm_package_id IS NOT NULL)) AND ((kind = 'scorm'::text) = (module_id IS NULL))));
alter table theme_steps add constraint theme_steps_draw_count_check CHECK ((draw_count > 0));
alter table theme_steps add constraint theme_steps_id_key UNIQUE (organization_id, id);
alter table theme_steps add constraint theme_steps_kind_check CHECK ((kind = ANY (ARRAY['theory'::text, 'quiz'::text, 'scorm'::text])));
alter table theme_steps add constraint theme_steps_order UNIQUE (theme_id, order_id) DEFERRABLE INITIALLY DEFERRED;
alter table theme_steps add constraint theme_steps_pass_mark_check CHECK (((pass_mark >= 1) AND (pass_mark <= 100)));
alter table theme_steps add constraint theme_steps_pkey PRIMARY KEY (id);
alter table theme_steps add constraint theme_steps_score_policy_check CHECK ((score_policy = ANY (ARRAY['highest'::text, 'last'::text, 'first'::text, 'average'::text])));
alter table theme_steps add constraint theme_steps_time_limit_minutes_check CHECK (((time_limit_minutes >= 1) AND (time_limit_minutes <= 600)));
alter table themes add constraint themes_id_key UNIQUE (organization_id, id);
alter table themes add constraint themes_pkey PRIMARY KEY (id);
alter table tracking_events add constraint tracking_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'clicked'::text, 'opened_attachment'::text, 'entered_data'::text, 'reported'::text, 'used_page'::text])));
alter table tracking_events add constraint tracking_events_pkey PRIMARY KEY (campaign_id, id);
alter table two_factor_codes add constraint two_factor_codes_pkey PRIMARY KEY (session_hash);
alter table worker_heartbeats add constraint worker_heartbeats_pkey PRIMARY KEY (worker_id);
alter table api_tokens add constraint api_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table assignments add constraint assignments_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id);
alter table assignments add constraint assignments_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id);
alter table assignments add constraint assignments_organization_id_course_version_id_fkey FOREIGN KEY (organization_id, course_version_id) REFERENCES course_versions(organization_id, id);
alter table assignments add constraint assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table attachment_files add constraint attachment_files_file FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table audit_chains add constraint audit_chains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table audit_log add constraint audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table audit_pending add constraint audit_pending_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table audit_seals add constraint audit_seals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table authenticator_policies add constraint authenticator_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table authenticators add constraint authenticators_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table automation_schedules add constraint automation_schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table backup_codes add constraint backup_codes_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES authenticators(organization_id, employee_id) ON DELETE CASCADE;
alter table bulk_works add constraint bulk_works_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table bulk_works add constraint bulk_works_task FOREIGN KEY (organization_id, task_id) REFERENCES tasks(organization_id, id) ON DELETE CASCADE;
alter table campaign_approvals add constraint campaign_approvals_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE;
alter table campaign_approvals add constraint campaign_approvals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table campaign_drafts add constraint campaign_drafts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table campaign_email_translations add constraint campaign_email_translations_organization_id_campaign_id_em_fkey FOREIGN KEY (organization_id, campaign_id, email_id) REFERENCES campaign_emails(organization_id, campaign_id, email_id) ON DELETE CASCADE;
alter table campaign_emails add constraint campaign_emails_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE;
alter table campaign_files add constraint campaign_files_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE;
alter table campaign_files add constraint campaign_files_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table campaign_reactions add constraint campaign_reactions_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE;
alter table campaign_reactions add constraint campaign_reactions_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table campaign_recipients add constraint campaign_recipients_organization_id_campaign_id_email_id_fkey FOREIGN KEY (organization_id, campaign_id, email_id) REFERENCES campaign_emails(organization_id, campaign_id, email_id) ON DELETE CASCADE;
alter table campaign_recipients add constraint campaign_recipients_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id);
alter table campaign_tallies add constraint campaign_tallies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table campaigns add constraint campaigns_organization_id_after_campaign_id_fkey FOREIGN KEY (organization_id, after_campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE SET NULL (after_campaign_id);
alter table campaigns add constraint campaigns_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id);
alter table campaigns add constraint campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table campaigns add constraint campaigns_organization_id_redirect_page_id_fkey FOREIGN KEY (organization_id, redirect_page_id) REFERENCES redirect_pages(organization_id, id);
alter table certificate_rules add constraint certificate_rules_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE;
alter table certificates add constraint certificates_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE SET NULL (assignment_id);
alter table certificates add constraint certificates_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE SET NULL (course_id);
alter table certificates add constraint certificates_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE SET NULL (employee_id);
alter table certificates add constraint certificates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table certificates add constraint certificates_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE SET NULL (learner_id);
alter table consent_texts add constraint consent_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table course_effect_people add constraint course_effect_people_course FOREIGN KEY (organization_id, course_id) REFERENCES course_effects(organization_id, course_id) ON DELETE CASCADE;
alter table course_effect_people add constraint course_effect_people_employee FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table course_effect_people add constraint course_effect_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table course_effects add constraint course_effects_course FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE;
alter table course_effects add constraint course_effects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table course_reminders add constraint course_reminders_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE;
alter table course_sections add constraint course_sections_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE;
alter table course_version_files add constraint course_version_files_file FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table course_version_files add constraint course_version_files_organization_id_course_version_id_fkey FOREIGN KEY (organization_id, course_version_id) REFERENCES course_versions(organization_id, id) ON DELETE CASCADE;
alter table course_version_packages add constraint course_version_packages_organization_id_course_version_id_fkey FOREIGN KEY (organization_id, course_version_id) REFERENCES course_versions(organization_id, id) ON DELETE CASCADE;
alter table course_version_packages add constraint course_version_packages_package FOREIGN KEY (organization_id, package_id) REFERENCES scorm_packages(organization_id, id);
alter table course_versions add constraint course_versions_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE;
alter table courses add constraint courses_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id);
alter table courses add constraint courses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table courses add constraint courses_scorm_package FOREIGN KEY (organization_id, scorm_package_id) REFERENCES scorm_packages(organization_id, id);
alter table department_email_stamps add constraint department_email_stamps_campaign FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE;
alter table department_email_stamps add constraint department_email_stamps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table department_emails add constraint department_emails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table department_emails add constraint department_emails_stamp FOREIGN KEY (organization_id, campaign_id) REFERENCES department_email_stamps(organization_id, campaign_id) ON DELETE CASCADE;
alter table departments add constraint departments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table departments add constraint departments_parent FOREIGN KEY (organization_id, parent_id) REFERENCES departments(organization_id, id);
alter table directories add constraint directories_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table directory_links add constraint directory_links_employee_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table emails add constraint emails_organization_id_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES landing_pages(organization_id, id);
alter table emails add constraint emails_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id) ON DELETE CASCADE;
alter table emails add constraint emails_organization_id_translation_of_fkey FOREIGN KEY (organization_id, translation_of) REFERENCES emails(organization_id, id) ON DELETE CASCADE;
alter table employee_import_rows add constraint employee_import_rows_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES employee_imports(organization_id, id) ON DELETE CASCADE;
alter table employee_imports add constraint employee_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table employees add constraint employees_avatar FOREIGN KEY (organization_id, avatar_file_id) REFERENCES files(organization_id, id);
alter table employees add constraint employees_department FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id);
alter table employees add constraint employees_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table feature_settings add constraint feature_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table files add constraint files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table idempotency_keys add constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table invite_reminder_settings add constraint invite_reminder_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table invite_reminders add constraint invite_reminders_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table landing_pages add constraint landing_pages_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id) ON DELETE CASCADE;
alter table landing_pages add constraint landing_pages_organization_id_translation_of_fkey FOREIGN KEY (organization_id, translation_of) REFERENCES landing_pages(organization_id, id) ON DELETE CASCADE;
alter table learners add constraint learners_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE CASCADE;
alter table learners add constraint learners_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table learning_settings add constraint learning_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table link_tokens add constraint link_tokens_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table mail_reports add constraint mail_reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table mail_settings add constraint mail_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table mailbox_emails add constraint mailbox_emails_employee_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE SET NULL (employee_id);
alter table mailbox_emails add constraint mailbox_emails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table module_files add constraint module_files_file FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table module_files add constraint module_files_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id) ON DELETE CASCADE;
alter table modules add constraint modules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table notification_choices add constraint notification_choices_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table notification_choices add constraint notification_choices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table notification_reads add constraint notification_reads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table notification_reads add constraint notification_reads_organization_id_notification_id_fkey FOREIGN KEY (organization_id, notification_id) REFERENCES notifications(organization_id, id) ON DELETE CASCADE;
alter table notification_settings add constraint notification_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table notifications add constraint notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table organization_domains add constraint organization_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table organizations add constraint organizations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES organizations(id);
alter table outbox add constraint outbox_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table people_tallies add constraint people_tallies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table preview_drafts add constraint preview_drafts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table questions add constraint questions_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id);
alter table questions add constraint questions_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id) ON DELETE CASCADE;
alter table quiz_answers add constraint quiz_answers_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES quiz_attempts(organization_id, id) ON DELETE CASCADE;
alter table quiz_attempts add constraint quiz_attempts_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE;
alter table recent_things add constraint recent_things_employee_id_fkey FOREIGN KEY (employee_id) REFERENCES employees(id) ON DELETE CASCADE;
alter table recent_things add constraint recent_things_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table redirect_pages add constraint redirect_pages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table report_answers add constraint report_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table report_deliveries add constraint report_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table report_delivery_recipients add constraint report_delivery_recipients_delivery FOREIGN KEY (organization_id, delivery_id) REFERENCES report_deliveries(organization_id, id) ON DELETE CASCADE;
alter table report_delivery_recipients add constraint report_delivery_recipients_employee FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table report_mailboxes add constraint report_mailboxes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table report_recipients add constraint report_recipients_employee FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table report_recipients add constraint report_recipients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table report_schedules add constraint report_schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table reported_messages add constraint reported_messages_email_fkey FOREIGN KEY (organization_id, email_id) REFERENCES suspicious_emails(organization_id, id) ON DELETE CASCADE;
alter table reported_messages add constraint reported_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table reports add constraint reports_file FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table reports add constraint reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table retention_settings add constraint retention_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table risk_points add constraint risk_points_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scim_groups add constraint scim_groups_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id) ON DELETE CASCADE;
alter table scim_settings add constraint scim_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scim_tags add constraint scim_tags_tag_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE CASCADE;
alter table scim_users add constraint scim_users_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table scorm_commits add constraint scorm_commits_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES scorm_sessions(organization_id, id) ON DELETE CASCADE;
alter table scorm_imports add constraint scorm_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scorm_interactions add constraint scorm_interactions_organization_id_registration_id_fkey FOREIGN KEY (organization_id, registration_id) REFERENCES scorm_registrations(organization_id, id) ON DELETE CASCADE;
alter table scorm_package_files add constraint scorm_package_files_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES scorm_packages(organization_id, id) ON DELETE CASCADE;
alter table scorm_packages add constraint scorm_packages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scorm_registrations add constraint scorm_registrations_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE;
alter table scorm_registrations add constraint scorm_registrations_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES scorm_packages(organization_id, id);
alter table scorm_scos add constraint scorm_scos_organization_id_registration_id_fkey FOREIGN KEY (organization_id, registration_id) REFERENCES scorm_registrations(organization_id, id) ON DELETE CASCADE;
alter table scorm_sessions add constraint scorm_sessions_organization_id_registration_id_fkey FOREIGN KEY (organization_id, registration_id) REFERENCES scorm_registrations(organization_id, id) ON DELETE CASCADE;
alter table section_themes add constraint section_themes_organization_id_section_id_fkey FOREIGN KEY (organization_id, section_id) REFERENCES course_sections(organization_id, id) ON DELETE CASCADE;
alter table section_themes add constraint section_themes_organization_id_theme_id_fkey FOREIGN KEY (organization_id, theme_id) REFERENCES themes(organization_id, id);
alter table sending_days add constraint sending_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_acting_organization_id_fkey FOREIGN KEY (acting_organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table slides add constraint slides_audio FOREIGN KEY (organization_id, audio_file_id) REFERENCES files(organization_id, id);
alter table slides add constraint slides_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id);
alter table slides add constraint slides_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id) ON DELETE CASCADE;
alter table sso_assertions add constraint sso_assertions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_identities add constraint sso_identities_employee_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table sso_requests add constraint sso_requests_employee_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table sso_requests add constraint sso_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_settings add constraint sso_settings_break_glass_fkey FOREIGN KEY (organization_id, break_glass_id) REFERENCES employees(organization_id, id) ON DELETE SET NULL (break_glass_id);
alter table sso_settings add constraint sso_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table step_progress add constraint step_progress_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE;
alter table suspicious_emails add constraint suspicious_emails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table suspicious_emails add constraint suspicious_emails_reporter_fkey FOREIGN KEY (organization_id, reporter_id) REFERENCES employees(organization_id, id) ON DELETE SET NULL (reporter_id);
alter table tag_action_courses add constraint tag_action_courses_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES tag_actions(organization_id, id) ON DELETE CASCADE;
alter table tag_action_courses add constraint tag_action_courses_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE;
alter table tag_action_emails add constraint tag_action_emails_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES tag_actions(organization_id, id) ON DELETE CASCADE;
alter table tag_action_emails add constraint tag_action_emails_organization_id_email_id_fkey FOREIGN KEY (organization_id, email_id) REFERENCES emails(organization_id, id) ON DELETE CASCADE;
alter table tag_action_runs add constraint tag_action_runs_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table tag_action_runs add constraint tag_action_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table tag_action_runs add constraint tag_action_runs_tag FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE SET NULL (tag_id);
alter table tag_actions add constraint tag_actions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table tag_actions add constraint tag_actions_organization_id_tag_id_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE CASCADE;
alter table tag_employees add constraint tag_employees_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE;
alter table tag_employees add constraint tag_employees_organization_id_tag_id_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE CASCADE;
alter table tags add constraint tags_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table tasks add constraint tasks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table template_categories add constraint template_categories_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table template_pictures add constraint template_pictures_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id);
alter table template_pictures add constraint template_pictures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table template_pictures add constraint template_pictures_organization_id_redirect_page_id_fkey FOREIGN KEY (organization_id, redirect_page_id) REFERENCES redirect_pages(organization_id, id) ON DELETE CASCADE;
alter table template_pictures add constraint template_pictures_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id) ON DELETE CASCADE;
alter table templates add constraint templates_logo FOREIGN KEY (organization_id, logo_file_id) REFERENCES files(organization_id, id);
alter table templates add constraint templates_organization_id_category_id_fkey FOREIGN KEY (organization_id, category_id) REFERENCES template_categories(organization_id, id);
alter table templates add constraint templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table theme_steps add constraint theme_steps_module FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id);
alter table theme_steps add constraint theme_steps_organization_id_theme_id_fkey FOREIGN KEY (organization_id, theme_id) REFERENCES themes(organization_id, id) ON DELETE CASCADE;
alter table theme_steps add constraint theme_steps_scorm_package FOREIGN KEY (organization_id, scorm_package_id) REFERENCES scorm_packages(organization_id, id);
alter table themes add constraint themes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table tracking_events add constraint tracking_events_organization_id_recipient_id_fkey FOREIGN KEY (organization_id, recipient_id) REFERENCES campaign_recipients(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
alter table two_factor_codes add constraint two_factor_codes_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE;

-- Indexes

CREATE INDEX api_tokens_recent ON public.api_tokens USING btree (organization_id, kind, created_at DESC);
CREATE INDEX assignments_course ON public.assignments USING btree (organization_id, course_id);
CREATE INDEX assignments_reminding ON public.assignments USING btree (organization_id) WHERE ((status = 'active'::text) AND (paused_at IS NULL) AND (reminders <> '{}'::jsonb));
CREATE INDEX attachment_files_checked ON public.attachment_files USING btree (checked_at);
CREATE INDEX audit_log_action ON public.audit_log USING btree (organization_id, action, id);
CREATE INDEX audit_log_actor_name ON public.audit_log USING btree (organization_id, actor_name, id);
CREATE INDEX audit_log_of_many ON public.audit_log USING btree (organization_id, id) WHERE (details ? 'people'::text);
CREATE INDEX audit_log_people ON public.audit_log USING gin (audit_people(details)) WITH (fastupdate=off) WHERE (details ? 'people'::text);
CREATE INDEX audit_log_recent ON public.audit_log USING btree (organization_id, id DESC);
CREATE INDEX audit_log_target ON public.audit_log USING btree (organization_id, target_id, id DESC) WHERE (target_id IS NOT NULL);
CREATE INDEX audit_log_titles ON public.audit_log USING btree (organization_id, target_title, target_id, id) WHERE (target_title IS NOT NULL);
CREATE INDEX campaign_emails_template ON public.campaign_emails USING btree (organization_id, template_id);
CREATE INDEX campaign_files_file ON public.campaign_files USING btree (file_id);
CREATE INDEX campaign_reactions_employee ON public.campaign_reactions USING btree (organization_id, employee_id);
CREATE INDEX campaign_recipients_due ON public.campaign_recipients USING btree (campaign_id, send_at, id) WHERE waiting;
CREATE INDEX campaign_recipients_employee ON public.campaign_recipients USING btree (organization_id, employee_id, sent_at);
CREATE INDEX campaign_recipients_leased ON public.campaign_recipients USING btree (lease_until) WHERE held;
CREATE INDEX campaign_recipients_message ON public.campaign_recipients USING btree (organization_id, message_id);
CREATE INDEX campaign_recipients_reported ON public.campaign_recipients USING btree (campaign_id, organization_id) WHERE (reported_at IS NOT NULL);
CREATE INDEX campaigns_after ON public.campaigns USING btree (organization_id, after_campaign_id) WHERE (after_campaign_id IS NOT NULL);
CREATE INDEX campaigns_due ON public.campaigns USING btree (status, start_at, end_at) WHERE (status = ANY (ARRAY['planned'::text, 'active'::text, 'creating'::text]));
CREATE INDEX campaigns_recent ON public.campaigns USING btree (organization_id, start_at DESC);
CREATE INDEX certificates_assignment ON public.certificates USING btree (organization_id, assignment_id);
CREATE INDEX certificates_employee ON public.certificates USING btree (organization_id, employee_id, course_id);
CREATE INDEX certificates_newest ON public.certificates USING btree (organization_id, issued_at DESC, id);
CREATE INDEX certificates_to_remind ON public.certificates USING btree (valid_until) WHERE ((reminded_at IS NULL) AND (revoked_at IS NULL) AND (valid_until IS NOT NULL));
CREATE INDEX course_effect_people_employee ON public.course_effect_people USING btree (organization_id, employee_id);
CREATE INDEX course_version_files_of_file ON public.course_version_files USING btree (organization_id, file_id);
CREATE INDEX courses_tags ON public.courses USING gin (tags);
CREATE INDEX departments_name ON public.departments USING btree (organization_id, title COLLATE "ru-RU-x-icu", id);
CREATE INDEX departments_parent_id ON public.departments USING btree (organization_id, parent_id);
CREATE INDEX directories_due ON public.directories USING btree (next_at);
CREATE INDEX emails_template ON public.emails USING btree (organization_id, template_id);
CREATE INDEX employee_import_rows_employee ON public.employee_import_rows USING btree (organization_id, employee_id) WHERE (employee_id IS NOT NULL);
CREATE INDEX employee_import_rows_verdict ON public.employee_import_rows USING btree (import_id, verdict, line);
CREATE INDEX employee_imports_old ON public.employee_imports USING btree (created_at);
CREATE INDEX employee_imports_recent ON public.employee_imports USING btree (organization_id, created_at DESC, id);
CREATE INDEX employee_imports_task ON public.employee_imports USING btree (organization_id, task_id);
CREATE INDEX employees_behind ON public.employees USING btree (organization_id, behind_from) WHERE (deleted_at IS NULL);
CREATE INDEX employees_course_states ON public.employees USING btree (organization_id, course_states) WHERE (deleted_at IS NULL);
CREATE INDEX employees_department_id ON public.employees USING btree (organization_id, department_id, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_email ON public.employees USING btree (email_key) WHERE (deleted_at IS NULL);
CREATE INDEX employees_email_events ON public.employees USING btree (organization_id, email_events) WHERE (deleted_at IS NULL);
CREATE INDEX employees_figures ON public.employees USING btree (organization_id, department_id) INCLUDE (risk_level, learning_progress, phishing_indicator, emails_sent, emails_dangerous) WHERE (deleted_at IS NULL);
CREATE INDEX employees_gone ON public.employees USING btree (organization_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX employees_name ON public.employees USING btree (organization_id, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_newcomers ON public.employees USING btree (organization_id, created_at) INCLUDE (role, first_emails, course_states, mailed_months, caught_months) WHERE (deleted_at IS NULL);
CREATE INDEX employees_phishing_down ON public.employees USING btree (organization_id, phishing_indicator DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_phishing_up ON public.employees USING btree (organization_id, phishing_indicator, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_position ON public.employees USING btree (organization_id, "position" COLLATE "ru-RU-x-icu", full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_powers ON public.employees USING btree (organization_id, role) WHERE ((deleted_at IS NULL) AND (role = ANY (ARRAY['system_admin'::text, 'super_user'::text])));
CREATE INDEX employees_progress_down ON public.employees USING btree (organization_id, learning_progress DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_progress_up ON public.employees USING btree (organization_id, learning_progress, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_registered ON public.employees USING btree (organization_id, department_id) WHERE ((deleted_at IS NULL) AND is_registered);
CREATE INDEX employees_removed ON public.employees USING btree (organization_id, deleted_at DESC, id) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL));
CREATE INDEX employees_removed_email ON public.employees USING btree (organization_id, email_key, deleted_at DESC) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL));
CREATE INDEX employees_risk_down ON public.employees USING btree (organization_id, risk_level DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) INCLUDE (role, risk_step, recent_caught, last_sent_on, last_opened_on, last_clicked_on, last_opened_attachment_on, last_entered_data_on, last_reported_on) WHERE (deleted_at IS NULL);
CREATE INDEX employees_risk_step ON public.employees USING btree (organization_id, risk_step) WHERE (deleted_at IS NULL);
CREATE INDEX employees_risk_up ON public.employees USING btree (organization_id, risk_level, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_role ON public.employees USING btree (organization_id, role, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL);
CREATE INDEX employees_search ON public.employees USING gin (search_text gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX employees_sound ON public.employees USING gin (name_sound gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX employees_to_wipe ON public.employees USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL));
CREATE INDEX files_expiring ON public.files USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX invite_reminders_organization ON public.invite_reminders USING btree (organization_id, employee_id);
CREATE INDEX landing_pages_template ON public.landing_pages USING btree (organization_id, template_id);
CREATE INDEX learners_email_due ON public.learners USING btree (organization_id, assignment_id) WHERE (email_due IS NOT NULL);
CREATE INDEX learners_employee ON public.learners USING btree (organization_id, employee_id, assignment_id) INCLUDE (started_at, completed_at);
CREATE INDEX link_tokens_employee ON public.link_tokens USING btree (organization_id, employee_id, purpose);
CREATE INDEX mail_reports_read ON public.mail_reports USING btree (read_at);
CREATE INDEX mailbox_emails_employee ON public.mailbox_emails USING btree (organization_id, employee_id) WHERE (employee_id IS NOT NULL);
CREATE INDEX mailbox_emails_received ON public.mailbox_emails USING btree (received_at);
CREATE INDEX mailbox_emails_recent ON public.mailbox_emails USING btree (organization_id, id DESC);
CREATE INDEX mailbox_emails_recipient ON public.mailbox_emails USING btree (organization_id, lower(recipient), id DESC);
CREATE INDEX module_files_checked ON public.module_files USING btree (checked_at);
CREATE INDEX module_files_of_file ON public.module_files USING btree (organization_id, file_id);
CREATE INDEX notification_reads_person ON public.notification_reads USING btree (organization_id, employee_id);
CREATE INDEX notifications_newest ON public.notifications USING btree (organization_id, raised_at DESC, id);
CREATE INDEX notifications_old ON public.notifications USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX organization_domains_verified ON public.organization_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE INDEX organizations_parent ON public.organizations USING btree (parent_id);
CREATE INDEX organizations_path ON public.organizations USING gin (path);
CREATE INDEX organizations_unfinished ON public.organizations USING btree (id) WHERE (starter_due OR (removal_started_at IS NOT NULL));
CREATE INDEX outbox_ended ON public.outbox USING btree (created_at) WHERE (state = ANY (ARRAY['sent'::text, 'failed'::text]));
CREATE INDEX outbox_openers ON public.outbox USING btree (organization_id, employee_id) WHERE (opens_account AND (state = 'queued'::text));
CREATE INDEX outbox_recent ON public.outbox USING btree (organization_id, created_at DESC);
CREATE INDEX quiz_attempts_ends ON public.quiz_attempts USING btree (ends_at) WHERE ((completed_at IS NULL) AND (ends_at IS NOT NULL));
CREATE INDEX recent_things_person ON public.recent_things USING btree (employee_id);
CREATE INDEX report_deliveries_created ON public.report_deliveries USING btree (created_at);
CREATE INDEX report_deliveries_preparing ON public.report_deliveries USING btree (created_at) WHERE (state = 'preparing'::text);
CREATE INDEX report_deliveries_recent ON public.report_deliveries USING btree (organization_id, created_at DESC, id);
CREATE INDEX report_delivery_recipients_employee ON public.report_delivery_recipients USING btree (organization_id, employee_id);
CREATE INDEX report_delivery_recipients_of ON public.report_delivery_recipients USING btree (organization_id, delivery_id, id);
CREATE INDEX report_mailboxes_due ON public.report_mailboxes USING btree (next_at);
CREATE INDEX report_recipients_of ON public.report_recipients USING btree (organization_id, id);
CREATE INDEX report_schedules_active ON public.report_schedules USING btree (organization_id) WHERE (frequency <> 'off'::text);
CREATE INDEX reported_messages_old ON public.reported_messages USING btree (organization_id, kept_at);
CREATE INDEX reports_recent ON public.reports USING btree (organization_id, created_at DESC);
CREATE INDEX scim_users_external_id ON public.scim_users USING btree (organization_id, external_id);
CREATE INDEX scorm_commits_age ON public.scorm_commits USING btree (created_at);
CREATE INDEX scorm_commits_session ON public.scorm_commits USING btree (session_id);
CREATE INDEX scorm_imports_waiting ON public.scorm_imports USING btree (created_at) WHERE (status = 'waiting'::text);
CREATE INDEX scorm_registrations_package ON public.scorm_registrations USING btree (organization_id, package_id);
CREATE INDEX scorm_sessions_open ON public.scorm_sessions USING btree (registration_id) WHERE (ended_at IS NULL);
CREATE INDEX scorm_sessions_unseen ON public.scorm_sessions USING btree (seen_at) WHERE (ended_at IS NULL);
CREATE INDEX sessions_employee ON public.sessions USING btree (organization_id, employee_id);
CREATE INDEX sso_assertions_expired ON public.sso_assertions USING btree (expires_at);
CREATE INDEX sso_requests_expired ON public.sso_requests USING btree (expires_at);
CREATE INDEX sso_requests_organization ON public.sso_requests USING btree (organization_id, employee_id);
CREATE INDEX sso_requests_ticket ON public.sso_requests USING btree (ticket_hash);
CREATE INDEX sso_settings_break_glass ON public.sso_settings USING btree (organization_id, break_glass_id);
CREATE INDEX suspicious_emails_hosts ON public.suspicious_emails USING gin (hosts);
CREATE INDEX suspicious_emails_message ON public.suspicious_emails USING btree (organization_id, message_key) WHERE (message_key <> ''::text);
CREATE INDEX suspicious_emails_old ON public.suspicious_emails USING btree (reported_at);
CREATE INDEX suspicious_emails_recent ON public.suspicious_emails USING btree (organization_id, reported_at DESC, id);
CREATE INDEX suspicious_emails_reporter ON public.suspicious_emails USING btree (organization_id, reporter_id);
CREATE INDEX suspicious_emails_sender ON public.suspicious_emails USING btree (organization_id, sender_address) WHERE (sender_address <> ''::text);
CREATE INDEX suspicious_emails_subject ON public.suspicious_emails USING btree (organization_id, subject_key) WHERE (subject_key <> ''::text);
CREATE INDEX suspicious_emails_waiting ON public.suspicious_emails USING btree (organization_id, reported_at) WHERE (stage <> 'closed'::text);
CREATE INDEX tag_action_runs_person ON public.tag_action_runs USING btree (organization_id, employee_id, id DESC);
CREATE INDEX tag_action_runs_recent ON public.tag_action_runs USING btree (organization_id, tag_id, id DESC);
CREATE INDEX tag_action_runs_waiting ON public.tag_action_runs USING btree (organization_id, action_id) WHERE (state = 'waiting'::text);
CREATE INDEX tag_actions_tag ON public.tag_actions USING btree (organization_id, tag_id);
CREATE INDEX tag_employees_employee ON public.tag_employees USING btree (organization_id, employee_id);
CREATE INDEX tasks_open ON public.tasks USING btree (beat_at) WHERE (status = 'in_process'::text);
CREATE INDEX template_pictures_checked ON public.template_pictures USING btree (checked_at);
CREATE INDEX template_pictures_file ON public.template_pictures USING btree (organization_id, file_id);
CREATE INDEX theme_steps_of_module ON public.theme_steps USING btree (organization_id, module_id);
CREATE INDEX tracking_events_traced ON public.tracking_events USING btree (organization_id, at) WHERE ((address IS NOT NULL) OR (user_agent <> ''::text));
CREATE INDEX tracking_events_unconfirmed ON public.tracking_events USING btree (recipient_id) WHERE ((verdict = 'unconfirmed'::text) AND (NOT human));
CREATE INDEX tracking_events_walked ON public.tracking_events USING btree (campaign_id, address) WHERE ((verdict = 'unconfirmed'::text) AND (NOT human) AND (kind = ANY (ARRAY['clicked'::text, 'opened_attachment'::text])));
CREATE UNIQUE INDEX assignments_of_campaign ON public.assignments USING btree (organization_id, campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX assignments_of_tag_action ON public.assignments USING btree (organization_id, tag_action_id, course_version_id) WHERE ((tag_action_id IS NOT NULL) AND (status <> 'completed'::text));
CREATE UNIQUE INDEX campaigns_of_tag_action ON public.campaigns USING btree (organization_id, tag_action_id, tag_month) WHERE (tag_action_id IS NOT NULL);
CREATE UNIQUE INDEX courses_starter ON public.courses USING btree (organization_id, starter_slug, language) WHERE (starter_slug IS NOT NULL);
CREATE UNIQUE INDEX departments_one_default ON public.departments USING btree (organization_id) WHERE is_default;
CREATE UNIQUE INDEX departments_title_taken ON public.departments USING btree (organization_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(title));
CREATE UNIQUE INDEX emails_translation ON public.emails USING btree (organization_id, translation_of, language) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX employees_email_taken ON public.employees USING btree (organization_id, email_key) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX landing_pages_translation ON public.landing_pages USING btree (organization_id, translation_of, language);
CREATE UNIQUE INDEX notifications_open ON public.notifications USING btree (organization_id, kind, thing_id) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX organizations_title_taken ON public.organizations USING btree (parent_id, lower(title)) WHERE ((parent_id IS NOT NULL) AND (removal_started_at IS NULL));
CREATE UNIQUE INDEX quiz_attempts_one_open ON public.quiz_attempts USING btree (learner_id, step_id) WHERE (completed_at IS NULL);
CREATE UNIQUE INDEX scim_users_name_taken ON public.scim_users USING btree (organization_id, user_name_key) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX tag_actions_only_one ON public.tag_actions USING btree (tag_id, type) WHERE (type = ANY (ARRAY['course'::text, 'phishing'::text]));
CREATE UNIQUE INDEX tags_title_taken ON public.tags USING btree (organization_id, lower(title));
CREATE UNIQUE INDEX templates_starter ON public.templates USING btree (organization_id, starter_slug) WHERE (starter_slug IS NOT NULL);
CREATE UNIQUE INDEX tracking_events_recipient ON public.tracking_events USING btree (organization_id, recipient_id, hit);

-- Triggers

CREATE TRIGGER audit_pend AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_pend();
CREATE TRIGGER keep_domain_in_one_tree BEFORE INSERT OR UPDATE OF verified_at ON public.organization_domains FOR EACH ROW WHEN (((new.verified_at IS NOT NULL) AND (new.domain !~ '\.test$'::text))) EXECUTE FUNCTION keep_domain_in_one_tree();
CREATE TRIGGER keep_former_role BEFORE UPDATE OF role ON public.employees FOR EACH ROW WHEN ((role_rank(new.role) < role_rank(old.role))) EXECUTE FUNCTION keep_former_role();
CREATE TRIGGER keep_last_super_user BEFORE UPDATE OF role, deleted_at ON public.employees FOR EACH ROW WHEN (((old.role = 'super_user'::text) AND (old.deleted_at IS NULL) AND ((new.role <> 'super_user'::text) OR (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION keep_last_super_user();
CREATE TRIGGER keep_last_super_user_row BEFORE DELETE ON public.employees FOR EACH ROW WHEN (((old.role = 'super_user'::text) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION keep_last_super_user();
CREATE TRIGGER suspicious_emails_follow_state BEFORE UPDATE OF state ON public.suspicious_emails FOR EACH ROW EXECUTE FUNCTION follow_state();
CREATE TRIGGER tally_added AFTER INSERT ON public.campaign_recipients REFERENCING NEW TABLE AS emails_after FOR EACH STATEMENT EXECUTE FUNCTION tally_emails();
CREATE TRIGGER tally_added AFTER INSERT ON public.employees REFERENCING NEW TABLE AS people_after FOR EACH STATEMENT EXECUTE FUNCTION tally_people();
CREATE TRIGGER tally_changed AFTER UPDATE ON public.campaign_recipients REFERENCING OLD TABLE AS emails_before NEW TABLE AS emails_after FOR EACH STATEMENT EXECUTE FUNCTION tally_emails();
CREATE TRIGGER tally_changed AFTER UPDATE ON public.employees REFERENCING OLD TABLE AS people_before NEW TABLE AS people_after FOR EACH STATEMENT EXECUTE FUNCTION tally_people();
CREATE TRIGGER tally_removed AFTER DELETE ON public.campaign_recipients REFERENCING OLD TABLE AS emails_before FOR EACH STATEMENT EXECUTE FUNCTION tally_emails();
CREATE TRIGGER tally_removed AFTER DELETE ON public.employees REFERENCING OLD TABLE AS people_before FOR EACH STATEMENT EXECUTE FUNCTION tally_people();
CREATE TRIGGER time_zone_changed AFTER UPDATE OF time_zone ON public.organizations FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION retally_emails();

-- Row-level security

alter table api_tokens enable row level security;
alter table api_tokens force row level security;

alter table assignments enable row level security;
alter table assignments force row level security;

alter table attachment_files enable row level security;
alter table attachment_files force row level security;

alter table audit_chains enable row level security;
alter table audit_chains force row level security;

alter table audit_log enable row level security;
alter table audit_log force row level security;

alter table audit_pending enable row level security;
alter table audit_pending force row level security;

alter table audit_seals enable row level security;
alter table audit_seals force row level security;

alter table authenticator_policies enable row level security;
alter table authenticator_policies force row level security;

alter table authenticators enable row level security;
alter table authenticators force row level security;

alter table automation_schedules enable row level security;
alter table automation_schedules force row level security;

alter table backup_codes enable row level security;
alter table backup_codes force row level security;

alter table bulk_works enable row level security;
alter table bulk_works force row level security;

alter table campaign_approvals enable row level security;
alter table campaign_approvals force row level security;

alter table campaign_drafts enable row level security;
alter table campaign_drafts force row level security;

alter table campaign_email_translations enable row level security;
alter table campaign_email_translations force row level security;

alter table campaign_emails enable row level security;
alter table campaign_emails force row level security;

alter table campaign_files enable row level security;
alter table campaign_files force row level security;

alter table campaign_reactions enable row level security;
alter table campaign_reactions force row level security;

alter table campaign_recipients enable row level security;
alter table campaign_recipients force row level security;

alter table campaign_tallies enable row level security;
alter table campaign_tallies force row level security;

alter table campaigns enable row level security;
alter table campaigns force row level security;

alter table certificate_rules enable row level security;
alter table certificate_rules force row level security;

alter table certificates enable row level security;
alter table certificates force row level security;

alter table consent_texts enable row level security;
alter table consent_texts force row level security;

alter table course_effect_people enable row level security;
alter table course_effect_people force row level security;

alter table course_effects enable row level security;
alter table course_effects force row level security;

alter table course_reminders enable row level security;
alter table course_reminders force row level security;

alter table course_sections enable row level security;
alter table course_sections force row level security;

alter table course_version_files enable row level security;
alter table course_version_files force row level security;

alter table course_version_packages enable row level security;
alter table course_version_packages force row level security;

alter table course_versions enable row level security;
alter table course_versions force row level security;

alter table courses enable row level security;
alter table courses force row level security;

alter table department_email_stamps enable row level security;
alter table department_email_stamps force row level security;

alter table department_emails enable row level security;
alter table department_emails force row level security;

alter table departments enable row level security;
alter table departments force row level security;

alter table directories enable row level security;
alter table directories force row level security;

alter table directory_links enable row level security;
alter table directory_links force row level security;

alter table emails enable row level security;
alter table emails force row level security;

alter table employee_import_rows enable row level security;
alter table employee_import_rows force row level security;

alter table employee_imports enable row level security;
alter table employee_imports force row level security;

alter table employees enable row level security;
alter table employees force row level security;

alter table feature_settings enable row level security;
alter table feature_settings force row level security;

alter table files enable row level security;
alter table files force row level security;

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;

alter table invite_reminder_settings enable row level security;
alter table invite_reminder_settings force row level security;

alter table invite_reminders enable row level security;
alter table invite_reminders force row level security;

alter table landing_pages enable row level security;
alter table landing_pages force row level security;

alter table learners enable row level security;
alter table learners force row level security;

alter table learning_settings enable row level security;
alter table learning_settings force row level security;

alter table link_tokens enable row level security;
alter table link_tokens force row level security;

alter table mail_reports enable row level security;
alter table mail_reports force row level security;

alter table mail_settings enable row level security;
alter table mail_settings force row level security;

alter table mailbox_emails enable row level security;
alter table mailbox_emails force row level security;

alter table module_files enable row level security;
alter table module_files force row level security;

alter table modules enable row level security;
alter table modules force row level security;

alter table notification_choices enable row level security;
alter table notification_choices force row level security;

alter table notification_reads enable row level security;
alter table notification_reads force row level security;

alter table notification_settings enable row level security;
alter table notification_settings force row level security;

alter table notifications enable row level security;
alter table notifications force row level security;

alter table organization_domains enable row level security;
alter table organization_domains force row level security;

alter table organizations enable row level security;
alter table organizations force row level security;

alter table outbox enable row level security;
alter table outbox force row level security;

alter table people_tallies enable row level security;
alter table people_tallies force row level security;

alter table preview_drafts enable row level security;
alter table preview_drafts force row level security;

alter table questions enable row level security;
alter table questions force row level security;

alter table quiz_answers enable row level security;
alter table quiz_answers force row level security;

alter table quiz_attempts enable row level security;
alter table quiz_attempts force row level security;

alter table recent_things enable row level security;
alter table recent_things force row level security;

alter table redirect_pages enable row level security;
alter table redirect_pages force row level security;

alter table report_answers enable row level security;
alter table report_answers force row level security;

alter table report_deliveries enable row level security;
alter table report_deliveries force row level security;

alter table report_delivery_recipients enable row level security;
alter table report_delivery_recipients force row level security;

alter table report_mailboxes enable row level security;
alter table report_mailboxes force row level security;

alter table report_recipients enable row level security;
alter table report_recipients force row level security;

alter table report_schedules enable row level security;
alter table report_schedules force row level security;

alter table reported_messages enable row level security;
alter table reported_messages force row level security;

alter table reports enable row level security;
alter table reports force row level security;

alter table retention_settings enable row level security;
alter table retention_settings force row level security;

alter table risk_points enable row level security;
alter table risk_points force row level security;

alter table scim_groups enable row level security;
alter table scim_groups force row level security;

alter table scim_settings enable row level security;
alter table scim_settings force row level security;

alter table scim_tags enable row level security;
alter table scim_tags force row level security;

alter table scim_users enable row level security;
alter table scim_users force row level security;

alter table scorm_commits enable row level security;
alter table scorm_commits force row level security;

alter table scorm_imports enable row level security;
alter table scorm_imports force row level security;

alter table scorm_interactions enable row level security;
alter table scorm_interactions force row level security;

alter table scorm_package_files enable row level security;
alter table scorm_package_files force row level security;

alter table scorm_packages enable row level security;
alter table scorm_packages force row level security;

alter table scorm_registrations enable row level security;
alter table scorm_registrations force row level security;

alter table scorm_scos enable row level security;
alter table scorm_scos force row level security;

alter table scorm_sessions enable row level security;
alter table scorm_sessions force row level security;

alter table section_themes enable row level security;
alter table section_themes force row level security;

alter table sending_days enable row level security;
alter table sending_days force row level security;

alter table sessions enable row level security;
alter table sessions force row level security;

alter table slides enable row level security;
alter table slides force row level security;

alter table sso_assertions enable row level security;
alter table sso_assertions force row level security;

alter table sso_identities enable row level security;
alter table sso_identities force row level security;

alter table sso_requests enable row level security;
alter table sso_requests force row level security;

alter table sso_settings enable row level security;
alter table sso_settings force row level security;

alter table step_progress enable row level security;
alter table step_progress force row level security;

alter table suspicious_emails enable row level security;
alter table suspicious_emails force row level security;

alter table tag_action_courses enable row level security;
alter table tag_action_courses force row level security;

alter table tag_action_emails enable row level security;
alter table tag_action_emails force row level security;

alter table tag_action_runs enable row level security;
alter table tag_action_runs force row level security;

alter table tag_actions enable row level security;
alter table tag_actions force row level security;

alter table tag_employees enable row level security;
alter table tag_employees force row level security;

alter table tags enable row level security;
alter table tags force row level security;

alter table tasks enable row level security;
alter table tasks force row level security;

alter table template_categories enable row level security;
alter table template_categories force row level security;

alter table template_pictures enable row level security;
alter table template_pictures force row level security;

alter table templates enable row level security;
alter table templates force row level security;

alter table theme_steps enable row level security;
alter table theme_steps force row level security;

alter table themes enable row level security;
alter table themes force row level security;

alter table tracking_events enable row level security;
alter table tracking_events force row level security;

alter table two_factor_codes enable row level security;
alter table two_factor_codes force row level security;

create policy subtree on api_tokens as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on api_tokens as permissive for all to sergak_system using (true) with check (true);

create policy tenant on api_tokens as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on assignments as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on assignments as permissive for all to sergak_system using (true) with check (true);

create policy tenant on assignments as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on attachment_files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on attachment_files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on attachment_files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy keeper on audit_chains as permissive for all to sergak_keeper using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on audit_chains as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on audit_chains as permissive for all to sergak_system using (true) with check (true);

create policy tenant on audit_chains as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy keeper on audit_log as permissive for all to sergak_keeper using (((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid) AND (created_at < (now() - '3 years'::interval))));

create policy subtree on audit_log as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on audit_log as permissive for all to sergak_system using (true) with check (true);

create policy tenant on audit_log as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on audit_pending as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on audit_pending as permissive for all to sergak_system using (true) with check (true);

create policy tenant on audit_pending as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy keeper on audit_seals as permissive for all to sergak_keeper using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on audit_seals as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on audit_seals as permissive for all to sergak_system using (true) with check (true);

create policy tenant on audit_seals as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on authenticator_policies as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on authenticator_policies as permissive for all to sergak_system using (true) with check (true);

create policy tenant on authenticator_policies as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on authenticators as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on authenticators as permissive for all to sergak_system using (true) with check (true);

create policy tenant on authenticators as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on automation_schedules as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on automation_schedules as permissive for all to sergak_system using (true) with check (true);

create policy tenant on automation_schedules as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on backup_codes as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on backup_codes as permissive for all to sergak_system using (true) with check (true);

create policy tenant on backup_codes as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on bulk_works as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on bulk_works as permissive for all to sergak_system using (true) with check (true);

create policy tenant on bulk_works as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_approvals as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_approvals as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_approvals as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_drafts as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_drafts as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_drafts as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_email_translations as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_email_translations as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_email_translations as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_reactions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_reactions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_reactions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_recipients as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_recipients as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_recipients as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaign_tallies as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaign_tallies as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaign_tallies as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on campaigns as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on campaigns as permissive for all to sergak_system using (true) with check (true);

create policy tenant on campaigns as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on certificate_rules as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on certificate_rules as permissive for all to sergak_system using (true) with check (true);

create policy tenant on certificate_rules as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on certificates as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on certificates as permissive for all to sergak_system using (true) with check (true);

create policy tenant on certificates as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on consent_texts as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on consent_texts as permissive for all to sergak_system using (true) with check (true);

create policy tenant on consent_texts as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_effect_people as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_effect_people as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_effect_people as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_effects as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_effects as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_effects as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_reminders as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_reminders as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_reminders as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_sections as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_sections as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_sections as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_version_files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_version_files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_version_files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_version_packages as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_version_packages as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_version_packages as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on course_versions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on course_versions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on course_versions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on courses as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on courses as permissive for all to sergak_system using (true) with check (true);

create policy tenant on courses as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on department_email_stamps as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on department_email_stamps as permissive for all to sergak_system using (true) with check (true);

create policy tenant on department_email_stamps as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on department_emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on department_emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on department_emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on departments as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on departments as permissive for all to sergak_system using (true) with check (true);

create policy tenant on departments as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on directories as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on directories as permissive for all to sergak_system using (true) with check (true);

create policy tenant on directories as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on directory_links as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on directory_links as permissive for all to sergak_system using (true) with check (true);

create policy tenant on directory_links as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on employee_import_rows as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on employee_import_rows as permissive for all to sergak_system using (true) with check (true);

create policy tenant on employee_import_rows as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on employee_imports as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on employee_imports as permissive for all to sergak_system using (true) with check (true);

create policy tenant on employee_imports as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on employees as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on employees as permissive for all to sergak_system using (true) with check (true);

create policy tenant on employees as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on feature_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on feature_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on feature_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on idempotency_keys as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on idempotency_keys as permissive for all to sergak_system using (true) with check (true);

create policy tenant on idempotency_keys as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on invite_reminder_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on invite_reminder_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on invite_reminder_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on invite_reminders as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on invite_reminders as permissive for all to sergak_system using (true) with check (true);

create policy tenant on invite_reminders as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on landing_pages as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on landing_pages as permissive for all to sergak_system using (true) with check (true);

create policy tenant on landing_pages as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on learners as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on learners as permissive for all to sergak_system using (true) with check (true);

create policy tenant on learners as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on learning_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on learning_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on learning_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on link_tokens as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on link_tokens as permissive for all to sergak_system using (true) with check (true);

create policy tenant on link_tokens as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on mail_reports as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on mail_reports as permissive for all to sergak_system using (true) with check (true);

create policy tenant on mail_reports as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on mail_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on mail_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on mail_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on mailbox_emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on mailbox_emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on mailbox_emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on module_files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on module_files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on module_files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on modules as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on modules as permissive for all to sergak_system using (true) with check (true);

create policy tenant on modules as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on notification_choices as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on notification_choices as permissive for all to sergak_system using (true) with check (true);

create policy tenant on notification_choices as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on notification_reads as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on notification_reads as permissive for all to sergak_system using (true) with check (true);

create policy tenant on notification_reads as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on notification_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on notification_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on notification_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on notifications as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on notifications as permissive for all to sergak_system using (true) with check (true);

create policy tenant on notifications as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on organization_domains as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on organization_domains as permissive for all to sergak_system using (true) with check (true);

create policy tenant on organization_domains as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on organizations as permissive for select to sergak_reader using ((id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on organizations as permissive for all to sergak_system using (true) with check (true);

create policy tenant on organizations as permissive for all to sergak_app using ((id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on outbox as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on outbox as permissive for all to sergak_system using (true) with check (true);

create policy tenant on outbox as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on people_tallies as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on people_tallies as permissive for all to sergak_system using (true) with check (true);

create policy tenant on people_tallies as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on preview_drafts as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on preview_drafts as permissive for all to sergak_system using (true) with check (true);

create policy tenant on preview_drafts as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on questions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on questions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on questions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on quiz_answers as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on quiz_answers as permissive for all to sergak_system using (true) with check (true);

create policy tenant on quiz_answers as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on quiz_attempts as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on quiz_attempts as permissive for all to sergak_system using (true) with check (true);

create policy tenant on quiz_attempts as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on recent_things as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on recent_things as permissive for all to sergak_system using (true) with check (true);

create policy tenant on recent_things as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on redirect_pages as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on redirect_pages as permissive for all to sergak_system using (true) with check (true);

create policy tenant on redirect_pages as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_answers as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_answers as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_answers as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_deliveries as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_deliveries as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_deliveries as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_delivery_recipients as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_delivery_recipients as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_delivery_recipients as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_mailboxes as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_mailboxes as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_mailboxes as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_recipients as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_recipients as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_recipients as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on report_schedules as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on report_schedules as permissive for all to sergak_system using (true) with check (true);

create policy tenant on report_schedules as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on reported_messages as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on reported_messages as permissive for all to sergak_system using (true) with check (true);

create policy tenant on reported_messages as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on reports as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on reports as permissive for all to sergak_system using (true) with check (true);

create policy tenant on reports as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on retention_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on retention_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on retention_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on risk_points as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on risk_points as permissive for all to sergak_system using (true) with check (true);

create policy tenant on risk_points as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scim_groups as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scim_groups as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scim_groups as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scim_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scim_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scim_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scim_tags as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scim_tags as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scim_tags as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scim_users as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scim_users as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scim_users as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_commits as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_commits as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_commits as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_imports as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_imports as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_imports as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_interactions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_interactions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_interactions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_package_files as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_package_files as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_package_files as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_packages as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_packages as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_packages as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_registrations as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_registrations as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_registrations as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_scos as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_scos as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_scos as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on scorm_sessions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on scorm_sessions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on scorm_sessions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on section_themes as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on section_themes as permissive for all to sergak_system using (true) with check (true);

create policy tenant on section_themes as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sending_days as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sending_days as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sending_days as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sessions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sessions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sessions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on slides as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on slides as permissive for all to sergak_system using (true) with check (true);

create policy tenant on slides as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sso_assertions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sso_assertions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sso_assertions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sso_identities as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sso_identities as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sso_identities as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sso_requests as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sso_requests as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sso_requests as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on sso_settings as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on sso_settings as permissive for all to sergak_system using (true) with check (true);

create policy tenant on sso_settings as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on step_progress as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on step_progress as permissive for all to sergak_system using (true) with check (true);

create policy tenant on step_progress as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on suspicious_emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on suspicious_emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on suspicious_emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tag_action_courses as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tag_action_courses as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tag_action_courses as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tag_action_emails as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tag_action_emails as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tag_action_emails as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tag_action_runs as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tag_action_runs as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tag_action_runs as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tag_actions as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tag_actions as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tag_actions as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tag_employees as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tag_employees as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tag_employees as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tags as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tags as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tags as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tasks as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tasks as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tasks as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on template_categories as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on template_categories as permissive for all to sergak_system using (true) with check (true);

create policy tenant on template_categories as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on template_pictures as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on template_pictures as permissive for all to sergak_system using (true) with check (true);

create policy tenant on template_pictures as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on templates as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on templates as permissive for all to sergak_system using (true) with check (true);

create policy tenant on templates as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on theme_steps as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on theme_steps as permissive for all to sergak_system using (true) with check (true);

create policy tenant on theme_steps as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on themes as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on themes as permissive for all to sergak_system using (true) with check (true);

create policy tenant on themes as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on tracking_events as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on tracking_events as permissive for all to sergak_system using (true) with check (true);

create policy tenant on tracking_events as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

create policy subtree on two_factor_codes as permissive for select to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[])));

create policy system on two_factor_codes as permissive for all to sergak_system using (true) with check (true);

create policy tenant on two_factor_codes as permissive for all to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid));

-- Owners and rights

grant usage on schema public to sergak_app;
grant usage on schema public to sergak_keeper;
grant usage on schema public to sergak_reader;
grant usage on schema public to sergak_system;
grant delete, insert, select, update on api_tokens to sergak_app;
grant delete, insert, select, update on api_tokens to sergak_system;
grant select on api_tokens to sergak_reader;
grant delete, insert, select, update on assignments to sergak_app;
grant delete, insert, select, update on assignments to sergak_system;
grant select on assignments to sergak_reader;
grant delete, insert, select, update on attachment_files to sergak_app;
grant delete, insert, select, update on attachment_files to sergak_system;
grant select on attachment_files to sergak_reader;
grant delete, insert, select, update on audit_chains to sergak_system;
grant select on audit_chains to sergak_app;
grant select on audit_chains to sergak_reader;
grant select, update on audit_chains to sergak_keeper;
grant delete, select on audit_log to sergak_keeper;
grant insert, select on audit_log to sergak_app;
grant insert, select on audit_log to sergak_system;
grant select on audit_log to sergak_reader;
grant delete, insert, select, update on audit_pending to sergak_system;
grant insert, select on audit_pending to sergak_app;
grant select on audit_pending to sergak_reader;
grant delete, select on audit_seals to sergak_keeper;
grant insert, select on audit_seals to sergak_system;
grant select on audit_seals to sergak_app;
grant select on audit_seals to sergak_reader;
grant delete, insert, select, update on authenticator_policies to sergak_app;
grant delete, insert, select, update on authenticator_policies to sergak_system;
grant select on authenticator_policies to sergak_reader;
grant delete, insert, select, update on authenticators to sergak_app;
grant delete, insert, select, update on authenticators to sergak_system;
grant select on authenticators to sergak_reader;
grant delete, insert, select, update on automation_schedules to sergak_app;
grant delete, insert, select, update on automation_schedules to sergak_system;
grant select on automation_schedules to sergak_reader;
grant delete, insert, select, update on backup_codes to sergak_app;
grant delete, insert, select, update on backup_codes to sergak_system;
grant select on backup_codes to sergak_reader;
grant delete, insert, select, update on bulk_works to sergak_app;
grant delete, insert, select, update on bulk_works to sergak_system;
grant select on bulk_works to sergak_reader;
grant delete, insert, select, update on campaign_approvals to sergak_app;
grant delete, insert, select, update on campaign_approvals to sergak_system;
grant select on campaign_approvals to sergak_reader;
grant delete, insert, select, update on campaign_drafts to sergak_app;
grant delete, insert, select, update on campaign_drafts to sergak_system;
grant select on campaign_drafts to sergak_reader;
grant delete, insert, select, update on campaign_email_translations to sergak_app;
grant delete, insert, select, update on campaign_email_translations to sergak_system;
grant select on campaign_email_translations to sergak_reader;
grant delete, insert, select, update on campaign_emails to sergak_app;
grant delete, insert, select, update on campaign_emails to sergak_system;
grant select on campaign_emails to sergak_reader;
grant delete, insert, select, update on campaign_files to sergak_app;
grant delete, insert, select, update on campaign_files to sergak_system;
grant select on campaign_files to sergak_reader;
grant delete, insert, select, update on campaign_reactions to sergak_app;
grant delete, insert, select, update on campaign_reactions to sergak_system;
grant select on campaign_reactions to sergak_reader;
grant delete, insert, select, update on campaign_recipients to sergak_app;
grant delete, insert, select, update on campaign_recipients to sergak_system;
grant select on campaign_recipients to sergak_reader;
grant delete, insert, select, update on campaign_tallies to sergak_app;
grant delete, insert, select, update on campaign_tallies to sergak_system;
grant select on campaign_tallies to sergak_reader;
grant delete, insert, select, update on campaigns to sergak_app;
grant delete, insert, select, update on campaigns to sergak_system;
grant select on campaigns to sergak_reader;
grant delete, insert, select, update on certificate_rules to sergak_app;
grant delete, insert, select, update on certificate_rules to sergak_system;
grant select on certificate_rules to sergak_reader;
grant delete, insert, select, update on certificates to sergak_app;
grant delete, insert, select, update on certificates to sergak_system;
grant select on certificates to sergak_reader;
grant delete, insert, select, update on consent_texts to sergak_system;
grant insert, select on consent_texts to sergak_app;
grant select on consent_texts to sergak_reader;
grant delete, insert, select, update on course_effect_people to sergak_app;
grant delete, insert, select, update on course_effect_people to sergak_system;
grant select on course_effect_people to sergak_reader;
grant delete, insert, select, update on course_effects to sergak_app;
grant delete, insert, select, update on course_effects to sergak_system;
grant select on course_effects to sergak_reader;
grant delete, insert, select, update on course_reminders to sergak_app;
grant delete, insert, select, update on course_reminders to sergak_system;
grant select on course_reminders to sergak_reader;
grant delete, insert, select, update on course_sections to sergak_app;
grant delete, insert, select, update on course_sections to sergak_system;
grant select on course_sections to sergak_reader;
grant delete, insert, select, update on course_version_files to sergak_app;
grant delete, insert, select, update on course_version_files to sergak_system;
grant select on course_version_files to sergak_reader;
grant delete, insert, select, update on course_version_packages to sergak_app;
grant delete, insert, select, update on course_version_packages to sergak_system;
grant select on course_version_packages to sergak_reader;
grant delete, insert, select, update on course_versions to sergak_app;
grant delete, insert, select, update on course_versions to sergak_system;
grant select on course_versions to sergak_reader;
grant delete, insert, select, update on courses to sergak_app;
grant delete, insert, select, update on courses to sergak_system;
grant select on courses to sergak_reader;
grant delete, insert, select, update on department_email_stamps to sergak_app;
grant delete, insert, select, update on department_email_stamps to sergak_system;
grant select on department_email_stamps to sergak_reader;
grant delete, insert, select, update on department_emails to sergak_app;
grant delete, insert, select, update on department_emails to sergak_system;
grant select on department_emails to sergak_reader;
grant delete, insert, select, update on departments to sergak_app;
grant delete, insert, select, update on departments to sergak_system;
grant select on departments to sergak_reader;
grant delete, insert, select, update on directories to sergak_app;
grant delete, insert, select, update on directories to sergak_system;
grant select on directories to sergak_reader;
grant delete, insert, select, update on directory_links to sergak_app;
grant delete, insert, select, update on directory_links to sergak_system;
grant select on directory_links to sergak_reader;
grant delete, insert, select, update on emails to sergak_app;
grant delete, insert, select, update on emails to sergak_system;
grant select on emails to sergak_reader;
grant delete, insert, select, update on employee_import_rows to sergak_app;
grant delete, insert, select, update on employee_import_rows to sergak_system;
grant select on employee_import_rows to sergak_reader;
grant delete, insert, select, update on employee_imports to sergak_app;
grant delete, insert, select, update on employee_imports to sergak_system;
grant select on employee_imports to sergak_reader;
grant delete, insert, select, update on employees to sergak_app;
grant delete, insert, select, update on employees to sergak_system;
grant select on employees to sergak_reader;
grant delete, insert, select, update on feature_settings to sergak_app;
grant delete, insert, select, update on feature_settings to sergak_system;
grant select on feature_settings to sergak_reader;
grant delete, insert, select, update on files to sergak_app;
grant delete, insert, select, update on files to sergak_system;
grant select on files to sergak_reader;
grant delete, insert, select, update on idempotency_keys to sergak_app;
grant delete, insert, select, update on idempotency_keys to sergak_system;
grant select on idempotency_keys to sergak_reader;
grant delete, insert, select, update on invite_reminder_settings to sergak_app;
grant delete, insert, select, update on invite_reminder_settings to sergak_system;
grant select on invite_reminder_settings to sergak_reader;
grant delete, insert, select, update on invite_reminders to sergak_app;
grant delete, insert, select, update on invite_reminders to sergak_system;
grant select on invite_reminders to sergak_reader;
grant delete, insert, select, update on known_places to sergak_system;
grant delete, insert, select, update on landing_pages to sergak_app;
grant delete, insert, select, update on landing_pages to sergak_system;
grant select on landing_pages to sergak_reader;
grant delete, insert, select, update on learners to sergak_app;
grant delete, insert, select, update on learners to sergak_system;
grant select on learners to sergak_reader;
grant delete, insert, select, update on learning_settings to sergak_app;
grant delete, insert, select, update on learning_settings to sergak_system;
grant select on learning_settings to sergak_reader;
grant delete, insert, select, update on link_tokens to sergak_app;
grant delete, insert, select, update on link_tokens to sergak_system;
grant select on link_tokens to sergak_reader;
grant delete, insert, select, update on mail_reports to sergak_app;
grant delete, insert, select, update on mail_reports to sergak_system;
grant select on mail_reports to sergak_reader;
grant delete, insert, select, update on mail_settings to sergak_app;
grant delete, insert, select, update on mail_settings to sergak_system;
grant select on mail_settings to sergak_reader;
grant delete, insert, select, update on mailbox_emails to sergak_app;
grant delete, insert, select, update on mailbox_emails to sergak_system;
grant select on mailbox_emails to sergak_reader;
grant delete, insert, select, update on module_files to sergak_app;
grant delete, insert, select, update on module_files to sergak_system;
grant select on module_files to sergak_reader;
grant delete, insert, select, update on modules to sergak_app;
grant delete, insert, select, update on modules to sergak_system;
grant select on modules to sergak_reader;
grant delete, insert, select, update on notification_choices to sergak_app;
grant delete, insert, select, update on notification_choices to sergak_system;
grant select on notification_choices to sergak_reader;
grant delete, insert, select, update on notification_reads to sergak_app;
grant delete, insert, select, update on notification_reads to sergak_system;
grant select on notification_reads to sergak_reader;
grant delete, insert, select, update on notification_settings to sergak_app;
grant delete, insert, select, update on notification_settings to sergak_system;
grant select on notification_settings to sergak_reader;
grant delete, insert, select, update on notifications to sergak_app;
grant delete, insert, select, update on notifications to sergak_system;
grant select on notifications to sergak_reader;
grant delete, insert, select, update on organization_domains to sergak_app;
grant delete, insert, select, update on organization_domains to sergak_system;
grant select on organization_domains to sergak_reader;
grant delete, insert, select, update on organizations to sergak_system;
grant insert, select, update on organizations to sergak_app;
grant select on organizations to sergak_reader;
grant delete, insert, select, update on outbox to sergak_app;
grant delete, insert, select, update on outbox to sergak_system;
grant select on outbox to sergak_reader;
grant delete, insert, select, update on people_tallies to sergak_app;
grant delete, insert, select, update on people_tallies to sergak_system;
grant select on people_tallies to sergak_reader;
grant delete, insert, select, update on preview_drafts to sergak_app;
grant delete, insert, select, update on preview_drafts to sergak_system;
grant select on preview_drafts to sergak_reader;
grant delete, insert, select, update on questions to sergak_app;
grant delete, insert, select, update on questions to sergak_system;
grant select on questions to sergak_reader;
grant delete, insert, select, update on quiz_answers to sergak_app;
grant delete, insert, select, update on quiz_answers to sergak_system;
grant select on quiz_answers to sergak_reader;
grant delete, insert, select, update on quiz_attempts to sergak_app;
grant delete, insert, select, update on quiz_attempts to sergak_system;
grant select on quiz_attempts to sergak_reader;
grant delete, insert, select, update on rate_windows to sergak_system;
grant delete, insert, select, update on recent_things to sergak_app;
grant delete, insert, select, update on recent_things to sergak_system;
grant select on recent_things to sergak_reader;
grant delete, insert, select, update on redirect_pages to sergak_app;
grant delete, insert, select, update on redirect_pages to sergak_system;
grant select on redirect_pages to sergak_reader;
grant delete, insert, select, update on report_answers to sergak_app;
grant delete, insert, select, update on report_answers to sergak_system;
grant select on report_answers to sergak_reader;
grant delete, insert, select, update on report_deliveries to sergak_app;
grant delete, insert, select, update on report_deliveries to sergak_system;
grant select on report_deliveries to sergak_reader;
grant delete, insert, select, update on report_delivery_recipients to sergak_app;
grant delete, insert, select, update on report_delivery_recipients to sergak_system;
grant select on report_delivery_recipients to sergak_reader;
grant delete, insert, select, update on report_mailboxes to sergak_app;
grant delete, insert, select, update on report_mailboxes to sergak_system;
grant select on report_mailboxes to sergak_reader;
grant delete, insert, select, update on report_recipients to sergak_app;
grant delete, insert, select, update on report_recipients to sergak_system;
grant select on report_recipients to sergak_reader;
grant delete, insert, select, update on report_schedules to sergak_app;
grant delete, insert, select, update on report_schedules to sergak_system;
grant select on report_schedules to sergak_reader;
grant delete, insert, select, update on reported_messages to sergak_app;
grant delete, insert, select, update on reported_messages to sergak_system;
grant select on reported_messages to sergak_reader;
grant delete, insert, select, update on reports to sergak_app;
grant delete, insert, select, update on reports to sergak_system;
grant select on reports to sergak_reader;
grant delete, insert, select, update on retention_settings to sergak_app;
grant delete, insert, select, update on retention_settings to sergak_system;
grant select on retention_settings to sergak_reader;
grant delete, insert, select, update on risk_points to sergak_app;
grant delete, insert, select, update on risk_points to sergak_system;
grant select on risk_points to sergak_reader;
grant delete, insert, select, update on scim_groups to sergak_app;
grant delete, insert, select, update on scim_groups to sergak_system;
grant select on scim_groups to sergak_reader;
grant delete, insert, select, update on scim_settings to sergak_app;
grant delete, insert, select, update on scim_settings to sergak_system;
grant select on scim_settings to sergak_reader;
grant delete, insert, select, update on scim_tags to sergak_app;
grant delete, insert, select, update on scim_tags to sergak_system;
grant select on scim_tags to sergak_reader;
grant delete, insert, select, update on scim_users to sergak_app;
grant delete, insert, select, update on scim_users to sergak_system;
grant select on scim_users to sergak_reader;
grant delete, insert, select, update on scorm_commits to sergak_app;
grant delete, insert, select, update on scorm_commits to sergak_system;
grant select on scorm_commits to sergak_reader;
grant delete, insert, select, update on scorm_imports to sergak_app;
grant delete, insert, select, update on scorm_imports to sergak_system;
grant select on scorm_imports to sergak_reader;
grant delete, insert, select, update on scorm_interactions to sergak_app;
grant delete, insert, select, update on scorm_interactions to sergak_system;
grant select on scorm_interactions to sergak_reader;
grant delete, insert, select, update on scorm_package_files to sergak_app;
grant delete, insert, select, update on scorm_package_files to sergak_system;
grant select on scorm_package_files to sergak_reader;
grant delete, insert, select, update on scorm_packages to sergak_app;
grant delete, insert, select, update on scorm_packages to sergak_system;
grant select on scorm_packages to sergak_reader;
grant delete, insert, select, update on scorm_registrations to sergak_app;
grant delete, insert, select, update on scorm_registrations to sergak_system;
grant select on scorm_registrations to sergak_reader;
grant delete, insert, select, update on scorm_scos to sergak_app;
grant delete, insert, select, update on scorm_scos to sergak_system;
grant select on scorm_scos to sergak_reader;
grant delete, insert, select, update on scorm_sessions to sergak_app;
grant delete, insert, select, update on scorm_sessions to sergak_system;
grant select on scorm_sessions to sergak_reader;
grant delete, insert, select, update on section_themes to sergak_app;
grant delete, insert, select, update on section_themes to sergak_system;
grant select on section_themes to sergak_reader;
grant delete, insert, select, update on sending_days to sergak_app;
grant delete, insert, select, update on sending_days to sergak_system;
grant select on sending_days to sergak_reader;
grant delete, insert, select, update on sessions to sergak_app;
grant delete, insert, select, update on sessions to sergak_system;
grant select on sessions to sergak_reader;
grant delete, insert, select, update on slides to sergak_app;
grant delete, insert, select, update on slides to sergak_system;
grant select on slides to sergak_reader;
grant delete, insert, select, update on sso_assertions to sergak_app;
grant delete, insert, select, update on sso_assertions to sergak_system;
grant select on sso_assertions to sergak_reader;
grant delete, insert, select, update on sso_identities to sergak_app;
grant delete, insert, select, update on sso_identities to sergak_system;
grant select on sso_identities to sergak_reader;
grant delete, insert, select, update on sso_requests to sergak_app;
grant delete, insert, select, update on sso_requests to sergak_system;
grant select on sso_requests to sergak_reader;
grant delete, insert, select, update on sso_settings to sergak_app;
grant delete, insert, select, update on sso_settings to sergak_system;
grant select on sso_settings to sergak_reader;
grant insert, select on starter_releases to sergak_system;
grant select on starter_releases to sergak_app;
grant select on starter_releases to sergak_reader;
grant delete, insert, select, update on step_progress to sergak_app;
grant delete, insert, select, update on step_progress to sergak_system;
grant select on step_progress to sergak_reader;
grant delete, insert, select, update on suspicious_emails to sergak_app;
grant delete, insert, select, update on suspicious_emails to sergak_system;
grant select on suspicious_emails to sergak_reader;
grant delete, insert, select, update on tag_action_courses to sergak_app;
grant delete, insert, select, update on tag_action_courses to sergak_system;
grant select on tag_action_courses to sergak_reader;
grant delete, insert, select, update on tag_action_emails to sergak_app;
grant delete, insert, select, update on tag_action_emails to sergak_system;
grant select on tag_action_emails to sergak_reader;
grant delete, insert, select, update on tag_action_runs to sergak_app;
grant delete, insert, select, update on tag_action_runs to sergak_system;
grant select on tag_action_runs to sergak_reader;
grant delete, insert, select, update on tag_actions to sergak_app;
grant delete, insert, select, update on tag_actions to sergak_system;
grant select on tag_actions to sergak_reader;
grant delete, insert, select, update on tag_employees to sergak_app;
grant delete, insert, select, update on tag_employees to sergak_system;
grant select on tag_employees to sergak_reader;
grant delete, insert, select, update on tags to sergak_app;
grant delete, insert, select, update on tags to sergak_system;
grant select on tags to sergak_reader;
grant delete, insert, select, update on tasks to sergak_app;
grant delete, insert, select, update on tasks to sergak_system;
grant select on tasks to sergak_reader;
grant delete, insert, select, update on template_categories to sergak_app;
grant delete, insert, select, update on template_categories to sergak_system;
grant select on template_categories to sergak_reader;
grant delete, insert, select, update on template_pictures to sergak_app;
grant delete, insert, select, update on template_pictures to sergak_system;
grant select on template_pictures to sergak_reader;
grant delete, insert, select, update on templates to sergak_app;
grant delete, insert, select, update on templates to sergak_system;
grant select on templates to sergak_reader;
grant delete, insert, select, update on theme_steps to sergak_app;
grant delete, insert, select, update on theme_steps to sergak_system;
grant select on theme_steps to sergak_reader;
grant delete, insert, select, update on themes to sergak_app;
grant delete, insert, select, update on themes to sergak_system;
grant select on themes to sergak_reader;
grant delete, insert, select, update on tracking_events to sergak_app;
grant delete, insert, select, update on tracking_events to sergak_system;
grant select on tracking_events to sergak_reader;
grant delete, insert, select, update on two_factor_codes to sergak_app;
grant delete, insert, select, update on two_factor_codes to sergak_system;
grant select on two_factor_codes to sergak_reader;
grant delete, insert, select, update on worker_heartbeats to sergak_system;
grant select (demo_progress, demo_progress_at) on first_start to sergak_system;
alter function audit_lines_of(uuid[]) owner to sergak_system;
alter function find_employees(text,integer) owner to sergak_system;
alter function find_employees_spelled(jsonb,integer) owner to sergak_system;
alter function keep_domain_in_one_tree() owner to sergak_system;
alter function lock_licence() owner to sergak_system;
alter function prune_audit(integer) owner to sergak_keeper;
alter function search_people(jsonb,integer) owner to sergak_system;
alter function search_people_similar(text[],text[],integer) owner to sergak_system;
revoke all on function audit_lines_of(uuid[]) from public;
revoke all on function enqueue(text,json,text,timestamp with time zone,text,integer) from public;
revoke all on function enqueue_many(text,json[],text[],integer,text) from public;
revoke all on function enqueue_once(text,json,text,timestamp with time zone,integer) from public;
revoke all on function find_employees(text,integer) from public;
revoke all on function find_employees_spelled(jsonb,integer) from public;
revoke all on function keep_domain_in_one_tree() from public;
revoke all on function live_jobs(text[]) from public;
revoke all on function lock_licence() from public;
revoke all on function organizations_with_jobs(text[]) from public;
revoke all on function prune_audit(integer) from public;
revoke all on function search_people(jsonb,integer) from public;
revoke all on function search_people_similar(text[],text[],integer) from public;
revoke all on function take_people(text,integer) from public;
revoke all on function tasks_with_jobs(text[]) from public;
grant execute on function audit_lines_of(uuid[]) to sergak_app;
grant execute on function enqueue(text,json,text,timestamp with time zone,text,integer) to sergak_app;
grant execute on function enqueue(text,json,text,timestamp with time zone,text,integer) to sergak_system;
grant execute on function enqueue_many(text,json[],text[],integer,text) to sergak_app;
grant execute on function enqueue_many(text,json[],text[],integer,text) to sergak_system;
grant execute on function enqueue_once(text,json,text,timestamp with time zone,integer) to sergak_system;
grant execute on function find_employees(text,integer) to sergak_app;
grant execute on function find_employees_spelled(jsonb,integer) to sergak_app;
grant execute on function live_jobs(text[]) to sergak_system;
grant execute on function lock_licence() to sergak_app;
grant execute on function organizations_with_jobs(text[]) to sergak_system;
grant execute on function prune_audit(integer) to sergak_system;
grant execute on function search_people(jsonb,integer) to sergak_app;
grant execute on function search_people_similar(text[],text[],integer) to sergak_app;
grant execute on function take_people(text,integer) to sergak_app;
grant execute on function tasks_with_jobs(text[]) to sergak_system;
