create table assignments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  course_version_id uuid not null,
  title text not null,
  status text not null default 'active' check (status in ('planned', 'active', 'completed')),
  source text not null default 'manual' check (source in ('manual', 'campaign', 'tag')),
  -- the automatic course of a campaign or of a tag action: one assignment collects the people as they come
  campaign_id uuid,
  tag_action_id uuid,
  -- a picture of this assignment in place of the course's
  image_file_id uuid,
  -- when the assignment was paused: a paused assignment reminds nobody, and nobody is behind
  paused_at timestamptz,
  -- `reminderRules` of the contract; `{}` reminds nobody
  reminders jsonb not null default '{}',
  -- reminders due before this day are never sent: the day on which the rules were set or the assignment was resumed
  reminders_since date not null default current_date,
  -- the day on which all due reminders were last sent; null if dates or rules changed since
  reminded_on date,
  start_date date not null,
  deadline date not null,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint assignments_id_key unique (organization_id, id),
  foreign key (organization_id, course_id) references courses (organization_id, id),
  foreign key (organization_id, course_version_id) references course_versions (organization_id, id),
  constraint assignments_image foreign key (organization_id, image_file_id) references files (organization_id, id),
  check (deadline >= start_date)
);
-- Adding people looks for those who still have the course to do.
create index assignments_course on assignments (organization_id, course_id);
create unique index assignments_of_campaign on assignments (organization_id, campaign_id) where campaign_id is not null;
create unique index assignments_of_tag_action on assignments (organization_id, tag_action_id, course_version_id)
  where tag_action_id is not null and status <> 'completed';
create index assignments_reminding on assignments (organization_id)
  where status = 'active' and paused_at is null and reminders <> '{}';
select tenant_table('assignments');

create table learners (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  assignment_id uuid not null,
  employee_id uuid not null,
  assigned_at timestamptz not null default now(),
  start_date date not null,
  deadline date not null,
  completed_steps int not null default 0,
  steps_total int not null check (steps_total > 0),
  -- percent of completed steps
  progress numeric(5, 2) not null default 0,
  -- where to continue: step and slide, or question
  position jsonb,
  -- the email that the learner still has to get; cleared in the transaction that puts the email into the outbox, so that
  -- sending can be interrupted and repeated. Emails of a planned assignment wait for its start
  email_due text check (email_due in ('assigned', 'reminder')),
  started_at timestamptz,
  completed_at timestamptz,
  -- an administrator recorded the completion: who and why
  completed_by uuid,
  completion_reason text,
  -- whether that administrator grants a certificate for it
  completion_certificate boolean not null default false,
  -- a copy of the assignment's state: nobody is behind in a paused assignment
  paused boolean not null default false,
  -- the first day on which the learner is behind, by the rule of the contract (`isBehind`, decision 0135): progress is below
  -- the share of the period that has elapsed, both to two places; the days of start and deadline both belong to the period.
  -- The share of k days reaches progress + 0.005 percent at k = (progress + 0.005) * days / 100
  behind_from date generated always as (case when completed_at is null and not paused then
    least(deadline + 1, start_date + ceil((200 * progress + 1) * (deadline - start_date + 1) / 20000)::int) end) stored,
  constraint learners_id_key unique (organization_id, id),
  constraint learners_once unique (assignment_id, employee_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
-- Lists count learners by the state of their courses without reading the rows. `behind_from` is not included, so that
-- completing a step writes no index.
create index learners_employee on learners (organization_id, employee_id, assignment_id) include (started_at, completed_at);
create index learners_email_due on learners (organization_id, assignment_id) where email_due is not null;
select tenant_table('learners');

-- Automatic reminders that were sent, by the day on which they were due: each one is sent once.
create table course_reminders (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  learner_id uuid not null,
  due_day date not null,
  sent_at timestamptz not null,
  primary key (learner_id, due_day),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete cascade
);
select tenant_table('course_reminders');

create table step_progress (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  learner_id uuid not null,
  -- id of the step inside the pinned version
  step_id uuid not null,
  slide int not null default 0,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  best_score int check (best_score between 0 and 100),
  primary key (learner_id, step_id),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete cascade
);
select tenant_table('step_progress');

create table quiz_attempts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  learner_id uuid not null,
  step_id uuid not null,
  number int not null,
  -- ids of the drawn questions in the order shown, with the order of their options
  drawn jsonb not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  completed_at timestamptz,
  score int check (score between 0 and 100),
  passed boolean,
  constraint quiz_attempts_id_key unique (organization_id, id),
  constraint quiz_attempts_number unique (learner_id, step_id, number),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete cascade
);
create unique index quiz_attempts_one_open on quiz_attempts (learner_id, step_id) where completed_at is null;
-- Attempts with a time limit that nobody has ended.
create index quiz_attempts_ends on quiz_attempts (ends_at) where completed_at is null and ends_at is not null;
select tenant_table('quiz_attempts');

create table quiz_answers (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  attempt_id uuid not null,
  question_id uuid not null,
  -- increases with each answer of the attempt, so that a late repeat never overwrites a newer answer
  sequence int not null,
  answer jsonb not null,
  correct boolean not null,
  answered_at timestamptz not null default now(),
  primary key (attempt_id, question_id),
  foreign key (organization_id, attempt_id) references quiz_attempts (organization_id, id) on delete cascade
);
select tenant_table('quiz_answers');

-- The reminder rules that new assignments start with; an organisation without a row uses those of the product.
create table learning_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- `reminderRules` of the contract
  reminders jsonb not null,
  version int not null default 1
);
select tenant_table('learning_settings');
