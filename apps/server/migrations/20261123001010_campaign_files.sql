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
