-- Seats of the licence that an import reserves while it is applied, so that its long transaction does not lock the licence.
alter table employee_imports add column seats int not null default 0 check (seats >= 0);

-- Erasing people deletes their lines in parts; without this index each part reads the lines of all imports.
create index employee_import_rows_employee on employee_import_rows (organization_id, employee_id) where employee_id is not null;
