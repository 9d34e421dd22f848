import { beforeAll, expect, test } from 'vitest';
import { call, newPlatform } from '../../../test/app.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { checkInvariants } from '../../cli/invariants.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { createOrganization } from '../organizations/public.ts';
import { openRecorder } from './recorder.ts';
import { newEventId } from './event-id.ts';
import { startTracking } from './listener.ts';
import { storeHits } from './store.ts';
import type { Hit } from './tracking.types.ts';

let platform: Platform;
let base: string;
beforeAll(async () => {
  platform = await newPlatform();
  const listener = await startTracking(platform, 0, '127.0.0.1');
  base = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
  platform.urls.phishing = base;
  return async () => {
    await listener.stop();
    await platform.db.close();
  };
});

type Row = {
  id: number;
  tracking_key: string;
  result: number;
  opened_at: string | null;
  clicked_at: string | null;
  entered_at: string | null;
};
type Event = { id: number; kind: string; human: boolean; verdict: string };
const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;

let count = 0;
/** A running campaign whose emails were sent this many seconds ago. */
const sentAgo = async (people: number, seconds: number) => {
  const org = await createOrganization(platform, {
    title: `Контора ${++count}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10_000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  const { campaignId } = await insertCampaign(platform, org, people, { domain: `e${count}.test` });
  await rows(
    `update campaign_recipients set state = 'sent', sent_at = now() - $2::int * interval '1 second', reply = '250 ok' where campaign_id = $1`,
    [campaignId, seconds],
  );
  const recipients = () =>
    rows<Row>('select * from campaign_recipients where campaign_id = $1 order by id', [campaignId]);
  const events = async () =>
    (await rows<Event>('select * from tracking_events where campaign_id = $1 order by id', [campaignId])).map((one) => [
      one.kind,
      one.verdict,
      one.human,
    ]);
  const keys = (await recipients()).map((row) => row.tracking_key);
  return { org, campaignId, recipients, events, keys, key: keys[0]! };
};

const agent = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const browser = (version = 142) => ({ 'user-agent': agent(version), accept: 'text/html,*/*', 'accept-language': 'ru' });
const get = (path: string, headers: Record<string, string> = browser()) =>
  fetch(base + path, { headers, redirect: 'manual' });
const post = (path: string, headers: Record<string, string> = browser()) =>
  fetch(base + path, { method: 'POST', headers });

test('a click soon after sending counts when the page reports that it is used', async () => {
  const { key, recipients, events } = await sentAgo(1, 10);
  await get(`/${key}/o.gif`);
  const landing = await (await get(`/${key}`)).text();
  expect(landing).toContain('<script src="/s.js" data-ask></script>');
  expect(await events()).toEqual([
    ['opened', '', true],
    ['clicked', 'unconfirmed', false],
  ]);
  expect((await recipients())[0]).toMatchObject({ result: 1, clicked_at: null });
  expect((await post(`/${key}/h`)).status).toBe(204);
  expect((await events()).slice(1)).toEqual([
    ['clicked', 'confirmed', true],
    ['used_page', '', true],
  ]);
  expect((await recipients())[0]).toMatchObject({ result: 2, clicked_at: expect.anything() });
});

test('soon after sending, pictures of many people’s emails from one address wait for evidence, pictures of few do not', async () => {
  const { campaignId, keys, recipients } = await sentAgo(30, 10);
  for (const key of keys.slice(0, 3)) await get(`/${key}/o.gif`);
  await Promise.all(keys.slice(3).map((key) => get(`/${key}/o.gif`)));
  expect((await recipients()).map((row) => row.result)).toEqual(keys.map((_, n) => (n < 3 ? 1 : 0)));
  const reader = keys[20]!;
  await get(`/${reader}`);
  await post(`/${reader}/h`);
  expect((await recipients())[20]).toMatchObject({ result: 2, opened_at: expect.anything() });
  await rows(`update campaign_recipients set sent_at = sent_at - interval '1 minute' where campaign_id = $1`, [
    campaignId,
  ]);
  await get(`/${keys[29]}/o.gif`);
  expect((await recipients())[29]!.result).toBe(1);
});

test('a form with input confirms the click before it; an empty form does not', async () => {
  const { keys, recipients, events } = await sentAgo(2, 10);
  for (const key of keys) await get(`/${key}`);
  await post(`/${keys[0]}/s?f=login`);
  await post(`/${keys[1]}/s?f=`);
  expect((await recipients()).map((row) => [row.result, row.clicked_at !== null])).toEqual([
    [4, true],
    [0, false],
  ]);
  expect((await events()).map((event) => event[1])).toEqual(['confirmed', 'unconfirmed', '', 'unconfirmed']);
});

test('a click without a landing page counts when the explanation page of the portal is used', async () => {
  const { campaignId, keys, recipients, events } = await sentAgo(2, 10);
  await rows('update campaign_emails set page_html = null where campaign_id = $1', [campaignId]);
  const program = { 'user-agent': 'test', accept: '*/*', 'accept-language': 'ru' };
  expect((await get(`/${keys[0]}`, program)).status).toBe(302);
  const used = (key: string) => call('campaigns.gotcha-used', null, { key }, {}, platform);
  for (const key of [keys[0]!, keys[0]!, keys[1]!, 'A'.repeat(22)]) expect(await used(key)).toBe(null);
  expect(await events()).toEqual([
    ['clicked', 'confirmed', true],
    ['used_page', '', true],
  ]);
  expect((await recipients()).map((row) => row.result)).toEqual([2, 0]);
});

test('evidence from one program does not confirm a click of another, and no evidence counts without a click', async () => {
  const { keys, recipients, events } = await sentAgo(2, 10);
  await get(`/${keys[0]}`, browser(120));
  await get(`/${keys[0]}`, browser(142));
  await post(`/${keys[0]}/h`, browser(142));
  await post(`/${keys[1]}/h`);
  await post(`/${keys[1]}/s?f=login`);
  expect(await events()).toEqual([
    ['clicked', 'unconfirmed', false],
    ['clicked', 'confirmed', true],
    ['used_page', '', true],
    ['used_page', 'no_click_before', false],
    ['entered_data', 'no_click_before', false],
  ]);
  expect((await recipients()).map((row) => row.result)).toEqual([2, 0]);
});

test('an overruled event is not judged again', async () => {
  const { key, recipients, events } = await sentAgo(1, 10);
  await get(`/${key}`);
  await rows(
    `update tracking_events set overruled_at = now() where recipient_id = (select id from campaign_recipients where tracking_key = $1)`,
    [key],
  );
  await post(`/${key}/h`);
  expect((await events())[0]).toEqual(['clicked', 'unconfirmed', false]);
  expect((await recipients())[0]!.result).toBe(0);
});

test('a click from the organisation’s own networks counts at once', async () => {
  const { org, key, recipients, events } = await sentAgo(1, 10);
  await rows(`update organizations set own_networks = '{127.0.0.0/8}' where id = $1`, [org]);
  const landing = await (await get(`/${key}`)).text();
  expect(landing).not.toContain('data-ask');
  expect(await events()).toEqual([['clicked', '', true]]);
  expect((await recipients())[0]!.result).toBe(2);
  await get(`/${key}`, { 'user-agent': 'curl/8.1', accept: '*/*' });
  expect((await events())[1]).toEqual(['clicked', 'known_scanner', false]);
});

test('people behind an office’s address are all counted; a gateway behind the same address is not', async () => {
  const office = await sentAgo(120, 20);
  // The gateway: it follows every link with several programs and loads no script.
  await Promise.all(office.keys.map((key, n) => get(`/${key}`, browser(100 + (n % 5)))));
  expect((await office.recipients()).every((row) => row.result === 0)).toBe(true);
  // The office: 60 people use the page, 40 submit the form, 20 do nothing.
  await Promise.all(
    office.keys.slice(0, 100).map(async (key, n) => {
      await get(`/${key}`);
      await post(n < 60 ? `/${key}/h` : `/${key}/s?f=login,password`);
    }),
  );
  expect((await office.recipients()).map((row) => row.result)).toEqual(
    office.keys.map((_, n) => (n < 60 ? 2 : n < 100 ? 4 : 0)),
  );
});

const jobs = (campaignId: string) =>
  rows(
    `select 1 from graphile_worker._private_jobs where payload->>'campaign_id' = $1 and task_id =
      (select id from graphile_worker._private_tasks where identifier = 'campaigns.react-to-results')`,
    [campaignId],
  );

test('a gateway that still works after five minutes is recognised by its clicks; evidence of a person still counts', async () => {
  const { campaignId, keys, recipients } = await sentAgo(20, 200);
  for (const key of keys.slice(0, 8)) await get(`/${key}`);
  await rows(`update campaign_recipients set sent_at = sent_at - interval '3 minutes' where campaign_id = $1`, [
    campaignId,
  ]);
  for (const key of keys.slice(8)) await get(`/${key}`);
  expect((await recipients()).map((row) => row.result)).toEqual(Array(20).fill(0));
  expect(await jobs(campaignId)).toHaveLength(0);
  await post(`/${keys[9]}/h`);
  expect((await recipients()).map((row) => row.result)).toEqual(keys.map((_, n) => (n === 9 ? 2 : 0)));
  expect(await jobs(campaignId)).toHaveLength(1);
});

test('a few people who click early do not make their office a gateway', async () => {
  const { campaignId, keys, recipients } = await sentAgo(40, 200);
  for (const key of keys.slice(0, 12)) await get(`/${key}`);
  for (const key of keys.slice(12, 26)) {
    await get(`/${key}`);
    await post(`/${key}/h`);
  }
  await rows(`update campaign_recipients set sent_at = sent_at - interval '3 minutes' where campaign_id = $1`, [
    campaignId,
  ]);
  for (const key of keys.slice(26)) await get(`/${key}`);
  expect((await recipients()).map((row) => row.result)).toEqual(keys.map((_, n) => (n < 12 ? 0 : 2)));
});

const hit = (key: string, kind: Hit['kind']): Hit => ({
  id: newEventId(now(), kind),
  again: false,
  key,
  kind,
  at: now(),
  address: '10.1.2.3',
  userAgent: agent(142),
  prefetch: false,
  browserLike: true,
  fields: kind === 'entered_data' ? ['login'] : [],
});

test('a batch whose reply was lost is stored once and keeps its verdicts', async () => {
  const { campaignId, keys, recipients, events } = await sentAgo(2, 299);
  const batch = [hit(keys[0]!, 'clicked'), hit(keys[0]!, 'entered_data'), hit(keys[1]!, 'opened')];
  await storeHits(platform, batch);
  const before = [await events(), await recipients()];
  // If it were judged again, the click would now count.
  await rows(`update campaign_recipients set sent_at = sent_at - interval '1 hour' where campaign_id = $1`, [
    campaignId,
  ]);
  const again = batch.map((one) => ({ ...one, again: true }));
  const stored = await storeHits(platform, again);
  expect(stored.map((one) => one!.human)).toEqual([false, false, true]);
  await Promise.all([storeHits(platform, again), storeHits(platform, again)]);
  expect(await events()).toEqual(before[0]);
  expect((await recipients()).map((row) => row.result)).toEqual([0, 1]);
});

test('an id that is sent with another key, or twice in a batch, has no effect of its own', async () => {
  const { keys, recipients, events } = await sentAgo(3, 600);
  const first = hit(keys[0]!, 'clicked');
  await storeHits(platform, [first]);
  const scanner = { ...hit(keys[2]!, 'clicked'), userAgent: 'curl/8.5.0' };
  await storeHits(platform, [
    { ...first, again: true },
    { ...hit(keys[1]!, 'opened'), id: first.id, again: true, userAgent: 'curl/8.5.0' },
    scanner,
    { ...scanner, userAgent: agent(142) },
  ]);
  expect((await recipients()).map((row) => row.result)).toEqual([2, 0, 0]);
  expect((await events()).map((event) => event[1])).toEqual(['', 'known_scanner', 'known_scanner']);
});

test('a click that was overruled stays so when its page is loaded again', async () => {
  const { campaignId, key, recipients } = await sentAgo(1, 600);
  const click = hit(key, 'clicked');
  await storeHits(platform, [click]);
  await rows(`update tracking_events set human = false, overruled_at = now() where campaign_id = $1`, [campaignId]);
  await rows(`update campaign_recipients set result = 0, clicked_at = null where campaign_id = $1`, [campaignId]);
  await storeHits(platform, [{ ...click, again: true }]);
  expect((await recipients())[0]).toMatchObject({ result: 0, clicked_at: null });
});

test('a thousand clicks of other programs do not hide the click that a form confirms', async () => {
  const { campaignId, key, recipients } = await sentAgo(1, 10);
  await storeHits(platform, [hit(key, 'clicked')]);
  await rows(
    `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, user_agent, human, verdict)
     select organization_id, campaign_id, recipient_id, kind, at, 'other ' || n, false, 'unconfirmed'
     from tracking_events, generate_series(1, 1200) n where campaign_id = $1`,
    [campaignId],
  );
  await storeHits(platform, [hit(key, 'entered_data')]);
  expect((await recipients())[0]!.result).toBe(4);
});

test('a request repeated under its event id is one event', async () => {
  const { key, events } = await sentAgo(1, 600);
  const id = newEventId(now(), 'clicked');
  await get(`/${key}?e=${id}`);
  expect((await get(`/${key}?e=${id}`)).status).toBe(200);
  expect(await events()).toEqual([['clicked', '', true]]);
  // The id of a click is not valid for a form.
  await post(`/${key}/s?f=login&e=${id}`);
  expect((await events())[1]).toEqual(['entered_data', '', true]);
});

test('first times are the earliest, even if an earlier event is stored later', async () => {
  const { key, recipients } = await sentAgo(1, 600);
  const recorder = openRecorder(platform);
  const earlier = { ...hit(key, 'clicked'), at: new Date(Date.now() - 60_000) };
  await recorder.record(hit(key, 'clicked'));
  await recorder.record(earlier);
  expect((await recipients())[0]!.clicked_at).toEqual(earlier.at.toISOString());
});

test('after all recounts the invariants still hold', async () => {
  const findings = await checkInvariants(platform);
  expect(findings.filter((one) => one.broken > 0 && /results of emails|figures of campaigns/.test(one.rule))).toEqual(
    [],
  );
});
