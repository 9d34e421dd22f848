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
