create table campaigns (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  status text not null default 'creating' check (status in ('creating', 'planned', 'active', 'completed', 'failed')),
  -- approval by a second administrator, asked for above the organisation's limit of recipients
  approval text check (approval in ('waiting', 'approved', 'rejected')),
  is_testing boolean not null default false,
  is_autophish boolean not null default false,
  tag_id uuid,
  -- a monthly mailing of a tag action
  tag_action_id uuid,
  tag_month date,
  -- the form as validated by the contract: targets, excluded tags, course, message, post campaign
  settings jsonb not null,
  task_id uuid,
  created_by uuid,
  -- who last changed it in a way that needs a new approval; like created_by without a foreign key (decision 0040)
  edited_by uuid,
  start_at timestamptz not null,
  -- emails are sent at once, or spread evenly over working hours until send_until
  spread boolean not null default false,
  send_until timestamptz,
  end_at timestamptz not null,
  redirect_page_id uuid,
  -- the page shown after the form, as it was at the launch
  redirect_html text,
  course_id uuid,
  failure text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  launched_at timestamptz,
  completed_at timestamptz,
  -- the campaign that this one follows
  after_campaign_id uuid,
  -- since when an administrator has stopped sending; only of active campaigns
  paused_at timestamptz,
  constraint campaigns_id_key unique (organization_id, id),
  constraint campaigns_dates check (end_at > start_at),
  -- only emails of active campaigns are sent, so this holds whatever starts a campaign
  constraint campaigns_active_approved check (status <> 'active' or approval is null or approval = 'approved'),
  foreign key (organization_id, redirect_page_id) references redirect_pages (organization_id, id),
  foreign key (organization_id, course_id) references courses (organization_id, id),
  foreign key (organization_id, after_campaign_id) references campaigns (organization_id, id) on delete set null (after_campaign_id)
);
create index campaigns_after on campaigns (organization_id, after_campaign_id) where after_campaign_id is not null;
create index campaigns_recent on campaigns (organization_id, start_at desc);
create index campaigns_due on campaigns (status, start_at, end_at) where status in ('planned', 'active', 'creating');
create unique index campaigns_of_tag_action on campaigns (organization_id, tag_action_id, tag_month) where tag_action_id is not null;
select tenant_table('campaigns');

