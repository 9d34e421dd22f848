-- SCORM packages. A package is never changed: a new upload is a new package, and published courses keep the one they use.
create table scorm_packages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null,
  file_name text not null,
  -- hash of the uploaded file: the same file is stored once in an organisation
  sha256 text not null check (length(sha256) = 64),
  standard text not null check (standard in ('1.2', '2004')),
  -- edition of SCORM 2004, such as '3rd'; empty for 1.2
  edition text not null default '',
  -- organisation, items, resources, sequencing and objectives of imsmanifest.xml (`ScormManifest` of the contract)
  manifest jsonb not null,
  -- what the import noticed (`ScormReport` of the contract)
  report jsonb not null,
  -- what completes the package (`completionRule` of the contract): proposed at import, changed for a course or an assignment
  completion_rule jsonb not null default '{"by": "completed", "score": null}',
  -- hosts outside of the content origin that the organisation allows the package to load from (`allowedHost` of the contract)
  allowed_hosts jsonb not null default '[]',
  size bigint not null check (size > 0),
  files_count int not null check (files_count > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint scorm_packages_id_key unique (organization_id, id),
  constraint scorm_packages_file unique (organization_id, sha256)
);
select tenant_table('scorm_packages');

-- The files of a package, by their exact path inside it. The bytes are in the file store.
create table scorm_package_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  package_id uuid not null,
  path text not null,
  size bigint not null,
  storage_key text not null,
  primary key (package_id, path),
  constraint scorm_package_files_storage_key unique (storage_key),
  foreign key (organization_id, package_id) references scorm_packages (organization_id, id) on delete cascade
);
select tenant_table('scorm_package_files');

-- Imports of packages. The files of a package are stored under keys made from the id of the import and a number, so that a
-- repeated import overwrites them and a failed one can remove them.
create table scorm_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- the task that shows the progress
  task_id uuid not null,
  -- the course that gets a new package; null if the import creates a course
  course_id uuid,
  -- title of the new course; empty means the title of the package
  title text not null default '',
  -- whether open assignments move to the new package
  move_open boolean not null default false,
  file_name text not null,
  size bigint not null,
  -- the uploaded archive in the file store, until the import ends
  upload_key text not null,
  -- number of files that may be in the store
  files_planned int not null default 0,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  created_by uuid not null,
  actor_name text not null,
  language text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint scorm_imports_id_key unique (organization_id, id)
);
create index scorm_imports_waiting on scorm_imports (created_at) where status = 'waiting';
select tenant_table('scorm_imports');

-- The library: courses → sections → themes → steps. Modules of slides and questions are reusable, and so are themes.
create table courses (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null check (length(title) between 1 and 255),
  description text not null default '',
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  -- 0: not known, of SCORM courses
  minutes int not null default 10 check (minutes between 0 and 1000),
  image_file_id uuid,
  -- a SCORM course is one package; it has no sections of its own
  kind text not null default 'native' check (kind in ('native', 'scorm')),
  scorm_package_id uuid,
  -- which attempt counts, if a learner plays a SCORM course more than once
  score_policy text not null default 'highest' check (score_policy in ('highest', 'last', 'first', 'average')),
  -- null: the rule that the package proposes
  completion_rule jsonb,
  -- labels for searching; unrelated to the tags of employees
  tags text[] not null default '{}',
  archived boolean not null default false,
  -- name of the starter course it was made from
  starter_slug text,
  published_version int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- last change of what a version contains: the course, its sections and their order
  updated_at timestamptz not null default now(),
  constraint courses_id_key unique (organization_id, id),
  constraint courses_image foreign key (organization_id, image_file_id) references files (organization_id, id),
  constraint courses_scorm_package foreign key (organization_id, scorm_package_id)
    references scorm_packages (organization_id, id),
  constraint courses_package check ((kind = 'scorm') = (scorm_package_id is not null))
);
create index courses_tags on courses using gin (tags);
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
  -- last change of the theme or of its steps
  updated_at timestamptz not null default now(),
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
  -- last change of the module, its slides or its questions
  updated_at timestamptz not null default now(),
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
  scorm_package_id uuid,
  score_policy text not null default 'highest' check (score_policy in ('highest', 'last', 'first', 'average')),
  pass_mark int not null default 80 check (pass_mark between 1 and 100),
  attempts_limit int check (attempts_limit between 1 and 100),
  shuffle boolean not null default false,
  draw_count int check (draw_count > 0),
  time_limit_minutes int check (time_limit_minutes between 1 and 600),
  constraint theme_steps_id_key unique (organization_id, id),
  constraint theme_steps_order unique (theme_id, order_id) deferrable initially deferred,
  foreign key (organization_id, theme_id) references themes (organization_id, id) on delete cascade,
  constraint theme_steps_module foreign key (organization_id, module_id) references modules (organization_id, id),
  constraint theme_steps_scorm_package foreign key (organization_id, scorm_package_id)
    references scorm_packages (organization_id, id),
  constraint theme_steps_content check
    ((kind = 'scorm') = (scorm_package_id is not null) and (kind = 'scorm') = (module_id is null))
);
create index theme_steps_of_module on theme_steps (organization_id, module_id);
select tenant_table('theme_steps');

