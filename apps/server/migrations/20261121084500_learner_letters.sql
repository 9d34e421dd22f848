-- An email that a learner still has to get; taken away in the transaction that puts the email into the outbox, so that
-- sending may be cut off and repeated at any moment. The emails of a planned assignment wait for its start.
alter table learners add column email_due text check (email_due in ('assigned', 'reminder'));
create index learners_email_due on learners (organization_id, assignment_id) where email_due is not null;
-- whom a course still waits for: adding people looks here
create index assignments_course on assignments (organization_id, course_id);
-- quizzes with a time limit that nobody ended
create index quiz_attempts_ends on quiz_attempts (ends_at) where completed_at is null and ends_at is not null;
