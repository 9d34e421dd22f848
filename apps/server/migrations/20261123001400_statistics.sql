-- One point a day for the charts.
create table risk_points (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  day date not null,
  scope text not null check (scope in ('organization', 'department', 'employee')),
  -- id of the organisation, department or employee
  subject_id uuid not null,
  risk_level numeric(4, 2),
  phishing_indicator numeric(5, 2),
  learning_progress numeric(5, 2),
  people int not null default 1,
  primary key (organization_id, scope, subject_id, day)
);
select tenant_table('risk_points');

create table reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  category text not null,
  format text not null check (format in ('pdf', 'xlsx')),
  title text not null,
  params jsonb not null default '{}',
  status text not null default 'in_progress' check (status in ('in_progress', 'complete', 'error')),
  error text,
  file_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null default (now() + interval '30 days'),
  constraint reports_id_key unique (organization_id, id),
  constraint reports_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index reports_recent on reports (organization_id, created_at desc);
select tenant_table('reports');
