-- The demo organisation is made in the background, in a database of its own, and copied here in one transaction.
--   demo_progress     percentage while it is being made; null before and afterwards. `demo_unfinished` is not used any more.
--   demo_progress_at  when the maker last wrote it: an old value means that the maker was killed
--   sealed_demo       its sign-ins, encrypted with the master secret
alter table first_start
  add column demo_progress smallint check (demo_progress between 0 and 100),
  add column demo_progress_at timestamptz,
  add column sealed_demo bytea;
grant select (demo_progress, demo_progress_at) on first_start to sergak_system;
