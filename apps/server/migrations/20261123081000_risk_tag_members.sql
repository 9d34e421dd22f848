-- Whoever stood in the risk tags of the nearest step goes to those of the step the level has reached (decisions 0100, 0105).
-- Nobody's risk has changed by that, so what these tags do to those who join is passed over and written down as such; actions
-- added later mean these people as well. Who stands elsewhere than the nearest step says waits for a refresh that is queued.
set local role sergak_system;
with steps as (
  select organization_id, id as employee_id, round(risk_level) as nearest, risk_step as reached from employees
  where round(risk_level) <> risk_step),
standing as (
  select s.organization_id, s.employee_id, t.id as tag_id, m.employee_id is not null as is_member,
    s.nearest between t.min_risk_level and t.max_risk_level as belonged,
    s.reached between t.min_risk_level and t.max_risk_level as belongs
  from steps s join tags t on t.organization_id = s.organization_id and t.type = 'risk_group'
  left join tag_employees m on m.tag_id = t.id and m.employee_id = s.employee_id),
moving as (
  select employee_id from standing group by employee_id having bool_and(is_member = belonged)),
gone as (
  delete from tag_employees m using standing s
  where s.is_member and not s.belongs and s.employee_id in (select employee_id from moving)
    and m.tag_id = s.tag_id and m.employee_id = s.employee_id),
come as (
  insert into tag_employees (organization_id, tag_id, employee_id, joined_at)
  select organization_id, tag_id, employee_id, now() from standing
  where belongs and not is_member and employee_id in (select employee_id from moving)
  returning organization_id, tag_id, employee_id, joined_at)
insert into tag_action_runs (organization_id, tag_id, tag_title, action_id, action_type, action_title, employee_id, joined_at,
  due_at, state, reason, done_at)
select c.organization_id, c.tag_id, t.title, a.id, a.type, left(coalesce(case a.type
    when 'course' then (select string_agg(o.title, ', ' order by o.title) from tag_action_courses x
      join courses o on o.id = x.course_id where x.action_id = a.id)
    when 'phishing' then (select string_agg(o.name, ', ' order by o.name) from tag_action_emails x
      join emails o on o.id = x.email_id where x.action_id = a.id)
    else a.theme end, ''), 255),
  c.employee_id, c.joined_at, c.joined_at, 'skipped', 'without_onboarding', now()
from come c join tags t on t.id = c.tag_id join tag_actions a on a.tag_id = c.tag_id;
reset role;
