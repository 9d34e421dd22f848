-- Platform. Functions through which the product uses the queue. The payload of a job is only in the private table of the
-- library, and only its rows can be locked; everything else uses its public API.

create or replace function public.enqueue(name text, payload json, key text default null, run_at timestamptz default null,
  queue text default null, attempts int default 5) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select (graphile_worker.add_job(name, payload, job_key := key, run_at := run_at, queue_name := queue, max_attempts := attempts)).id
$$;
revoke all on function public.enqueue(text, json, text, timestamptz, text, int) from public;
grant execute on function public.enqueue(text, json, text, timestamptz, text, int) to sergak_app, sergak_system;

create or replace function public.enqueue_once(name text, payload json, job_key text, run_at timestamptz, attempts int) returns bool
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_new bool;
begin
  -- The lock keeps a waiting job from starting before this transaction ends.
  perform from graphile_worker._private_jobs j
    where j.key = job_key and j.locked_at is null and j.attempts < j.max_attempts for key share;
  is_new := not found;
  if is_new then perform public.enqueue(name, payload, job_key, run_at, attempts => enqueue_once.attempts); end if;
  return is_new;
end $$;
revoke all on function public.enqueue_once(text, json, text, timestamptz, int) from public;
grant execute on function public.enqueue_once(text, json, text, timestamptz, int) to sergak_system;

-- Jobs that are queued by the thousand have priority 10: they run after single jobs such as a sign-in code, an import or a
-- bulk task.
create or replace function public.enqueue_many(name text, payloads json[], keys text[], attempts int, queue text default null)
  returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from graphile_worker.add_jobs(array(
    select (name, j.payload, queue, null, attempts, j.key, 10::int, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as j (payload, key)))
$$;
revoke all on function public.enqueue_many(text, json[], text[], int, text) from public;
grant execute on function public.enqueue_many(text, json[], text[], int, text) to sergak_app, sergak_system;

-- The people of waiting jobs of the transaction's organisation, which leave the queue: the oldest, with so many people together.
create or replace function public.take_people(name text, most int) returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
$$;
revoke all on function public.take_people(text, int) from public;
grant execute on function public.take_people(text, int) to sergak_app;

create or replace function public.live_jobs(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select key from graphile_worker.jobs where key = any(keys) and (locked_at is not null or attempts < max_attempts)
$$;
revoke all on function public.live_jobs(text[]) from public;
grant execute on function public.live_jobs(text[]) to sergak_system;

create or replace function public.tasks_with_jobs(tasks text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.payload->>'task_id' from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
  where p.payload->>'task_id' = any(tasks) and (j.locked_at is not null or j.attempts < j.max_attempts)
$$;
revoke all on function public.tasks_with_jobs(text[]) from public;
grant execute on function public.tasks_with_jobs(text[]) to sergak_system;

create or replace function public.organizations_with_jobs(names text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.payload->>'organization_id' from graphile_worker._private_jobs p
  join graphile_worker.jobs j on j.id = p.id
  where j.task_identifier = any(names) and (j.locked_at is not null or j.attempts < j.max_attempts)
$$;
revoke all on function public.organizations_with_jobs(text[]) from public;
grant execute on function public.organizations_with_jobs(text[]) to sergak_system;
