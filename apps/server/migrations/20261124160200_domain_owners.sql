-- A verified mail domain belongs to one tree of organisations and is looked up again every month (decision 0153).
alter table organization_domains
  -- When the DNS was asked last; null until the first monthly look-up.
  add column checked_at timestamptz,
  -- The first look-up in a row that did not find the record.
  add column failing_since timestamptz;

-- Of unrelated trees that verified the same domain, the first one keeps it.
set local role sergak_system;
update organization_domains d set confirmed_at = null
from organizations o
where o.id = d.organization_id and d.confirmed_at is not null and d.domain !~ '\.test$' and exists (
  select from organization_domains other join organizations owner on owner.id = other.organization_id
  where other.domain = d.domain and other.confirmed_at is not null and owner.path[1] <> o.path[1]
    and (other.confirmed_at, owner.path[1]) < (d.confirmed_at, o.path[1]));
reset role;

create index organization_domains_verified on organization_domains (domain) where confirmed_at is not null;

-- Runs as the system role: an organisation does not see the domains of others. Names below .test belong to nobody.
create function keep_domain_in_one_tree() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.confirmed_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $$;
grant create on schema public to sergak_system;
alter function keep_domain_in_one_tree() owner to sergak_system;
revoke create on schema public from sergak_system;
revoke all on function keep_domain_in_one_tree() from public;
create trigger keep_domain_in_one_tree before insert or update of confirmed_at on organization_domains for each row
  when (new.confirmed_at is not null and new.domain !~ '\.test$') execute function keep_domain_in_one_tree();
