-- The first day on which the learner is behind if the assignment is active, by `isBehind` of the contract: the day after the
-- deadline of whoever has not finished. PostgreSQL 15 cannot change the expression of a column. Nodes of the release before read
-- the new column like the old one.
alter table learners drop column behind_from;
alter table learners add column behind_from date
  generated always as (case when completed_at is null and not paused then deadline + 1 end) stored;

-- The day from which stored points follow today's rule for the learning part of the level; null: all of them do. Levels of earlier
-- days cannot be computed again: pauses, moved deadlines and departments of that time are not kept.
alter table organizations add column risk_rule_since date;
update organizations o set risk_rule_since = (now() at time zone o.time_zone)::date
where exists (select from risk_points p where p.organization_id = o.id);
-- The sweep stores the points of a day that has none, and computes everybody again before that.
delete from risk_points p using organizations o
where o.id = p.organization_id and p.scope = 'organization' and p.day >= o.risk_rule_since;
