-- A campaign's due emails, without walking over those of campaigns that do not send now.
drop index campaign_recipients_due;
create index campaign_recipients_due on campaign_recipients (campaign_id, send_at, id) where state in ('queued', 'retry');

-- Emails taken for sending in a day of the organisation: the daily cap without counting emails. Its row is also the
-- lock under which an organisation's emails are claimed, so that two workers never overrun a cap or a person's gap.
create table sending_days (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  day date not null,
  taken int not null default 0,
  primary key (organization_id, day)
);
select tenant_table('sending_days');

-- What a result has already led to: each once a person and campaign, however often the job runs.
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
select tenant_table('campaign_reactions');
