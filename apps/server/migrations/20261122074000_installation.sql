-- One row about the installation itself, for the owner alone.
--   written_by   the transaction that wrote the row, as its xmin says. A dump carries the row, but restoring writes it anew:
--                where the two differ, this database is a restored copy. Vacuum, failover and pg_upgrade change neither.
--   secret_mark  tells the master secret from another one, so that a node with a wrong one does not start
create table installation (
  only_row boolean primary key default true check (only_row),
  written_by bigint not null,
  secret_mark text
);
insert into installation (written_by) values (pg_current_xact_id()::text::bigint % 4294967296);
