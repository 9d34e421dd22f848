-- Who may see what. One owner migrates; three roles without any bypass do the work:
--   sergak_app    reads and writes the organisation named by app.org
--   sergak_reader reads the organisations listed in app.orgs (a parent looking at its descendants), writes nothing
--   sergak_system crosses tenants (sign-in, tracking, due work); each use is a function of its own in the code
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

-- Equality, not any(): only then can an index that begins with organization_id also give the order of a list.
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

create table organizations (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid references organizations (id),
  -- the organisation itself and all above it, root first: one array answers «is it below mine?»
  path uuid[] not null,
  title text not null,
  description text not null default '',
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  time_zone text not null default 'Asia/Tashkent',
  brand_color text not null default '#3dbc87' check (brand_color ~ '^#[0-9a-fA-F]{6}$'),
  logo_light_file_id uuid,
  logo_dark_file_id uuid,
  -- minutes since midnight and ISO weekdays: when simulated emails may leave
  work_from int not null default 540 check (work_from between 0 and 1439),
  work_to int not null default 1080 check (work_to between 1 and 1440),
  work_days int[] not null default '{1,2,3,4,5}',
  holidays date[] not null default '{}',
  two_factor boolean not null default false,
  consent_required boolean not null default true,
  reveal_unknown_email boolean not null default false,
  autophish boolean not null default false,
  -- the kill switch: while set, no simulated email of this organisation leaves
  sending_paused boolean not null default false,
  daily_cap int not null default 100000 check (daily_cap >= 0),
  users_limit int not null default 100 check (users_limit >= 0),
  licence_start date not null default current_date,
  licence_end date not null default (current_date + 365),
  -- signs the header by which mail gateways recognise a simulation
  header_key bytea not null,
  is_demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check (work_from < work_to),
  check (path[array_length(path, 1)] = id)
);
create index organizations_path on organizations using gin (path);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to sergak_app
  using (id = (select current_setting('app.org'))::uuid) with check (id = (select current_setting('app.org'))::uuid);
create policy subtree on organizations for select to sergak_reader
  using (id = any ((select current_setting('app.orgs'))::uuid[]));
create policy system on organizations to sergak_system using (true) with check (true);
grant select, update on organizations to sergak_app;
grant select on organizations to sergak_reader;
grant select, insert, update, delete on organizations to sergak_system;

create table organization_domains (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- value of the DNS TXT record that proves the domain; a .test domain needs none
  proof text not null,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint organization_domains_key primary key (organization_id, domain)
);
select tenant_table('organization_domains');

create table files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null,
  content_type text not null,
  size bigint not null,
  storage_key text not null,
  -- who may read it: everybody of the organisation, its administrators, or only through the row that owns it
  visibility text not null default 'organization' check (visibility in ('organization', 'admin', 'owner')),
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint files_id_key unique (organization_id, id),
  constraint files_storage_key unique (storage_key)
);
select tenant_table('files');

create table audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null,
  target text,
  changes jsonb,
  address inet,
  created_at timestamptz not null default now()
);
create index audit_log_recent on audit_log (organization_id, id desc);
select tenant_table('audit_log');
revoke update, delete on audit_log from sergak_app, sergak_system;

create table task_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  created_by uuid,
  kind text not null,
  status text not null default 'in_process' check (status in ('in_process', 'success', 'error')),
  stage text,
  done bigint not null default 0,
  total bigint,
  message text,
  detail text,
  result jsonb,
  cancellable boolean not null default false,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint task_events_id_key unique (organization_id, id)
);
create index task_events_open on task_events (beat_at) where status = 'in_process';
select tenant_table('task_events');

create table idempotency_keys (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  actor_id uuid not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, actor_id, endpoint, key)
);
select tenant_table('idempotency_keys');

-- Fixed windows for limits that must hold across processes: sign-in per account, recovery, codes.
create table rate_windows (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null default 0,
  primary key (bucket, window_start)
);
grant select, insert, update, delete on rate_windows to sergak_system;

create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);
grant select, insert, update, delete on worker_heartbeats to sergak_system;

create table mail_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('none', 'opportunistic', 'starttls', 'tls')),
  username text not null default '',
  -- AES-256-GCM, the organisation as associated data; cleared when host or port change
  password_sealed bytea,
  sender_name text not null,
  sender_address text not null,
  connections int not null default 4 check (connections between 1 and 20),
  verified_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
select tenant_table('mail_settings');

-- Emails that the built-in catcher accepted over SMTP while no server is set.
create table mailbox_emails (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  message_id text not null default '',
  sender text not null,
  recipient text not null,
  subject text not null,
  raw bytea not null,
  received_at timestamptz not null default now()
);
create index mailbox_emails_recent on mailbox_emails (organization_id, id desc);
create index mailbox_emails_recipient on mailbox_emails (organization_id, lower(recipient), id desc);
select tenant_table('mailbox_emails');

-- Transactional emails (registration, recovery, codes, reports): at least once, always with the same Message-ID.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  employee_id uuid,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  message_id text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  reply text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_recent on outbox (organization_id, created_at desc);
select tenant_table('outbox');
