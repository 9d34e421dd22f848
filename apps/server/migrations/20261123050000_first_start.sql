-- How far the first start has come, for the owner alone. Not in `installation`: who writes that row tells whose copy it is.
--   super_user       the first one, named before it is made; nobody once it has signed in
--   sealed_password  its password until then, opened by the master secret only
--   demo_unfinished  the demo organisation is being made; found at a start, it was interrupted
create table first_start (
  only_row boolean primary key default true check (only_row),
  super_user uuid,
  sealed_password bytea,
  demo_unfinished boolean not null default false
);
insert into first_start default values;

-- As before, but for an organisation that goes as a whole: a demo left half made stands at the top of its tree.
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
