-- «Не зарегистрирован» holds people only while they are not registered, whichever way they register.
create function leave_not_registered() returns trigger language plpgsql as $$
begin
  delete from tag_employees m using tags t
  where m.employee_id = new.id and t.id = m.tag_id and t.type = 'not_registered' and t.organization_id = new.organization_id;
  return null;
end $$;
create trigger employees_registered after update of is_registered on employees
  for each row when (new.is_registered and not old.is_registered) execute function leave_not_registered();
