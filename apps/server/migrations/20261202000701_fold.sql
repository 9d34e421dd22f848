-- Folds the spelling of a text, so that two texts that people read as the same are equal: case, width, е and ё, composed and
-- separate marks, apostrophes, quotes, dashes, spaces and invisible characters. Equal to `foldText` of the contract
-- (`fold.rules.ts`), where the sets of characters are explained; `fold.api.test.ts` compares both. Generated columns and indexes
-- store its result: whoever changes it rebuilds them in the same migration.
create function fold(text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  -- Most texts: letters that NFKC leaves as they are, and the usual apostrophes. Ten times faster.
  if $1 !~ '[^\u0020-\u007e\u0400-\u045f\u048a-\u04ff\u02bb\u02bc\u2018\u2019]' then
    return btrim(regexp_replace(
      translate(lower($1 collate "und-x-icu"), U&'ё`\02bb\02bc\2018\2019', 'е'''''''''''), ' {2,}', ' ', 'g'), ' ');
  end if;
  return btrim(regexp_replace(
    translate(
      regexp_replace(
        lower(normalize(
          translate(
            regexp_replace($1, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
            U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe', ''''''''''''''),
          nfkc) collate "und-x-icu"),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]', '', 'g'),
      U&'ё`\02b9\02bb\02bc\02bd\02be\02bf\02c8\02ca\02cb\055a\05f3\07f4\07f5\2018\2019\201b\2032\2035\a78c\02ba\00ab\00bb\201c\201d\201e\201f\02d7\2010\2012\2013\2014\2015\2043\2212',
      'е''''''''''''''''''''''''''''''''''''''''"""""""--------'),
    '[\u0001-\u0020\u007f-\u009f\u1680\u2028\u2029\u2800]+', ' ', 'g'), ' ');
end $$;

-- The text in which people are searched, folded. The column keeps its name: a node of the release before goes on searching in it.
alter table employees drop column search_text;
alter table employees add column search_text text not null generated always as (
  fold(last_name || ' ' || first_name || ' ' || middle_name || ' ' || email || ' ' || position)) stored;
create index employees_search on employees using gin (search_text gin_trgm_ops) where deleted_at is null;
