-- The other languages of a campaign's emails as they were at the launch. The recipient's language chooses one of them; the
-- row of campaign_emails is the base.
create table campaign_email_translations (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  campaign_id uuid not null,
  email_id uuid not null,
  language text not null,
  subject text not null,
  sender_name text not null,
  html text not null,
  page_html text,
  attachments jsonb not null default '[]',
  tips jsonb not null default '[]',
  primary key (campaign_id, email_id, language),
  foreign key (organization_id, campaign_id, email_id) references campaign_emails (organization_id, campaign_id, email_id) on delete cascade
);
select tenant_table('campaign_email_translations');
