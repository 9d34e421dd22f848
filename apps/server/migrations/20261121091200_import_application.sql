-- The event of applying an import, so that its page finds the running task again after a reload.
alter table employee_imports add column apply_event_id uuid;
