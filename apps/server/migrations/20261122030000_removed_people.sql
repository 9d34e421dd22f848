-- Removed people can be brought back for a while; then what tells who they were is wiped. Their rows stay for the figures.
alter table employees add column wiped_at timestamptz;
create index employees_removed on employees (organization_id, deleted_at desc, id) where deleted_at is not null and wiped_at is null;
-- The minute sweep asks across organisations who is due.
create index employees_to_wipe on employees (deleted_at) where deleted_at is not null and wiped_at is null;
create index employee_imports_old on employee_imports (created_at);

-- What an administrator changed of one person, for whoever meets a newer version.
create index audit_log_target on audit_log (organization_id, target, id desc) where target is not null;
