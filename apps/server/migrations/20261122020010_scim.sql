-- What an identity provider calls the people and departments that it keeps in step over SCIM.
create table scim_users (
  employee_id uuid primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the provider has deleted the person: not the same as inactive, which it still sees
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
