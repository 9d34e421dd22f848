-- Sign-in. Only digests of secrets are stored.
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
  -- the person has to set up an authenticator app before the session can be used
  enrolment_due boolean not null default false,
  -- what opened the session: a password or link of the portal, the password of a directory, or an identity provider
  opened_by text not null default 'password' check (opened_by in ('password', 'directory', 'provider')),
  -- names the session to its owner, who can end it; opens nothing
  id uuid not null default gen_random_uuid(),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index sessions_employee on sessions (organization_id, employee_id);
select tenant_table('sessions');

create table link_tokens (
  token_hash bytea primary key,
  organization_id uuid not null,
  employee_id uuid not null,
  -- `address` confirms a new address: the link is sent there, and the address is changed when the link is opened
  purpose text not null check (purpose in ('registration', 'recovery', 'address')),
  new_email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade,
  constraint link_tokens_new_email check ((purpose = 'address') = (new_email is not null))
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

-- The organisation's own text of the consent to the processing of personal data. Each change is a new version. Version 0 is
-- the text of the product; null texts mean that the organisation has returned to it.
create table consent_texts (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  version int not null check (version > 0),
  texts jsonb,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, version)
);
select tenant_table('consent_texts');
revoke update, delete on consent_texts from sergak_app;

-- Machine accounts. A token is shown once and stored as a digest; a revoked token stays, so that the audit log can be read.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- statistics: role pdf_service, reads figures and reports; scim: keeps the staff list in step with an identity provider
  kind text not null check (kind in ('statistics', 'scim')),
  title text not null,
  token_hash bytea not null,
  -- the last characters of the token, so that a person can recognise it
  hint text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_tokens_token_hash unique (token_hash)
);
create index api_tokens_recent on api_tokens (organization_id, kind, created_at desc);
select tenant_table('api_tokens');

-- Names that an identity provider uses for the people and departments that it keeps in step over SCIM.
create table scim_users (
  employee_id uuid primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the provider has deleted the person: not the same as inactive people, which it still sees
  removed_at timestamptz,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create unique index scim_users_name_taken on scim_users (organization_id, user_name_key) where removed_at is null;
create index scim_users_external_id on scim_users (organization_id, external_id);
select tenant_table('scim_users');

create table scim_groups (
  department_id uuid primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (organization_id, department_id) references departments (organization_id, id) on delete cascade
);
select tenant_table('scim_groups');
