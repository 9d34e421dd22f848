-- Seats of the licence that an import reserves while it is applied, so that its long transaction does not lock the licence.
alter table employee_imports add column seats int not null default 0 check (seats >= 0);

-- Erasing people deletes their lines in parts; without this index each part reads the lines of all imports.
create index employee_import_rows_employee on employee_import_rows (organization_id, employee_id) where employee_id is not null;
-- Deleting people, with their organisation, looks for their rows here one person after the other.
create index mailbox_emails_employee on mailbox_emails (organization_id, employee_id) where employee_id is not null;
create index course_effect_people_employee on course_effect_people (organization_id, employee_id);
