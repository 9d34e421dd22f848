import { beforeEach, expect, test } from 'vitest';
import { call, runJobs, stored } from '../../../test/app.ts';
import { organization as campaignOf } from '../../../test/make/campaign.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { hashPassword } from '../session/public.ts';

let org: make.TestOrganization;
let administrator: Awaited<ReturnType<typeof make.operator>>;
type People = Awaited<ReturnType<typeof make.employee>>[];
const PASSWORD = 'Тихая гавань 7';
const hash = hashPassword(PASSWORD);
const REJECTED = { code: 'privacy.anonymous' };

const setAnonymous = async (anonymous: boolean) => {
  const { ending: _, ...before } = await call('privacy.retention', administrator, {});
  return call('privacy.save', administrator, { ...before, anonymous, password: PASSWORD });
};
const addPeople = async (count: number, title: string): Promise<{ id: string; people: People }> => {
  const { id } = await make.department(org, title);
  const people: People = [];
  for (let i = 0; i < count; i++) people.push(await make.employee(org, { department_id: id }));
  return { id, people };
};
/** A campaign that ended `ended` days ago, in which everybody entered data. */
const addCampaign = async (parts: readonly { id: string; people: People }[], ended = 30) => {
  const campaign = await history.campaign(org, { ago: ended + 7 });
  for (const { id, people } of parts)
    for (const one of people) await history.email(org, campaign, { ...one, department_id: id }, { result: 4 });
  return campaign;
};

beforeEach(async () => {
  org = await make.organization();
  administrator = await make.employee(org, { role: 'system_admin' });
  await stored('update employees set password_hash = $2 where id = $1', [administrator.id, await hash]);
});

test('results of persons are rejected, and shown again after the mode was turned off', async () => {
  const [one] = (await addPeople(6, 'Сбыт')).people;
  await history.email(org, await history.campaign(org, { ago: 40 }), one!, { result: 4 });
  await stored('update employees set risk_level = 7.77, phishing_indicator = 77.77 where id = $1', [one!.id]);
  const read = () => call('employees.get', administrator, { id: one!.id });
  expect((await read()).statistics).toMatchObject({ risk_level: 7.77 });
  await setAnonymous(true);
  expect((await read()).statistics).toMatchObject({ risk_level: null, phishing_indicator: null });
  const id = { id: one!.id };
  await expect(call('statistics.user-risk-level', administrator, id)).rejects.toMatchObject(REJECTED);
  await expect(call('statistics.user-phishing', administrator, id)).rejects.toMatchObject(REJECTED);
  for (const asked of [{ risk_level_from: '7' }, { phishing_events: ['clicked'] }, { sort_by: 'RISK_LEVEL' }])
    await expect(call('employees.list', administrator, asked as never)).rejects.toMatchObject(REJECTED);
  const stale = call('employees.save', administrator, { id: one!.id, position: 'Инженер', version: -1 });
  await expect(stale).rejects.toSatisfy(
    (error) => !JSON.stringify((error as { details: unknown }).details).includes('7.77'),
  );
  await setAnonymous(false);
  await runJobs('privacy.end-anonymity', org.id);
  // The result was final before.
  expect((await read()).statistics).toMatchObject({ risk_level: 10 });
});

/** Parts of a campaign can be as small as one person. */
const parts = ['campaigns.departments', 'campaigns.timeline', 'campaigns.os', 'campaigns.figures'] as const;

test('a campaign shows its total, and none of its parts', async () => {
  const campaign = await addCampaign([
    await addPeople(7, 'Сбыт'),
    await addPeople(6, 'Склад'),
    await addPeople(2, 'Лаборатория'),
  ]);
  await setAnonymous(true);
  expect((await call('campaigns.get', administrator, { id: campaign.id })).statistics).toMatchObject({
    entered_data: 15,
  });
  await expect(call('campaigns.users', administrator, { id: campaign.id })).rejects.toMatchObject(REJECTED);
  for (const id of parts)
    await expect(call(id, administrator, { id: campaign.id }), id).rejects.toMatchObject(REJECTED);
  const [email] = (await call('campaigns.emails', administrator, { id: campaign.id })).data;
  expect(email).toMatchObject({ name: 'Срок пароля истекает', statistics: null, fell: null });
});

test('a campaign of fewer than five people has no results', async () => {
  const campaign = await addCampaign([await addPeople(4, 'Сбыт')]);
  await setAnonymous(true);
  const read = await call('campaigns.get', administrator, { id: campaign.id });
  expect(read).toMatchObject({ users_count: 4, statistics: null });
  const { data } = await call('campaigns.list', administrator, {});
  expect(data[0]!.statistics).toBeNull();
  expect((await call('statistics.last-campaign', administrator, { id: org.id })).data!.statistics).toBeNull();
});

test('results of a campaign are shown when they are final', async () => {
  const people = [await addPeople(6, 'Сбыт')];
  const fresh = await addCampaign(people, 6);
  const final = await addCampaign(people, 8);
  await setAnonymous(true);
  expect((await call('campaigns.get', administrator, { id: fresh.id })).statistics).toBeNull();
  expect((await call('campaigns.get', administrator, { id: final.id })).statistics).toMatchObject({ entered_data: 6 });
});

