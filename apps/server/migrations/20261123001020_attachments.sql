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
