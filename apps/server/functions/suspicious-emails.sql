-- Module suspicious-mail. The release before writes one column `state`; its change is carried over, so that it can run beside this one.

create or replace function public.follow_state() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.state is distinct from old.state and new.stage = old.stage and new.verdict is not distinct from old.verdict then
    new.stage := case new.state when 'new' then 'new' else 'closed' end;
    new.verdict := case when new.state in ('dangerous', 'harmless') then new.state end;
    new.judged_at := coalesce(old.judged_at, case when new.verdict is not null then new.state_at end);
    new.version := old.version + 1;
  end if;
  return new;
end $$;

drop trigger if exists suspicious_emails_follow_state on public.suspicious_emails;
create trigger suspicious_emails_follow_state before update of state on public.suspicious_emails
  for each row execute function public.follow_state();
