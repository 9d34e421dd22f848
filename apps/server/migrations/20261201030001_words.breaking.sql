-- Names follow the glossary: task, reject, verified.
alter table organization_domains rename column confirmed_at to verified_at;
alter table bulk_works rename column event_id to task_id;
alter table campaigns rename column event_id to task_id;
alter table employee_imports rename column event_id to task_id;
alter table employee_imports rename column apply_event_id to apply_task_id;
alter table employee_imports rename column refused_file_id to rejected_file_id;
alter table scorm_imports rename column event_id to task_id;
alter table scorm_scos rename column refused to rejected;
alter index employee_imports_event rename to employee_imports_task;

alter table campaigns drop constraint campaigns_approval_check;
alter table employee_import_rows drop constraint employee_import_rows_verdict_check;
set role sergak_system;
update campaigns set approval = 'rejected' where approval = 'refused';
update employee_import_rows set verdict = 'rejected' where verdict = 'refused';
reset role;
alter table campaigns add constraint campaigns_approval_check check ((approval = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text])));
alter table employee_import_rows add constraint employee_import_rows_verdict_check check ((verdict = ANY (ARRAY['added'::text, 'returned'::text, 'changed'::text, 'unchanged'::text, 'rejected'::text])));

CREATE OR REPLACE FUNCTION public.keep_domain_in_one_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.verified_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $function$;
