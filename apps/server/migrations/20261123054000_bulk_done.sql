-- Whom a bulk work has been done to so far: the action log keeps them by id when it ends.
alter table bulk_works add column done uuid[] not null default '{}';
