-- Campaigns that are being set up. The id is chosen by the browser, so that the first save and all others are one kind of call.
create table campaign_drafts (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  id uuid not null,
  name text not null default '',
  -- the step of the wizard that was open
  step text not null,
  -- the form as JSON text: only the wizard reads it, and a launch checks the form that it gets
  form text not null,
  -- like that of campaigns without a foreign key (decision 0040)
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
select tenant_table('campaign_drafts');
