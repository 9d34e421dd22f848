-- People whom a directory has brought or in which they were found, and the stable keys of their entries. Only these people can be
-- leavers of a sync. The link stays while a removed person can be restored.
create table directory_links (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  employee_id uuid not null,
  -- «attribute:value», for example «objectguid:3f2504e0-…»; null if the entry has no key
  entry_key text,
  -- the latest reading that found the key
  seen_import uuid,
  primary key (organization_id, employee_id),
  constraint directory_links_key unique (organization_id, entry_key),
  constraint directory_links_employee_fkey foreign key (organization_id, employee_id) references employees (organization_id, id)
    on delete cascade
);
select tenant_table('directory_links');
alter table employee_import_rows add column entry_key text not null default '';
-- the attribute of the stable key; empty: chosen automatically
alter table directories add column key_attribute text not null default '';
