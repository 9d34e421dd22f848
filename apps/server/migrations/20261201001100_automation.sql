-- Actions of tags for people who join, and one run for each person, joining and action.

create table automation_schedules (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- the hour of the organisation's day in which actions run
  hour int not null default 10 check (hour between 0 and 23),
  -- due actions were started up to this moment; null: never yet
  run_at timestamptz
);
select tenant_table('automation_schedules');

create table tag_actions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  tag_id uuid not null,
  type text not null check (type in ('course', 'letter', 'phishing', 'registration_link')),
  theme text not null default '',
  text text not null default '',
  defer_by int not null default 0 check (defer_by between 0 and 99),
  registration_link_days int check (registration_link_days between 1 and 365),
  registration_link_hour int check (registration_link_hour between 0 and 23),
  period int check (period between 1 and 365),
  -- the action applies to people who joined at or after this moment; null: to people who were members already as well
  since timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint tag_actions_id_key unique (organization_id, id),
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
create unique index tag_actions_only_one on tag_actions (tag_id, type) where type in ('course', 'phishing');
create index tag_actions_tag on tag_actions (organization_id, tag_id);
select tenant_table('tag_actions');

create table tag_action_courses (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  action_id uuid not null,
  course_id uuid not null,
  primary key (action_id, course_id),
  foreign key (organization_id, action_id) references tag_actions (organization_id, id) on delete cascade,
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('tag_action_courses');

create table tag_action_emails (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  action_id uuid not null,
  email_id uuid not null,
  primary key (action_id, email_id),
  foreign key (organization_id, action_id) references tag_actions (organization_id, id) on delete cascade,
  foreign key (organization_id, email_id) references emails (organization_id, id) on delete cascade
);
select tenant_table('tag_action_emails');

-- The log of runs; its unique constraint keeps an action from running twice for one joining. A run outlives its action and its
-- tag: it keeps the titles.
create table tag_action_runs (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  tag_id uuid,
  tag_title text not null default '',
  action_id uuid not null,
  action_type text not null,
  action_title text not null default '',
  employee_id uuid not null,
  joined_at timestamptz not null,
  due_at timestamptz not null,
  state text not null check (state in ('done', 'waiting', 'skipped', 'failed')),
  reason text,
  done_at timestamptz,
  assignment_id uuid,
  campaign_id uuid,
  -- courses that the run has settled for its person: given, or had already. They are not given again when the run waits for
  -- other courses of the same action
  settled_course_ids uuid[] not null default '{}',
  constraint tag_action_runs_once unique (action_id, employee_id, joined_at),
  constraint tag_action_runs_tag foreign key (organization_id, tag_id) references tags (organization_id, id) on delete set null (tag_id),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index tag_action_runs_recent on tag_action_runs (organization_id, tag_id, id desc);
create index tag_action_runs_person on tag_action_runs (organization_id, employee_id, id desc);
create index tag_action_runs_waiting on tag_action_runs (organization_id, action_id) where state = 'waiting';
select tenant_table('tag_action_runs');
