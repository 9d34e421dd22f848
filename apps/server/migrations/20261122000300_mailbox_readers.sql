-- Who may read a caught email follows from whom it was written to: emails of the portal itself carry links and codes
-- that open an account. A simulation opens nothing; an email of neither kind is shown from system administrators up.
alter table mailbox_emails
  add column simulated boolean not null default false,
  add column employee_id uuid,
  add constraint mailbox_emails_employee_fkey foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete set null (employee_id);

-- The owner passes no policy of these tables.
set local role sergak_system;
update mailbox_emails m set employee_id = e.id
  from outbox o join employees e on e.organization_id = o.organization_id and e.id = o.employee_id
  where o.organization_id = m.organization_id and o.message_id = m.message_id;
update mailbox_emails m set simulated = true
  from campaign_recipients r where r.organization_id = m.organization_id and r.message_id = m.message_id;
reset role;
