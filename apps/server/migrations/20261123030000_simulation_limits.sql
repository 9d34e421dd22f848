-- How often one person gets a simulation, and above how many recipients a campaign needs a second administrator.
alter table organizations
  add column person_weekly_cap int not null default 2,
  add column person_gap_hours int not null default 24,
  add column approval_above int,
  add constraint organizations_person_weekly_cap_check check (person_weekly_cap between 1 and 7),
  add constraint organizations_person_gap_hours_check check (person_gap_hours between 1 and 168),
  add constraint organizations_approval_above_check check (approval_above between 1 and 1000000);
