-- The phishing funnel of a period, without reading its emails: tallies also say on which day emails were delivered.
-- The day is that of the organisation; null while an email is not delivered.
alter table campaign_tallies add column delivered_on date;

-- Day on which an email was delivered, in the organisation's time zone; null while it is not delivered.
create function delivery_day(state text, result smallint, sent_at timestamptz, send_at timestamptz, time_zone text)
returns date language sql stable parallel safe set search_path = public, pg_temp as $$
  select case when state = 'sent' or result > 0 then (coalesce(sent_at, send_at) at time zone time_zone)::date end
$$;

create or replace function tally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), count(*)
    from emails_after l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), -count(*)
    from emails_before l join campaigns c on c.id = l.campaign_id join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), sum(l.n)
    from (select 1 as n, a.* from emails_after a union all select -1, b.* from emails_before b) l
    join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(l.n) <> 0;
  end if;
  return null;
end $$;

-- A change of the time zone moves deliveries to other days. Nobody may change emails while the tallies are rebuilt.
create function retally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  lock table campaign_tallies in share row exclusive mode;
  delete from campaign_tallies where organization_id = new.id;
  insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
  select organization_id, campaign_id, email_id, state, result, clicked_at is not null, attachment_opened_at is not null,
    reported_at is not null, delivery_day(state, result, sent_at, send_at, new.time_zone), count(*)
  from campaign_recipients where organization_id = new.id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create trigger time_zone_changed after update of time_zone on organizations
  for each row when (old.time_zone is distinct from new.time_zone) execute function retally_emails();

-- The emails there are.
set local role sergak_system;
delete from campaign_tallies;
insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null, l.attachment_opened_at is not null,
  l.reported_at is not null, delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), count(*)
from campaign_recipients l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
reset role;
