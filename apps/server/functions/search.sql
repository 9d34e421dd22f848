-- Module search. People whose stored text fits the words of a search.

grant create on schema public to sergak_system;
set local role sergak_system;

-- Returns up to `most` ids of people that fit best: all words occur as whole words (1), begin words (2), or are inside words (3). Each
-- word comes with its spellings, the sound last; equal words have equal sounds, so whole words are looked for by sound alone.
-- `inside` tells whether a word may be inside of another. A worse fit is looked for only while there are
-- fewer. Runs as the system role, since row-level security keeps trigram operators off the index. What fits 2 % of the first 2,000
-- people is taken from them, because the index would return thousands; so is everything if a word is inside the data of a quarter of
-- them, such as the mail domain, because the index knows no whole words and would compare all these people.
create or replace function search_people(words jsonb, most int, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text[];
  sampled uuid[];
  fits int[];
  more uuid[];
begin
  ids := '{}';
  select array(select string_agg((
      select '(' || string_agg(format('search_text like %L',
        case when fit = 3 and length(spelling) >= 3 and (word ->> 'inside')::boolean then '%' else '% ' end
        || replace(replace(replace(spelling, '\', '\\'), '%', '\%'), '_', '\_')
        || case when fit = 1 then ' %' else '%' end), ' or ') || ')'
      from jsonb_array_elements_text(word -> 'spellings') with ordinality as u (spelling, n)
      where fit > 1 or n = jsonb_array_length(word -> 'spellings')), ' and ')
    from generate_series(1, 3) as fit, jsonb_array_elements(words) as word group by fit order by fit) into conditions;
  -- An ordinary index gives the first people at once, a bitmap only after it has found all.
  perform set_config('enable_indexscan', 'on', true);
  execute format('select array_agg(id), array_agg(fit) from (
      select id, case when %s then 1 when %s then 2 when %s then 3 end as fit from (select id, search_text %s limit 2000) first) judged
    where fit is not null', conditions[1], conditions[2], conditions[3], people) into sampled, fits;
  perform set_config('enable_indexscan', 'off', true);
  for worst in 1..3 loop
    more := array(select id from unnest(sampled, fits) as u (id, fit) where fit <= worst);
    if cardinality(more) < 40 and coalesce(cardinality(sampled), 0) < 500 then
      execute format('select array(select id %s and %s and id <> all (%L::uuid[]) limit %s)', people, conditions[worst], ids, most) into more;
    end if;
    ids := ids || array(select id from unnest(more) as id where id <> all (ids) limit most - cardinality(ids));
    exit when cardinality(ids) >= most;
  end loop;
end $$;
revoke all on function search_people(jsonb, int) from public;
grant execute on function search_people(jsonb, int) to sergak_app;

-- Returns up to `most` ids of people whose names are similar to words as they sound, the most similar of some thousands first.
-- `exact` are short words, which begin a word. The caller judges how many mistakes there are. Less similar names are looked for
-- only if few are very similar: comparing thousands of names takes longer than finding them.
create or replace function search_people_similar(sounds text[], exact text[], most int, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  conditions text;
  similarity text;
  threshold text;
begin
  select string_agg(format('%L <%% name_sound', sound), ' and '), string_agg(format('word_similarity(%L, name_sound)', sound), ' + ')
    into conditions, similarity from unnest(sounds) as sound;
  select coalesce(conditions || string_agg(format(' and search_text like %L',
      '% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ''), conditions)
    into conditions from unnest(exact) as word;
  foreach threshold in array array['0.5', '0.3'] loop
    -- Not a setting of the function: in a session that has not loaded pg_trgm yet, only a superuser may create such a function.
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    execute format('select array(select id from (
        select id, name_sound from employees where deleted_at is null and organization_id = %L::uuid and %s limit %s) near
      order by %s desc, id limit %s)', current_setting('app.org'), conditions, case threshold when '0.5' then 1000 else 3000 end, similarity, most)
      into ids;
    exit when cardinality(ids) = most;
  end loop;
end $$;
revoke all on function search_people_similar(text[], text[], int) from public;
grant execute on function search_people_similar(text[], text[], int) to sergak_app;

reset role;
revoke create on schema public from sergak_system;
