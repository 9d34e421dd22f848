-- Who may see what. One owner migrates; three roles without any bypass do the work:
--   sergak_app     reads and writes the organisation named by app.org
--   sergak_reader  reads the organisations listed in app.orgs (a parent looking at its descendants), writes nothing
--   sergak_system  crosses tenants (sign-in, tracking, due work); each use is a function of its own in the code
do $$
begin
  create role sergak_app nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  create role sergak_reader nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  create role sergak_system nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant sergak_app, sergak_reader, sergak_system to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;
create extension if not exists pg_trgm;
grant usage on schema public to sergak_app, sergak_reader, sergak_system;

-- Puts a table under row-level security. The policy of sergak_app compares with equality instead of any(): only then can an
-- index that begins with organization_id also provide the order of a list.
create function tenant_table(t regclass) returns void language plpgsql as $$
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
end $$;

-- Fixed windows for limits that hold across processes: sign-in per account, recovery, codes.
create table rate_windows (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null default 0,
  primary key (bucket, window_start)
);
grant select, insert, update, delete on rate_windows to sergak_system;

-- Addresses from which an account has signed in before (decision 0120). `place` is a digest of the account and the address,
-- so that the table names neither. A row that was not used for 90 days is deleted.
create table known_places (
  place bytea primary key,
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on known_places to sergak_system;

create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);
grant select, insert, update, delete on worker_heartbeats to sergak_system;

-- One row about the installation itself, for the owner alone.
--   written_by   id of the transaction that wrote the row, equal to its xmin. A restored dump contains the row, but with
--                another xmin: where the two differ, this database is a restored copy. Vacuum, failover and pg_upgrade
--                change neither.
--   secret_mark  identifies the master secret, so that a node with another secret does not start
create table installation (
  only_row boolean primary key default true check (only_row),
  written_by bigint not null,
  secret_mark text
);
insert into installation (written_by) values (pg_current_xact_id()::text::bigint % 4294967296);

-- Progress of the first start, for the owner alone. Not part of `installation`, because a write changes the xmin of its row.
--   super_user       the first super user, named before it is created; null after its first sign-in
--   sealed_password  its password until then, encrypted with the master secret
--   demo_unfinished  not used any more
--   demo_progress    percentage while the demo organisation is being made in the background, in a database of its own, before it is
--                    copied here in one transaction; null before and afterwards
--   demo_progress_at when the maker last wrote it: an old value means that the maker was killed
--   sealed_demo      the sign-ins of the demo organisation, encrypted with the master secret
create table first_start (
  only_row boolean primary key default true check (only_row),
  super_user uuid,
  sealed_password bytea,
  demo_unfinished boolean not null default false,
  demo_progress smallint check (demo_progress between 0 and 100),
  demo_progress_at timestamptz,
  sealed_demo bytea
);
grant select (demo_progress, demo_progress_at) on first_start to sergak_system;
insert into first_start default values;
