-- Addresses from which an account has signed in before (decision 0120). `place` is a digest of the account and the address,
-- so that the table names neither. A row that was not used for 90 days is deleted.
create table known_places (
  place bytea primary key,
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on known_places to sergak_system;

-- Answers of calls that return a secret are no longer kept; earlier ones are deleted (decision 0124).
set local role sergak_system;
delete from idempotency_keys where endpoint = 'tokens.create';
reset role;
