-- Last email before and first email after each course, by number of people; computed once a day (decision 0250).
create table course_effects (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  finished int not null,
  people int not null,
  caught_before int not null,
  caught_after int not null,
  only_before int not null,
  only_after int not null,
  computed_at timestamptz not null,
  primary key (organization_id, course_id),
  constraint course_effects_course foreign key (organization_id, course_id) references courses (organization_id, id) on delete cascade
);
select tenant_table('course_effects');