-- Media of a module's slides and questions: uploaded pictures, sound and video. The sweep removes files that neither the
-- module nor a published version uses.
create table module_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  module_id uuid not null,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  -- when the file was last seen in use, or last released by a change: the sweep looks at it a day later
  checked_at timestamptz not null default now(),
  primary key (module_id, file_id),
  foreign key (organization_id, module_id) references modules (organization_id, id) on delete cascade,
  constraint module_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index module_files_checked on module_files (checked_at);
create index module_files_of_file on module_files (organization_id, file_id);
select tenant_table('module_files');

create table slides (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  module_id uuid not null,
  order_id int not null,
  layout text not null default 'text' check (layout in ('text', 'image-right', 'image-top', 'image-full')),
  title text not null default '',
  -- the text as a document of blocks (`slideDoc` of the contract)
  doc jsonb not null default '{"type":"doc","content":[]}',
  image_file_id uuid,
  image_alt text not null default '',
  audio_file_id uuid,
  -- what the audio says
  transcript text not null default '',
  version int not null default 1,
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
  image_file_id uuid,
  image_alt text not null default '',
  -- weight in the score of an attempt
  points int not null default 1 check (points between 1 and 100),
  -- options, items, pairs or accepted answers, by type; each part has an id of its own
  body jsonb not null,
  explanation text not null default '',
  version int not null default 1,
  constraint questions_id_key unique (organization_id, id),
  constraint questions_order unique (module_id, order_id) deferrable initially deferred,
  constraint questions_image foreign key (organization_id, image_file_id) references files (organization_id, id),
  foreign key (organization_id, module_id) references modules (organization_id, id) on delete cascade
);
select tenant_table('questions');

-- What learners see: the whole course at the moment of publishing. Never changed afterwards.
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

-- Files that a version shows: they are kept as long as the version is, whatever happens to the slides.
create table course_version_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_version_id uuid not null,
  file_id uuid not null,
  primary key (course_version_id, file_id),
  foreign key (organization_id, course_version_id) references course_versions (organization_id, id) on delete cascade,
  constraint course_version_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index course_version_files_of_file on course_version_files (organization_id, file_id);
select tenant_table('course_version_files');

-- SCORM packages that a version plays.
create table course_version_packages (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_version_id uuid not null,
  package_id uuid not null,
  primary key (course_version_id, package_id),
  foreign key (organization_id, course_version_id) references course_versions (organization_id, id) on delete cascade,
  constraint course_version_packages_package foreign key (organization_id, package_id)
    references scorm_packages (organization_id, id)
);
select tenant_table('course_version_packages');
