-- The pictures of a scenario or of a redirect page. The html refers to them as `picture:<file_id>`. The file of a row never
-- changes: replacing a picture stores a new file. A copied scenario shares the files.
create table template_pictures (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  template_id uuid,
  redirect_page_id uuid,
  file_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz not null default now(),
  -- when the sweep last looked at the picture, and since when it has seen no text that shows it
  checked_at timestamptz not null default now(),
  unused_since timestamptz,
  constraint template_pictures_owner check (num_nonnulls(template_id, redirect_page_id) = 1),
  constraint template_pictures_of_template unique (organization_id, template_id, file_id),
  constraint template_pictures_of_page unique (organization_id, redirect_page_id, file_id),
  foreign key (organization_id, template_id) references templates (organization_id, id) on delete cascade,
  foreign key (organization_id, redirect_page_id) references redirect_pages (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id)
);
create index template_pictures_file on template_pictures (organization_id, file_id);
create index template_pictures_checked on template_pictures (checked_at);
select tenant_table('template_pictures');
