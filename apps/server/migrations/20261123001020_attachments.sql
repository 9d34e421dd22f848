-- Files that were uploaded to be attached to emails. The bytes are those that the check accepted and never change.
create table attachment_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  file_id uuid not null,
  type text not null,
  size bigint not null,
  -- what a sent copy can report: opened, clicked or nothing
  reports text not null check (reports in ('opened', 'clicked', 'nothing')),
  primary key (organization_id, file_id),
  constraint attachment_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
select tenant_table('attachment_files');

-- Files that a campaign uses. A file in this table is not deleted before the campaign.
create table campaign_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  file_id uuid not null,
  primary key (organization_id, campaign_id, file_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade,
  constraint campaign_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index campaign_files_by_file on campaign_files (organization_id, file_id);
select tenant_table('campaign_files');
