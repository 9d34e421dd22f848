-- A link of purpose `address` confirms a new address: it is sent to that address, which becomes the person's own when the link
-- is opened.
alter table link_tokens
  add column new_email text,
  drop constraint link_tokens_purpose_check,
  add constraint link_tokens_purpose_check check (purpose in ('registration', 'recovery', 'address')),
  add constraint link_tokens_new_email check ((purpose = 'address') = (new_email is not null));

-- Queued emails that carry a link or a code which opens the account of their addressee. They are deleted when the link is voided.
alter table outbox add column opens_account boolean not null default false;
create index outbox_openers on outbox (organization_id, employee_id) where opens_account and state = 'queued';

-- The role a person had before it was last lowered. Without it an administrator could lower a peer's role, change the address of
-- what is now an ordinary employee, and recover that account.
alter table employees add column former_role text, add column role_lowered_at timestamptz;
create function role_rank(role text) returns int language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case role when 'super_user' then 5 when 'system_admin' then 4 when 'operator' then 3
    when 'content_manager' then 2 when 'employee' then 1 else 0 end
$$;
create function keep_former_role() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Lowered in several steps within 30 days: the highest role counts.
  if old.role_lowered_at is null or old.role_lowered_at < now() - interval '30 days'
    or role_rank(old.former_role) < role_rank(old.role) then
    new.former_role := old.role;
  end if;
  new.role_lowered_at := now();
  return new;
end $$;
create trigger keep_former_role before update of role on employees for each row
  when (role_rank(new.role) < role_rank(old.role)) execute function keep_former_role();

-- The owner passes no policy of this table.
set local role sergak_system;
update outbox set opens_account = true
  where state = 'queued' and kind in ('invitation', 'reminder', 'recovery', 'code', 'course_assigned', 'course_reminder');
reset role;
