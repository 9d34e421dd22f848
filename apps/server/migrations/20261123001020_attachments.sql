-- Files that were uploaded to be attached to emails. The bytes are those that the check accepted and never change.
create table attachment_files (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  file_id uuid not null,
  type text not null,
  size bigint not null,
  -- what a sent copy can report: opened, clicked or nothing
  reports text not null check (reports in ('opened', 'clicked', 'nothing')),
  -- when the sweep last looked at the file, and since when it has seen no email with it
  checked_at timestamptz not null default now(),
  unused_since timestamptz,
  primary key (organization_id, file_id),
  constraint attachment_files_file foreign key (organization_id, file_id) references files (organization_id, id)
);
create index attachment_files_checked on attachment_files (checked_at);
select tenant_table('attachment_files');
