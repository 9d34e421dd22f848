create index campaign_recipients_reported on campaign_recipients (campaign_id, organization_id) where reported_at is not null;
