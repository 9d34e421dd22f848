-- Several emails are always locked in the order of their ids, here and in store_hits: two statements that change the same
-- emails then wait for each other instead of running into a deadlock.
create or replace function end_emails(sender text, at timestamptz, ids bigint[], states text[], replies text[], moments timestamptz[], tries int[],
  count_attempts int)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  since constant timestamptz := date_bin('10 seconds', at, 'epoch');
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
    from unnest(ids, states, replies, moments, tries) as d (id, state, reply, send_at, tries)
    where r.id = d.id and r.id in (select id from locked) and r.lease_owner = sender
      and (r.state in ('claimed', 'handing_over') or (r.state = 'unknown' and d.state in ('sent', 'failed')))
    returning r.organization_id, r.campaign_id, d.state),
  given_back as (
    update sending_days s set taken = greatest(0, s.taken - b.emails)
    from (select organization_id, count(*)::int as emails from ended where state in ('retry', 'queued', 'failed', 'cancelled') group by 1) b
    where s.organization_id = b.organization_id
      and s.day = (select max(l.day) from sending_days l where l.organization_id = b.organization_id))
  select count(enqueue('statistics.count-sent',
    json_build_object('organization_id', c.organization_id, 'campaign_id', c.id, 'since', since),
    'statistics-sent:' || c.id || ':' || extract(epoch from since)::bigint, since + interval '10 seconds', attempts => count_attempts))
  into ordered
  from (select id, organization_id from campaigns
    where id in (select campaign_id from ended where state = 'sent') and not is_testing order by id) c;
end $$;
