-- Module search. People whose stored text fits the words of a search.

grant create on schema public to sergak_system;
set local role sergak_system;

-- Returns up to `most` ids of people that fit best, and no more precise: all words occur as whole words (0), begin words (1), or are
-- inside words (2). Each word comes with its spellings; `inside` tells for each word whether it may be inside a word. A worse fit is
-- looked for only while there are fewer. Runs as the system role, since row-level security keeps trigram operators off the index. A
-- common word finds `most` people within the first rows that are read, so their order does not matter.
create or replace function search_people(words jsonb, most int, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  more uuid[];
begin
  ids := '{}';
  for fit in 0..2 loop
    select string_agg((
        select '(' || string_agg(format('search_text like %L',
          case when fit = 2 and length(spelling) >= 3 and (word ->> 'inside')::boolean then '%' else '% ' end
          || replace(replace(replace(spelling, '\', '\\'), '%', '\%'), '_', '\_')
          || case when fit = 0 then ' %' else '%' end), ' or ') || ')'
        from jsonb_array_elements_text(word -> 'spellings') as spelling), ' and ')
      into conditions from jsonb_array_elements(words) as word;
    execute format('select array(select id %s and %s and id <> all (%L::uuid[]) limit %s)', people, conditions, ids, most - cardinality(ids))
      into more;
    ids := ids || more;
    exit when cardinality(ids) >= most;
  end loop;
end $$;
revoke all on function search_people(jsonb, int) from public;
grant execute on function search_people(jsonb, int) to sergak_app;

-- Returns up to `most` ids of people whose text is similar to words as they sound, the most similar first. `exact` are short words,
-- which begin a word. The caller judges how many mistakes there are.
create or replace function search_people_similar(sounds text[], exact text[], most int, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off
set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  conditions text;
  similarity text;
begin
  select string_agg(format('%L <%% search_text', sound), ' and '), string_agg(format('word_similarity(%L, search_text)', sound), ' + ')
    into conditions, similarity from unnest(sounds) as sound;
  select coalesce(conditions || string_agg(format(' and search_text like %L',
      '% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ''), conditions)
    into conditions from unnest(exact) as word;
  execute format('select array(select id from employees where deleted_at is null and organization_id = %L::uuid and %s
    order by %s desc, id limit %s)', current_setting('app.org'), conditions, similarity, most) into ids;
end $$;
revoke all on function search_people_similar(text[], text[], int) from public;
grant execute on function search_people_similar(text[], text[], int) to sergak_app;

reset role;
revoke create on schema public from sergak_system;
