-- The organisation's own text of the consent to the processing of personal data. Each change is a new version; version 0 is
-- the text that the product brings along, and so are texts that were taken back (null).
create table consent_texts (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  version int not null check (version > 0),
  texts jsonb,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, version)
);
select tenant_table('consent_texts');
revoke update, delete on consent_texts from sergak_app;
-- Which version a person has agreed to; until now it was the one that the product brings along.
alter table employees add column consented_version int not null default 0;
