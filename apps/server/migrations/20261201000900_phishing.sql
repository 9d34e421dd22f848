create table template_categories (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  slug text not null,
  title text not null,
  order_id int not null default 0,
  constraint template_categories_id_key unique (organization_id, id),
  constraint template_categories_slug unique (organization_id, slug)
);
select tenant_table('template_categories');

-- A scenario: emails and landing pages of one story.
create table templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  category_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  difficulty text not null default 'medium' check (difficulty in ('easy', 'medium', 'hard')),
  attack_vector text not null default 'form' check (attack_vector in ('form', 'attachments')),
  logo_file_id uuid,
  starter_slug text,
  archived boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- whether a person has set the difficulty; otherwise it follows the estimate
  difficulty_set boolean not null default false,
  -- the language in which new emails and pages are written
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  constraint templates_id_key unique (organization_id, id),
  foreign key (organization_id, category_id) references template_categories (organization_id, id),
  constraint templates_logo foreign key (organization_id, logo_file_id) references files (organization_id, id)
);
create unique index templates_starter on templates (organization_id, starter_slug) where starter_slug is not null;
select tenant_table('templates');

create table landing_pages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  template_id uuid not null,
  name text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  html text not null,
  version int not null default 1,
  -- the base that this version translates; null for a base
  translation_of uuid,
  constraint landing_pages_id_key unique (organization_id, id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade,
  foreign key (organization_id, translation_of) references landing_pages (organization_id, id) on delete cascade
);
create unique index landing_pages_translation on landing_pages (organization_id, translation_of, language);
create index landing_pages_template on landing_pages (organization_id, template_id);
select tenant_table('landing_pages');

create table emails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  template_id uuid not null,
  page_id uuid,
  name text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  -- [{text, cue}]: the signs of phishing that the recipient could have noticed, shown afterwards
  tips jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- generated and uploaded attachments, in their order
  attachments jsonb not null default '[]',
  -- the five elements of premise alignment on the NIST Phish Scale; null while nobody has rated them
  premise jsonb,
  -- the base that this version translates; null for a base
  translation_of uuid,
  constraint emails_id_key unique (organization_id, id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade,
  foreign key (organization_id, page_id) references landing_pages (organization_id, id),
  foreign key (organization_id, translation_of) references emails (organization_id, id) on delete cascade
);
create unique index emails_translation on emails (organization_id, translation_of, language) where deleted_at is null;
create index emails_template on emails (organization_id, template_id);
select tenant_table('emails');

create table redirect_pages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  html text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint redirect_pages_id_key unique (organization_id, id)
);
select tenant_table('redirect_pages');

-- Unsaved texts for the live preview on the content origin, one of each kind for a person. The editor may belong to an
-- organisation above, so `employee_id` has no foreign key.
create table preview_drafts (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  kind text not null check (kind in ('email', 'page', 'redirect')),
  html text not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, employee_id, kind),
  constraint preview_drafts_organization foreign key (organization_id) references organizations (id) on delete cascade
);
select tenant_table('preview_drafts');

-- The pictures of a scenario or of a redirect page. The html refers to them as `picture:<file_id>`. The file of a row never
-- changes: replacing a picture stores a new file. A copied scenario shares the files.
create table template_pictures (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  template_id uuid,
  redirect_page_id uuid,
  file_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz not null default now(),
  -- when the sweep last looked at the picture, and since when it has seen no text that shows it
  checked_at timestamptz not null default now(),
  unused_since timestamptz,
  constraint template_pictures_owner check (num_nonnulls(template_id, redirect_page_id) = 1),
  constraint template_pictures_of_template unique (organization_id, template_id, file_id),
  constraint template_pictures_of_page unique (organization_id, redirect_page_id, file_id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade,
  foreign key (organization_id, redirect_page_id) references redirect_pages (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id)
);
create index template_pictures_file on template_pictures (organization_id, file_id);
create index template_pictures_checked on template_pictures (checked_at);
select tenant_table('template_pictures');

-- Files that were uploaded to be attached to emails. The bytes are those that the check accepted and never change.
create table attachment_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  file_id uuid not null,
  type text not null,
  size bigint not null,
  -- what a sent copy can report: opened, clicked or nothing
  reports text not null check (reports in ('opened', 'clicked', 'nothing')),
  -- when the sweep last looked at the file, and since when it has seen no email with it
  checked_at timestamptz not null default now(),
  unused_since timestamptz,
  primary key (organization_id, file_id),
  constraint attachment_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index attachment_files_checked on attachment_files (checked_at);
select tenant_table('attachment_files');