-- The approval request to the second administrator and the decision: one row per campaign whose approval was ever requested.
create table campaign_approvals (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  asked_by uuid,
  asked_name text not null default '',
  asked_at timestamptz not null,
  recipients int not null,
  above int not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  note text not null default '',
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
select tenant_table('campaign_approvals');

-- The chosen emails as they were at the launch: a later edit of the template changes nothing here.
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
  tips jsonb not null default '[]',
  logo_file_id uuid,
  language text not null default 'ru',
  attachments jsonb not null default '[]',
  primary key (campaign_id, email_id),
  constraint campaign_emails_key unique (organization_id, campaign_id, email_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_emails_template on campaign_emails (organization_id, template_id);
select tenant_table('campaign_emails');

-- The other languages of a campaign's emails as they were at the launch. The recipient's language chooses one of them; the
-- row of campaign_emails is the base.
create table campaign_email_translations (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  language text not null,
  subject text not null,
  sender_name text not null,
  html text not null,
  page_html text,
  attachments jsonb not null default '[]',
  tips jsonb not null default '[]',
  primary key (campaign_id, email_id, language),
  foreign key (organization_id, campaign_id, email_id) references campaign_emails (organization_id, campaign_id, email_id) on delete cascade
);
select tenant_table('campaign_email_translations');

-- The files that a campaign uses, fixed at its launch: they stay as long as the campaign, whatever happens to the scenario.
-- The phishing origin serves only these files.
create table campaign_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  file_id uuid not null,
  primary key (organization_id, campaign_id, file_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id)
);
create index campaign_files_file on campaign_files (file_id);
select tenant_table('campaign_files');

-- One person in one campaign: a copy of the person's data, one email, its delivery, and the best-known result.
create table campaign_recipients (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  -- null once the result is anonymous (decision 0270)
  employee_id uuid,
  department_id uuid,
  -- 128 random bits as base64url; the only thing that a link of the email contains
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
  -- not sent yet, and held by a sender; indexes name these and never `state`, so that claimed → handing_over touches none of
  -- them (decision 0287)
  waiting boolean not null generated always as (state in ('queued', 'retry')) stored,
  held boolean not null generated always as (state in ('claimed', 'handing_over')) stored,
  attempts int not null default 0,
  lease_until timestamptz,
  -- the claim that holds the lease, as «sender/number»; only this claim hands the email over and ends it. A sender that claims
  -- the same email again does so under another number, so that its first copy of the email can change nothing any more.
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
  -- the language of the email that the person gets
  language text,
  constraint campaign_recipients_id_key unique (organization_id, id),
  constraint campaign_recipients_once unique (campaign_id, employee_id),
  constraint campaign_recipients_tracking_key unique (tracking_key),
  foreign key (organization_id, campaign_id, email_id) references campaign_emails (organization_id, campaign_id, email_id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id)
  -- A result that rises touches no index, and with room left on the page the new version of the row stays there (HOT update).
) with (fillfactor = 85);
create index campaign_recipients_due on campaign_recipients (campaign_id, send_at, id) where waiting;
create index campaign_recipients_leased on campaign_recipients (lease_until) where held;
create index campaign_recipients_employee on campaign_recipients (organization_id, employee_id, sent_at);
create index campaign_recipients_reported on campaign_recipients (campaign_id, organization_id) where reported_at is not null;
-- A report often contains the Message-ID of the email and no link.
create index campaign_recipients_message on campaign_recipients (organization_id, message_id);
select tenant_table('campaign_recipients');

-- Emails taken for sending on a day of the organisation: the daily cap without counting emails. The row is also the lock under
-- which emails of the organisation are claimed, so that two workers never exceed a cap or the gap between two emails.
create table sending_days (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  day date not null,
  taken int not null default 0,
  primary key (organization_id, day)
);
select tenant_table('sending_days');

-- Consequences of results: each once for a person and campaign, however often the job runs.
create table campaign_reactions (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  employee_id uuid not null,
  kind text not null check (kind in ('course', 'invitation', 'message')),
  made_at timestamptz not null default now(),
  primary key (campaign_id, employee_id, kind),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
-- Removing people looks for their reactions.
create index campaign_reactions_employee on campaign_reactions (organization_id, employee_id);
select tenant_table('campaign_reactions');

-- Numbers of emails by state, result and day of delivery, kept next to the emails: the figures of a campaign cost the same
-- whatever its size (decision 0031). Each statement that changes emails inserts rows with the differences, and a figure is a
-- sum. Rows are inserted instead of updated, because batches of one campaign would otherwise wait for each other's commit; the
-- sweep adds the rows up. No foreign key to the campaign: its check would lock the campaign's row in each batch. The sweep
-- deletes what a removed campaign leaves behind.
create table campaign_tallies (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  id bigint generated always as identity,
  email_id uuid not null,
  state text not null,
  result smallint not null,
  clicked boolean not null,
  opened_attachment boolean not null,
  reported boolean not null,
  -- day of delivery in the organisation's time zone; null while an email is not delivered
  delivered_on date,
  emails int not null,
  primary key (campaign_id, id)
);
select tenant_table('campaign_tallies');

-- Append-only. `human` false: a scanner or a prefetcher; shown, never counted.
create table tracking_events (
  id bigint generated always as identity,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  recipient_id bigint not null,
  -- minted when the request arrives: an event is stored once however often it is sent (decision 0112)
  hit uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('opened', 'clicked', 'opened_attachment', 'entered_data', 'reported', 'used_page')),
  at timestamptz not null,
  address inet,
  user_agent text not null default '',
  os text,
  browser text,
  human boolean not null,
  verdict text not null default '',
  -- the kinds of fields that were filled; never what was typed
  fields text[] not null default '{}',
  overruled_by uuid,
  overruled_at timestamptz,
  -- begins with the campaign: reports page through the events of one
  primary key (campaign_id, id),
  -- an email gets another id when its result becomes anonymous (decision 0283)
  foreign key (organization_id, recipient_id) references campaign_recipients (organization_id, id)
    on delete cascade on update cascade
);
create unique index tracking_events_recipient on tracking_events (organization_id, recipient_id, hit);
-- Addresses and user agents that the nightly run erases by age (decision 0270); without them an event leaves the index.
create index tracking_events_traced on tracking_events (organization_id, at) where address is not null or user_agent <> '';
-- Events that wait for evidence: by recipient, for evidence that comes later; by address, to recognise a gateway. Both indexes
-- are empty most of the time, so other events cost nothing more.
create index tracking_events_unconfirmed on tracking_events (recipient_id)
  where verdict = 'unconfirmed' and not human;
create index tracking_events_walked on tracking_events (campaign_id, address)
  where verdict = 'unconfirmed' and not human and kind in ('clicked', 'opened_attachment');
select tenant_table('tracking_events');
