-- Module organizations. Who may verify a mail domain.

grant create on schema public to sergak_system;
set local role sergak_system;

-- A verified mail domain belongs to one tree of organisations (decision 0153). Runs as the system role, because an
-- organisation does not see the domains of others. Names below .test belong to nobody.
create or replace function keep_domain_in_one_tree() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.verified_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $$;
grant execute on function keep_domain_in_one_tree() to public;

reset role;
revoke create on schema public from sergak_system;

-- Whoever creates a trigger needs the right to execute its function; nobody needs it afterwards.
create or replace trigger keep_domain_in_one_tree before insert or update of verified_at on organization_domains for each row
  when (new.verified_at is not null and new.domain !~ '\.test$') execute function keep_domain_in_one_tree();
set local role sergak_system;
revoke all on function keep_domain_in_one_tree() from public;
reset role;
