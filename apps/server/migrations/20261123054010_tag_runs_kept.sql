-- What a tag did to people stays when the tag is deleted: the run keeps its title and loses the way to it.
alter table tag_action_runs add column tag_title text not null default '';
set local role sergak_system;
update tag_action_runs r set tag_title = t.title from tags t where t.organization_id = r.organization_id and t.id = r.tag_id;
reset role;
alter table tag_action_runs alter column tag_id drop not null,
  drop constraint tag_action_runs_organization_id_tag_id_fkey,
  add constraint tag_action_runs_tag foreign key (organization_id, tag_id) references tags (organization_id, id) on delete set null (tag_id);
create index tag_action_runs_person on tag_action_runs (organization_id, employee_id, id desc);
