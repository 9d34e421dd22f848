-- The library: courses → sections → themes → steps. Modules of slides and questions are reusable, and so are themes.
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
  -- options, items, pairs or accepted answers, by type; each part has an id of its own
  body jsonb not null,
  explanation text not null default '',
  constraint questions_id_key unique (organization_id, id),
  constraint questions_order unique (module_id, order_id) deferrable initially deferred,
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
