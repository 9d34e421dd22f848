-- What is to be done to a great many people, part by part: who was meant is settled when it is asked for, and each part
-- moves `position` in its own transaction. The row goes when the task ends, however it ends.
create table bulk_works (
  event_id uuid primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  kind text not null,
  people uuid[] not null,
  position int not null default 0,
  -- places of the licence that are kept for those still to come
  seats int not null default 0,
  -- what was done so far: how many, how many not and why
  tally jsonb not null,
  detail jsonb not null,
  -- the thing it is done to, for the action log
  target text,
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  created_at timestamptz not null default now(),
  constraint bulk_works_task foreign key (organization_id, event_id) references task_events (organization_id, id) on delete cascade
);
select tenant_table('bulk_works');

-- Places kept for people who are being brought back count as taken.
drop function lock_licence();
create function lock_licence(out users_limit int, out users_count int, out given_to_children int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  select o.users_limit into users_limit from organizations o where o.id = org for no key update;
  -- one statement, so that a person who has just come back is not counted with the place kept for him or her
  select (select count(*) from employees e where e.organization_id = org and e.deleted_at is null)
    + (select coalesce(sum(b.seats), 0) from bulk_works b where b.organization_id = org) into users_count;
  select coalesce(sum(o.users_limit), 0) into given_to_children from organizations o where o.parent_id = org;
end $$;
grant create on schema public to sergak_system;
alter function lock_licence() owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function lock_licence() from public;
grant execute on function lock_licence() to sergak_app;
