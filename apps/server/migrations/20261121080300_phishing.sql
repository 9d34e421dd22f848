create table template_categories (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  slug text not null,
  title text not null,
  order_id int not null default 0,
  constraint template_categories_id_key unique (organization_id, id),
  constraint template_categories_slug unique (organization_id, slug)
);
select tenant_table('template_categories');

-- A scenario: emails (emails) and landing pages of one story.
create table templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  category_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  difficulty text not null default 'medium' check (difficulty in ('easy', 'medium', 'hard')),
  attack_vector text not null default 'form' check (attack_vector in ('form', 'attachments')),
  logo_file_id uuid,
  starter_slug text,
  archived boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint templates_id_key unique (organization_id, id),
  foreign key (organization_id, category_id) references template_categories (organization_id, id),
  constraint templates_logo foreign key (organization_id, logo_file_id) references files (organization_id, id)
);
create unique index templates_starter on templates (organization_id, starter_slug) where starter_slug is not null;
select tenant_table('templates');

create table landing_pages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  template_id uuid not null,
  name text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  html text not null,
  version int not null default 1,
  constraint landing_pages_id_key unique (organization_id, id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade
);
select tenant_table('landing_pages');

create table emails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  template_id uuid not null,
  page_id uuid,
  name text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  -- {name, body} of the document that is made and attached, where the attack vector is attachments
  attachment jsonb,
  -- what one could have noticed, shown afterwards
  tips jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint emails_id_key unique (organization_id, id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade,
  foreign key (organization_id, page_id) references landing_pages (organization_id, id)
);
create index emails_template on emails (organization_id, template_id);
select tenant_table('emails');

create table redirect_pages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  html text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint redirect_pages_id_key unique (organization_id, id)
);
select tenant_table('redirect_pages');

create table campaigns (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  status text not null default 'creating' check (status in ('creating', 'planned', 'active', 'completed', 'failed')),
  is_testing boolean not null default false,
  is_autophish boolean not null default false,
  tag_id uuid,
  -- what was asked for, as validated by the contract: targets, excluded tags, course, message, post campaign
  settings jsonb not null,
  event_id uuid,
  created_by uuid,
  start_at timestamptz not null,
  -- emails leave at once, or spread evenly over working hours until send_until
  spread boolean not null default false,
  send_until timestamptz,
  end_at timestamptz not null,
  redirect_page_id uuid,
  course_id uuid,
  failure text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  launched_at timestamptz,
  completed_at timestamptz,
  constraint campaigns_id_key unique (organization_id, id),
  constraint campaigns_dates check (end_at > start_at),
  foreign key (organization_id, redirect_page_id) references redirect_pages (organization_id, id),
  foreign key (organization_id, course_id) references courses (organization_id, id)
);
create index campaigns_recent on campaigns (organization_id, start_at desc);
create index campaigns_due on campaigns (status, start_at, end_at) where status in ('planned', 'active', 'creating');
select tenant_table('campaigns');

-- The chosen emails as they were at the start: a later edit of the template changes nothing here.
create table campaign_emails (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  template_id uuid not null,
  name text not null,
  template_name text not null,
  attack_vector text not null,
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  page_html text,
  attachment jsonb,
  tips jsonb not null default '[]',
  logo_file_id uuid,
  language text not null default 'ru',
  primary key (campaign_id, email_id),
  constraint campaign_emails_key unique (organization_id, campaign_id, email_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
select tenant_table('campaign_emails');

-- One person in one campaign: a copy of the person's data, one email, its fate, and the best-known result.
create table campaign_recipients (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  employee_id uuid not null,
  department_id uuid,
  -- 128 random bits as base64url; the only thing a link of the email carries
  tracking_key text not null,
  message_id text not null,
  address text not null,
  last_name text not null default '',
  first_name text not null default '',
  middle_name text not null default '',
  position text not null default '',
  department text not null default '',
  send_at timestamptz not null,
  state text not null default 'queued'
    check (state in ('queued', 'claimed', 'handing_over', 'sent', 'retry', 'failed', 'unknown', 'cancelled')),
  attempts int not null default 0,
  lease_until timestamptz,
  -- which worker holds the lease: what it claimed is its to finish
  lease_owner text,
  reply text,
  sent_at timestamptz,
  -- the best result of a human: 0 none, 1 opened, 2 clicked, 3 opened the attachment, 4 entered data
  result smallint not null default 0 check (result between 0 and 4),
  opened_at timestamptz,
  clicked_at timestamptz,
  attachment_opened_at timestamptz,
  entered_at timestamptz,
  reported_at timestamptz,
  os text,
  constraint campaign_recipients_id_key unique (organization_id, id),
  constraint campaign_recipients_once unique (campaign_id, employee_id),
  constraint campaign_recipients_tracking_key unique (tracking_key),
  foreign key (organization_id, campaign_id, email_id) references campaign_emails (organization_id, campaign_id, email_id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id)
);
create index campaign_recipients_due on campaign_recipients (organization_id, send_at, id) where state in ('queued', 'retry');
create index campaign_recipients_leased on campaign_recipients (lease_until) where state in ('claimed', 'handing_over');
create index campaign_recipients_campaign on campaign_recipients (campaign_id, state, result);
create index campaign_recipients_employee on campaign_recipients (organization_id, employee_id, sent_at);
select tenant_table('campaign_recipients');

-- Append-only. `human` false: a scanner or a prefetcher; shown, never counted.
create table tracking_events (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  recipient_id bigint not null,
  kind text not null check (kind in ('opened', 'clicked', 'opened_attachment', 'entered_data', 'reported')),
  at timestamptz not null,
  address inet,
  user_agent text not null default '',
  os text,
  browser text,
  human boolean not null,
  verdict text not null default '',
  -- which kinds of fields were filled; never what was typed
  fields text[] not null default '{}',
  overruled_by uuid,
  overruled_at timestamptz,
  foreign key (organization_id, recipient_id) references campaign_recipients (organization_id, id) on delete cascade
);
create index tracking_events_recipient on tracking_events (organization_id, recipient_id, id);
create index tracking_events_campaign on tracking_events (campaign_id, at);
select tenant_table('tracking_events');
