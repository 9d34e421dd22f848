-- The day from which a learner is behind is asked of people now. Without it in an index, a step that is done writes no index.
drop index learners_employee;
create index learners_employee on learners (organization_id, employee_id, assignment_id) include (started_at, completed_at);
