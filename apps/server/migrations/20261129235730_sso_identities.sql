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
