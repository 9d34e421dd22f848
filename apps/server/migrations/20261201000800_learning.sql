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
  -- null: the rule that the package proposes; always null for courses of slides and quizzes
  completion_rule jsonb,
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
  -- the first day on which the learner is behind if the assignment is active, by `isBehind` of the contract: the day after the
  -- deadline of whoever has not finished
  behind_from date generated always as (case when completed_at is null and not paused then deadline + 1 end) stored,
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
  -- the last slide that was opened; `slide` is the one to continue with
  reached int not null default 0,
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

-- What learners do in SCORM packages. A registration is one attempt of a learner at the package of a step; it is bound to the
-- package that the learner's course version pins, so that a replaced package never mixes with stored state.
create table scorm_registrations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  learner_id uuid not null,
  -- id of the step inside the pinned version
  step_id uuid not null,
  package_id uuid not null,
  number int not null check (number > 0),
  completion text not null default 'not_attempted' check (completion in ('not_attempted', 'incomplete', 'completed')),
  success text not null default 'unknown' check (success in ('unknown', 'passed', 'failed')),
  -- percent; null until the package reports a score
  score numeric(5, 2) check (score between 0 and 100),
  -- percent of the package
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  total_seconds int not null default 0,
  -- the SCO to resume at
  current_sco text not null default '',
  -- pages that the learner has seen: ids of items, or files of a package of one item
  pages jsonb not null default '[]',
  -- state of SCORM 2004 sequencing as the player serialised it
  sequencing text,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- when the registration was completed or passed: nothing is recorded afterwards
  completed_at timestamptz,
  constraint scorm_registrations_id_key unique (organization_id, id),
  constraint scorm_registrations_number unique (learner_id, step_id, number),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete cascade,
  foreign key (organization_id, package_id) references scorm_packages (organization_id, id)
);
create index scorm_registrations_package on scorm_registrations (organization_id, package_id);
select tenant_table('scorm_registrations');

-- State of each SCO of a registration: the whole data model, and the parts that reports read.
create table scorm_scos (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  registration_id uuid not null,
  -- identifier of the item in the manifest
  sco_id text not null,
  -- every element that the SCO has set, by its name (`cmi.core.lesson_location`)
  cmi jsonb not null default '{}',
  completion text not null default 'not_attempted',
  success text not null default 'unknown',
  score numeric(5, 2),
  progress numeric(5, 2) not null default 0,
  total_seconds int not null default 0,
  -- completed only because the SCO ended itself without ever reporting a status
  silent boolean not null default false,
  -- an element of this SCO could not be stored: what it left unsaid means nothing
  rejected boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (registration_id, sco_id),
  foreign key (organization_id, registration_id) references scorm_registrations (organization_id, id) on delete cascade
);
select tenant_table('scorm_scos');

-- One opened player. Its token is the only credential on the content origin; only the digest is stored.
create table scorm_sessions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  registration_id uuid not null,
  token_hash bytea not null,
  -- the portal session that opened the player, and when that session ends by itself
  session_hash bytea not null,
  session_ends timestamptz not null,
  mode text not null check (mode in ('normal', 'review')),
  language text not null,
  -- sequence number of the last stored commit: older ones that arrive late are ignored
  last_sequence int not null default 0,
  -- seconds of each SCO when the player was opened: commits set base + session, they do not add
  base_seconds jsonb not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- when the player page was delivered: the page opens once
  opened_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('exit', 'superseded', 'timeout')),
  constraint scorm_sessions_id_key unique (organization_id, id),
  constraint scorm_sessions_token unique (token_hash),
  foreign key (organization_id, registration_id) references scorm_registrations (organization_id, id) on delete cascade,
  check ((ended_at is null) = (ended_by is null))
);
create index scorm_sessions_open on scorm_sessions (registration_id) where ended_at is null;
create index scorm_sessions_unseen on scorm_sessions (seen_at) where ended_at is null;
select tenant_table('scorm_sessions');

-- Answers that a package reported, for reports.
create table scorm_interactions (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  registration_id uuid not null,
  sco_id text not null,
  -- n of `cmi.interactions.n`
  number int not null,
  name text not null default '',
  type text not null default '',
  description text not null default '',
  response text not null default '',
  correct_pattern text not null default '',
  result text not null default '',
  weighting text not null default '',
  latency text not null default '',
  reported_at text not null default '',
  updated_at timestamptz not null default now(),
  primary key (registration_id, sco_id, number),
  foreign key (organization_id, registration_id) references scorm_registrations (organization_id, id) on delete cascade
);
select tenant_table('scorm_interactions');

-- Commits of the last 14 days, to answer disputes. The sweep deletes older ones.
create table scorm_commits (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  session_id uuid not null,
  sequence int not null,
  sco_id text not null,
  -- the elements that this commit changed
  changes jsonb not null,
  created_at timestamptz not null default now(),
  foreign key (organization_id, session_id) references scorm_sessions (organization_id, id) on delete cascade
);
create index scorm_commits_session on scorm_commits (session_id);
create index scorm_commits_age on scorm_commits (created_at);
select tenant_table('scorm_commits');

-- Which courses give a certificate. A course without a row follows the default: a certificate if it has a quiz or a
-- SCORM step (decision 0215).
create table certificate_rules (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_id uuid primary key,
  -- auto: the default
  mode text not null default 'auto' check (mode in ('auto', 'on', 'off')),
  -- null: certificates of this course never expire
  valid_months int check (valid_months between 1 and 120),
  -- how long before the end the learner is reminded, and the course assigned again if `reassign` is set
  remind_days int not null default 30 check (remind_days between 1 and 180),
  reassign boolean not null default false,
  version int not null default 1,
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('certificate_rules');

-- A certificate is a copy: it survives the deletion of the course, of the assignment and of the learner.
create table certificates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- printed on the certificate; also the key of the public page
  number text not null,
  learner_id uuid,
  assignment_id uuid,
  course_id uuid,
  employee_id uuid,
  -- copies of the time of issue; the name is emptied when the person's data is erased
  person_name text not null,
  course_title text not null,
  organization_title text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  -- mean of the best scores of the quizzes and packages; null if the course had none
  score int check (score between 0 and 100),
  -- the time of completion
  issued_at timestamptz not null,
  -- the last valid day
  valid_until date,
  revoked_at timestamptz,
  revoked_by uuid,
  revoke_reason text,
  -- the reminder before the end was queued
  reminded_at timestamptz,
  constraint certificates_id_key unique (organization_id, id),
  constraint certificates_number unique (number),
  constraint certificates_learner unique (learner_id),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete set null (learner_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
    on delete set null (assignment_id),
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete set null (course_id),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete set null (employee_id)
);
create index certificates_newest on certificates (organization_id, issued_at desc, id);
create index certificates_employee on certificates (organization_id, employee_id, course_id);
create index certificates_assignment on certificates (organization_id, assignment_id);
create index certificates_to_remind on certificates (valid_until)
  where reminded_at is null and revoked_at is null and valid_until is not null;
select tenant_table('certificates');

-- Organisations whose earlier completions have been looked through for missing certificates.
create table certificate_backfills (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  completed_at timestamptz not null default now()
);
select tenant_table('certificate_backfills');
