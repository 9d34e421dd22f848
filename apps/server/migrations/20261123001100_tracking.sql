-- Append-only. `human` false: a scanner or a prefetcher; shown, never counted.
create table tracking_events (
  id bigint generated always as identity,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  recipient_id bigint not null,
  -- minted when the request arrives: an event is stored once however often it is sent (decision 0112)
  hit uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('opened', 'clicked', 'opened_attachment', 'entered_data', 'reported', 'used_page')),
  at timestamptz not null,
  address inet,
  user_agent text not null default '',
  os text,
  browser text,
  human boolean not null,
  verdict text not null default '',
  -- the kinds of fields that were filled; never what was typed
  fields text[] not null default '{}',
  overruled_by uuid,
  overruled_at timestamptz,
  -- begins with the campaign: reports page through the events of one
  primary key (campaign_id, id),
  -- an email gets another id when its result becomes anonymous (decision 0283)
  foreign key (organization_id, recipient_id) references campaign_recipients (organization_id, id)
    on delete cascade on update cascade
);
create unique index tracking_events_recipient on tracking_events (organization_id, recipient_id, hit);
-- Addresses and user agents that the nightly run erases by age (decision 0270); without them an event leaves the index.
create index tracking_events_traced on tracking_events (organization_id, at) where address is not null or user_agent <> '';
-- Events that wait for evidence: by recipient, for evidence that comes later; by address, to recognise a gateway. Both indexes
-- are empty most of the time, so other events cost nothing more.
create index tracking_events_unconfirmed on tracking_events (recipient_id)
  where verdict = 'unconfirmed' and not human;
create index tracking_events_walked on tracking_events (campaign_id, address)
  where verdict = 'unconfirmed' and not human and kind in ('clicked', 'opened_attachment');
select tenant_table('tracking_events');

-- Key of the job that reacts to results of this second. Later results must not move the job: with one key per campaign, clicks
-- that go on would postpone it for ever, and a job queued to run at once would start before all results are stored.
create function reaction_key(campaign uuid) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'campaign-react:' || campaign || ':' || extract(epoch from date_trunc('second', now()))::bigint
$$;

-- Stores hits that came together, in their order, and returns those whose key is known (`place` counts from 1).
-- `acts`: 1 opened, 2 clicked, 3 opened the attachment, 4 entered data, 5 used the page. Hits share entries of the lists of
-- programs, addresses and rulings. A ruling has four verdicts, one for each age of the email: not sent yet, younger than
-- `fresh`, younger than `recent`, and older. The function completes the verdict by what only the database knows (decision 0110):
--   * «unconfirmed» becomes '' in the organisation's own networks, and for a picture whose address requests emails of fewer than
--     `crowd_least` people of the campaign;
--   * a click younger than `walks` is «unconfirmed» when its address looks like a gateway's: at least `walked_least` of the
--     campaign's clicks from there wait for evidence, and more than people of the campaign whose click counts;
--   * a used page and a form count after a click that counts, or after an unconfirmed click of the same program; a form in which
--     nothing was typed is then «unconfirmed» as well.
-- Evidence (a used page, a form with something typed) turns the unconfirmed events of its recipient and program into
-- «confirmed» ones, except those that an administrator has overruled.
-- Results only rise, and first times only become earlier; recipients are updated in the order of their ids. `again`: some of
-- the hits may be stored already; these keep their verdict.
-- Campaigns whose results rose get the jobs that follow; those in `reacted` do not get the reaction, which is due already.
-- `reacting` is null where nothing rose, false where the reaction was due already. Runs with the rights of the caller.
-- Its plan may be made while `tracking_events` is still empty, so it is kept from reading that table as a whole: no sequential
-- scan, and events are found by index in subqueries that stay apart, then changed by their `ctid`.
create function store_hits(
  keys text[], hits uuid[], acts int[], moments bigint[], sources int[], programs int[], rulings int[], filled text[],
  source_addresses inet[], program_agents text[], program_systems text[], program_browsers text[],
  before_sending text[], freshly_after text[], recently_after text[], long_after text[],
  fresh interval, recent interval, walks interval, walked_least int, crowd_least int, again boolean,
  rises_after_end interval, reacted uuid[], react_in interval, react_attempts int, refresh_attempts int)
