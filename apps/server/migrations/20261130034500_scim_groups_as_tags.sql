-- What the groups of an identity provider become in an organisation; without a row: departments.
create table scim_settings (
  organization_id uuid not null default (current_setting('app.org'))::uuid primary key references organizations (id) on delete cascade,
  groups text not null check (groups in ('departments', 'tags')),
  updated_at timestamptz not null default now()
);
select tenant_table('scim_settings');
-- Tags that are groups of a provider, and the provider's names of them.
create table scim_tags (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  tag_id uuid primary key,
  display_name text not null,
  external_id text,
  -- the provider created the tag; otherwise the tag existed before
  is_made boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scim_tags_tag_fkey foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
select tenant_table('scim_tags');
