-- Module audit. The chain of the audit log: sealing, searching and deleting old lines.

-- The bytes of a line do not depend on time zone, language or the order of keys.
create or replace function audit_hash(before bytea, number bigint, l audit_log) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(before || convert_to(jsonb_build_array(number, l.id, l.organization_id, l.actor_id, l.actor_name, l.action,
    l.target_kind, l.target_id, l.target_title, l.changes, l.details,
    host(l.address), to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$$;

-- The hash before the first line of an organisation.
create or replace function audit_origin(org uuid) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(convert_to('sergak audit ' || org::text, 'UTF8'))
$$;

-- Seals waiting lines in the order of the ids that can be seen and returns how many. Runs as the system role. Without scans of whole
-- tables: a session keeps the plan that it made while no line was waiting, and would read all waiting lines for each of them.
create or replace function seal_audit(org uuid, most int) returns int language plpgsql
set search_path = public, pg_temp set enable_seqscan = off as $$
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

create or replace function audit_pend() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into audit_pending (organization_id, log_id) values (new.organization_id, new.id);
  return null;
end $$;
create or replace trigger audit_pend after insert on audit_log for each row execute function audit_pend();

grant create on schema public to sergak_system;
set local role sergak_system;

-- The entries that keep one of these people. Runs as the system role, since row-level security keeps array operators off
-- the index. Few people are looked up one by one, with the organisation compared as text, so that only that index can
-- serve; of many people the first in an entry is soon found, so the entries are read.
create or replace function audit_lines_of(wanted uuid[]) returns bigint[]
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
revoke all on function audit_lines_of(uuid[]) from public;
grant execute on function audit_lines_of(uuid[]) to sergak_app;

reset role;
revoke create on schema public from sergak_system;

grant create on schema public to sergak_keeper;
set local role sergak_keeper;

-- Deletes lines older than three years from the beginning of the chain and returns how many.
create or replace function prune_audit(most int) returns int
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
revoke all on function prune_audit(int) from public;
grant execute on function prune_audit(int) to sergak_system;

reset role;
revoke create on schema public from sergak_keeper;
