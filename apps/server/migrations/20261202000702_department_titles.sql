-- Titles of departments are compared folded: among siblings, the first spelling stays and another one means the same department.
-- Twins of earlier times remain; an administrator merges them.
alter table departments add column title_key text not null generated always as (fold(title)) stored;
