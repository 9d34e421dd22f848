-- Module library. Titles and descriptions of copies of the starter library.

-- The stored text, or what the starter library says in the language of the reader, as long as nobody has changed the text.
create or replace function starter_text(stored text, texts jsonb, field text, written text, reader text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when texts -> field ->> written = stored then coalesce(texts -> field ->> reader, stored) else stored end
$$;
