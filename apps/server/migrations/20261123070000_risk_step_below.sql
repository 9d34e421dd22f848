-- A level belongs to the whole step it has reached: 6.9 is of 4 to 6, as its colour says, and not yet of 7 to 10
-- (decision 0100). Tags, the filter and the groups of the statistics all go by this one column.
drop index employees_risk_step;
alter table employees drop column risk_step;
alter table employees add column risk_step smallint generated always as (floor(risk_level)::smallint) stored;
create index employees_risk_step on employees (organization_id, risk_step) where deleted_at is null;
