-- One point a day for the charts.
create table risk_points (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  day date not null,
  scope text not null check (scope in ('organization', 'department', 'employee')),
  -- id of the organisation, department or employee
  subject_id uuid not null,
  risk_level numeric(4, 2),
  phishing_indicator numeric(5, 2),
  learning_progress numeric(5, 2),
  people int not null default 1,
  primary key (organization_id, scope, subject_id, day)
);
select tenant_table('risk_points');

create table reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  category text not null,
  format text not null check (format in ('pdf', 'xlsx')),
  title text not null,
  params jsonb not null default '{}',
  status text not null default 'in_progress' check (status in ('in_progress', 'complete', 'error')),
  error text,
  file_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null default (now() + interval '30 days'),
  constraint reports_id_key unique (organization_id, id),
  constraint reports_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index reports_recent on reports (organization_id, created_at desc);
select tenant_table('reports');

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

-- Last email before and first email after each course, by number of people; computed once a day (decision 0250).
create table course_effects (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  finished int not null,
  people int not null,
  caught_before int not null,
  caught_after int not null,
  only_before int not null,
  only_after int not null,
  computed_at timestamptz not null,
  primary key (organization_id, course_id),
  constraint course_effects_course foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('course_effects');

-- People whom the first email after a course caught, of those compared.
create table course_effect_people (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  employee_id uuid not null,
  primary key (organization_id, course_id, employee_id),
  constraint course_effect_people_course foreign key (organization_id, course_id)
    references course_effects (organization_id, course_id) on delete cascade,
  constraint course_effect_people_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
select tenant_table('course_effect_people');

-- Delivered emails of a campaign by department and day (decision 0251). A campaign is read from here only while `stamp` equals
-- that of its tallies; otherwise its emails are counted.
create table department_email_stamps (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  stamp text not null,
  primary key (organization_id, campaign_id),
  constraint department_email_stamps_campaign foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
select tenant_table('department_email_stamps');

create table department_emails (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  department_id uuid not null,
  delivered_on date not null,
  sent int not null,
  delivered int not null,
  clicked int not null,
  entered_data int not null,
  primary key (organization_id, campaign_id, department_id, delivered_on),
  constraint department_emails_stamp foreign key (organization_id, campaign_id)
    references department_email_stamps (organization_id, campaign_id) on delete cascade
);
select tenant_table('department_emails');

-- Numbers of current people by what the statistics ask for, kept next to the people: a number of the whole organisation costs the
-- same whatever its size (decision 0276). Works like campaign_tallies: each statement that changes people inserts rows with the
-- differences, a figure is a sum, and the sweep adds the rows up. No foreign key to the department: its check would lock the
-- department's row in each statement.
create table people_tallies (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- the question that the row answers (`people_keys`)
  kind text not null,
  id bigint generated always as identity,
  -- null where the question is about the whole organisation
  department_id uuid,
  key int not null,
  people int not null,
  -- sums over these people, for the kind `figures`
  risk_level numeric not null default 0,
  phishing_indicator numeric not null default 0,
  learning_progress numeric not null default 0,
  primary key (organization_id, kind, id)
);
select tenant_table('people_tallies');
