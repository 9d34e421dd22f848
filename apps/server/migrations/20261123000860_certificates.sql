-- Which courses give a certificate. A course without a row follows the default: a certificate if it has a quiz or a
-- SCORM step (decision 0215).
create table certificate_rules (
  organization_id uuid not null default (current_setting('app.org'))::uuid,
  course_id uuid primary key,
  -- auto: the default
  mode text not null default 'auto' check (mode in ('auto', 'on', 'off')),
  -- null: certificates of this course never expire
  valid_months int check (valid_months between 1 and 120),
  -- how long before the end the learner is reminded, and the course assigned again if `reassign` is set
  remind_days int not null default 30 check (remind_days between 1 and 180),
  reassign boolean not null default false,
  version int not null default 1,
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('certificate_rules');

-- A certificate is a copy: it survives the deletion of the course, of the assignment and of the learner.
create table certificates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  -- printed on the certificate; also the key of the public page
  number text not null,
  learner_id uuid,
  assignment_id uuid,
  course_id uuid,
  employee_id uuid,
  -- copies of the time of issue; the name is emptied when the person's data is erased
  person_name text not null,
  course_title text not null,
  organization_title text not null,
  language text not null default 'ru' check (language in ('ru', 'en', 'uz')),
  -- mean of the best scores of the quizzes and packages; null if the course had none
  score int check (score between 0 and 100),
  -- the time of completion
  issued_at timestamptz not null,
  -- the last valid day
  valid_until date,
  revoked_at timestamptz,
  revoked_by uuid,
  revoke_reason text,
  -- the reminder before the end was queued
  reminded_at timestamptz,
  constraint certificates_id_key unique (organization_id, id),
  constraint certificates_number unique (number),
  constraint certificates_learner unique (learner_id),
  foreign key (organization_id, learner_id) references learners (organization_id, id) on delete set null (learner_id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
    on delete set null (assignment_id),
  foreign key (organization_id, course_id) references courses (organization_id, id) on delete set null (course_id),
  foreign key (organization_id, employee_id) references employees (organization_id, id) on delete set null (employee_id)
);
create index certificates_newest on certificates (organization_id, issued_at desc, id);
create index certificates_employee on certificates (organization_id, employee_id, course_id);
create index certificates_assignment on certificates (organization_id, assignment_id);
create index certificates_to_remind on certificates (valid_until)
  where reminded_at is null and revoked_at is null and valid_until is not null;
select tenant_table('certificates');

-- Organisations whose earlier completions have been looked through for missing certificates.
create table certificate_backfills (
  organization_id uuid primary key default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  completed_at timestamptz not null default now()
);
select tenant_table('certificate_backfills');
