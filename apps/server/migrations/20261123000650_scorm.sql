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
  event_id uuid not null,
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
