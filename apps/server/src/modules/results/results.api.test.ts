import { randomUUID } from 'node:crypto';
import { bitOf } from '@sergak/contract/employees/email-events.rules.ts';
import { expect, test } from 'vitest';
import { actionLog, call, queued, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { event, organization, launch, recipients, sent } from '../../../test/make/campaign.ts';

test('the funnel counts people alike in the list and in every part', async () => {
  const h = await organization(6);
  const made = await launch(h);
  await sent(made.id);
  const [a, b, c, d, e] = await recipients(made.id);
  await stored(`update campaign_recipients set result = 1, os = 'Android' where id = $1`, [a!.id]);
  await stored(`update campaign_recipients set result = 2, clicked_at = now(), os = 'Windows' where id = $1`, [b!.id]);
  await stored(
    `update campaign_recipients set result = 3, clicked_at = now(), attachment_opened_at = now(), os = 'Windows' where id = $1`,
    [c!.id],
  );
  await stored(
    `update campaign_recipients set result = 4, clicked_at = now(), attachment_opened_at = now() where id = $1`,
    [d!.id],
  );
  await stored(`update campaign_recipients set state = 'unknown', reported_at = now() where id = $1`, [e!.id]);
  const funnel = {
    recipients: 6,
    sent: 5,
    opened: 4,
    clicked: 3,
    opened_attachment: 2,
    entered_data: 1,
    reported: 1,
    incident_risk: expect.closeTo(33.333, 3),
  };
  expect((await call('campaigns.list', h.administrator, {})).data[0]!.statistics).toEqual(funnel);
  expect((await call('campaigns.get', h.administrator, { id: made.id })).sending).toMatchObject({
    sent: 5,
    unknown: 1,
  });
  expect((await call('campaigns.departments', h.administrator, { id: made.id })).data).toEqual([
    { id: h.department.id, title: h.department.title, statistics: funnel },
  ]);
  expect((await call('campaigns.emails', h.administrator, { id: made.id })).data).toMatchObject([
    { id: h.email_id, statistics: funnel, tips: ['Чужой адрес'] },
  ]);
  expect((await call('campaigns.email', h.administrator, { id: made.id, templateId: h.email_id })).statistics).toEqual(
    funnel,
  );
  expect((await call('campaigns.os', h.administrator, { id: made.id })).data).toEqual([
    { os: 'Windows', count: 2 },
    { os: 'Android', count: 1 },
  ]);
  const numbers = await call('phishing.template-statistics', h.administrator, { id: h.template_id });
  expect(numbers.clicked).toBe(3);
  const [group] = (await call('phishing.templates', h.administrator, {})).data;
  expect(numbers.emails).toMatchObject(group!.templates[0]!.emails.map(({ id, sent, fell }) => ({ id, sent, fell })));
  expect(numbers.emails[0]!.sent).toBe(5);
  expect((await call('campaigns.list', h.administrator, { oses: ['Linux'] })).total_count).toBe(0);
  expect((await call('campaigns.list', h.administrator, { oses: ['Android'], statuses: ['active'] })).total_count).toBe(
    1,
  );
  expect((await call('campaigns.last', h.administrator, {})).data?.id).toBe(made.id);
});

test('people of a campaign can be filtered by state, system and name; the most dangerous results come first', async () => {
  const h = await organization(4);
  const made = await launch(h);
  const [a, b, c] = await recipients(made.id);
  await stored(`update campaign_recipients set state = 'sent' where id = any($1)`, [[a!.id, b!.id]]);
  await stored(`update campaign_recipients set result = 4, os = 'iOS' where id = $1`, [b!.id]);
  await stored(`update campaign_recipients set state = 'failed', reply = '550 no such user' where id = $1`, [c!.id]);
  const users = (filter: object) => call('campaigns.users', h.administrator, { id: made.id, ...filter });
  expect((await users({})).data.map((one) => one.status)).toEqual(['entered_data', 'sent', 'unknown', 'unknown']);
  expect((await users({ status: ['unknown'] })).total_count).toBe(2);
  expect((await users({ status: ['sent', 'entered_data'] })).total_count).toBe(2);
  expect((await users({ os: ['iOS'] })).data).toMatchObject([{ id: b!.id, status: 'entered_data', state: 'sent' }]);
  expect((await users({ search: 'сотрудник2 нигора' })).total_count).toBe(1);
  expect((await users({ search: 'sotrudnik2 nigora' })).total_count).toBe(1);
  expect((await users({ search: '100%' })).total_count).toBe(0);
  expect((await users({ status: ['unknown'] })).data.find((one) => one.id === c!.id)).toMatchObject({
    state: 'failed',
    reply: '550 no such user',
  });
  expect((await users({ template_id: randomUUID() })).total_count).toBe(0);
});

test('overruling a verdict recalculates the result, down and up', async () => {
  const h = await organization(1);
  const made = await launch(h);
  const [one] = await recipients(made.id);
  await sent(made.id);
  const opened = await event(h, made.id, one!.id, 'opened');
  const clicked = await event(h, made.id, one!.id, 'clicked', true, 'Linux');
  await stored('update campaign_recipients set result = 2, clicked_at = now(), opened_at = now() where id = $1', [
    one!.id,
  ]);
  const to = (eventId: number, human: boolean) =>
    call('campaigns.overrule', h.administrator, { id: made.id, recipient: one!.id, event: eventId, human });
  const down = await to(clicked, false);
  expect(down.user).toMatchObject({ status: 'opened', clicked_at: null, os: 'Windows' });
  expect(down.data.find((seen) => seen.id === clicked)).toMatchObject({
    human: false,
    overruled_by: expect.any(String),
  });
  expect((await to(clicked, true)).user).toMatchObject({ status: 'clicked', os: 'Windows' });
  await to(opened, false);
  expect((await to(clicked, true)).user).toMatchObject({ status: 'clicked', opened_at: null, os: 'Linux' });
  expect((await to(clicked, false)).user).toMatchObject({ status: 'sent', opened_at: null });
  expect(await queued('statistics.refresh-people', h.org.id)).toContainEqual({
    organization_id: h.org.id,
    employee_ids: [one!.employee_id],
  });
  expect((await actionLog(h.org.id)).filter((line) => line.action === 'campaign.verdict_overruled')).toHaveLength(5);
});

test('overruling a click updates the stored facts about the person, even if the result stays the same', async () => {
  const h = await organization(1);
  const made = await launch(h);
  const [one] = await recipients(made.id);
  await sent(made.id);
  const clicked = await event(h, made.id, one!.id, 'clicked');
  await event(h, made.id, one!.id, 'entered_data');
  await call('campaigns.overrule', h.administrator, { id: made.id, recipient: one!.id, event: clicked, human: true });
  const facts = async () => {
    await runJobs('statistics.refresh-people', h.org.id);
    return (
      await stored<{ email_events: number }>('select email_events from employees where id = $1', [one!.employee_id])
    )[0]!.email_events;
  };
  expect(await facts()).toBe(bitOf('clicked') | bitOf('entered_data'));
  await call('campaigns.overrule', h.administrator, { id: made.id, recipient: one!.id, event: clicked, human: false });
  expect(await facts()).toBe(bitOf('entered_data'));
});

test('test campaigns are listed, but are never the last campaign', async () => {
  const h = await organization(1);
  await launch(h, { isTesting: true });
  expect((await call('campaigns.list', h.administrator, {})).data).toMatchObject([{ is_testing: true }]);
  expect((await call('campaigns.last', h.administrator, {})).data).toBeNull();
  expect(
    (await call('campaigns.statuses', h.administrator, {})).data.find((one) => one.status === 'active')?.count,
  ).toBe(1);
});

test('results after the end of a campaign are marked as late', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const ended = await history.campaign(org, { ago: 10 }); // it ended three days ago
  const fates = { early: { result: 2, ago: 5 }, late: { result: 2, ago: 1 }, nothing: { result: 0, ago: 1 } } as const;
  for (const [name, fate] of Object.entries(fates)) {
    const person = await make.employee(org);
    await history.email(org, ended, { ...person, name }, fate);
  }
  const { data } = await call('campaigns.users', administrator, { id: ended.id });
  expect(Object.fromEntries(data.map((one) => [one.full_name, one.late]))).toEqual({
    early: false,
    late: true,
    nothing: false,
  });
});

test('the list names one email with its own attachments, and counts those that were opened', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id, email_id } = await history.campaign(org);
  await stored(
    `insert into campaign_emails (organization_id, campaign_id, email_id, template_id, name, template_name, attack_vector, subject,
       sender_name, sender_address, html, tips, attachments)
     select organization_id, campaign_id, gen_random_uuid(), gen_random_uuid(), 'Я другое', template_name, 'attachments', subject,
       sender_name, sender_address, html, tips, '[{"kind": "generated", "format": "docx", "name": "счёт", "text": ""}]'
     from campaign_emails where campaign_id = $1`,
    [id],
  );
  const person = await make.employee(org);
  await history.email(org, { id, email_id, ago: 10 }, person, { result: 3 });
  const [row] = (await call('campaigns.list', administrator, {})).data;
  expect(row!.email).toEqual({ name: 'Срок пароля истекает', attachments: [] });
  expect(row).toMatchObject({ emails_count: 2, statistics: { opened_attachment: 1 } });
});
