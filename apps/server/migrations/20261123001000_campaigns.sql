create table campaigns (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  status text not null default 'creating' check (status in ('creating', 'planned', 'active', 'completed', 'failed')),
  -- approval by a second administrator, asked for above the organisation's limit of recipients
  approval text check (approval in ('waiting', 'approved', 'refused')),
  is_testing boolean not null default false,
  is_autophish boolean not null default false,
  tag_id uuid,
  -- a monthly mailing of a tag action
  tag_action_id uuid,
  tag_month date,
  -- the form as validated by the contract: targets, excluded tags, course, message, post campaign
  settings jsonb not null,
  event_id uuid,
  created_by uuid,
  -- who last changed it in a way that needs a new approval; like created_by without a foreign key (decision 0040)
  edited_by uuid,
  start_at timestamptz not null,
  -- emails are sent at once, or spread evenly over working hours until send_until
  spread boolean not null default false,
  send_until timestamptz,
  end_at timestamptz not null,
  redirect_page_id uuid,
  -- the page shown after the form, as it was at the launch
  redirect_html text,
  course_id uuid,
  failure text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  launched_at timestamptz,
  completed_at timestamptz,
  -- the campaign that this one follows
  after_campaign_id uuid,
  -- since when an administrator has stopped sending; only of active campaigns
  paused_at timestamptz,
  constraint campaigns_id_key unique (organization_id, id),
  constraint campaigns_dates check (end_at > start_at),
  -- only emails of active campaigns are sent, so this holds whatever starts a campaign
  constraint campaigns_active_approved check (status <> 'active' or approval is null or approval = 'approved'),
  foreign key (organization_id, redirect_page_id) references redirect_pages (organization_id, id),
  foreign key (organization_id, course_id) references courses (organization_id, id),
  foreign key (organization_id, after_campaign_id) references campaigns (organization_id, id) on delete set null (after_campaign_id)
);
create index campaigns_after on campaigns (organization_id, after_campaign_id) where after_campaign_id is not null;
create index campaigns_recent on campaigns (organization_id, start_at desc);
create index campaigns_due on campaigns (status, start_at, end_at) where status in ('planned', 'active', 'creating');
create unique index campaigns_of_tag_action on campaigns (organization_id, tag_action_id, tag_month) where tag_action_id is not null;
select tenant_table('campaigns');

