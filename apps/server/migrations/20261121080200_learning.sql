-- The library: courses → sections → themes → steps; modules of slides and questions are reusable, themes as well.
create table courses (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null check (length(title) between 1 and 255),
  description text not null default '',
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  minutes int not null default 10 check (minutes between 1 and 1000),
  image_file_id uuid,
  archived boolean not null default false,
  -- name of the starter course it was made from
  starter_slug text,
  published_version int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courses_id_key unique (organization_id, id),
  constraint courses_image foreign key (organization_id, image_file_id) references files (organization_id, id)
);
create unique index courses_starter on courses (organization_id, starter_slug, language) where starter_slug is not null;
select tenant_table('courses');

create table course_sections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_id uuid not null,
  title text not null,
  order_id int not null,
  constraint course_sections_id_key unique (organization_id, id),
  constraint course_sections_order unique (course_id, order_id) deferrable initially deferred,
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('course_sections');

create table themes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint themes_id_key unique (organization_id, id)
);
select tenant_table('themes');

create table section_themes (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  section_id uuid not null,
  theme_id uuid not null,
  order_id int not null,
  primary key (section_id, theme_id),
  constraint section_themes_order unique (section_id, order_id) deferrable initially deferred,
  foreign key (organization_id, section_id) references course_sections (organization_id, id) on delete cascade,
  foreign key (organization_id, theme_id) references themes (organization_id, id)
);
select tenant_table('section_themes');

create table modules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint modules_id_key unique (organization_id, id)
);
select tenant_table('modules');

create table theme_steps (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  theme_id uuid not null,
  order_id int not null,
  kind text not null check (kind in ('theory', 'quiz', 'scorm')),
  module_id uuid,
  pass_mark int not null default 80 check (pass_mark between 1 and 100),
  attempts_limit int check (attempts_limit between 1 and 100),
  shuffle boolean not null default false,
  draw_count int check (draw_count > 0),
  time_limit_minutes int check (time_limit_minutes between 1 and 600),
  constraint theme_steps_id_key unique (organization_id, id),
  constraint theme_steps_order unique (theme_id, order_id) deferrable initially deferred,
  foreign key (organization_id, theme_id) references themes (organization_id, id) on delete cascade,
  foreign key (organization_id, module_id) references modules (organization_id, id)
);
select tenant_table('theme_steps');

create table slides (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  module_id uuid not null,
  order_id int not null,
  layout text not null default 'text' check (layout in ('text', 'image-right', 'image-top', 'image-full')),
  title text not null default '',
  html text not null default '',
  image_file_id uuid,
  image_alt text not null default '',
  audio_file_id uuid,
  constraint slides_id_key unique (organization_id, id),
  constraint slides_order unique (module_id, order_id) deferrable initially deferred,
  foreign key (organization_id, module_id) references modules (organization_id, id) on delete cascade,
  constraint slides_image foreign key (organization_id, image_file_id) references files (organization_id, id),
  constraint slides_audio foreign key (organization_id, audio_file_id) references files (organization_id, id)
);
select tenant_table('slides');

create table questions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  module_id uuid not null,
  order_id int not null,
  type text not null check (type in ('single', 'multiple', 'ordering', 'matching', 'short')),
  text text not null,
  -- options, items, pairs or accepted variants, by type; each part has an id of its own
  body jsonb not null,
  explanation text not null default '',
  constraint questions_id_key unique (organization_id, id),
  constraint questions_order unique (module_id, order_id) deferrable initially deferred,
  foreign key (organization_id, module_id) references modules (organization_id, id) on delete cascade
);
select tenant_table('questions');

-- What learners see: the whole course as it stood when it was published. Never changed afterwards.
create table course_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_id uuid not null,
  number int not null,
  content jsonb not null,
  steps_total int not null check (steps_total > 0),
  published_at timestamptz not null default now(),
  constraint course_versions_id_key unique (organization_id, id),
  constraint course_versions_number unique (course_id, number),
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('course_versions');

create table assignments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  course_version_id uuid not null,
  title text not null,
  status text not null default 'active' check (status in ('planned', 'active', 'completed')),
  source text not null default 'manual' check (source in ('manual', 'campaign', 'tag')),
  -- a campaign's automatic course: one assignment gathers the people as they fall for it
  campaign_id uuid,
  start_date date not null,
  deadline date not null,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint assignments_id_key unique (organization_id, id),
  foreign key (organization_id, course_id) references courses (organization_id, id),
  foreign key (organization_id, course_version_id) references course_versions (organization_id, id),
  check (deadline >= start_date)
);
create unique index assignments_of_campaign on assignments (organization_id, campaign_id) where campaign_id is not null;
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
  -- where to go on: step and slide, question
  position jsonb,
  started_at timestamptz,
  completed_at timestamptz,
  constraint learners_id_key unique (organization_id, id),
  constraint learners_once unique (assignment_id, employee_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index learners_employee on learners (organization_id, employee_id);
select tenant_table('learners');

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
select tenant_table('quiz_attempts');

create table quiz_answers (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  attempt_id uuid not null,
  question_id uuid not null,
  -- grows with each answer of the attempt, so that a late repeat never overwrites a newer one
  sequence int not null,
  answer jsonb not null,
  correct boolean not null,
  answered_at timestamptz not null default now(),
  primary key (attempt_id, question_id),
  foreign key (organization_id, attempt_id) references quiz_attempts (organization_id, id) on delete cascade
);
select tenant_table('quiz_answers');
