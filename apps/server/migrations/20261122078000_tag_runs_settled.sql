-- Courses that a run is through with for its person: given, or had already. Where others of the same action have to be
-- waited for, these are not given a second time.
alter table tag_action_runs add column settled_course_ids uuid[] not null default '{}';
