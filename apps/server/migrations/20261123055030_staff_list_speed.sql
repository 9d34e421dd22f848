-- The staff list counts whom a filter finds, of 100,000 people with 24 simulations and several courses behind them. What these
-- counts ask for stands in the index, in the order of the people, so that no row is read and nothing is sorted.

drop index learners_employee;
create index learners_employee on learners (organization_id, employee_id, assignment_id, behind_from);

-- What became of emails, by person.
create index campaign_recipients_unopened on campaign_recipients (organization_id, employee_id, campaign_id)
  where state = 'sent' and result = 0;
create index campaign_recipients_opened on campaign_recipients (organization_id, employee_id, campaign_id)
  where opened_at is not null;
create index campaign_recipients_clicked on campaign_recipients (organization_id, employee_id, campaign_id)
  where clicked_at is not null;
create index campaign_recipients_entered on campaign_recipients (organization_id, employee_id, campaign_id)
  where entered_at is not null;
create index campaign_recipients_attachment on campaign_recipients (organization_id, employee_id, campaign_id)
  where attachment_opened_at is not null;

-- The figures of departments: emails that arrived, and what in them was dangerous.
create index campaign_recipients_department on campaign_recipients (organization_id, department_id, campaign_id)
  include (entered_at, attachment_opened_at) where state = 'sent';