-- The approval request to the second administrator and the decision: one row per campaign whose approval was ever requested.
create table campaign_approvals (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  asked_by uuid,
  asked_name text not null default '',
  asked_at timestamptz not null,
  recipients int not null,
  above int not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  note text not null default '',
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
select tenant_table('campaign_approvals');

-- The chosen emails as they were at the launch: a later edit of the template changes nothing here.
create table campaign_emails (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  template_id uuid not null,
  name text not null,
  template_name text not null,
  attack_vector text not null,
  subject text not null,
  sender_name text not null,
  sender_address text not null,
  html text not null,
  page_html text,
  tips jsonb not null default '[]',
  logo_file_id uuid,
  language text not null default 'ru',
  attachments jsonb not null default '[]',
  primary key (campaign_id, email_id),
  constraint campaign_emails_key unique (organization_id, campaign_id, email_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_emails_template on campaign_emails (organization_id, template_id);
select tenant_table('campaign_emails');

-- One person in one campaign: a copy of the person's data, one email, its delivery, and the best-known result.
create table campaign_recipients (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  -- null once the result is anonymous (decision 0270)
  employee_id uuid,
  department_id uuid,
  -- 128 random bits as base64url; the only thing that a link of the email contains
  tracking_key text not null,
  message_id text not null,
  address text not null,
  last_name text not null default '',
  first_name text not null default '',
  middle_name text not null default '',
  position text not null default '',
  department text not null default '',
  send_at timestamptz not null,
  state text not null default 'queued'
    check (state in ('queued', 'claimed', 'handing_over', 'sent', 'retry', 'failed', 'unknown', 'cancelled')),
  -- not sent yet, and held by a sender; indexes name these and never `state`, so that claimed → handing_over touches none of
  -- them (decision 0287)
  waiting boolean not null generated always as (state in ('queued', 'retry')) stored,
  held boolean not null generated always as (state in ('claimed', 'handing_over')) stored,
  attempts int not null default 0,
  lease_until timestamptz,
  -- the claim that holds the lease, as «sender/number»; only this claim hands the email over and ends it. A sender that claims
  -- the same email again does so under another number, so that its first copy of the email can change nothing any more.
  lease_owner text,
  reply text,
  sent_at timestamptz,
  -- the best result of a human: 0 none, 1 opened, 2 clicked, 3 opened the attachment, 4 entered data
  result smallint not null default 0 check (result between 0 and 4),
  opened_at timestamptz,
  clicked_at timestamptz,
  attachment_opened_at timestamptz,
  entered_at timestamptz,
  reported_at timestamptz,
  os text,
  -- the language of the email that the person gets
  language text,
  constraint campaign_recipients_id_key unique (organization_id, id),
  constraint campaign_recipients_once unique (campaign_id, employee_id),
  constraint campaign_recipients_tracking_key unique (tracking_key),
  foreign key (organization_id, campaign_id, email_id) references campaign_emails (organization_id, campaign_id, email_id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id)
);
-- A result that rises touches no index, and with room left on the page the new version of the row stays there (HOT update).
alter table campaign_recipients set (fillfactor = 85);
create index campaign_recipients_due on campaign_recipients (campaign_id, send_at, id) where waiting;
create index campaign_recipients_leased on campaign_recipients (lease_until) where held;
create index campaign_recipients_employee on campaign_recipients (organization_id, employee_id, sent_at);
create index campaign_recipients_reported on campaign_recipients (campaign_id, organization_id) where reported_at is not null;
select tenant_table('campaign_recipients');

-- Emails taken for sending on a day of the organisation: the daily cap without counting emails. The row is also the lock under
-- which emails of the organisation are claimed, so that two workers never exceed a cap or the gap between two emails.
create table sending_days (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  day date not null,
  taken int not null default 0,
  primary key (organization_id, day)
);
select tenant_table('sending_days');

-- Consequences of results: each once for a person and campaign, however often the job runs.
create table campaign_reactions (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  employee_id uuid not null,
  kind text not null check (kind in ('course', 'invitation', 'message')),
  made_at timestamptz not null default now(),
  primary key (campaign_id, employee_id, kind),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade,
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete cascade
);
-- Removing people looks for their reactions.
create index campaign_reactions_employee on campaign_reactions (organization_id, employee_id);
select tenant_table('campaign_reactions');

-- Numbers of emails by state, result and day of delivery, kept next to the emails: the figures of a campaign cost the same
-- whatever its size (decision 0031). Each statement that changes emails inserts rows with the differences, and a figure is a
-- sum. Rows are inserted instead of updated, because batches of one campaign would otherwise wait for each other's commit; the
-- sweep adds the rows up. No foreign key to the campaign: its check would lock the campaign's row in each batch. The sweep
-- deletes what a removed campaign leaves behind.
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
  -- day of delivery in the organisation's time zone; null while an email is not delivered
  delivered_on date,
  emails int not null,
  primary key (campaign_id, id)
);
select tenant_table('campaign_tallies');

-- Day on which an email was delivered, in the organisation's time zone; null while it is not delivered. Without a search path of
-- its own it becomes part of the statement that calls it, instead of being called for each email.
create function delivery_day(state text, result smallint, sent_at timestamptz, send_at timestamptz, time_zone text)
returns date language sql stable parallel safe as $$
  select case when state = 'sent' or result > 0 then (coalesce(sent_at, send_at) at time zone time_zone)::date end
$$;

-- Runs with the rights of the role that writes emails. Emails deleted together with their campaign are not counted: their
-- figures are gone, and a cascade may run as a role that no policy lets write here.
create function tally_emails() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
create trigger tally_added after insert on campaign_recipients
  referencing new table as emails_after for each statement execute function tally_emails();
create trigger tally_changed after update on campaign_recipients
  referencing old table as emails_before new table as emails_after for each statement execute function tally_emails();
create trigger tally_removed after delete on campaign_recipients
  referencing old table as emails_before for each statement execute function tally_emails();

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

-- The two statements that run for every email are functions: the database keeps their plans, which cost more to make than to
-- execute. A plan may be made while the tables are almost empty, so it is kept from reading them as a whole. They run with the
-- rights of the caller (the system role).

-- Returns which of these emails may be handed over now: claimed by this sender, campaign active, neither it nor all sending paused.
create function hand_over_emails(ids bigint[], claims text[]) returns table (email bigint, claim text)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  return query
    update campaign_recipients r set state = 'handing_over'
    from unnest(ids, claims) as d (id, claim)
    where r.id = d.id and r.lease_owner = d.claim and r.state = 'claimed'
      -- A value and no join: emails are found by their ids, never by their campaign, whose emails would all be read.
      and (select c.status = 'active' and c.paused_at is null and not o.sending_paused
        from campaigns c join organizations o on o.id = c.organization_id where c.id = r.campaign_id)
    returning r.id, r.lease_owner;
end $$;

-- Stores the outcomes of emails. No email leaves `sent`; an `unknown` one may still turn out to have been accepted. Emails
-- that wait again return their place in the daily cap. The facts kept about the people follow after at most five minutes, by
-- one job for each campaign and five minutes, so that a burst of emails does not share the database with them.
-- Emails are locked in the order of their ids, here and in store_hits: two statements that change the same emails wait for each
-- other instead of running into a deadlock.
create function end_emails(at timestamptz, ids bigint[], claims text[], states text[], replies text[], moments timestamptz[], tries int[],
  count_attempts int)
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
  select count(enqueue('statistics.count-sent',
    json_build_object('organization_id', c.organization_id, 'campaign_id', c.id, 'since', since),
    'statistics-sent:' || c.id || ':' || extract(epoch from since)::bigint, since + interval '5 minutes', attempts => count_attempts))
  into ordered
  from (select id, organization_id from campaigns
    where id in (select campaign_id from ended where state = 'sent') and not is_testing order by id) c;
end $$;
