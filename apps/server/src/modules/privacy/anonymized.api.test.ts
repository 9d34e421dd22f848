import { beforeEach, expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { startTracking } from '../tracking/listener.ts';
import { sweepRetention } from './retention.jobs.ts';

// What remains of results whose period is over: no key, text or row leads from an email, a list or a log to a person.

let org: make.TestOrganization;
let administrator: Awaited<ReturnType<typeof make.operator>>;
beforeEach(async () => {
  org = await make.organization();
  administrator = await make.employee(org, { role: 'system_admin' });
});

/** Runs the retention of tomorrow at noon in Tashkent: after the hour at which runs are due. */
const apply = () => {
  const at = after(now(), DAY);
  at.setUTCHours(7, 0, 0, 0);
  return atTime(at, async () => {
    await sweepRetention(await platform());
    return runJobs('privacy.apply-retention', org.id);
  });
};
type Recipient = { id: number; employee_id: string; tracking_key: string; message_id: string };
const recipients = (campaignId: string) =>
  stored<Recipient>('select * from campaign_recipients where campaign_id = $1 order by id', [campaignId]);
/** Rows of a table as text, to search them for what may lead to a person. */
const rowsOf = async (table: string, where: string, id: string): Promise<string> =>
  JSON.stringify(await stored(`select * from ${table} where ${where} = $1`, [id]));

test('nothing that is stored about an anonymous result leads to its person', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => make.employee(org, { last_name: 'Азимова' })));
  const campaign = await history.campaign(org, { ago: 400 });
  const next = await history.campaign(org, { ago: 100 });
  for (const one of people) await history.email(org, campaign, one, { result: 4, ago: 400 });
  for (const one of people) await history.email(org, next, one, { result: 0, ago: 100 });
  const chosen = {
    target_users: people.map((one) => one.id),
    target_departments: [],
    exclude_users: [administrator.id],
  };
  await stored('update campaigns set settings = $2 where id = $1', [
    campaign.id,
    { targets: chosen, hasMessage: true },
  ]);
  await stored('update campaigns set after_campaign_id = $2, settings = $3 where id = $1', [
    next.id,
    campaign.id,
    { after: { campaign_id: campaign.id, reach: 'entered_data' }, targets: chosen },
  ]);
  const course = await history.course(
    org,
    people.map((one) => [one, 40] as const),
    { ago: 399 },
  );
  await stored(`update assignments set campaign_id = $2, source = 'campaign' where id = $1`, [
    course.assignment_id,
    campaign.id,
  ]);
  await stored(
    `insert into tag_action_runs (organization_id, action_id, action_type, employee_id, joined_at, due_at, state, campaign_id)
     select $1, gen_random_uuid(), 'phishing', e, now(), now(), 'done', $2 from unnest($3::uuid[]) e`,
    [org.id, campaign.id, people.map((one) => one.id)],
  );
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id, state)
     select $1, $2, k, 'x@example.test', 's', '', '', '<1@x>', 'sent' from unnest(array['campaign_message', 'recovery']) k`,
    [org.id, people[0]!.id],
  );
  const before = await recipients(campaign.id);
  await apply();

  const left = [
    await rowsOf('campaign_recipients', 'campaign_id', campaign.id),
    await rowsOf('tracking_events', 'campaign_id', campaign.id),
    await rowsOf('campaigns', 'id', campaign.id),
    await rowsOf('campaign_reactions', 'campaign_id', campaign.id),
  ].join('\n');
  for (const one of before)
    for (const secret of [one.employee_id, one.tracking_key, one.message_id]) expect(left).not.toContain(secret);
  for (const table of ['assignments', 'tag_action_runs', 'campaigns']) {
    const rows = await rowsOf(table, 'organization_id', org.id);
    const links = rows.replaceAll(`"id":"${campaign.id}"`, '');
    expect(links, table).not.toContain(campaign.id);
  }
  expect(await stored('select kind from outbox where organization_id = $1', [org.id])).toEqual([{ kind: 'recovery' }]);
  expect(
    await stored(
      `select a.source, count(*)::int as learners, max(l.progress)::int as progress from assignments a
       join learners l on l.assignment_id = a.id where a.id = $1 group by 1`,
      [course.assignment_id],
    ),
  ).toEqual([{ source: 'manual', learners: 5, progress: 40 }]);
  expect((await recipients(next.id)).map((one) => one.employee_id)).toEqual(people.map((one) => one.id));
});

test('a campaign waits for a follow-up that still takes its people from the results', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 400 });
  await history.email(org, campaign, anna, { result: 2, ago: 400 });
  const next = await history.campaign(org, { ago: 10, status: 'planned' });
  await stored('update campaigns set after_campaign_id = $2 where id = $1', [next.id, campaign.id]);
  await apply();
  expect((await recipients(campaign.id))[0]!.employee_id).toBe(anna.id);
  await stored(`update campaigns set status = 'completed' where id = $1`, [next.id]);
  await stored('update retention_settings set ran_on = null where organization_id = $1', [org.id]);
  await apply();
  expect((await recipients(campaign.id))[0]!.employee_id).toBeNull();
});

test('times keep their distance and start at the full hour of sending, because mail servers log the second', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 400 });
  const id = await history.email(org, campaign, anna, { result: 2, ago: 400 });
  await stored(
    `update campaign_recipients set sent_at = '2020-05-05 08:41:17.5+00', send_at = '2020-05-05 08:30:00+00',
       opened_at = '2020-05-05 08:52:00+00', clicked_at = '2020-05-06 20:00:00+00' where id = $1`,
    [id],
  );
  await stored(
    `update tracking_events set at = '2020-05-06 20:00:00+00' where recipient_id = $1 and kind = 'clicked'`,
    [id],
  );
  await apply();
  expect(
    await stored(
      `select r.sent_at = '2020-05-05 08:00:00+00' as full_hour, r.clicked_at - r.sent_at = interval '35 hours 18 minutes 42.5 seconds' as distance,
         t.at = r.clicked_at as event from campaign_recipients r join tracking_events t on t.recipient_id = r.id and t.kind = 'clicked'
       where r.campaign_id = $1`,
      [campaign.id],
    ),
  ).toEqual([{ full_hour: true, distance: true, event: true }]);
});

test('a late click on the email of an anonymous result gets a page, and is not counted', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 400 });
  await history.email(org, campaign, anna, { result: 1, ago: 400 });
  const on = await platform();
  const listener = await startTracking(on, 0, '127.0.0.1');
  const base = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
  const get = async (path: string) => {
    const answer = await fetch(base + path, { headers: { accept: 'text/html', 'accept-language': 'ru' } });
    return [answer.status, (await answer.text()).includes('Страница не найдена')];
  };
  try {
    const [{ tracking_key: key }] = (await recipients(campaign.id)) as [Recipient];
    await apply();
    const before = await rowsOf('campaign_recipients', 'campaign_id', campaign.id);
    const events = await rowsOf('tracking_events', 'campaign_id', campaign.id);
    for (const path of [`/${key}`, `/${key}/o.gif`, `/${key}/r`]) expect(await get(path), path).toEqual([404, true]);
    const [{ tracking_key: replaced }] = (await recipients(campaign.id)) as [Recipient];
    expect(await get(`/${replaced}`)).toEqual([404, true]);
    await expect(call('campaigns.gotcha', null, { key })).rejects.toMatchObject({ code: 'recipient.not_found' });
    expect(await rowsOf('campaign_recipients', 'campaign_id', campaign.id)).toBe(before);
    expect(await rowsOf('tracking_events', 'campaign_id', campaign.id)).toBe(events);
  } finally {
    await listener.stop();
  }
});

test('each group of a campaign that keeps a department has at least five people, and so have the people without one', async () => {
  const cases: readonly (readonly [sizes: number[], without: number, left: number[], leftWithout: number])[] = [
    [[6, 5, 1], 0, [6], 6],
    [[6, 5], 1, [6], 6],
    [[7, 4], 1, [7], 5],
    [[8, 6, 5, 2, 1], 0, [8, 6], 8],
    [[5, 6], 0, [6, 5], 0],
    [[5, 6], 5, [6, 5], 5],
    [[3], 0, [], 3],
    [[9, 1], 0, [], 10],
  ];
  for (const [sizes, without, left, leftWithout] of cases) {
    const campaign = await history.campaign(org, { ago: 400 });
    const add = async (department_id: string | null) => {
      const id = await history.email(org, campaign, await make.employee(org), { result: 2, ago: 400 });
      await stored('update campaign_recipients set department_id = $2 where id = $1', [id, department_id]);
    };
    for (const size of sizes) {
      const { id } = await make.department(org);
      for (let n = 0; n < size; n++) await add(id);
    }
    for (let n = 0; n < without; n++) await add(null);
    await stored('update retention_settings set ran_on = null where organization_id = $1', [org.id]);
    await apply();
    const groups = await stored<{ department_id: string | null; n: number }>(
      `select department_id, count(*)::int as n from campaign_recipients where campaign_id = $1 and employee_id is null
       group by 1 order by 2 desc`,
      [campaign.id],
    );
    const name = `departments of ${sizes.join(', ')} and ${without} without`;
    expect(
      groups.filter((one) => one.department_id !== null).map((one) => one.n),
      name,
    ).toEqual(left);
    expect(groups.find((one) => one.department_id === null)?.n ?? 0, name).toBe(leftWithout);
  }
});

test('the counts of a small department disappear from the emails by department and day', async () => {
  const [sales, lab] = [await make.department(org), await make.department(org)];
  const campaign = await history.campaign(org, { ago: 400 });
  for (const department_id of [sales, sales, sales, sales, sales, lab].map((one) => one.id))
    await history.email(org, campaign, await make.employee(org, { department_id }), { result: 2, ago: 400 });
  for (const day of [1, 2, 3, 4, 5])
    await history.email(org, campaign, await make.employee(org), { result: day > 2 ? 1 : 0, ago: 400 });
  await stored(`insert into department_email_stamps (organization_id, campaign_id, stamp) values ($1, $2, '')`, [
    org.id,
    campaign.id,
  ]);
  await stored(
    `insert into department_emails (organization_id, campaign_id, department_id, delivered_on, sent, delivered, clicked, entered_data)
     values ($1, $2, $3, current_date, 1, 1, 1, 0)`,
    [org.id, campaign.id, lab.id],
  );
  await apply();
  expect(await rowsOf('department_emails', 'campaign_id', campaign.id)).toBe('[]');
});

test('the log of a corrected result names the recipient by number, which later leads to no row', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 400 });
  const recipient = await history.email(org, campaign, anna, { result: 2, ago: 400 });
  const [event] = await stored<{ id: number }>(
    `select id from tracking_events where recipient_id = $1 and kind = 'clicked'`,
    [recipient],
  );
  await call('campaigns.overrule', administrator, { id: campaign.id, recipient, event: event!.id, human: false });
  const entry = (await actionLog(org.id)).at(-1)!;
  expect(entry.details).toMatchObject({ recipient_id: recipient });
  expect(JSON.stringify(entry)).not.toContain(anna.id);
  await apply();
  const [left] = await recipients(campaign.id);
  expect(left!.id).not.toBe(recipient);
  const events = await stored<{ id: number; recipient_id: number }>(
    'select id, recipient_id from tracking_events where campaign_id = $1',
    [campaign.id],
  );
  expect(events.map((one) => one.recipient_id)).toEqual([left!.id, left!.id]);
  expect(events.map((one) => one.id)).not.toContain(event!.id);
});
