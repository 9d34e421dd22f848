-- Module results. A change of the time zone moves deliveries to other days. Nobody may change emails while the tallies are rebuilt.
create or replace function retally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  lock table campaign_tallies in share row exclusive mode;
  delete from campaign_tallies where organization_id = new.id;
  insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
  select organization_id, campaign_id, email_id, tally_state(state), result, clicked_at is not null, attachment_opened_at is not null,
    reported_at is not null, delivery_day(state, result, sent_at, send_at, new.time_zone), count(*)
  from campaign_recipients where organization_id = new.id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create or replace trigger time_zone_changed after update of time_zone on organizations
  for each row when (old.time_zone is distinct from new.time_zone) execute function retally_emails();
