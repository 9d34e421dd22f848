-- A campaign for more people than the organisation's limit waits until a second administrator approves it.
alter table campaigns
  add column approval text,
  -- Who changed it last in a way that asks for approval anew; like created_by without a foreign key (decision 0040).
  add column edited_by uuid,
  add constraint campaigns_approval_check check (approval in ('waiting', 'approved', 'refused')),
  -- Sending takes emails of active campaigns only, so this holds whatever starts one, by whatever way.
  add constraint campaigns_active_approved check (status <> 'active' or approval is null or approval = 'approved');

-- What is asked of the second administrator, and the answer: one row for a campaign that was ever asked for.
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
