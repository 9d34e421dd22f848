-- Something that waits for people, or has happened, as long as its cause lasts (`ended_at` is null) and for some time afterwards.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  kind text not null,
  -- What it is about; null if it is about the organisation as a whole.
  thing_id uuid,
  -- The only person it is for; null: everybody with the permission of its kind.
  employee_id uuid,
  -- People for whom the thing does not wait, such as the authors of a campaign that waits for approval.
  barred uuid[] not null default '{}',
  title text not null default '',
  number integer not null default 1,
  day date,
  since timestamptz not null,
  raised_at timestamptz not null default now(),
  announced_at timestamptz,
  ended_at timestamptz,
  constraint notifications_id_key unique (organization_id, id)
);
create unique index notifications_open on notifications (organization_id, kind, thing_id) nulls not distinct where ended_at is null;
create index notifications_newest on notifications (organization_id, raised_at desc, id);
create index notifications_old on notifications (ended_at) where ended_at is not null;
select tenant_table('notifications');

-- Who has read what. People of a parent organisation read here as well, so there is no reference to the staff.
create table notification_reads (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  notification_id uuid not null,
  employee_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (notification_id, employee_id),
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade
);
create index notification_reads_person on notification_reads (organization_id, employee_id);
select tenant_table('notification_reads');

-- How a person wants to hear about a kind, where it differs from the usual way.
create table notification_choices (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  employee_id uuid not null,
  kind text not null,
  way text not null check (way in ('portal', 'email', 'digest', 'off')),
  primary key (organization_id, employee_id, kind),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
select tenant_table('notification_choices');

-- Quiet hours as minutes of the day, and when the organisation was last looked through.
create table notification_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_to integer check (quiet_to between 0 and 1439),
  quiet_days_off boolean not null default false,
  version integer not null default 1,
  settled_at timestamptz,
  digested_at timestamptz,
  constraint notification_settings_both check ((quiet_from is null) = (quiet_to is null))
);
select tenant_table('notification_settings');
