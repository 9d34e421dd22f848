-- How many emails of a campaign are in each state with each result, kept beside the emails: the figures of a list of
-- campaigns then cost the same whatever their size (decision 0031).
-- Each statement that changes emails adds rows with the differences, and a figure is a sum. Adding, not counting up:
-- batches of one campaign would otherwise wait for each other's commit. The minute's sweep folds the rows together.
-- No foreign key to the campaign: its check would lock the campaign's row with each batch, against the one who ends the
-- campaign. What a removed campaign leaves behind, the sweep clears away.
create table campaign_tallies (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  id bigint generated always as identity,
  email_id uuid not null,
  state text not null,
  result smallint not null,
  clicked boolean not null,
  opened_attachment boolean not null,
  reported boolean not null,
  emails int not null,
  primary key (campaign_id, id)
);
select tenant_table('campaign_tallies');

-- Runs with the rights of whoever writes emails. Emails that go together with their campaign are not counted: nobody
-- asks for them any more, and a cascade may run as a role that no policy lets write here.
create function tally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, emails)
    select organization_id, campaign_id, email_id, state, result, clicked_at is not null, attachment_opened_at is not null,
      reported_at is not null, count(*)
    from emails_after group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null, -count(*)
    from emails_before l join campaigns c on c.id = l.campaign_id group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, emails)
    select organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, sum(n)
    from (
      select organization_id, campaign_id, email_id, state, result, clicked_at is not null as clicked,
        attachment_opened_at is not null as opened_attachment, reported_at is not null as reported, 1 as n
      from emails_after
      union all
      select organization_id, campaign_id, email_id, state, result, clicked_at is not null, attachment_opened_at is not null,
        reported_at is not null, -1
      from emails_before) changed
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  end if;
  return null;
end $$;

create trigger tally_added after insert on campaign_recipients
  referencing new table as emails_after for each statement execute function tally_emails();
create trigger tally_changed after update on campaign_recipients
  referencing old table as emails_before new table as emails_after for each statement execute function tally_emails();
create trigger tally_removed after delete on campaign_recipients
  referencing old table as emails_before for each statement execute function tally_emails();

-- The emails there are: after the triggers, which let nobody write until this is committed.
set local role sergak_system;
insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, emails)
select organization_id, campaign_id, email_id, state, result, clicked_at is not null, attachment_opened_at is not null,
  reported_at is not null, count(*)
from campaign_recipients group by 1, 2, 3, 4, 5, 6, 7, 8;
reset role;
