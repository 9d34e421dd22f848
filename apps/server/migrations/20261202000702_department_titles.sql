-- Titles of departments are compared folded: among siblings, the first spelling stays and another one means the same department.
-- Twins of earlier times remain, so the index is not unique; an administrator merges them.
alter table departments add column title_key text not null generated always as (fold(title)) stored;
create index departments_title_key on departments (organization_id, parent_id, left(title_key, 600));
