import { call, runJobs, stored } from '../app.ts';
import * as make from './index.ts';
import { emails } from './phishing.ts';

/** An organisation with an administrator, a department of `count` people and one email. */
export const organization = async (count = 3) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const department = await make.department(org);
  const staff = [];
  for (let n = 0; n < count; n += 1)
    staff.push(await make.employee(org, { department_id: department.id, last_name: `Сотрудник${n}` }));
  const { email_id, template_id } = await emails(org);
  const form = {
    name: 'Кампания',
    templates: [email_id],
    targets: { target_departments: [department.id] },
    // Sending within working hours, the default of the contract, would make tests depend on the time of day.
    emailSendType: 'at_once' as const,
  };
  return { org, administrator, department, staff, email_id, template_id, form };
};
type Organization = Awaited<ReturnType<typeof organization>>;

export const launch = async (h: Organization, changes: object = {}) => {
  const made = await call('campaigns.create', h.administrator, { ...h.form, ...changes });
  await runJobs('campaigns.plan-emails', h.org.id);
  return made;
};
export const recipients = (campaignId: string) =>
  stored<{
    id: number;
    employee_id: string;
    email_id: string;
    state: string;
    result: number;
    send_at: string;
    tracking_key: string;
  }>('select * from campaign_recipients where campaign_id = $1 order by id', [campaignId]);
/** Marks the emails as sent. */
export const sent = (campaignId: string) =>
  stored(
    `update campaign_recipients set state = 'sent', sent_at = now(), reply = '250 ok' where campaign_id = $1 returning id`,
    [campaignId],
  );
export const event = async (
  h: Organization,
  campaignId: string,
  recipientId: number,
  kind: string,
  human = true,
  os = 'Windows',
) =>
  (
    await stored<{ id: number }>(
      `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human, os) values ($1, $2, $3, $4, now(), $5, $6) returning id`,
      [h.org.id, campaignId, recipientId, kind, human, os],
    )
  )[0]!.id;
