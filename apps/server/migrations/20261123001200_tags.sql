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
  -- whether the actions of the tag run for this person
  onboarding boolean not null default true,
  primary key (tag_id, employee_id),
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index tag_employees_employee on tag_employees (organization_id, employee_id);
select tenant_table('tag_employees');
