-- Writes a folded text in Latin letters as it sounds, so that Ахмедов, Akhmedov, Axmedov and Ahmedov are equal. Equal to `soundKey` of
-- the contract (`fold.rules.ts`), where the replacements are explained; `fold.api.test.ts` compares both. Generated columns store
-- its result: whoever changes it rebuilds them in the same migration.
create function sound_key(text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  latin text := translate($1, 'абвгғґдеєэжҷзиіїыӣйкқлмнңоўөпрстуӯүұфхҳһәqxwъь''', 'abvgggdeeejjziiiiiykklmnnoooprstuuuufhhhakhv');
begin
  latin := replace(replace(replace(replace(replace(replace(latin, 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'щ', 'sh'), 'ю', 'yu'), 'я', 'ya');
  latin := replace(replace(replace(replace(latin, 'kh', 'h'), 'gh', 'g'), 'dzh', 'j'), 'zh', 'j');
  latin := replace(replace(replace(replace(latin, 'dj', 'j'), 'shch', 'sh'), 'sch', 'sh'), 'ck', 'k');
  latin := replace(replace(replace(replace(latin, 'ch', U&'\0001'), 'c', 'k'), U&'\0001', 'ch'), 'ye', 'e');
  return regexp_replace(replace(replace(latin, 'yo', 'e'), 'y', 'i'), '([a-z])\1+', '\1', 'g');
end $$;

-- The text in which a text is searched: folded, then as it sounds. Each word is between spaces, so that the trigrams of
-- `like '% word %'` find whole words. Equal to `searchText` of the contract.
create function search_text(text) returns text
language plpgsql immutable strict parallel safe set search_path = public, pg_temp as $$
declare
  folded text := fold($1);
begin
  return ' ' || folded || ' ' || sound_key(folded) || ' ';
end $$;

-- The column keeps its name: a node of the release before goes on searching in it.
alter table employees drop column search_text;
alter table employees add column search_text text not null generated always as (
  search_text(last_name || ' ' || first_name || ' ' || middle_name || ' ' || email || ' ' || position)) stored;
create index employees_search on employees using gin (search_text gin_trgm_ops) where deleted_at is null;

-- The names alone, as they sound, for names with a typing mistake: short texts are compared much faster.
alter table employees add column name_sound text not null generated always as (
  sound_key(fold(last_name || ' ' || first_name || ' ' || middle_name))) stored;
create index employees_sound on employees using gin (name_sound gin_trgm_ops) where deleted_at is null;

-- Titles that the search of the whole portal reads.
alter table departments add column search_text text not null generated always as (search_text(title)) stored;
alter table tags add column search_text text not null generated always as (search_text(title)) stored;
alter table campaigns add column search_text text not null generated always as (search_text(name)) stored;
alter table templates add column search_text text not null generated always as (search_text(name)) stored;
alter table courses add column search_text text not null generated always as (search_text(title)) stored;
alter table assignments add column search_text text not null generated always as (search_text(title)) stored;
alter table reports add column search_text text not null generated always as (search_text(title)) stored;

-- What a person opened lately in an organisation: a thing by its id, a page or an action by its name.
create table recent_things (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- also a person of an ancestor, who works in this organisation
  employee_id uuid not null references employees (id) on delete cascade,
  kind text not null,
  thing text not null check (length(thing) between 1 and 100),
  opened_at timestamptz not null default now(),
  primary key (organization_id, employee_id, kind, thing)
);
create index recent_things_person on recent_things (employee_id);
select tenant_table('recent_things');
