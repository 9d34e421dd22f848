-- The last super user of an organisation at the top of its tree stays, whoever takes the role or the person away and by
-- whichever road: form, import, sync, bulk removal. The lock makes two who remove each other at once come one after the
-- other; the query after it sees what the first has committed.
create function keep_last_super_user() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from organizations where id = old.organization_id and parent_id is null) then
    return coalesce(new, old);
  end if;
  perform pg_advisory_xact_lock(hashtext('powers'), hashtext(old.organization_id::text));
  if not exists (
    select from employees
    where organization_id = old.organization_id and role = 'super_user' and deleted_at is null and id <> old.id) then
    raise exception 'the last super user of % stays', old.organization_id using errcode = 'SG001';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_last_super_user before update of role, deleted_at on employees for each row
  when (old.role = 'super_user' and old.deleted_at is null and (new.role <> 'super_user' or new.deleted_at is not null))
  execute function keep_last_super_user();
create trigger keep_last_super_user_row before delete on employees for each row
  when (old.role = 'super_user' and old.deleted_at is null) execute function keep_last_super_user();
create index employees_powers on employees (organization_id, role) where deleted_at is null and role in ('system_admin', 'super_user');

-- Accounts of machines. A token is shown once and kept as a digest; a revoked one stays, so that the log can be read.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- statistics: role pdf_service, reads figures and reports; scim: keeps the staff list in step with an identity provider
  kind text not null check (kind in ('statistics', 'scim')),
  title text not null,
  token_hash bytea not null,
  -- the last signs of the token, so that a person can tell which one it is
  hint text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_tokens_token_hash unique (token_hash)
);
create index api_tokens_recent on api_tokens (organization_id, kind, created_at desc);
select tenant_table('api_tokens');
