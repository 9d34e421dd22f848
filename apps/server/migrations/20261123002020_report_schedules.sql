-- Which reports are sent regularly, when and to whom. An organisation without a row has no schedule.
create table report_schedules (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  frequency text not null check (frequency in ('off', 'weekly', 'monthly')),
  weekday int not null check (weekday between 1 and 7),
  month_day int not null check (month_day between 1 and 31),
  hour int not null check (hour between 0 and 23),
  kinds text[] not null,
  language text not null check (language in ('ru', 'en', 'uz')),
  to_tag boolean not null,
  attach boolean not null,
  -- who saved the schedule: named as the author of its reports. Without a foreign key, because the person may belong to an
  -- organisation above (decision 0040)
  saved_by uuid not null,
  -- deliveries that were due until then are done with: made, skipped, or planned before the schedule was changed
  settled_until timestamptz not null,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
create index report_schedules_active on report_schedules (organization_id) where frequency <> 'off';
select tenant_table('report_schedules');

-- Recipients by name. An address of an employee is stored as a reference, so that it follows the person and is erased with them.
create table report_recipients (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  employee_id uuid,
  email text,
  constraint report_recipients_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade,
  check ((employee_id is null) <> (email is null))
);
create index report_recipients_of on report_recipients (organization_id, id);
select tenant_table('report_recipients');

create table report_deliveries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- the week or month of a planned delivery, or a unique value of a manual one
  period text not null,
  due_at timestamptz not null,
  -- who ordered a manual delivery; null: the schedule did
  ordered_by uuid,
  -- [{kind, report_id, status, error}]: ids while the reports are being made, the outcome afterwards
  reports jsonb not null default '[]',
  -- preparing → sent (its emails are queued) or failed
  state text not null default 'preparing' check (state in ('preparing', 'sent', 'failed')),
  reason text,
  created_at timestamptz not null default now(),
  constraint report_deliveries_id_key unique (organization_id, id),
  constraint report_deliveries_period_taken unique (organization_id, period)
);
create index report_deliveries_recent on report_deliveries (organization_id, created_at desc, id);
create index report_deliveries_preparing on report_deliveries (created_at) where state = 'preparing';
create index report_deliveries_created on report_deliveries (created_at);
select tenant_table('report_deliveries');

-- What each recipient of a delivery got: an email of the outbox, or the reason why nothing was sent.
create table report_delivery_recipients (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  delivery_id uuid not null,
  employee_id uuid,
  email text,
  outbox_id uuid,
  skipped text check (skipped in ('left', 'foreign_domain', 'no_permission', 'no_account')),
  attached boolean not null default false,
  constraint report_delivery_recipients_delivery foreign key (organization_id, delivery_id)
    references report_deliveries (organization_id, id) on delete cascade,
  constraint report_delivery_recipients_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade,
  check ((employee_id is null) <> (email is null)),
  check (outbox_id is null or skipped is null)
);
create index report_delivery_recipients_of on report_delivery_recipients (organization_id, delivery_id, id);
create index report_delivery_recipients_employee on report_delivery_recipients (organization_id, employee_id);
select tenant_table('report_delivery_recipients');
