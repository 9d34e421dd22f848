-- Whom a line of the action log was done to, where it keeps them by id: bulk works do, up to everybody of the organisation.
-- What is no id is left out, as a line of the log must never fail for it. Dear, so that no plan works it out line by line.
create function audit_people(changes jsonb) returns uuid[]
language sql immutable parallel safe cost 100000 set search_path = public, pg_temp as $$
  select coalesce(array_agg(one::uuid), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(changes->'people') = 'array' then changes->'people' else '[]' end) one
  where one ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$$;
-- Without a list of what is still to be sorted in: a search would read it through.
create index audit_log_people on audit_log using gin (audit_people(changes)) with (fastupdate = off)
  where changes ? 'people';
-- The lines that keep people, few among many.
create index audit_log_of_many on audit_log (organization_id, id) where jsonb_typeof(changes->'people') = 'array';
-- What a search compares lines by: who acted, what was done, and what was told of that is no id.
create index audit_log_actor_name on audit_log (organization_id, actor_name, id);
create index audit_log_action on audit_log (organization_id, action, id);
create index audit_log_told on audit_log (organization_id, target, id) where length(target) <> 36;

-- The lines that keep one of these people. Looked up as the system role, since row-level security keeps array operators off
-- the index. Few people are looked up one by one, the organisation compared as text, so that only that index can serve;
-- of many the first in a line is soon found, so the lines are read.
create function audit_lines_of(wanted uuid[]) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  org text := current_setting('app.org');
  found bigint[];
begin
  if cardinality(wanted) <= 3000 then
    select array_agg(distinct l.id) into found from unnest(wanted) one cross join lateral (
      select id from audit_log where organization_id::text = org and changes ? 'people' and audit_people(changes) && array[one]
      offset 0) l;
  else
    select array_agg(l.id) into found from audit_log l where l.organization_id = org::uuid and jsonb_typeof(l.changes->'people') = 'array'
      and exists (select from jsonb_array_elements_text(l.changes->'people') one where one in (select unnest(wanted)::text));
  end if;
  return coalesce(found, '{}');
end $$;
grant create on schema public to sergak_system;
alter function audit_lines_of(uuid[]) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function audit_lines_of(uuid[]) from public;
grant execute on function audit_lines_of(uuid[]) to sergak_app;
