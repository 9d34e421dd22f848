-- Events of the phishing origin: one call of the database for a batch of requests, and as little work as it can be.

-- A result that rises must not touch seven indexes. Outside of every index, and with room left on its page, the new
-- version of a row stays where the old one was.
drop index campaign_recipients_campaign;
create index campaign_recipients_campaign on campaign_recipients (campaign_id, state, organization_id);
alter table campaign_recipients set (fillfactor = 85);

-- Stores hits that came together, in their order, and answers those whose key is known (`place` counts from 1).
-- `acts` are what the results are: 1 opened, 2 clicked, 3 opened the attachment, 4 entered data. What the caller knows
-- without the recipient comes as lists in which hits share entries: programs, addresses, and rulings, which hold the
-- verdict for an email not sent yet, sent within `soon`, within `fresh`, or earlier. A form counts after a person's click.
-- A result is compared with what is stored at this moment, so that it only rises; rows are taken in the order of their ids.
-- Campaigns whose results rose get the jobs that follow, but those in `reacted` not the reaction, which is due already.
-- `reacting` is null where nothing rose, false where the reaction was due already.
-- Runs with the rights of the caller (the system role).
create function store_hits(
  keys text[], acts int[], moments bigint[], sources int[], programs int[], rulings int[], filled text[],
  source_addresses inet[], program_agents text[], program_systems text[], program_browsers text[],
  before_sending text[], soon_after text[], freshly_after text[], long_after text[], soon interval, fresh interval,
  rises_after_end interval, reacted uuid[], react_in interval, react_attempts int, refresh_attempts int)
returns table (place bigint, campaign_id uuid, email_id uuid, address text, last_name text, first_name text, middle_name text,
  "position" text, department text, human boolean, reacting boolean)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with seen as materialized (
    select h.place, h.act, h.at, h.source, h.program, h.fields, r.id, r.organization_id, r.campaign_id, r.email_id, r.employee_id,
      r.address, r.last_name, r.first_name, r.middle_name, r.position, r.department, r.result, r.os,
      r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at,
      case when r.sent_at is null then before_sending[h.ruling] when h.at - r.sent_at < soon then soon_after[h.ruling]
        when h.at - r.sent_at < fresh then freshly_after[h.ruling] else long_after[h.ruling] end as word
    from (select u.key, u.place, u.act, to_timestamp(u.moment / 1000.0) as at, u.source, u.program, u.ruling, u.fields
      from unnest(keys, acts, moments, sources, programs, rulings, filled)
        with ordinality as u (key, act, moment, source, program, ruling, fields, place)) h
    join campaign_recipients r on r.tracking_key = h.key),
  judged as materialized (
    select s.*, case when s.act = 4 and s.word = '' and s.clicked_at is null and s.attachment_opened_at is null and not exists (
        select from seen c where c.id = s.id and c.place < s.place and c.act in (2, 3) and c.word = '')
      then 'no_click_before' else s.word end as verdict
    from seen s),
  facts as materialized (
    select c.id, c.is_testing, coalesce(c.completed_at, c.end_at) + rises_after_end as rises_until
    from campaigns c where c.id = any (array(select distinct campaign_id from seen))),
  added as (
    insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, address, user_agent, os, browser, human, verdict, fields)
    select j.organization_id, j.campaign_id, j.id, (array['opened', 'clicked', 'opened_attachment', 'entered_data'])[j.act], j.at,
      source_addresses[j.source], program_agents[j.program], program_systems[j.program], program_browsers[j.program],
      j.verdict in ('', 'image_proxy'), j.verdict, string_to_array(j.fields, ',')
    from judged j),
  risen as (
    update campaign_recipients r set result = greatest(r.result, d.act), opened_at = coalesce(r.opened_at, d.opened_at),
      clicked_at = coalesce(r.clicked_at, d.clicked_at), attachment_opened_at = coalesce(r.attachment_opened_at, d.attachment_opened_at),
      entered_at = coalesce(r.entered_at, d.entered_at), os = coalesce(r.os, program_systems[programs[d.named]])
    from (
      select j.id, max(j.act)::smallint as act, min(j.at) filter (where j.act = 1) as opened_at,
        min(j.at) filter (where j.act = 2) as clicked_at, min(j.at) filter (where j.act = 3) as attachment_opened_at,
        min(j.at) filter (where j.act = 4) as entered_at,
        min(j.place) filter (where j.verdict = '' and program_systems[j.program] is not null) as named
      from judged j join facts c on c.id = j.campaign_id and j.at <= c.rises_until
      where j.verdict in ('', 'image_proxy')
        and (j.result < j.act or (j.act = 1 and j.opened_at is null) or (j.act = 2 and j.clicked_at is null)
          or (j.act = 3 and j.attachment_opened_at is null) or (j.act = 4 and j.entered_at is null)
          or (j.os is null and j.verdict = '' and program_systems[j.program] is not null))
      group by j.id order by j.id) d
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
        'campaign-react:' || f.campaign_id, now() + react_in, attempts => react_attempts) end
    from followed f)
  select j.place, j.campaign_id, j.email_id, j.address, j.last_name, j.first_name, j.middle_name, j.position, j.department,
    j.verdict in ('', 'image_proxy'), (select not q.due from queued q where q.campaign_id = j.campaign_id)
  from judged j;
end $$;
