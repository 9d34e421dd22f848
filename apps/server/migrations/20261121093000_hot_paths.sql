-- The two statements that run for every email, as functions: the database then keeps their plans, which cost more to
-- make than to carry out. They run with the rights of whoever calls them (the system role).

-- Which of these emails may be handed over now: still this sender's, campaign active, sending not paused.
create function hand_over_emails(sender text, ids bigint[]) returns setof bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  return query
    update campaign_recipients r set state = 'handing_over'
    from campaigns c, organizations o
    where r.id = any (ids) and r.state = 'claimed' and r.lease_owner = sender
      and c.id = r.campaign_id and c.status = 'active' and o.id = r.organization_id and not o.sending_paused
    returning r.id;
end $$;

-- What became of emails. None leaves `sent`; one taken for lost (`unknown`) may still turn out to have been accepted.
-- Emails that wait again give their place in the day's cap back.
create function end_emails(sender text, at timestamptz, ids bigint[], states text[], replies text[], moments timestamptz[], tries int[])
returns void language plpgsql set search_path = public, pg_temp as $$
begin
  with ended as (
    update campaign_recipients r
    set state = d.state, reply = coalesce(d.reply, r.reply), send_at = coalesce(d.send_at, r.send_at), attempts = r.attempts + d.tries,
      sent_at = case when d.state = 'sent' then at else r.sent_at end,
      lease_until = case when d.state = 'unknown' then r.lease_until end,
      lease_owner = case when d.state = 'unknown' then r.lease_owner end
    from unnest(ids, states, replies, moments, tries) as d (id, state, reply, send_at, tries)
    where r.id = d.id and r.lease_owner = sender
      and (r.state in ('claimed', 'handing_over') or (r.state = 'unknown' and d.state in ('sent', 'failed')))
    returning r.organization_id, d.state)
  update sending_days s set taken = greatest(0, s.taken - b.emails)
  from (select organization_id, count(*)::int as emails from ended where state in ('retry', 'queued', 'failed', 'cancelled') group by 1) b
  where s.organization_id = b.organization_id
    and s.day = (select max(l.day) from sending_days l where l.organization_id = b.organization_id);
end $$;
