-- Lists count learners by what has become of their courses as well: without reading their rows.
drop index learners_employee;
create index learners_employee on learners (organization_id, employee_id, assignment_id, behind_from) include (started_at, completed_at);
