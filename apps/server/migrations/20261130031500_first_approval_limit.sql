-- The limit that a new organisation starts with is in force while somebody can approve; a limit that was set always is.
alter table organizations add column approval_is_default boolean not null default false;
