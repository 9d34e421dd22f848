-- Long work that stands although nobody works on it any more is put back to the queue by the minute's sweep: how often.
alter table task_events add column put_back int not null default 0;
-- What was confirmed of an import, so that its job can be made again.
alter table employee_imports add column confirmed jsonb;

-- Emails that have had their time are looked for every minute, in all organisations at once.
create index outbox_ended on outbox (created_at) where state in ('sent', 'failed');
create index mailbox_emails_received on mailbox_emails (received_at);
