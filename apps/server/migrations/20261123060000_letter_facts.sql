-- What became of the emails of each person, kept beside the risk level and computed with it: lists and the figures of
-- departments then read people, not years of emails (decision 0020).

-- A bit for each event, in the order of the contract's `phishingEvents`; emails that arrived, and those of them in which
-- data was entered or an attachment opened. Tests of campaigns count nowhere.
alter table employees add column email_events smallint not null default 0 check (email_events between 0 and 31),
  add column emails_sent int not null default 0,
  add column emails_dangerous int not null default 0,
  add check (emails_dangerous between 0 and emails_sent);

-- The owner passes no policy of these tables.
set local role sergak_system;
update employees e set email_events = l.events, emails_sent = l.sent, emails_dangerous = l.dangerous
from (
  select r.organization_id, r.employee_id,
    bit_or((r.state = 'sent' and r.result = 0)::int | (r.opened_at is not null)::int * 2 | (r.clicked_at is not null)::int * 4
      | (r.attachment_opened_at is not null)::int * 8 | (r.entered_at is not null)::int * 16) as events,
    count(*) filter (where r.state = 'sent') as sent,
    count(*) filter (where r.state = 'sent' and (r.entered_at is not null or r.attachment_opened_at is not null)) as dangerous
  from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
  where r.state = 'sent' or r.result > 0 group by 1, 2) l
where e.organization_id = l.organization_id and e.id = l.employee_id;
reset role;

create index employees_email_events on employees (organization_id, email_events) where deleted_at is null;

-- The figures of departments, added up without reading the people's rows.
create index employees_figures on employees (organization_id, department_id)
  include (risk_level, learning_progress, phishing_indicator, emails_sent, emails_dangerous) where deleted_at is null;

-- What the emails' own indexes answered until now.
drop index campaign_recipients_unopened;
drop index campaign_recipients_opened;
drop index campaign_recipients_clicked;
drop index campaign_recipients_entered;
drop index campaign_recipients_attachment;
drop index campaign_recipients_department;
