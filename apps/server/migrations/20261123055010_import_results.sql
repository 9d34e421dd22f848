-- What an import came to, kept with it: its task is forgotten sooner, and only whoever started it may read that.
alter table employee_imports add column result jsonb;

-- The last imports first.
create index employee_imports_recent on employee_imports (organization_id, created_at desc, id);
