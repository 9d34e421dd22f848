-- Attempts before an administrator had the email sent again, the oldest first: when that was, the state and the reply until then.
alter table campaign_recipients add column earlier_attempts jsonb;
