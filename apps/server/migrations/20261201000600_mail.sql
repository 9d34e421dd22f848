create table mail_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('none', 'opportunistic', 'starttls', 'tls')),
  username text not null default '',
  -- AES-256-GCM with the organisation as associated data; deleted when host or port change
  password_sealed bytea,
  sender_name text not null,
  sender_address text not null,
  -- PEM certificates of own certification authorities
  ca text not null default '',
  connections int not null default 4 check (connections between 1 and 20),
  verified_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
select tenant_table('mail_settings');

-- Emails that the built-in mailbox received over SMTP while no mail server is set.
create table mailbox_emails (
  id bigint generated always as identity primary key,
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  message_id text not null default '',
  sender text not null,
  recipient text not null,
  subject text not null,
  raw bytea not null,
  -- Who may read an email depends on its addressee: emails of the portal contain links and codes that open an account. A
  -- simulation opens nothing. An email of neither kind is shown to system administrators and above.
  simulated boolean not null default false,
  employee_id uuid,
  -- an administrator who sees that the person got it knows a result: not shown in an anonymous organisation (decision 0272)
  tells_result boolean not null default false,
  received_at timestamptz not null default now(),
  constraint mailbox_emails_employee_fkey foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete set null (employee_id)
);
create index mailbox_emails_recent on mailbox_emails (organization_id, id desc);
create index mailbox_emails_recipient on mailbox_emails (organization_id, lower(recipient), id desc);
create index mailbox_emails_received on mailbox_emails (received_at);
select tenant_table('mailbox_emails');

-- Transactional emails (registration, recovery, codes, reports): sent at least once, always with the same Message-ID.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  employee_id uuid,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  -- a complete message, sent as it is: a test email is the bytes that a campaign would send
  message bytea,
  message_id text not null,
  -- contains a link or code that opens the account of the addressee; deleted when that link is voided
  opens_account boolean not null default false,
  -- that the addressee gets it tells a result of a simulation: not listed in an anonymous organisation (decision 0272)
  tells_result boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  reply text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- ids of stored files that are read when the email is sent; without a foreign key, because the files may be deleted before
  attachments uuid[] not null default '{}',
  -- the mail server that sends it, with its password, sealed; null: the current server of the organisation
  server_sealed bytea
);
create index outbox_recent on outbox (organization_id, created_at desc);
create index outbox_openers on outbox (organization_id, employee_id) where opens_account and state = 'queued';
-- Old emails of all organisations, looked for every minute.
create index outbox_ended on outbox (created_at) where state in ('sent', 'failed');
select tenant_table('outbox');

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
  -- PEM certificates of own certification authorities
  ca text not null default '',
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
  -- reading it exceeded the limits: listed with its headers only
  unreadable boolean not null default false,
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