test('periods contain whole campaigns: two of them do not differ by one person', async () => {
  const people = [await addPeople(6, 'Сбыт')];
  const campaign = await addCampaign(people, 20);
  // One email is a day older than the others, and one campaign has a single recipient.
  await stored(
    `update campaign_recipients set sent_at = sent_at - interval '1 day' where id =
       (select min(id) from campaign_recipients where campaign_id = $1)`,
    [campaign.id],
  );
  await addCampaign([{ ...people[0]!, people: people[0]!.people.slice(0, 1) }], 19);
  const count = async (days_period: number) => {
    const answer = await call('statistics.phishing', administrator, { id: org.id, days_period });
    return answer.groups.entered_data.value;
  };
  const periods = Array.from({ length: 40 }, (_, i) => i + 1);
  const before = new Set(await Promise.all(periods.map(count)));
  expect(before).toContain(5 + 1);
  await setAnonymous(true);
  expect(new Set(await Promise.all(periods.map(count)))).toEqual(new Set([0, 6]));
  const { report_median_seconds } = await call('statistics.phishing', administrator, { id: org.id, days_period: 90 });
  expect(report_median_seconds).toEqual({ value: null, previous: null });
});

test('campaigns are not found by the systems of their recipients, nor followed by those who fell for them', async () => {
  const campaign = await addCampaign([await addPeople(6, 'Сбыт')]);
  await setAnonymous(true);
  await expect(call('campaigns.list', administrator, { oses: ['Windows 11'] })).rejects.toMatchObject(REJECTED);
  const add = call('campaigns.follow-up-add', administrator, { id: campaign.id, name: 'Повтор', templates: [] });
  await expect(add).rejects.toMatchObject(REJECTED);
});

test('departments have no results, and cannot be sorted by them', async () => {
  const large = await addPeople(9, 'Сбыт');
  await stored('update employees set risk_level = 6.5, phishing_indicator = 65 where organization_id = $1', [org.id]);
  await setAnonymous(true);
  await expect(call('statistics.departments', administrator, {})).rejects.toMatchObject(REJECTED);
  const list = await call('departments.stat', administrator, {});
  expect(list.data.find((row) => row.id === large.id)).toMatchObject({
    risk_level: null,
    phishing_indicator: null,
    incident_risk: null,
  });
  for (const sort_by of ['RISK_LEVEL', 'INCIDENT_RISK'] as const)
    await expect(call('departments.stat', administrator, { sort_by })).rejects.toMatchObject(REJECTED);
});

test('the level of the organisation is rejected: it changes with the results of one person', async () => {
  await addPeople(6, 'Сбыт');
  await stored('update employees set risk_level = 6.5, phishing_indicator = 65 where organization_id = $1', [org.id]);
  await setAnonymous(true);
  for (const id of ['statistics.current-risk-level', 'statistics.risk-levels', 'statistics.risk-groups'] as const)
    await expect(call(id, administrator, { id: org.id }), id).rejects.toMatchObject(REJECTED);
});

test('nobody belongs to a tag by risk, and reports with results are deleted and not made', async () => {
  const [one] = (await addPeople(5, 'Сбыт')).people;
  await stored('update employees set risk_level = 9, phishing_indicator = 90 where id = $1', [one!.id]);
  const members = () =>
    stored<{ n: number }>(
      `select count(*)::int as n from tag_employees m join tags t on t.id = m.tag_id and t.type = 'risk_group' where m.employee_id = $1`,
      [one!.id],
    ).then((rows) => rows[0]!.n);
  await setAnonymous(false);
  await stored(
    `insert into tag_employees (organization_id, tag_id, employee_id, joined_at)
     select $1, id, $2, now() from tags where organization_id = $1 and type = 'risk_group' limit 1`,
    [org.id, one!.id],
  );
  expect(await members()).toBe(1);
  const report = await call('reports.make-overview', administrator, {});
  await setAnonymous(true);
  await runJobs('tags.refresh-membership', org.id);
  expect(await members()).toBe(0);
  await runJobs('reports.make-report', org.id);
  const [row] = await stored<{ error: string; expired: boolean }>(
    'select error, expires_at <= now() as expired from reports where id = $1',
    [report.id],
  );
  expect(row).toEqual({ error: 'anonymous', expired: true });
  await expect(call('reports.make-overview', administrator, {})).rejects.toMatchObject(REJECTED);
});

test('a campaign of fewer than five people is rejected, a test campaign is not', async () => {
  const small = await campaignOf(4);
  const admin = await make.employee(small.org, { role: 'system_admin' });
  const { ending: _, ...retention } = await call('privacy.retention', admin, {});
  await call('privacy.save', admin, { ...retention, anonymous: true });
  const create = (changes: object) => call('campaigns.create', small.administrator, { ...small.form, ...changes });
  await expect(create({})).rejects.toMatchObject({ code: 'privacy.too_few', details: { least: 5 } });
  expect(await stored('select id from campaigns where organization_id = $1', [small.org.id])).toEqual([]);
  expect(await create({ isTesting: true })).toMatchObject({ status: 'creating' });
  await make.employee(small.org, { department_id: small.department.id });
  expect(await create({})).toMatchObject({ status: 'creating' });
});
