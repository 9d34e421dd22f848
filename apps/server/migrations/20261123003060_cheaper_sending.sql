-- Less work for each email that is sent (decision 0289).

-- The state by which tallies count an email. Being handed over is part of being claimed there: the step lasts milliseconds,
-- and every few emails would add two rows that cancel each other out.
create function tally_state(state text) returns text language sql immutable parallel safe as $$
  select case when state = 'handing_over' then 'claimed' else state end
$$;

create or replace function tally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_setting('app.tallies_stay', true) = 'on' then return null; end if;
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
update campaign_tallies set state = 'claimed' where state = 'handing_over';

-- As before, but the trigger of the tallies has nothing to do.
create or replace function hand_over_emails(ids bigint[], claims text[]) returns table (email bigint, claim text)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform set_config('app.tallies_stay', 'on', true);
  return query
    update campaign_recipients r set state = 'handing_over'
    from unnest(ids, claims) as d (id, claim)
    where r.id = d.id and r.lease_owner = d.claim and r.state = 'claimed'
      -- A value and no join: emails are found by their ids, never by their campaign, whose emails would all be read.
      and (select c.status = 'active' and c.paused_at is null and not o.sending_paused
        from campaigns c join organizations o on o.id = c.organization_id where c.id = r.campaign_id)
    returning r.id, r.lease_owner;
  perform set_config('app.tallies_stay', 'off', true);
end $$;

-- As before, but the job that counts the emails of five minutes is queued only once.
create or replace function end_emails(at timestamptz, ids bigint[], claims text[], states text[], replies text[], moments timestamptz[],
  tries int[], count_attempts int)
returns void language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  since constant timestamptz := date_bin('5 minutes', at, 'epoch');
  ordered int;
begin
  with locked as materialized (
    select id from campaign_recipients where id = any (ids) order by id for update),
  ended as (
    update campaign_recipients r
    set state = d.state, reply = coalesce(d.reply, r.reply), send_at = coalesce(d.send_at, r.send_at), attempts = r.attempts + d.tries,
      sent_at = case when d.state = 'sent' then at else r.sent_at end,
      lease_until = case when d.state = 'unknown' then r.lease_until end,
      lease_owner = case when d.state = 'unknown' then r.lease_owner end
    from unnest(ids, claims, states, replies, moments, tries) as d (id, claim, state, reply, send_at, tries)
    where r.id = d.id and r.id in (select id from locked) and r.lease_owner = d.claim
      and (r.held or (r.state = 'unknown' and d.state in ('sent', 'failed')))
    returning r.organization_id, r.campaign_id, d.state),
  given_back as (
    update sending_days s set taken = greatest(0, s.taken - b.emails)
    from (select organization_id, count(*)::int as emails from ended where state in ('retry', 'queued', 'failed', 'cancelled') group by 1) b
    where s.organization_id = b.organization_id
      and s.day = (select max(l.day) from sending_days l where l.organization_id = b.organization_id))
  select count(enqueue_once('statistics.count-sent',
    json_build_object('organization_id', c.organization_id, 'campaign_id', c.id, 'since', since),
    'statistics-sent:' || c.id || ':' || extract(epoch from since)::bigint, since + interval '5 minutes', count_attempts))
  into ordered
  from (select id, organization_id from campaigns
    where id in (select campaign_id from ended where state = 'sent') and not is_testing order by id) c;
end $$;
