-- Analytics ids and feature flags of the run-time configuration (decision 0282). Without a row there are none.
create table feature_settings (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  analytics_enabled boolean not null,
  analytics_id text not null,
  analytics_id_2 text not null,
  -- names of the flags that are on
  feature_flags text[] not null,
  version int not null
);
select tenant_table('feature_settings');
