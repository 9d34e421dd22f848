create table audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null,
  -- what the action was done to: a kind of the contract, its id, and its title at that time
  target_kind text not null,
  target_id uuid,
  target_title text,
  -- a list of {field, before, after}
  changes jsonb not null default '[]',
  -- counts and other facts that are no change
  details jsonb not null default '{}',
  address inet,
  created_at timestamptz not null default now(),
  -- people are named by id only, so that the name of an erased person is nowhere in the log's targets
  constraint audit_log_people_untitled check (target_kind <> 'employee' or target_title is null)
);
create index audit_log_recent on audit_log (organization_id, id desc);
-- Changes of one thing, for a person who meets a newer version of it.
create index audit_log_target on audit_log (organization_id, target_id, id desc) where target_id is not null;
-- What a search compares entries by: the actor, the action and the title of the target.
create index audit_log_actor_name on audit_log (organization_id, actor_name, id);
create index audit_log_action on audit_log (organization_id, action, id);
create index audit_log_titles on audit_log (organization_id, target_title, target_id, id) where target_title is not null;
select tenant_table('audit_log');
revoke update, delete on audit_log from sergak_app, sergak_system;

-- The people an entry was done to, where it keeps them by id: bulk actions do, up to everybody of the organisation. The high
-- cost keeps plans from computing it row by row.
create function audit_people(details jsonb) returns uuid[]
language sql immutable parallel safe cost 100000 set search_path = public, pg_temp as $$
  select coalesce(array_agg(one::uuid), '{}') from jsonb_array_elements_text(coalesce(details->'people', '[]')) one
$$;
-- Without a pending list, which a search would have to read through.
create index audit_log_people on audit_log using gin (audit_people(details)) with (fastupdate = off)
  where details ? 'people';
create index audit_log_of_many on audit_log (organization_id, id) where details ? 'people';

-- The entries that keep one of these people. Runs as the system role, since row-level security keeps array operators off
-- the index. Few people are looked up one by one, with the organisation compared as text, so that only that index can
-- serve; of many people the first in an entry is soon found, so the entries are read.
create function audit_lines_of(wanted uuid[]) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  org text := current_setting('app.org');
  found bigint[];
begin
  if cardinality(wanted) <= 3000 then
    select array_agg(distinct l.id) into found from unnest(wanted) one cross join lateral (
      select id from audit_log where organization_id::text = org and details ? 'people' and audit_people(details) && array[one]
      offset 0) l;
  else
    select array_agg(l.id) into found from audit_log l where l.organization_id = org::uuid and l.details ? 'people'
      and exists (select from jsonb_array_elements_text(l.details->'people') one where one in (select unnest(wanted)::text));
  end if;
  return coalesce(found, '{}');
end $$;
grant create on schema public to sergak_system;
alter function audit_lines_of(uuid[]) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function audit_lines_of(uuid[]) from public;
grant execute on function audit_lines_of(uuid[]) to sergak_app;

-- The log is a chain: each sealed line has a hash over itself and the seal before it. Lines are sealed after they are written
-- (decision 0050), so that writing a line never waits for another transaction of the organisation.
create table audit_seals (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  number bigint not null,
  log_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (organization_id, number),
  constraint audit_seals_log_id_key unique (organization_id, log_id)
);
select tenant_table('audit_seals');
revoke insert, update, delete on audit_seals from sergak_app;
revoke update, delete on audit_seals from sergak_system;

-- Lines that wait for their seal.
create table audit_pending (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  log_id bigint not null,
  primary key (organization_id, log_id)
);
select tenant_table('audit_pending');
revoke update, delete on audit_pending from sergak_app;

-- The end of each chain, and its beginning after old lines were deleted.
create table audit_chains (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  last_number bigint not null default 0,
  head bytea not null,
  checkpoint_number bigint not null default 0,
  checkpoint bytea not null,
  checkpoint_at timestamptz
);
select tenant_table('audit_chains');
revoke insert, update, delete on audit_chains from sergak_app;

