-- Module results. Keeps the sums of campaign_tallies equal to the rows of campaign_recipients, whoever writes these (decision 0031).

-- State by which an email is counted. Being handed over is part of being claimed: the step lasts milliseconds, and every few
-- emails would add two rows that cancel each other out.
create or replace function tally_state(state text) returns text language sql immutable parallel safe as $$
  select case when state = 'handing_over' then 'claimed' else state end
$$;

-- Day on which an email was delivered, in the organisation's time zone; null while it is not delivered. Without a search path of
-- its own it becomes part of the statement that calls it, instead of being called for each email.
create or replace function delivery_day(state text, result smallint, sent_at timestamptz, send_at timestamptz, time_zone text)
returns date language sql stable parallel safe as $$
  select case when state = 'sent' or result > 0 then (coalesce(sent_at, send_at) at time zone time_zone)::date end
$$;

-- Runs with the rights of the role that writes emails. Emails deleted together with their campaign are not counted: their
-- figures are gone, and a cascade may run as a role that no policy lets write here. Without nested loops, like tally_people: a
-- session keeps its first plan, which could read all emails of a large statement for each organisation or campaign.
create or replace function tally_emails() returns trigger language plpgsql
set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), count(*)
    from emails_after l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), -count(*)
    from emails_before l join campaigns c on c.id = l.campaign_id join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, tally_state(l.state), l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), sum(l.n)
    from (select 1 as n, a.* from emails_after a union all select -1, b.* from emails_before b) l
    join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(l.n) <> 0;
  end if;
  return null;
end $$;
create or replace trigger tally_added after insert on campaign_recipients
  referencing new table as emails_after for each statement execute function tally_emails();
create or replace trigger tally_changed after update on campaign_recipients
  referencing old table as emails_before new table as emails_after for each statement execute function tally_emails();
create or replace trigger tally_removed after delete on campaign_recipients
  referencing old table as emails_before for each statement execute function tally_emails();
