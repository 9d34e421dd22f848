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

-- What the groups of an identity provider become in an organisation; without a row: departments.
create table scim_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  groups text not null check (groups in ('departments', 'tags')),
  updated_at timestamptz not null default now()
);
select tenant_table('scim_settings');
-- Tags that are groups of a provider, and the provider's names of them.
create table scim_tags (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  tag_id uuid primary key,
  display_name text not null,
  external_id text,
  -- the provider created the tag; otherwise the tag existed before
  is_made boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scim_tags_tag_fkey foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
select tenant_table('scim_tags');

-- Authenticator apps (TOTP). A row without confirmed_at is a secret that has not been confirmed with a code yet.
create table authenticators (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  secret_sealed bytea not null,
  -- the newest time step whose code was used: its code and earlier codes are rejected
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- when a link set another password; until that password is used together with a code of the app or a backup code, no code by
  -- email is enough
  recovered_at timestamptz,
  primary key (organization_id, employee_id),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
select tenant_table('authenticators');

-- Digests of one-time codes for people who do not have their app at hand.
create table backup_codes (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (organization_id, employee_id, code_hash),
  foreign key (organization_id, employee_id) references authenticators (organization_id, employee_id) on delete cascade
);
select tenant_table('backup_codes');

-- Which roles must have an authenticator app, and from which day in the organisation's time zone.
create table authenticator_policies (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  roles text[] not null check (roles <@ '{employee,content_manager,operator,system_admin,super_user}'),
  due_on date not null,
  version int not null default 1
);
select tenant_table('authenticator_policies');

-- Single sign-on of an organisation: SAML 2.0 or OpenID Connect.
create table sso_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  protocol text not null default 'saml' check (protocol in ('saml', 'oidc')),
  enabled boolean not null default false,
  -- passwords open no session, except that of break_glass_id
  forced boolean not null default false,
  break_glass_id uuid,
  create_accounts boolean not null default false,
  idp_entity_id text not null default '',
  idp_sso_url text not null default '',
  idp_certificates text[] not null default '{}',
  issuer text not null default '',
  client_id text not null default '',
  -- AES-256-GCM with the organisation as associated data; deleted when issuer or client change
  client_secret_sealed bytea,
  attributes jsonb not null,
  group_roles jsonb not null default '[]',
  -- own keys: the active one and, during roll-over, the next one
  certificate text,
  key_sealed bytea,
  next_certificate text,
  next_key_sealed bytea,
  -- PEM certificates of own certification authorities
  ca text not null default '',
  last_success_at timestamptz,
  version int not null default 1,
  constraint sso_settings_forced check (enabled or not forced),
  constraint sso_settings_break_glass_fkey foreign key (organization_id, break_glass_id) references employees (organization_id, id)
    on delete set null (break_glass_id)
);
create index sso_settings_break_glass on sso_settings (organization_id, break_glass_id);
select tenant_table('sso_settings');

-- Sign-ins that began and did not end yet. `id` is the ID of the SAML request or the state of OpenID Connect.
create table sso_requests (
  id text primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- digest of the secret that the page of the browser keeps
  binding_hash bytea not null,
  nonce text,
  code_verifier text,
  expires_at timestamptz not null,
  -- set once, by the answer that was accepted
  answered_at timestamptz,
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  employee_id uuid,
  constraint sso_requests_employee_fkey foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index sso_requests_organization on sso_requests (organization_id, employee_id);
create index sso_requests_ticket on sso_requests (ticket_hash);
create index sso_requests_expired on sso_requests (expires_at);
select tenant_table('sso_requests');

-- Ids of accepted assertions, until they could no longer be valid: an assertion works once.
create table sso_assertions (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create index sso_assertions_expired on sso_assertions (expires_at);
select tenant_table('sso_assertions');

-- The subjects by which an identity provider names people: bound at the first sign-in, they then identify the person in place of
-- the address. A row belongs to one provider (SAML: entity id; OpenID Connect: issuer and client id, because a provider may give
-- each client subjects of its own).
create table sso_identities (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  provider_hash bytea not null,
  -- digest of provider and subject; null if the subject is the address of the person itself
  subject_hash bytea,
  created_at timestamptz not null default now(),
  primary key (organization_id, employee_id, provider_hash),
  constraint sso_identities_subject unique (organization_id, subject_hash),
  constraint sso_identities_employee_fkey foreign key (organization_id, employee_id) references employees (organization_id, id)
    on delete cascade
);
select tenant_table('sso_identities');

-- How the directory (LDAP) of an organisation is read, and how its last sync went.
create table directories (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('ldaps', 'starttls', 'none')),
  -- the password of the account may be sent without encryption to another machine
  plain_allowed boolean not null default false,
  -- PEM certificates of own certification authorities
  ca text not null default '',
  bind_dn text not null,
  -- AES-256-GCM with the organisation as associated data; deleted when host, port or security change
  password_sealed bytea,
  base_dn text not null,
  filter text not null,
  -- field → name of the attribute
  attributes jsonb not null,
  -- the attribute of the stable key; empty: chosen automatically
  key_attribute text not null default '',
  department_from text not null check (department_from in ('none', 'ou', 'attribute')),
  department_attribute text not null,
  -- [{group, role}]
  group_roles jsonb not null default '[]',
  leavers text not null default 'keep' check (leavers in ('keep', 'remove')),
  sign_in boolean not null default false,
  schedule text not null default 'off' check (schedule in ('off', 'hourly', 'daily')),
  hour int not null default 3 check (hour between 0 and 23),
  -- who saved the settings: named in the log as the author of syncs, which have the power of an operator
  saved_by uuid not null,
  next_at timestamptz,
  read_at timestamptz,
  failure jsonb,
  import_id uuid,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- passwords of people are never sent without encryption
  check (not (sign_in and security = 'none'))
);
create index directories_due on directories (next_at);
select tenant_table('directories');

-- People whom a directory has brought or in which they were found, and the stable keys of their entries. Only these people can be
-- leavers of a sync. The link stays while a removed person can be restored.
create table directory_links (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  -- «attribute:value», for example «objectguid:3f2504e0-…»; null if the entry has no key
  entry_key text,
  -- the latest reading that found the key
  seen_import uuid,
  primary key (organization_id, employee_id),
  constraint directory_links_key unique (organization_id, entry_key),
  constraint directory_links_employee_fkey foreign key (organization_id, employee_id) references employees (organization_id, id)
    on delete cascade
);
select tenant_table('directory_links');