returns table (place bigint, campaign_id uuid, email_id uuid, address text, last_name text, first_name text, middle_name text,
  "position" text, department text, language text, human boolean, unconfirmed boolean, reacting boolean)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if again then
    -- Waits for an earlier attempt that may still be running: its events hold these rows.
    perform 1 from campaign_recipients r where r.tracking_key = any (keys) order by r.id for update;
  end if;
  return query
  with seen as materialized (
    select h.place, h.hit, h.act, h.at, h.source, h.program, h.fields, r.id, r.organization_id, r.campaign_id, r.email_id, r.employee_id,
      r.address, r.last_name, r.first_name, r.middle_name, r.position, r.department, r.language, r.result, r.os, r.sent_at,
      r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at,
      case when again then (select e.verdict from tracking_events e
        where e.organization_id = r.organization_id and e.recipient_id = r.id and e.hit = h.hit) end as stored,
      case when r.sent_at is null then before_sending[h.ruling] when h.at - r.sent_at < fresh then freshly_after[h.ruling] when h.at - r.sent_at < recent then recently_after[h.ruling]
        else long_after[h.ruling] end as word
    from (select u.key, u.hit, u.place, u.act, to_timestamp(u.moment / 1000.0) as at, u.source, u.program, u.ruling, u.fields
      from unnest(keys, hits, acts, moments, sources, programs, rulings, filled)
        with ordinality as u (key, hit, act, moment, source, program, ruling, fields, place)) h
    join campaign_recipients r on r.tracking_key = h.key),
  walkers as materialized (
    select p.campaign_id, p.address
    from (select distinct campaign_id, source_addresses[source] as address from seen
      where act in (2, 3) and word = '' and sent_at is not null and at - sent_at < walks) p
    cross join lateral (select count(*) as n from (select 1 from tracking_events e where e.campaign_id = p.campaign_id
      and e.address = p.address and e.verdict = 'unconfirmed' and not e.human and e.kind in ('clicked', 'opened_attachment')) e) waiting
    where waiting.n >= walked_least and waiting.n > (
      select coalesce(sum(t.emails), 0) from campaign_tallies t where t.campaign_id = p.campaign_id and t.clicked)),
  crowds as materialized (
    select p.campaign_id, p.address
    from (select distinct campaign_id, source_addresses[source] as address from seen where act = 1 and word = 'unconfirmed') p
    where (select count(distinct x.id) from (
        select s.id from seen s where s.campaign_id = p.campaign_id and source_addresses[s.source] is not distinct from p.address
        union all
        select e.recipient_id from (select t.recipient_id, t.address from tracking_events t
          where t.campaign_id = p.campaign_id order by t.id desc limit 50) e where e.address is not distinct from p.address) x) >= crowd_least),
  weighed as materialized (
    select s.*, case
      when s.word = 'unconfirmed' or (s.word = '' and s.act in (2, 3) and s.sent_at is not null and s.at - s.sent_at < walks and exists (
          select from walkers w where w.campaign_id = s.campaign_id and w.address = source_addresses[s.source]))
      then case when exists (select from organizations o
            where o.id = s.organization_id and source_addresses[s.source] <<= any (o.own_networks)) then ''
          when s.act = 1 and not exists (select from crowds c
            where c.campaign_id = s.campaign_id and c.address is not distinct from source_addresses[s.source]) then ''
          else 'unconfirmed' end
      else s.word end as weight
    from seen s),
  judged as materialized (
    select w.*, coalesce(w.stored, case
      when w.weight <> '' or w.act < 4 or (w.clicked_at is not null or w.attachment_opened_at is not null) or exists (
        select from weighed c where c.id = w.id and c.place < w.place and c.act in (2, 3) and c.weight = '')
      then w.weight
      when exists (select from tracking_events e where e.recipient_id = w.id and e.verdict = 'unconfirmed' and not e.human and e.kind in ('clicked', 'opened_attachment')
          and e.user_agent = program_agents[w.program])
      then case when w.act = 5 or w.fields <> '' then '' else 'unconfirmed' end
      else 'no_click_before' end) as verdict
    from weighed w),
  facts as materialized (
    select c.id, c.is_testing, coalesce(c.completed_at, c.end_at) + rises_after_end as rises_until
    from campaigns c where c.id = any (array(select distinct campaign_id from seen))),
  added as (
    insert into tracking_events (organization_id, campaign_id, recipient_id, hit, kind, at, address, user_agent, os, browser, human, verdict, fields)
    select j.organization_id, j.campaign_id, j.id, j.hit,
      (array['opened', 'clicked', 'opened_attachment', 'entered_data', 'used_page'])[j.act], j.at,
      source_addresses[j.source], program_agents[j.program], program_systems[j.program], program_browsers[j.program],
      j.verdict in ('', 'image_proxy', 'confirmed'), j.verdict, string_to_array(j.fields, ',')
    from judged j where j.stored is null
    on conflict (organization_id, recipient_id, hit) do nothing),
  awaited as materialized (
    select x.place
    from (select distinct id, program_agents[program] as agent, source_addresses[source] as address
      from judged where verdict = '' and (act = 5 or (act = 4 and fields <> '')) order by 1) v
    cross join lateral (select e.ctid as place from tracking_events e
      where e.recipient_id = v.id and e.verdict = 'unconfirmed' and not e.human and e.overruled_at is null
        and (e.user_agent = v.agent or (e.kind = 'opened' and e.address = v.address)) offset 0) x),
  settled as (
    update tracking_events e set human = true, verdict = 'confirmed'
    where e.ctid = any (array(select place from awaited)) and e.verdict = 'unconfirmed' and not e.human and e.overruled_at is null
    returning e.recipient_id, e.campaign_id, e.kind, e.at, e.os),
  risen as (
    update campaign_recipients r set result = greatest(r.result, d.act), opened_at = least(r.opened_at, d.opened_at),
      clicked_at = least(r.clicked_at, d.clicked_at), attachment_opened_at = least(r.attachment_opened_at, d.attachment_opened_at),
      entered_at = least(r.entered_at, d.entered_at), os = coalesce(r.os, d.os, program_systems[programs[d.named]])
    from (
      select m.id, max(m.act)::smallint as act, min(m.at) filter (where m.act = 1) as opened_at,
        min(m.at) filter (where m.act = 2) as clicked_at, min(m.at) filter (where m.act = 3) as attachment_opened_at,
        min(m.at) filter (where m.act = 4) as entered_at, max(m.os) as os, min(m.named) as named
      from (
        select j.id, j.campaign_id, j.act, j.at, null as os,
          case when j.verdict <> 'image_proxy' and program_systems[j.program] is not null then j.place end as named
        from judged j
        where j.act < 5 and j.verdict in ('', 'image_proxy', 'confirmed')
          and (j.result < j.act or (j.act = 1 and (j.opened_at is null or j.at < j.opened_at))
            or (j.act = 2 and (j.clicked_at is null or j.at < j.clicked_at))
            or (j.act = 3 and (j.attachment_opened_at is null or j.at < j.attachment_opened_at))
            or (j.act = 4 and (j.entered_at is null or j.at < j.entered_at))
            or (j.os is null and j.verdict <> 'image_proxy' and program_systems[j.program] is not null))
        union all
        select s.recipient_id, s.campaign_id, case s.kind when 'opened' then 1 when 'clicked' then 2 when 'opened_attachment' then 3 else 4 end,
          s.at, s.os, null from settled s) m
      join facts c on c.id = m.campaign_id and m.at <= c.rises_until
      group by m.id order by m.id) d
    where r.id = d.id
    returning r.organization_id, r.campaign_id, r.employee_id),
  followed as materialized (
    select g.*, c.id = any (reacted) as due from (
      select r.campaign_id, r.organization_id, array_agg(r.employee_id) as people from risen r group by 1, 2) g
    join facts c on c.id = g.campaign_id and not c.is_testing),
  queued as materialized (
    select f.campaign_id, f.due, enqueue('statistics.refresh-people',
        json_build_object('organization_id', f.organization_id, 'employee_ids', f.people), attempts => refresh_attempts),
      case when not f.due then enqueue('campaigns.react-to-results',
        json_build_object('organization_id', f.organization_id, 'campaign_id', f.campaign_id),
        reaction_key(f.campaign_id), now() + react_in, attempts => react_attempts) end
    from followed f)
  select j.place, j.campaign_id, j.email_id, j.address, j.last_name, j.first_name, j.middle_name, j.position, j.department, j.language,
    j.verdict in ('', 'image_proxy', 'confirmed'), j.verdict = 'unconfirmed',
    (select not q.due from queued q where q.campaign_id = j.campaign_id)
  from judged j;
end $$;
