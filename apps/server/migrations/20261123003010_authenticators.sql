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
