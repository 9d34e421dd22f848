-- Events have one index less: their key begins with the campaign, which is how a report pages through them.
alter table tracking_events drop constraint tracking_events_pkey, add primary key (campaign_id, id);
drop index tracking_events_campaign;
