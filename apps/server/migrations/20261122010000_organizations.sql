-- An organisation that is being removed: nobody signs in, nothing leaves, a job takes its rows away.
alter table organizations add column removal_started_at timestamptz;
-- A child is made inside the transaction of its parent, which acts in the new organisation for that moment: the policy
-- lets in only the row whose id is the organisation acted in.
grant insert on organizations to sergak_app;

-- Reminders to people who were invited and have not registered.
create table invite_reminder_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  active boolean not null default false,
  every_days int not null default 3 check (every_days between 1 and 30),
  most_times int not null default 3 check (most_times between 1 and 10),
  hour int not null default 10 check (hour between 0 and 23),
  updated_at timestamptz not null default now()
);
select tenant_table('invite_reminder_settings');

-- One row is one reminder that went out; the key keeps a day from being counted twice.
create table invite_reminders (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  due_day date not null,
  sent_at timestamptz not null default now(),
  primary key (employee_id, due_day),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
create index invite_reminders_organization on invite_reminders (organization_id, employee_id);
select tenant_table('invite_reminders');

-- Whoever edits may belong to a parent organisation: a draft is kept by the editor, not by one of the own people.
alter table preview_drafts drop constraint preview_drafts_organization_id_employee_id_fkey;
alter table preview_drafts add constraint preview_drafts_organization foreign key (organization_id) references organizations (id) on delete cascade;

-- Removing people looks for their reactions; without this each of them would cost a walk through the table.
create index campaign_reactions_employee on campaign_reactions (organization_id, employee_id);
create index organizations_parent on organizations (parent_id);
