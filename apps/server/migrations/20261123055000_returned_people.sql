-- Lines of an import that name somebody removed a short while ago: they bring that person back.
alter table employee_import_rows drop constraint employee_import_rows_verdict_check;
alter table employee_import_rows add constraint employee_import_rows_verdict_check
  check (verdict in ('added', 'returned', 'changed', 'unchanged', 'refused'));

-- Who had an address, the latest first.
create index employees_removed_email on employees (organization_id, email_key, deleted_at desc)
  where deleted_at is not null and wiped_at is null;
