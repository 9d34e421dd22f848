-- The mailbox to which the employees of an organisation report emails, and how far it has been read.
create table report_mailboxes (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  address text not null,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text not null,
  -- AES-256-GCM with the organisation as associated data; deleted when host, port or security change
  password_sealed bytea,
  folder text not null default 'INBOX',
  forward_to text,
  thanks boolean not null default true,
  -- The last message that was read. UIDs are compared only within one UIDVALIDITY of the folder.
  uid_validity text,
  last_uid bigint not null default 0,
  read_at timestamptz,
  -- the failed step of the last try, and the number of failures in a row, which delays the next try
  failure jsonb,
  failures int not null default 0,
  next_at timestamptz not null default now(),
  is_full boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
create index report_mailboxes_due on report_mailboxes (next_at);
select tenant_table('report_mailboxes');

-- One row per report that was read, by a digest of the message: a message that is read again counts once.
create table mail_reports (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  digest bytea not null,
  -- simulation: an email of ours; counted: of ours, and its recipient's report; suspicious: any other email; ignored: an
  -- automatic answer
  outcome text not null check (outcome in ('simulation', 'counted', 'suspicious', 'ignored')),
  read_at timestamptz not null,
  primary key (organization_id, digest)
);
create index mail_reports_read on mail_reports (read_at);
select tenant_table('mail_reports');

-- A reported email that is no simulation. Its bytes are forwarded, not stored: neither attachments nor texts are kept.
create table suspicious_emails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  reporter_id uuid,
  -- the reporter's address if it belongs to no employee
  reporter_address text not null default '',
  sender text not null default '',
  subject text not null default '',
  message_id text not null default '',
  sent_at timestamptz,
  reported_at timestamptz not null,
  headers text not null default '',
  links text[] not null default '{}',
  attachments jsonb not null default '[]',
  size int not null,
  forwarded_to text,
  state text not null default 'new' check (state in ('new', 'checked', 'dangerous', 'harmless')),
  -- without a foreign key: the person may belong to an organisation above (decision 0040)
  state_by uuid,
  state_at timestamptz,
  constraint suspicious_emails_id_key unique (organization_id, id),
  constraint suspicious_emails_reporter_fkey foreign key (organization_id, reporter_id)
    references employees (organization_id, id) on delete set null (reporter_id)
);
create index suspicious_emails_recent on suspicious_emails (organization_id, reported_at desc, id);
create index suspicious_emails_reporter on suspicious_emails (organization_id, reporter_id);
create index suspicious_emails_old on suspicious_emails (reported_at);
select tenant_table('suspicious_emails');

-- A report often contains the Message-ID of the email and no link.
create index campaign_recipients_message on campaign_recipients (organization_id, message_id);
