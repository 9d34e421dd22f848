create table departments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  parent_id uuid,
  title text not null,
  -- the department «Без отдела»: there from the start, cannot be edited
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint departments_id_key unique (organization_id, id),
  constraint departments_parent foreign key (organization_id, parent_id) references departments (organization_id, id),
  check (parent_id is distinct from id)
);
create unique index departments_title_taken on departments (organization_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(title));
create unique index departments_one_default on departments (organization_id) where is_default;
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
  language text check (language in ('ru', 'en', 'uz')),
  is_registered boolean not null default false,
  registered_at timestamptz,
  invited_at timestamptz,
  password_hash text,
  consented_at timestamptz,
  avatar_file_id uuid,
  note text not null default '',
  -- what was last computed (statistics keeps them fresh); null where there is nothing to compute from
  risk_level numeric(4, 2) check (risk_level between 0 and 10),
  phishing_indicator numeric(5, 2) check (phishing_indicator between 0 and 100),
  learning_progress numeric(5, 2) check (learning_progress between 0 and 100),
  risk_computed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  constraint employees_id_key unique (organization_id, id),
  constraint employees_department foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint employees_avatar foreign key (organization_id, avatar_file_id) references files (organization_id, id)
);
create unique index employees_email_taken on employees (organization_id, email_key) where deleted_at is null;
create index employees_email on employees (email_key) where deleted_at is null;
create index employees_name on employees (organization_id, full_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index employees_risk on employees (organization_id, risk_level, id) where deleted_at is null;
create index employees_department_id on employees (organization_id, department_id) where deleted_at is null;
create index employees_search on employees using gin (search_text gin_trgm_ops) where deleted_at is null;
select tenant_table('employees');

-- The trigram operators are not leakproof, so row-level security keeps them out of the index. This function looks
-- the ids up as the system role and limits itself to the organisation of the transaction. The longest word goes
-- through the index, all words are then compared.
create function search_employees(needle text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with words as materialized (
    select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern
    from regexp_split_to_table(lower(btrim(needle)), '\s+') as word
  )
  select id from employees
  where deleted_at is null and organization_id = current_setting('app.org')::uuid
    and search_text like (select pattern from words order by length(pattern) desc limit 1)
    and search_text like all (array(select pattern from words))
$$;
grant create on schema public to sergak_system;
alter function search_employees(text) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function search_employees(text) from public;
grant execute on function search_employees(text) to sergak_app;

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
  primary key (tag_id, employee_id),
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index tag_employees_employee on tag_employees (organization_id, employee_id);
select tenant_table('tag_employees');

create table employee_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  created_by uuid not null,
  event_id uuid not null,
  file_name text not null,
  file_id uuid,
  refused_file_id uuid,
  -- reading → ready → running → done; cancelled and failed end it too
  status text not null default 'reading' check (status in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
  columns jsonb,
  summary jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint employee_imports_id_key unique (organization_id, id)
);
select tenant_table('employee_imports');

create table employee_import_rows (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  import_id uuid not null,
  line int not null,
  verdict text not null check (verdict in ('added', 'changed', 'unchanged', 'refused')),
  -- codes of why it is refused, or of what is worth a look
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
  primary key (import_id, line),
  foreign key (organization_id, import_id) references employee_imports (organization_id, id) on delete cascade
);
create index employee_import_rows_verdict on employee_import_rows (import_id, verdict, line);
select tenant_table('employee_import_rows');

-- Sign-in. Only digests of secrets are kept.
create table sessions (
  token_hash bytea primary key,
  organization_id uuid not null,
  employee_id uuid not null,
  -- the organisation the person acts in: the own one or a descendant
  acting_organization_id uuid not null references organizations (id) on delete cascade,
  two_factor_due boolean not null default false,
  user_agent text not null default '',
  address inet,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index sessions_employee on sessions (organization_id, employee_id);
select tenant_table('sessions');

create table link_tokens (
  token_hash bytea primary key,
  organization_id uuid not null,
  employee_id uuid not null,
  purpose text not null check (purpose in ('registration', 'recovery')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index link_tokens_employee on link_tokens (organization_id, employee_id, purpose);
select tenant_table('link_tokens');

create table two_factor_codes (
  session_hash bytea primary key references sessions (token_hash) on delete cascade,
  organization_id uuid not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
select tenant_table('two_factor_codes');
