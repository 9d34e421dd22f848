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

-- People whom the first email after a course caught, of those compared.
create table course_effect_people (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  course_id uuid not null,
  employee_id uuid not null,
  primary key (organization_id, course_id, employee_id),
  constraint course_effect_people_course foreign key (organization_id, course_id)
    references course_effects (organization_id, course_id) on delete cascade,
  constraint course_effect_people_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
select tenant_table('course_effect_people');

-- Delivered emails of a campaign by department and day (decision 0251). A campaign is read from here only while `stamp` equals
-- that of its tallies; otherwise its emails are counted.
create table department_email_stamps (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  stamp text not null,
  primary key (organization_id, campaign_id),
  constraint department_email_stamps_campaign foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
select tenant_table('department_email_stamps');

create table department_emails (
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  campaign_id uuid not null,
  department_id uuid not null,
  delivered_on date not null,
  sent int not null,
  delivered int not null,
  clicked int not null,
  entered_data int not null,
  primary key (organization_id, campaign_id, department_id, delivered_on),
  constraint department_emails_stamp foreign key (organization_id, campaign_id)
    references department_email_stamps (organization_id, campaign_id) on delete cascade
);
select tenant_table('department_emails');
