-- How the directory (LDAP) of an organisation is read, and how its last sync went.
create table directories (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('ldaps', 'starttls', 'none')),
  -- the password of the account may be sent without encryption to another machine
  plain_allowed boolean not null default false,
  ca text not null default '',
  bind_dn text not null,
  -- AES-256-GCM with the organisation as associated data; deleted when host, port or security change
  password_sealed bytea,
  base_dn text not null,
  filter text not null,
  -- field → name of the attribute
  attributes jsonb not null,
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
