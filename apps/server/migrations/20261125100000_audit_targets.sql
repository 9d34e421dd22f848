-- An entry of the action log names its target by kind, id and title, its changes as a list of fields, and counts as details.
-- Entries written before this migration are dropped: no release has written any, and their seals cover the old columns.
delete from audit_seals;
delete from audit_pending;
delete from audit_chains;
delete from audit_log;

drop function audit_lines_of(uuid[]);
drop index audit_log_people, audit_log_of_many, audit_log_target, audit_log_told;
drop function audit_people(jsonb);

alter table audit_log drop column target, drop column changes;
alter table audit_log
  add column target_kind text not null,
  add column target_id uuid,
  add column target_title text,
  add column changes jsonb not null default '[]',
  add column details jsonb not null default '{}',
  -- People are named by id only, so that an erased person's name is nowhere in the log's targets.
  add constraint audit_log_people_untitled check (target_kind <> 'employee' or target_title is null);

alter table bulk_works drop column target;
alter table bulk_works add column target jsonb;

-- The bytes of an entry do not depend on time zone, language or the order of keys.
create or replace function audit_hash(before bytea, number bigint, l audit_log) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(before || convert_to(jsonb_build_array(number, l.id, l.organization_id, l.actor_id, l.actor_name, l.action,
    l.target_kind, l.target_id, l.target_title, l.changes, l.details,
    host(l.address), to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$$;

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
create index audit_log_target on audit_log (organization_id, target_id, id desc) where target_id is not null;
create index audit_log_titles on audit_log (organization_id, target_title, target_id, id) where target_title is not null;

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
