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
  -- set while the organisation is being removed: nobody signs in, nothing is sent, a job deletes its rows
  removal_started_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- the last reminder that was sent before the end of the licence, and the last day that it named
  licence_reminded_for date,
  licence_reminded_days int,
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
  confirmed_at timestamptz,
  -- time of the last DNS look-up; null until the first monthly one
  checked_at timestamptz,
  -- the first look-up in a row that did not find the record
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  constraint organization_domains_key primary key (organization_id, domain)
);
create index organization_domains_verified on organization_domains (domain) where confirmed_at is not null;
select tenant_table('organization_domains');

-- A verified mail domain belongs to one tree of organisations (decision 0153). Runs as the system role, because an
-- organisation does not see the domains of others. Names below .test belong to nobody.
create function keep_domain_in_one_tree() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.confirmed_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $$;
grant create on schema public to sergak_system;
alter function keep_domain_in_one_tree() owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function keep_domain_in_one_tree() from public;
create trigger keep_domain_in_one_tree before insert or update of confirmed_at on organization_domains for each row
  when (new.confirmed_at is not null and new.domain !~ '\.test$') execute function keep_domain_in_one_tree();

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
  event_id uuid primary key,
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
  constraint bulk_works_task foreign key (organization_id, event_id) references tasks (organization_id, id) on delete cascade
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
