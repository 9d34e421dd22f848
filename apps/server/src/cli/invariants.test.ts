import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { newPlatform } from '../../test/app.ts';
import { insertCampaign } from '../../test/make/campaign-rows.ts';
import { createOrganization } from '../modules/organizations/public.ts';
import type { Platform } from '../platform/context.ts';
import { checkInvariants } from './invariants.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});
const write = (text: string, values: unknown[] = []) => platform.db.owner.query(text, values);
/** Runs a statement with the checks of the database switched off. */
const force = async (text: string, values: unknown[] = []) => {
  const client = await platform.db.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text, values);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
};
const broken = async () =>
  Object.fromEntries(
    (await checkInvariants(platform)).filter((one) => one.broken > 0).map((one) => [one.rule, one.broken]),
  );
const organization = async (title: string, parent?: { id: string; path: string[] }) => {
  const id = await createOrganization(platform, {
    title,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 50,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
    parent,
  });
  await write(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, $2, 't', now())`,
    [id, `${randomUUID()}.test`],
  );
  return id;
};

test('each rule passes on correct data and reports broken data', async () => {
  const [org, other] = [await organization('Первая'), await organization('Вторая')];
  const { campaignId } = await insertCampaign(platform, org, 6);
  const waiting = await insertCampaign(platform, org, 3, { status: 'planned' });
  await write('update campaigns set launched_at = now() where id = $1', [campaignId]);
  const storage_key = await platform.files.put(Buffer.from('bytes'));
  await write(
    `insert into files (organization_id, name, content_type, size, storage_key) values ($1, 'a', 'text/plain', 5, $2)`,
    [org, storage_key],
  );
  expect(await broken()).toEqual({});

  const emails = (
    await write('select id from campaign_recipients where campaign_id = $1 order by id', [campaignId])
  ).rows.map((row: { id: number }) => row.id);
  const breaks: readonly (readonly [rule: string, times: number, work: () => Promise<unknown>])[] = [
    [
      'sent means that a mail server answered 2xx',
      1,
      () =>
        write(`update campaign_recipients set state = 'sent', sent_at = now(), reply = '550 no' where id = $1`, [
          emails[0],
        ]),
    ],
    [
      'emails leave only from a campaign that was launched',
      3,
      () =>
        write(
          `update campaign_recipients set state = 'sent', sent_at = now(), reply = '250 fine' where campaign_id = $1`,
          [waiting.campaignId],
        ),
    ],
    [
      'as many emails as were planned, each in a known state',
      1,
      () =>
        write(
          `with task as (insert into tasks (organization_id, kind, status, result) values ($1, 'campaign', 'success', '{"recipients": 7}') returning id)
           update campaigns set task_id = task.id from task where campaigns.id = $2`,
          [org, campaignId],
        ),
    ],
    [
      'people fit the licence, in every subtree',
      1,
      () => write('update organizations set users_limit = 8 where id = $1', [org]),
    ],
    [
      'licences given to children fit the licence',
      2, // the row above breaks this rule as well
      async () => {
        await organization('Дочерняя', { id: other, path: [other] });
        await write('update organizations set users_limit = 49 where id = $1', [other]);
      },
    ],
    [
      'a status does not go back',
      1,
      () => write(`update campaign_recipients set sent_at = now() where id = $1`, [emails[1]]),
    ],
    [
      'results of emails are those of their events',
      2,
      async () => {
        await write('update campaign_recipients set result = 2, clicked_at = now() where id = $1', [emails[2]]);
        await write(
          `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human) values ($1, $2, $3, 'opened', now(), true)`,
          [org, campaignId, emails[3]],
        );
      },
    ],
    [
      'facts kept of people are those of their emails',
      2,
      async () => {
        await write('update employees set emails_sent = emails_sent + 1 where organization_id = $1', [org]);
      },
    ],
    [
      'facts kept of people are those of their courses',
      6,
      async () => {
        await write('update employees set course_states = 4, behind_from = current_date where organization_id = $1', [
          org,
        ]);
      },
    ],
    [
      'facts of the analysis are those of the emails',
      6,
      () => write('update employees set recent_caught = 1, mailed_months = 1 where organization_id = $1', [org]),
    ],
    [
      'numbers of people are those of the people',
      1,
      () => write(`update people_tallies set people = people + 1 where organization_id = $1 and kind = 'step'`, [org]),
    ],
    [
      'figures of campaigns are those of their emails',
      1,
      () => write('update campaign_tallies set emails = emails + 1 where campaign_id = $1', [waiting.campaignId]),
    ],
    [
      'rows that belong together belong to one organisation',
      1,
      () => force('update campaign_recipients set organization_id = $1 where id = $2', [other, emails[4]]),
    ],
    ['every row of a file has its bytes', 1, () => platform.files.remove(storage_key)],
  ];
  for (const [rule, times, work] of breaks) {
    await work();
    expect((await broken())[rule], rule).toBeGreaterThanOrEqual(times);
  }
  const all = await checkInvariants(platform);
  expect(all.find((one) => one.rule.startsWith('every row of a file'))!.examples).toHaveLength(1);
  expect(Object.keys(await broken()).sort()).toEqual(breaks.map(([rule]) => rule).sort());
});
