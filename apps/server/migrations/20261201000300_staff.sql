create table departments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  parent_id uuid,
  title text not null,
  -- the department «Без отдела»: it always exists and cannot be edited
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint departments_id_key unique (organization_id, id),
  constraint departments_parent foreign key (organization_id, parent_id) references departments (organization_id, id),
  check (parent_id is distinct from id)
);
create unique index departments_title_taken on departments (organization_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(title));
create unique index departments_one_default on departments (organization_id) where is_default;
create index departments_parent_id on departments (organization_id, parent_id);
create index departments_name on departments (organization_id, title collate "ru-RU-x-icu", id);
select tenant_table('departments');

create table employees (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  department_id uuid not null,
  email text not null,
  -- lower case: one person per address, in any letter case
  email_key text not null generated always as (lower(email)) stored,
  last_name text not null default '',
  first_name text not null default '',
  middle_name text not null default '',
  full_name text not null generated always as (
    case when last_name = '' and first_name = '' then email
    else btrim(last_name || ' ' || first_name || ' ' || middle_name) end) stored,
  search_text text not null generated always as (
    lower(last_name || ' ' || first_name || ' ' || middle_name || ' ' || email || ' ' || position)) stored,
  position text not null default '' check (length(position) <= 255),
  role text not null default 'employee'
    check (role in ('employee', 'content_manager', 'operator', 'system_admin', 'super_user', 'pdf_service')),
  -- the role before it was last lowered. Without it an administrator could lower the role of a peer, change the address of
  -- what is then an ordinary employee, and recover that account
  former_role text,
  role_lowered_at timestamptz,
  -- who added, invited or gave a role to this account; it cannot approve campaigns of these people (decision 0150). Ids
  -- without a foreign key, because they may belong to an organisation above (decision 0040)
  made_by uuid[] not null default '{}',
  language text check (language in ('ru', 'en', 'uz')),
  is_registered boolean not null default false,
  registered_at timestamptz,
  invited_at timestamptz,
  password_hash text,
  consented_at timestamptz,
  -- the version of the consent text that the person agreed to; 0 is the text of the product
  consented_version int not null default 0,
  avatar_file_id uuid,
  note text not null default '',
  -- figures as the statistics module last computed them; null where there is nothing to compute from
  risk_level numeric(4, 2) check (risk_level between 0 and 10),
  -- the step that the risk level has reached (decision 0100), for filters, tags and groups. Comparing integers is leakproof,
  -- so an index can serve it under row-level security; comparing numerics is not
  risk_step smallint generated always as (floor(risk_level)::smallint) stored,
  phishing_indicator numeric(5, 2) check (phishing_indicator between 0 and 100),
  learning_progress numeric(5, 2) check (learning_progress between 0 and 100),
  -- results of simulated emails: a bit for each of the contract's `phishingEvents`, emails that arrived, and those of them
  -- in which data was entered or an attachment opened (decision 0020). Test campaigns are not counted
  email_events smallint not null default 0 check (email_events between 0 and 31),
  emails_sent int not null default 0,
  emails_dangerous int not null default 0,
  -- a bit for each of the contract's `courseStates` that a course of the person is in; 0 without a course
  course_states smallint not null default 0 check (course_states between 0 and 7),
  -- the first day on which the person is behind in an active assignment; `infinity` where there is none
  behind_from date not null default 'infinity',
  risk_computed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  -- the import that marked the person as having left; a wrong import is undone as a whole
  deleted_import uuid,
  -- a removed person can be restored for some time; then everything that identifies the person is wiped and the row remains
  -- for the figures
  wiped_at timestamptz,
  -- the newest release whose changes the person has seen
  seen_release text check (length(seen_release) <= 20),
  -- days on which the last email was delivered that reached each step (decision 0250); null without such an email
  last_sent_on date,
  last_opened_on date,
  last_clicked_on date,
  last_opened_attachment_on date,
  last_entered_data_on date,
  last_reported_on date,
  -- the last ten emails: their number, and a bit for each that caught the person, the latest email in the lowest bit
  recent_emails smallint not null default 0,
  recent_caught smallint not null default 0,
  -- a bit for each month with an email, and for each month with an email that caught the person (`monthBit` of the contract)
  mailed_months int not null default 0,
  caught_months int not null default 0,
  -- emails of the first 90 days: a bit for each third with an email, then a bit for each third with an email that caught the person
  first_emails smallint not null default 0,
  constraint employees_id_key unique (organization_id, id),
  constraint employees_department foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint employees_avatar foreign key (organization_id, avatar_file_id) references files (organization_id, id),
  check (emails_dangerous between 0 and emails_sent)
);
create unique index employees_email_taken on employees (organization_id, email_key) where deleted_at is null;
create index employees_email on employees (email_key) where deleted_at is null;
-- Each sort of the staff list in the order of an index, both ways; people without a figure are last.
create index employees_name on employees (organization_id, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_risk_up on employees (organization_id, risk_level, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
-- With what the statistics ask for, so that the ids of the people behind a number come from the index alone.
create index employees_risk_down on employees
  (organization_id, risk_level desc nulls last, full_name collate "ru-RU-x-icu", id)
  include (role, risk_step, recent_caught, last_sent_on, last_opened_on, last_clicked_on, last_opened_attachment_on,
    last_entered_data_on, last_reported_on) where deleted_at is null;
create index employees_progress_up on employees
  (organization_id, learning_progress, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_progress_down on employees
  (organization_id, learning_progress desc nulls last, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_phishing_up on employees
  (organization_id, phishing_indicator, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_phishing_down on employees
  (organization_id, phishing_indicator desc nulls last, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_position on employees
  (organization_id, position collate "ru-RU-x-icu", full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_role on employees (organization_id, role, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
-- Names inside one department, for the tree and for the sort by department.
create index employees_department_id on employees
  (organization_id, department_id, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
-- Filters of the staff list.
create index employees_search on employees using gin (search_text gin_trgm_ops) where deleted_at is null;
create index employees_risk_step on employees (organization_id, risk_step) where deleted_at is null;
create index employees_email_events on employees (organization_id, email_events) where deleted_at is null;
create index employees_course_states on employees (organization_id, course_states) where deleted_at is null;
create index employees_behind on employees (organization_id, behind_from) where deleted_at is null;
create index employees_registered on employees (organization_id, department_id) where deleted_at is null and is_registered;
create index employees_powers on employees (organization_id, role) where deleted_at is null and role in ('system_admin', 'super_user');
-- Counts that do not read the rows: current people with the text that is searched, removed people, figures of departments.
create index employees_living on employees (organization_id, id) include (search_text) where deleted_at is null;
create index employees_gone on employees (organization_id, id) where deleted_at is not null;
create index employees_figures on employees (organization_id, department_id)
  include (risk_level, learning_progress, phishing_indicator, emails_sent, emails_dangerous) where deleted_at is null;
-- Newcomers, with what the statistics count of them.
create index employees_newcomers on employees (organization_id, created_at)
  include (role, first_emails, course_states, mailed_months, caught_months) where deleted_at is null;
-- Removed people: the latest first, by the address they had, and across organisations those who are due to be wiped.
create index employees_removed on employees (organization_id, deleted_at desc, id) where deleted_at is not null and wiped_at is null;
create index employees_removed_email on employees (organization_id, email_key, deleted_at desc)
  where deleted_at is not null and wiped_at is null;
create index employees_to_wipe on employees (deleted_at) where deleted_at is not null and wiped_at is null;
select tenant_table('employees');

create table employee_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  created_by uuid not null,
  -- the task of reading the file, and the one of applying it, so that the page finds a running task after a reload
  task_id uuid not null,
  apply_task_id uuid,
  file_name text not null,
  file_id uuid,
  rejected_file_id uuid,
  -- the people come from the directory of the organisation, not from a file
  from_directory boolean not null default false,
  -- reading → ready → running → done; cancelled and failed end it as well
  status text not null default 'reading' check (status in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
  columns jsonb,
  summary jsonb,
  -- the choices that were confirmed, so that the job can be queued again
  confirmed jsonb,
  -- kept longer than the task, which only the person who started it may read
  result jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint employee_imports_id_key unique (organization_id, id)
);
create index employee_imports_task on employee_imports (organization_id, task_id);
create index employee_imports_recent on employee_imports (organization_id, created_at desc, id);
create index employee_imports_old on employee_imports (created_at);
select tenant_table('employee_imports');

create table employee_import_rows (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  import_id uuid not null,
  line int not null,
  -- returned: the line names a person who was removed recently, and restores that person
  verdict text not null check (verdict in ('added', 'returned', 'changed', 'unchanged', 'rejected')),
  -- codes of why a row is rejected, or of what is worth a look
  reasons text[] not null default '{}',
  employee_id uuid,
  email text not null default '',
  last_name text not null default '',
  first_name text not null default '',
  middle_name text not null default '',
  position text not null default '',
  department text not null default '',
  role text not null default 'employee',
  raw text[] not null default '{}',
  -- stable key of the directory entry (`directory_links`)
  entry_key text not null default '',
  primary key (import_id, line),
  foreign key (organization_id, import_id) references employee_imports (organization_id, id) on delete cascade
);
create index employee_import_rows_verdict on employee_import_rows (import_id, verdict, line);
select tenant_table('employee_import_rows');

-- Reminders to people who were invited and have not registered.
create table invite_reminder_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  active boolean not null default false,
  every_days int not null default 3 check (every_days between 1 and 30),
  most_times int not null default 3 check (most_times between 1 and 10),
  hour int not null default 10 check (hour between 0 and 23),
  updated_at timestamptz not null default now()
);
select tenant_table('invite_reminder_settings');

-- One row is one reminder that was sent; the key keeps a day from being counted twice.
create table invite_reminders (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  due_day date not null,
  sent_at timestamptz not null default now(),
  primary key (employee_id, due_day),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index invite_reminders_organization on invite_reminders (organization_id, employee_id);
select tenant_table('invite_reminders');

create table tags (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null check (length(title) between 1 and 255),
  type text not null default 'arbitrary' check (type in ('newbie', 'not_registered', 'arbitrary', 'risk_group')),
  color text not null default '#A259FF' check (color ~ '^#[0-9a-fA-F]{6}$'),
  is_active boolean not null default true,
  is_system boolean not null default false,
  life_days int not null default 0 check (life_days between 0 and 999),
  min_risk_level int not null default 0 check (min_risk_level between 0 and 10),
  max_risk_level int not null default 10 check (max_risk_level between 0 and 10),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint tags_id_key unique (organization_id, id),
  check (min_risk_level <= max_risk_level)
);
create unique index tags_title_taken on tags (organization_id, lower(title));
select tenant_table('tags');

create table tag_employees (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  tag_id uuid not null,
  employee_id uuid not null,
  joined_at timestamptz not null default now(),
  -- whether the actions of the tag run for this person
  onboarding boolean not null default true,
  primary key (tag_id, employee_id),
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index tag_employees_employee on tag_employees (organization_id, employee_id);
select tenant_table('tag_employees');
