-- Module statistics. Keeps the sums of people_tallies equal to the rows of employees, whoever writes these (decision 0276).

-- Days since 2000-01-01: the key of a date. Null for no date and for infinity.
create or replace function day_key(day date) returns int language sql immutable parallel safe as $$
  select case when isfinite(day) then day - date '2000-01-01' end
$$;

-- Where person `e` is counted and person `other` is not. `other` is the same person before or after a change, or null.
-- figures: 1 has a phishing indicator, 2 has a learning progress, 4 has a risk level; step: the risk step, -1 without;
-- courses: course_states; behind, last_*: the day; recent: recent_emails * 65536 + recent_caught; mailed, caught: number of the bit.
create or replace function people_keys(e employees, other employees) returns table (kind text, department_id uuid, key int)
language sql immutable parallel safe as $$
  -- always, because the sums of the figures may have changed
  select 'figures', e.department_id, (e.phishing_indicator is not null)::int + (e.learning_progress is not null)::int * 2
    + (e.risk_level is not null)::int * 4
  union all select k.kind, null, k.mine from (values
    ('step', coalesce(e.risk_step, -1)::int, case when other.id is not null then coalesce(other.risk_step, -1)::int end),
    ('courses', e.course_states::int, other.course_states::int),
    ('behind', day_key(e.behind_from), day_key(other.behind_from)),
    ('recent', e.recent_emails * 65536 + e.recent_caught, other.recent_emails * 65536 + other.recent_caught),
    ('last_sent', day_key(e.last_sent_on), day_key(other.last_sent_on)),
    ('last_opened', day_key(e.last_opened_on), day_key(other.last_opened_on)),
    ('last_clicked', day_key(e.last_clicked_on), day_key(other.last_clicked_on)),
    ('last_opened_attachment', day_key(e.last_opened_attachment_on), day_key(other.last_opened_attachment_on)),
    ('last_entered_data', day_key(e.last_entered_data_on), day_key(other.last_entered_data_on)),
    ('last_reported', day_key(e.last_reported_on), day_key(other.last_reported_on))) k (kind, mine, theirs)
  where k.mine is not null and k.mine is distinct from k.theirs
  union all select m.kind, e.department_id, n from (values
    ('mailed', e.mailed_months & ~case when other.department_id = e.department_id then other.mailed_months else 0 end),
    ('caught', e.caught_months & ~case when other.department_id = e.department_id then other.caught_months else 0 end)) m (kind, bits)
    cross join lateral generate_series(0, case m.bits when 0 then -1 else 23 end) n where m.bits & (1 << n) <> 0
$$;

-- Whether a person counts as a current one: neither removed nor the account that makes pictures.
create or replace function is_counted(e employees) returns boolean language sql immutable parallel safe as $$
  select e.deleted_at is null and e.role <> 'pdf_service'
$$;

-- Runs with the rights of the role that writes people. People deleted together with their organisation are not counted.
-- Without nested loops, because a session keeps the plan of its first statement for all later ones: the plan for one changed
-- person would compare each of 8,000 changed people with each other (25 s instead of 0.4 s). `plan_cache_mode` has no effect on
-- a statement without parameters.
create or replace function tally_people() returns trigger language plpgsql
set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, count(*),
      coalesce(sum((p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(sum((p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(sum((p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select a::employees as e from people_after a) p cross join lateral people_keys(p.e, null) k
    where is_counted(p.e) group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, -count(*),
      coalesce(-sum((p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(-sum((p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(-sum((p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select b::employees as e from people_before b join organizations o on o.id = b.organization_id) p
      cross join lateral people_keys(p.e, null) k
    where is_counted(p.e) group by 1, 2, 3, 4;
  else
    with changed as (
      select case when is_counted(a::employees) then a::employees end as after,
        case when is_counted(b::employees) then b::employees end as before
      from people_after a join people_before b on b.id = a.id
      where (a.department_id, a.deleted_at is null, a.role, a.risk_level, a.phishing_indicator, a.learning_progress, a.course_states,
          a.behind_from, a.recent_emails, a.recent_caught, a.mailed_months, a.caught_months, a.last_sent_on, a.last_opened_on,
          a.last_clicked_on, a.last_opened_attachment_on, a.last_entered_data_on, a.last_reported_on)
        is distinct from (b.department_id, b.deleted_at is null, b.role, b.risk_level, b.phishing_indicator, b.learning_progress,
          b.course_states, b.behind_from, b.recent_emails, b.recent_caught, b.mailed_months, b.caught_months, b.last_sent_on,
          b.last_opened_on, b.last_clicked_on, b.last_opened_attachment_on, b.last_entered_data_on, b.last_reported_on))
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select (p.e).organization_id, k.kind, k.department_id, k.key, sum(p.n),
      coalesce(sum(p.n * (p.e).risk_level) filter (where k.kind = 'figures'), 0),
      coalesce(sum(p.n * (p.e).phishing_indicator) filter (where k.kind = 'figures'), 0),
      coalesce(sum(p.n * (p.e).learning_progress) filter (where k.kind = 'figures'), 0)
    from (select 1 as n, c.after as e, c.before as other from changed c union all select -1, c.before, c.after from changed c) p
      cross join lateral people_keys(p.e, p.other) k
    where (p.e).id is not null group by 1, 2, 3, 4
    having sum(p.n) <> 0 or k.kind = 'figures' and (sum(p.n * (p.e).risk_level) <> 0
      or sum(p.n * (p.e).phishing_indicator) <> 0 or sum(p.n * (p.e).learning_progress) <> 0);
  end if;
  return null;
end $$;
create or replace trigger tally_added after insert on employees
  referencing new table as people_after for each statement execute function tally_people();
create or replace trigger tally_changed after update on employees
  referencing old table as people_before new table as people_after for each statement execute function tally_people();
create or replace trigger tally_removed after delete on employees
  referencing old table as people_before for each statement execute function tally_people();