create function audit_pend() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into audit_pending (organization_id, log_id) values (new.organization_id, new.id);
  return null;
end $$;
create trigger audit_pend after insert on audit_log for each row execute function audit_pend();

-- The bytes of a line do not depend on time zone, language or the order of keys.
create function audit_hash(before bytea, number bigint, l audit_log) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(before || convert_to(jsonb_build_array(number, l.id, l.organization_id, l.actor_id, l.actor_name, l.action,
    l.target_kind, l.target_id, l.target_title, l.changes, l.details,
    host(l.address), to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$$;
-- The hash before the first line of an organisation.
create function audit_origin(org uuid) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(convert_to('sergak audit ' || org::text, 'UTF8'))
$$;

-- Seals waiting lines in the order of the ids that can be seen and returns how many. Runs as the system role.
create function seal_audit(org uuid, most int) returns int language plpgsql set search_path = public, pg_temp as $$
declare
  chain audit_chains;
  line audit_log;
  sealed int := 0;
begin
  insert into audit_chains (organization_id, head, checkpoint) values (org, audit_origin(org), audit_origin(org)) on conflict do nothing;
  select * into chain from audit_chains where organization_id = org for update;
  for line in
    select l.* from audit_pending p join audit_log l on l.organization_id = p.organization_id and l.id = p.log_id
    where p.organization_id = org order by p.log_id limit most
  loop
    chain.last_number := chain.last_number + 1;
    chain.head := audit_hash(chain.head, chain.last_number, line);
    insert into audit_seals (organization_id, number, log_id, hash) values (org, chain.last_number, line.id, chain.head);
    delete from audit_pending where organization_id = org and log_id = line.id;
    sealed := sealed + 1;
  end loop;
  update audit_chains set last_number = chain.last_number, head = chain.head where organization_id = org;
  return sealed;
end $$;

-- Only this role deletes lines, only those older than three years, only from the beginning of the chain. The seal of the last
-- deleted line is kept as the checkpoint from which the rest is verified.
do $$
begin
  create role sergak_keeper nologin nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant sergak_keeper to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$;
grant usage, create on schema public to sergak_keeper;
grant select, delete on audit_log, audit_seals to sergak_keeper;
grant select, update on audit_chains to sergak_keeper;
create policy keeper on audit_log to sergak_keeper
  using (organization_id = (select current_setting('app.org'))::uuid and created_at < now() - interval '3 years');
create policy keeper on audit_seals to sergak_keeper using (organization_id = (select current_setting('app.org'))::uuid);
create policy keeper on audit_chains to sergak_keeper using (organization_id = (select current_setting('app.org'))::uuid);
create function prune_audit(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := current_setting('app.org')::uuid;
  chain audit_chains;
  upto bigint;
begin
  select * into chain from audit_chains where organization_id = org for update;
  -- The longest beginning of the chain whose lines are all old enough: the policy hides the others, and a line that is
  -- missing ends it too, so that what was tampered with is not tidied away.
  select coalesce(min(o.number) filter (where not o.old) - 1, max(o.number)) into upto from (
    select s.number, l.id is not null as old
    from audit_seals s left join audit_log l on l.id = s.log_id and l.organization_id = s.organization_id
    where s.organization_id = org and s.number > chain.checkpoint_number order by s.number limit most) o;
  if upto is null or upto <= chain.checkpoint_number then
    return 0;
  end if;
  update audit_chains c set checkpoint_number = upto, checkpoint_at = now(),
    checkpoint = (select s.hash from audit_seals s where s.organization_id = org and s.number = upto)
  where c.organization_id = org;
  delete from audit_log l using audit_seals s
    where s.organization_id = org and s.number <= upto and l.organization_id = org and l.id = s.log_id;
  delete from audit_seals s where s.organization_id = org and s.number <= upto;
  return (upto - chain.checkpoint_number)::int;
end $$;
alter function prune_audit(int) owner to sergak_keeper;
revoke create on schema public from sergak_keeper;
revoke all on function prune_audit(int) from public;
grant execute on function prune_audit(int) to sergak_system;
