-- What completes a SCORM package (`completionRule` of the contract): proposed at import, changed for a course or an assignment.
alter table scorm_packages add column completion_rule jsonb not null default '{"by": "completed", "score": null}';
-- null: the rule that the package proposes
alter table courses add column completion_rule jsonb;
-- null: the rule that the package proposes; always null for courses of slides and quizzes
alter table assignments add column completion_rule jsonb;

-- hosts outside of the content origin that the organisation allows a package to load from (`allowedHost` of the contract)
alter table scorm_packages add column allowed_hosts jsonb not null default '[]';

-- pages that the learner has seen: ids of items, or files of a package of one item
alter table scorm_registrations add column pages jsonb not null default '[]';

-- completed only because the SCO ended itself without ever reporting a status
alter table scorm_scos add column silent boolean not null default false;
-- an element of this SCO could not be stored: what it left unsaid means nothing
alter table scorm_scos add column refused boolean not null default false;

-- the last slide that was opened; `slide` is the one to continue with
alter table step_progress add column reached int not null default 0;

-- 0: not known, of SCORM courses
alter table courses drop constraint courses_minutes_check;
alter table courses add constraint courses_minutes_check check (minutes between 0 and 1000);

-- Row-level security hides all rows from the owner of the tables.
set local role sergak_system;
update scorm_packages set completion_rule = '{"by": "pages", "score": null}'
  where report @> '{"warnings": [{"code": "no_api_calls"}]}';
-- A certificate without a passed test has no result: it says that the course was completed.
update certificates c set score = null
  where c.score is not null and c.learner_id is not null
    and not exists (select from quiz_attempts q where q.learner_id = c.learner_id and q.passed)
    and not exists (select from scorm_registrations r where r.learner_id = c.learner_id and r.success = 'passed');
-- Nobody had said how long these courses take.
update courses set minutes = 0 where kind = 'scorm' and minutes = 10;
update course_versions set content = jsonb_set(content, '{minutes}', '0')
  where content->>'kind' = 'scorm' and content->>'minutes' = '10';
-- Earlier players stored the initial status of SCORM 2004 as if the SCO had set it.
update scorm_scos set cmi = cmi - 'cmi.completion_status' where cmi->>'cmi.completion_status' = 'unknown';
update scorm_scos set cmi = cmi - 'cmi.success_status' where cmi->>'cmi.success_status' = 'unknown';
reset role;
