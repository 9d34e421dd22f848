create table organizations (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid references organizations (id),
  -- the organisation itself and all its ancestors, root first: one array answers «is it below mine?»
  path uuid[] not null,
  title text not null,
  description text not null default '',
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  time_zone text not null default 'Asia/Tashkent',
  brand_color text not null default '#3dbc87' check (brand_color ~ '^#[0-9a-fA-F]{6}$'),
  logo_light_file_id uuid,
  logo_dark_file_id uuid,
  -- minutes since midnight and ISO weekdays: when simulated emails may be sent
  work_from int not null default 540 check (work_from between 0 and 1439),
  work_to int not null default 1080 check (work_to between 1 and 1440),
  work_days int[] not null default '{1,2,3,4,5}',
  holidays date[] not null default '{}',
  two_factor boolean not null default false,
  consent_required boolean not null default true,
  reveal_unknown_email boolean not null default false,
  autophish boolean not null default false,
  -- the kill switch: while true, no simulated email of this organisation is sent
  sending_paused boolean not null default false,
  daily_cap int not null default 100000 check (daily_cap >= 0),
  -- how often one person gets a simulation
  person_weekly_cap int not null default 2 check (person_weekly_cap between 1 and 7),
  person_gap_hours int not null default 24 check (person_gap_hours between 1 and 168),
  -- a campaign with more recipients needs the approval of a second administrator; null: none does
  approval_above int check (approval_above between 1 and 1000000),
  -- the limit that a new organisation starts with is in force while somebody can approve; a limit that was set always is
  approval_is_default boolean not null default false,
  -- networks from which the organisation's own people reach the internet
  own_networks cidr[] not null default '{}' check (cardinality(own_networks) <= 100),
  users_limit int not null default 100 check (users_limit >= 0),
  licence_start date not null default current_date,
  licence_end date not null default (current_date + 365),
  -- signs the header by which mail gateways recognise a simulation
  header_key bytea not null,
  is_demo boolean not null default false,
  -- the starter content is still to be installed; when its job failed for good, the sweep queues it again
  starter_due boolean not null default false,
  -- the first organisation of an installation: its first super user is still to be asked for title, language, time zone and seats
  set_up_due boolean not null default false,
  -- set while the organisation is being removed: nobody signs in, nothing is sent, a job deletes its rows
  removal_started_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- the last reminder that was sent before the end of the licence, and the last day that it named
  licence_reminded_for date,
  licence_reminded_days int,
  -- the day from which stored points follow today's rule for the learning part of the level; null: all of them do. Levels of
  -- earlier days cannot be computed again: pauses, moved deadlines and departments of that time are not kept
  risk_rule_since date,
  check (work_from < work_to),
  check (path[array_length(path, 1)] = id)
);
create index organizations_path on organizations using gin (path);
create index organizations_parent on organizations (parent_id);
create index organizations_unfinished on organizations (id) where starter_due or removal_started_at is not null;
-- Siblings are distinguished by their titles: in lists, in the audit log, and when one is deleted by typing its title.
create unique index organizations_title_taken on organizations (parent_id, lower(title))
  where parent_id is not null and removal_started_at is null;
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to sergak_app
  using (id = (select current_setting('app.org'))::uuid) with check (id = (select current_setting('app.org'))::uuid);
create policy subtree on organizations for select to sergak_reader
  using (id = any ((select current_setting('app.orgs'))::uuid[]));
create policy system on organizations to sergak_system using (true) with check (true);
-- A child is created inside the transaction of its parent, which acts in the new organisation for that statement: the policy
-- only accepts the row whose id is the organisation acted in.
grant select, insert, update on organizations to sergak_app;
grant select on organizations to sergak_reader;
grant select, insert, update, delete on organizations to sergak_system;

create table organization_domains (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- value of the DNS TXT record that proves the domain; a .test domain needs none
  proof text not null,
  verified_at timestamptz,
  -- time of the last DNS look-up; null until the first monthly one
  checked_at timestamptz,
  -- the first look-up in a row that did not find the record
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  constraint organization_domains_key primary key (organization_id, domain)
);
create index organization_domains_verified on organization_domains (domain) where verified_at is not null;
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
  -- a permission that the reader needs besides: a report asks for the permission of what it shows (decision 0137)
  permission text,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- when a file that a job made for one person is deleted; null: the row that owns the file decides
  expires_at timestamptz,
  -- the organisation of whose simulations the file has results; once that one is anonymous the file is not read any more
  -- (decision 0272). It may be a descendant, so there is no foreign key
  results_of uuid,
  constraint files_id_key unique (organization_id, id),
  constraint files_storage_key unique (storage_key)
);
select tenant_table('files');
create index files_expiring on files (expires_at) where expires_at is not null;

-- Long-running work that a person follows: imports, exports, bulk work.
create table tasks (
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
  -- how often the sweep has queued the task again because no process worked on it any more
  put_back int not null default 0,
  finished_at timestamptz,
  constraint tasks_id_key unique (organization_id, id)
);
create index tasks_open on tasks (beat_at) where status = 'in_process';
select tenant_table('tasks');

-- Work on many people, part by part. The people are fixed when the work is ordered; each part advances `position` in its own
-- transaction. The row is deleted when the task ends, in whatever way.
create table bulk_works (
  task_id uuid primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  kind text not null,
  people uuid[] not null,
  -- people for whom the work succeeded; the audit log stores their ids when the work ends
  done uuid[] not null default '{}',
  position int not null default 0,
  -- licence places reserved for the people still to come
  seats int not null default 0,
  -- results so far: how many succeeded, how many did not and why
  tally jsonb not null,
  detail jsonb not null,
  -- the thing that people are added to or removed from, for the audit log: kind, id and title
  target jsonb,
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  created_at timestamptz not null default now(),
  constraint bulk_works_task foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
select tenant_table('bulk_works');

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

-- How long an organisation keeps data about people (decision 0270). Without a row the defaults hold.
create table retention_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- addresses and user agents of tracking events
  tracking_days int not null default 90 check (tracking_days between 1 and 1095),
  -- results of simulated phishing emails of a person, after the end of the campaign
  results_months int not null default 12 check (results_months between 1 and 120),
  version int not null default 1,
  -- the last day, in the organisation's time zone, whose nightly run has been queued
  ran_on date,
  -- results of simulations are shown only as final totals of campaigns (decision 0272)
  anonymous boolean not null default false,
  -- since when; null if it is not
  anonymous_since timestamptz,
  -- since when a job separates the results of the anonymous time from their people; the mode stays on until the job ends
  anonymous_ending_at timestamptz
);
select tenant_table('retention_settings');

-- Analytics ids and feature flags of the run-time configuration (decision 0282). Without a row there are none.
create table feature_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  analytics_enabled boolean not null,
  analytics_id text not null,
  analytics_id_2 text not null,
  -- names of the flags that are on
  feature_flags text[] not null,
  version int not null
);
select tenant_table('feature_settings');
