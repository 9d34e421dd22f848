import { expect, test, vi } from 'vitest';
import { newPlatform } from '../../../test/app.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { startDatabaseProxy } from '../../../test/database-proxy.ts';
import { openDatabase } from '../../platform/db.ts';
import { createOrganization } from '../organizations/public.ts';
import { startTracking } from './listener.ts';

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,*/*',
  'accept-language': 'ru',
};
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

/** A tracking listener whose database connection can be cut, and a campaign whose emails were sent ten minutes ago. */
const listening = async (onTestFinished: (work: () => Promise<void>) => void) => {
  const on = await newPlatform();
  const url = await cloneDatabase();
  const way = await startDatabaseProxy(url);
  const platform = { ...on, db: openDatabase(way.url, on.log) };
  const direct = { ...on, db: openDatabase(url, on.log) };
  const org = await createOrganization(direct, {
    title: 'Контора',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 100,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  const { campaignId } = await insertCampaign(direct, org, 3, { domain: 'away.test' });
  const { rows } = await direct.db.owner.query<{ key: string }>(
    `with sent as (update campaign_recipients set state = 'sent', sent_at = now() - interval '10 minutes'
       where campaign_id = $1 returning id, tracking_key)
     select tracking_key as key from sent order by id`,
    [campaignId],
  );
  const listener = await startTracking(platform, 0, '127.0.0.1');
  const base = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
  platform.urls.phishing = base;
  onTestFinished(async () => {
    await listener.stop();
    await Promise.all([platform.db.close(), direct.db.close(), on.db.close()]);
    await way.cut();
  });
  return {
    way,
    recorder: listener.recorder,
    keys: rows.map((one) => one.key),
    get: (path: string) => fetch(base + path, { headers: browser, redirect: 'manual' }),
    post: (path: string) => fetch(base + path, { method: 'POST', headers: browser }),
    kinds: async () =>
      (await direct.db.owner.query<{ kind: string }>('select kind from tracking_events order by id')).rows.map(
        (one) => one.kind,
      ),
    results: async () =>
      (await direct.db.owner.query<{ result: number }>('select result from campaign_recipients order by id')).rows.map(
        (one) => one.result,
      ),
  };
};

test('while the database is away a page reloads by itself, and every event is stored once afterwards', async ({
  onTestFinished,
}) => {
  const { way, keys, get, post, kinds, results, recorder } = await listening(onTestFinished);
  expect((await get(`/${keys[0]}`)).status).toBe(200);
  await way.cut();
  const [page, picture, form, after] = await Promise.all([
    get(`/${keys[1]}`),
    get(`/${keys[2]}/o.gif`),
    post(`/${keys[0]}/s?f=login`),
    get(`/${keys[0]}/r`),
  ]);
  const html = await page.text();
  const next = /http-equiv="refresh" content="3;url=([^"]+)"/.exec(html)?.[1];
  expect([page.status, page.headers.get('retry-after'), picture.status, form.status, after.status]).toEqual([
    503,
    '3',
    200,
    503,
    503,
  ]);
  expect(next).toMatch(new RegExp(`^/${keys[1]}[?]e=`));
  const { again } = (await form.json()) as { again: string };
  expect(await after.text()).toContain(`content="3;url=/${keys[0]}/r"`);
  expect(recorder.waiting()).toBe(3);
  await way.mend();
  await until(() => expect(recorder.waiting()).toBe(0));
  const stored = ['clicked', 'clicked', 'entered_data', 'opened'];
  expect((await kinds()).toSorted()).toEqual(stored);
  expect(await results()).toEqual([4, 2, 1]);
  // The person's page and form are requested again under the same ids.
  const landing = await get(next!);
  expect([landing.status, await landing.text()]).toEqual([200, expect.stringContaining('data-field="login"')]);
  expect((await post(`/${keys[0]}/s?f=login&e=${again}`)).status).toBe(200);
  expect((await kinds()).toSorted()).toEqual(stored);
}, 60_000);

test('a form whose commit reply was lost is stored once', async ({ onTestFinished }) => {
  const { way, keys, get, post, kinds, results, recorder } = await listening(onTestFinished);
  await get(`/${keys[0]}`);
  way.dropAnswersToCommits();
  const form = post(`/${keys[0]}/s?f=login,password`);
  await until(async () => expect(await kinds()).toEqual(['clicked', 'entered_data']));
  await way.cut();
  await way.mend();
  await until(() => expect(recorder.waiting()).toBe(0));
  expect([200, 503]).toContain((await form).status);
  expect(await kinds()).toEqual(['clicked', 'entered_data']);
  expect(await results()).toEqual([4, 0, 0]);
}, 60_000);
