-- A test email waits as the very bytes that a campaign would send; they go with the email, as its text does.
alter table outbox add column message bytea;
