-- What somebody is writing right now, for the live preview on the content origin; each kind once a person.
create table preview_drafts (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  kind text not null check (kind in ('email', 'page', 'redirect')),
  html text not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, employee_id, kind),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
select tenant_table('preview_drafts');

-- With the organisation in the index the funnel of a campaign is counted without touching its rows.
drop index campaign_recipients_campaign;
create index campaign_recipients_campaign on campaign_recipients (campaign_id, state, result, organization_id);
create index campaign_emails_template on campaign_emails (organization_id, template_id);
