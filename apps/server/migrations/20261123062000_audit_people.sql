-- Whom a line of the action log was done to, where it keeps them by id: bulk works do, up to everybody of the organisation.
-- What is no id is left out, as a line of the log must never fail for it.
create function audit_people(changes jsonb) returns uuid[]
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select coalesce(array_agg(one::uuid), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(changes->'people') = 'array' then changes->'people' else '[]' end) one
  where one ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$$;
-- Without a list of what is still to be sorted in: a search would read it through.
create index audit_log_people on audit_log using gin (audit_people(changes)) with (fastupdate = off)
  where changes ? 'people';
-- The names of those who acted, each looked at once.
create index audit_log_actor_name on audit_log (organization_id, actor_name);

-- The lines that keep one of these people. Looked up as the system role, since row-level security keeps array operators off
-- the index.
create function audit_lines_of(people uuid[]) returns bigint[]
language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  select coalesce(array_agg(id), '{}') from audit_log
  where organization_id = current_setting('app.org')::uuid and changes ? 'people' and audit_people(changes) && people
$$;
grant create on schema public to sergak_system;
alter function audit_lines_of(uuid[]) owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function audit_lines_of(uuid[]) from public;
grant execute on function audit_lines_of(uuid[]) to sergak_app;
