create table audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null,
  -- what the action was done to: a kind of the contract, its id, and its title at that time
  target_kind text not null,
  target_id uuid,
  target_title text,
  -- a list of {field, before, after}
  changes jsonb not null default '[]',
  -- counts and other facts that are no change
  details jsonb not null default '{}',
  address inet,
  created_at timestamptz not null default now(),
  -- people are named by id only, so that the name of an erased person is nowhere in the log's targets
  constraint audit_log_people_untitled check (target_kind <> 'employee' or target_title is null)
);
create index audit_log_recent on audit_log (organization_id, id desc);
-- Changes of one thing, for a person who meets a newer version of it.
create index audit_log_target on audit_log (organization_id, target_id, id desc) where target_id is not null;
-- What a search compares entries by: the actor, the action and the title of the target.
create index audit_log_actor_name on audit_log (organization_id, actor_name, id);
create index audit_log_action on audit_log (organization_id, action, id);
create index audit_log_titles on audit_log (organization_id, target_title, target_id, id) where target_title is not null;
select tenant_table('audit_log');
revoke update, delete on audit_log from sergak_app, sergak_system;

-- The people an entry was done to, where it keeps them by id: bulk actions do, up to everybody of the organisation. The high
-- cost keeps plans from computing it row by row.
create function audit_people(details jsonb) returns uuid[]
language sql immutable parallel safe cost 100000 set search_path = public, pg_temp as $$
  select coalesce(array_agg(one::uuid), '{}') from jsonb_array_elements_text(coalesce(details->'people', '[]')) one
$$;
-- Without a pending list, which a search would have to read through.
create index audit_log_people on audit_log using gin (audit_people(details)) with (fastupdate = off)
  where details ? 'people';
create index audit_log_of_many on audit_log (organization_id, id) where details ? 'people';

-- The log is a chain: each sealed line has a hash over itself and the seal before it. Lines are sealed after they are written
-- (decision 0050), so that writing a line never waits for another transaction of the organisation.
create table audit_seals (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  number bigint not null,
  log_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (organization_id, number),
  constraint audit_seals_log_id_key unique (organization_id, log_id)
);
select tenant_table('audit_seals');
revoke insert, update, delete on audit_seals from sergak_app;
revoke update, delete on audit_seals from sergak_system;

-- Lines that wait for their seal.
create table audit_pending (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  log_id bigint not null,
  primary key (organization_id, log_id)
);
select tenant_table('audit_pending');
revoke update, delete on audit_pending from sergak_app;

-- The end of each chain, and its beginning after old lines were deleted.
create table audit_chains (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  last_number bigint not null default 0,
  head bytea not null,
  checkpoint_number bigint not null default 0,
  checkpoint bytea not null,
  checkpoint_at timestamptz
);
select tenant_table('audit_chains');
revoke insert, update, delete on audit_chains from sergak_app;

-- Only this role deletes lines, only those older than three years, only from the beginning of the chain. The seal of the last
-- deleted line is kept as the checkpoint from which the rest is verified.
do $$
begin
  create role sergak_keeper nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant sergak_keeper to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to sergak_keeper;
grant select, delete on audit_log, audit_seals to sergak_keeper;
grant select, update on audit_chains to sergak_keeper;
create policy keeper on audit_log to sergak_keeper
  using (organization_id = (select current_setting('app.org'))::uuid and created_at < now() - interval '3 years');
create policy keeper on audit_seals to sergak_keeper using (organization_id = (select current_setting('app.org'))::uuid);
create policy keeper on audit_chains to sergak_keeper using (organization_id = (select current_setting('app.org'))::uuid);
