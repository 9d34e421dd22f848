-- How long an organisation keeps data about people (decision 0270). Without a row the defaults hold.
create table retention_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- addresses and user agents of tracking events
  tracking_days int not null default 90 check (tracking_days between 1 and 1095),
  -- results of simulated phishing emails of a person, after the end of the campaign
  results_months int not null default 12 check (results_months between 1 and 120),
  version int not null default 1,
  -- the last day, in the organisation's time zone, whose nightly run has been queued
  ran_on date,
  -- results of simulations are shown only as final totals of campaigns (decision 0272)
  anonymous boolean not null default false,
  -- since when; null if it is not
  anonymous_since timestamptz,
  -- since when a job separates the results of the anonymous time from their people; the mode stays on until the job ends
  anonymous_ending_at timestamptz
);
select tenant_table('retention_settings');
