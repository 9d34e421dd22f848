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
