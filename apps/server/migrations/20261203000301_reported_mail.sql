-- Reported emails are judged in the portal: how far the security team is, apart from what it found out. The column `state` of the
-- release before stays until no node of it runs; functions/suspicious-emails.sql follows it.
alter table suspicious_emails
  add column stage text not null default 'new' check (stage in ('new', 'in_work', 'closed')),
  add column verdict text check (verdict in ('dangerous', 'spam', 'harmless', 'simulation')),
  -- without a foreign key, like state_by: the person may belong to an organisation above
  add column taken_by uuid,
  add column taken_at timestamptz,
  -- when the first verdict was given; state_by and state_at belong to the last one
  add column judged_at timestamptz,
  -- the verdict that the reporter was told, and when
  add column answered text check (answered in ('dangerous', 'spam', 'harmless', 'simulation')),
  add column answered_at timestamptz,
  add column version int not null default 1,
  -- what equal emails have in common: the sender's address in lower case, the subject without prefixes in lower case, the hosts of
  -- the links, and a key of the message itself (its Message-ID, else sender and subject)
  add column sender_address text not null default '',
  add column subject_key text not null default '',
  add column hosts text[] not null default '{}',
  add column message_key text not null default '',
  -- whether the message itself is kept, in reported_messages; else why it is not
  add column body text not null default 'none' check (body in ('none', 'kept', 'too_large', 'unreadable', 'no_room', 'deleted'));

update suspicious_emails set
  stage = case state when 'new' then 'new' else 'closed' end,
  verdict = case when state in ('dangerous', 'harmless') then state end,
  judged_at = case when state in ('dangerous', 'harmless') then state_at end,
  sender_address = lower(coalesce(substring(sender from '<([^<>]*)>$'), sender)),
  subject_key = lower(subject),
  message_key = message_id;

create index suspicious_emails_message on suspicious_emails (organization_id, message_key) where message_key <> '';
create index suspicious_emails_sender on suspicious_emails (organization_id, sender_address) where sender_address <> '';
create index suspicious_emails_subject on suspicious_emails (organization_id, subject_key) where subject_key <> '';
create index suspicious_emails_hosts on suspicious_emails using gin (hosts);
create index suspicious_emails_waiting on suspicious_emails (organization_id, reported_at) where stage <> 'closed';

-- The reported message as it arrived, sealed with a key of its own: without `key_sealed` nobody can read it. Deleted after the
-- period that the organisation has set.
create table reported_messages (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  email_id uuid not null,
  -- the key of this message: AES-256-GCM with the secret of the installation, about organisation and email
  key_sealed bytea not null,
  -- the message: AES-256-GCM with its key
  sealed bytea not null,
  size int not null,
  kept_at timestamptz not null,
  primary key (organization_id, email_id),
  constraint reported_messages_email_fkey foreign key (organization_id, email_id)
    references suspicious_emails (organization_id, id) on delete cascade
);
-- What is sealed cannot be compressed.
alter table reported_messages alter column sealed set storage external;
create index reported_messages_old on reported_messages (organization_id, kept_at);
select tenant_table('reported_messages');

-- Answers to people who reported an email, by verdict; without texts those of the product.
create table report_answers (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  verdict text not null check (verdict in ('dangerous', 'spam', 'harmless', 'simulation')),
  texts jsonb,
  version int not null,
  primary key (organization_id, verdict)
);
select tenant_table('report_answers');

alter table retention_settings add column reported_days int not null default 30;
