import { connect } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { newPlatform } from '../../../test/app.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { createOrganization } from '../organizations/public.ts';
import { announceSent } from '../delivery/outcomes.ts';
import { openRecorder } from './recorder.ts';
import { storeOne } from './store.ts';
import { newEventId } from './event-id.ts';
import { startTracking } from './listener.ts';
import type { Hit, HitKind } from './tracking.types.ts';

let platform: Platform;
let base: string;
let port: number;
beforeAll(async () => {
  platform = await newPlatform();
  const listener = await startTracking(platform, 0, '127.0.0.1');
  port = (listener.server.address() as { port: number }).port;
  base = `http://127.0.0.1:${port}`;
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
  attachment_opened_at: string | null;
  os: string | null;
  employee_id: string;
  first_name: string;
  last_name: string;
};
type Event = {
  kind: string;
  human: boolean;
  verdict: string;
  fields: string[];
  os: string | null;
  browser: string | null;
  user_agent: string;
  address: string;
};
const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;

let count = 0;
const running = async (people = 1, changes: Parameters<typeof insertCampaign>[3] = {}) => {
  const org = await createOrganization(platform, {
    title: `ООО «Ромашка» & ${++count}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 1000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  const made = await insertCampaign(platform, org, people, { domain: `t${count}.test`, ...changes });
  await rows(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '10 minutes' where campaign_id = $1`,
    [made.campaignId],
  );
  const recipients = () =>
    rows<Row>('select * from campaign_recipients where campaign_id = $1 order by id', [made.campaignId]);
  const events = () =>
    rows<Event>('select * from tracking_events where campaign_id = $1 order by id', [made.campaignId]);
  return { ...made, org, recipients, events, key: (await recipients())[0]!.tracking_key };
};
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const browser = { 'user-agent': chrome, accept: 'text/html,*/*', 'accept-language': 'ru,en;q=0.8' };
const get = (path: string, headers: Record<string, string> = browser) =>
  fetch(base + path, { headers, redirect: 'manual' });
const submit = (key: string, fields: string, headers: Record<string, string> = browser) =>
  fetch(`${base}/${key}/s?f=${fields}`, { method: 'POST', headers });

test('opening, clicking and entering data raise the result; each event is stored with its details', async () => {
  const { key, recipients, events, campaignId, org } = await running();
  const pixel = await get(`/${key}/o.gif`);
  expect([pixel.status, pixel.headers.get('content-type'), pixel.headers.get('cache-control')]).toEqual([
    200,
    'image/gif',
    'no-store',
  ]);
  expect((await recipients())[0]).toMatchObject({ result: 1, clicked_at: null });
  const landing = await get(`/${key}`);
  expect(landing.status).toBe(200);
  expect(await landing.text()).toContain('Ким 1 Анна');
  const answer = (await (await submit(key, 'login,password')).json()) as { to: string };
  expect(answer.to).toBe(`${platform.urls.portal}/lk/phishing/gotcha?c=${key}`);
  expect((await recipients())[0]).toMatchObject({ result: 4, os: 'Windows' });
  const found = await events();
  expect(found.map((event) => [event.kind, event.human, event.verdict, event.browser, event.address])).toEqual([
    ['opened', true, '', 'Chrome', '127.0.0.1'],
    ['clicked', true, '', 'Chrome', '127.0.0.1'],
    ['entered_data', true, '', 'Chrome', '127.0.0.1'],
  ]);
  expect(found[2]!.fields).toEqual(['login', 'password']);
  const queue = await rows<{ name: string; payload: { employee_ids?: string[] } }>(
    `select t.identifier as name, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload->>'organization_id' = $1 order by j.id`,
    [org],
  );
  expect(queue).toContainEqual({
    name: 'campaigns.react-to-results',
    payload: { organization_id: org, campaign_id: campaignId },
  });
  expect(queue.filter((job) => job.name === 'statistics.refresh-people').length).toBeGreaterThan(0);
});

test.for(['', 'nonsense', ','])('a form sent without anything typed («%s») counts as clicked', async (fields) => {
  const { key, recipients, events } = await running();
  await get(`/${key}`);
  const answer = (await (await submit(key, fields)).json()) as { to: string };
  expect(answer.to).toBe(`${platform.urls.portal}/lk/phishing/gotcha?c=${key}`);
  expect((await recipients())[0]).toMatchObject({ result: 2, entered_at: null, clicked_at: expect.anything() });
  expect((await events()).map((event) => event.kind)).toEqual(['clicked', 'clicked']);
});

test('a reaction waits for all results of its second; later results and the end of sending do not move it', async () => {
  const { campaignId, org, recipients } = await running(2);
  const [first, second] = await recipients();
  const openedBy = (row: Row) => storeOne(platform, hit(row.tracking_key, 'opened'));
  const times = () =>
    rows<{ run_at: Date; key: string }>(
      `select run_at, key from graphile_worker.jobs where key like $1 order by run_at, key`,
      [`campaign-react:${campaignId}%`],
    );
  await openedBy(first!);
  const [reaction] = await times();
  await rows(`select pg_sleep_until(date_trunc('second', clock_timestamp()) + interval '1 second')`);
  await openedBy(second!);
  await announceSent(platform.db, org, [campaignId]);
  const queued = await times();
  expect(queued).toHaveLength(3);
  expect(queued).toContainEqual(reaction);
});

test('an email separated from its person while its events are stored does not cost the others theirs', async () => {
  const separated = await running();
  const other = await running();
  const separation = await platform.db.owner.connect();
  await separation.query('begin');
  await separation.query(
    `update campaign_recipients set id = default, employee_id = null, tracking_key = 'separated' where tracking_key = $1`,
    [separated.key],
  );
  const { rows: ids } = await separation.query<{ id: string }>('select pg_current_xact_id()::xid as id');
  const answers = [get(`/${separated.key}/o.gif`), get(`/${other.key}/o.gif`)];
  await vi.waitFor(async () =>
    expect(
      await rows('select 1 from pg_locks where transactionid = $1::xid and not granted', [ids[0]!.id]),
    ).toHaveLength(1),
  );
  await separation.query('commit');
  separation.release();
  await Promise.all(answers);
  await vi.waitFor(async () => expect(await other.events()).toMatchObject([{ kind: 'opened' }]));
  expect(await separated.events()).toEqual([]);
});

test('the landing page has no field names, no form addresses, only our script, and a policy that sends nothing out', async () => {
  const { key } = await running(1, {
    page_html:
      '<html><body onload="x()"><script>steal()</script><form action="https://evil.test" method="post"><input name="login" data-field="login">' +
      '<button formaction="https://evil.test">OK</button></form><p>{{organization}}</p></body></html>',
  });
  const landing = await get(`/${key}`);
  const html = await landing.text();
  expect(html).not.toMatch(/\sname=|action=|onload|steal|evil/);
  expect(html).toContain('<script src="/s.js"></script></body>');
  expect(html).toContain('ООО «Ромашка» &amp;');
  expect(landing.headers.get('set-cookie')).toBeNull();
  expect(landing.headers.get('referrer-policy')).toBe('no-referrer');
  const policy = landing.headers.get('content-security-policy')!;
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(await (await get('/s.js')).text()).toContain('/s?f=');
  const icon = await get('/favicon.ico');
  expect([icon.status, await icon.text(), icon.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
});

test('typed data is never read: bodies are ignored, and only known kinds of fields are stored', async () => {
  const { key, events } = await running();
  await get(`/${key}`);
  const secret = 'hunter2-very-secret';
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /${key}/s?f=password,${secret},login HTTP/1.1\r\nHost: x\r\nUser-Agent: ${chrome}\r\nAccept: */*\r\nAccept-Language: ru\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${secret.length + 9}\r\n\r\npassword=${secret}`,
      );
    });
    let text = '';
    socket
      .on('data', (chunk: Buffer) => (text += chunk.toString()))
      .on('end', () => resolve(text))
      .on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect((await events()).at(-1)).toMatchObject({ kind: 'entered_data', fields: ['password', 'login'] });
  const everything = await rows<{ text: string }>(
    `select row_to_json(t)::text as text from tracking_events t union all select row_to_json(r)::text from campaign_recipients r`,
  );
  expect(everything.some((row) => row.text.includes(secret))).toBe(false);
});

test('a form sent twice is two events and one result; the first time is kept', async () => {
  const { key, recipients, events } = await running();
  await get(`/${key}`);
  await submit(key, 'login');
  const first = (await recipients())[0]!.entered_at;
  await submit(key, 'login,password');
  expect((await recipients())[0]).toMatchObject({ result: 4, entered_at: first });
  expect((await events()).filter((event) => event.kind === 'entered_data')).toHaveLength(2);
  await get(`/${key}/o.gif`);
  expect((await recipients())[0]!.result).toBe(4);
});

test('an unknown key gets the same plain page as an invalid path, and stores nothing', async () => {
  const before = await rows<{ n: number }>('select count(*)::int as n from tracking_events');
  const unknown = await get(`/${'A'.repeat(22)}`);
  const nonsense = await get('/wp-login.php');
  expect([unknown.status, nonsense.status]).toEqual([404, 404]);
  expect(await unknown.text()).toBe(await nonsense.text());
  for (const path of ['/o.gif', '/d.gif', '/a', '/r'])
    expect((await get(`/${'A'.repeat(22)}${path}`)).status).toBe(404);
  expect((await submit('A'.repeat(22), 'login')).status).toBe(404);
  expect(await rows<{ n: number }>('select count(*)::int as n from tracking_events')).toEqual(before);
});

test('events of machines are shown and never counted; HEAD stores nothing', async () => {
  const { key, recipients, events } = await running();
  expect((await fetch(`${base}/${key}`, { method: 'HEAD', headers: browser })).status).toBe(200);
  expect(await events()).toEqual([]);
  await get(`/${key}`, { 'user-agent': 'curl/8.1', accept: '*/*' });
  await get(`/${key}`, { ...browser, 'sec-purpose': 'prefetch;prerender' });
  await submit(key, 'login', { ...browser, 'user-agent': 'python-requests/2.31' });
  expect((await events()).map((event) => [event.human, event.verdict])).toEqual([
    [false, 'known_scanner'],
    [false, 'prefetch'],
    [false, 'known_scanner'],
  ]);
  expect((await recipients())[0]).toMatchObject({ result: 0, clicked_at: null, entered_at: null });
  await submit(key, 'login');
  expect((await events()).at(-1)).toMatchObject({ human: false, verdict: 'no_click_before' });
  expect((await recipients())[0]!.result).toBe(0);
});

test('an opened document is recorded by its picture or its link, in addition to the click', async () => {
  const { recipients, events } = await running(2, {
    page_html: null,
    attachments: [{ kind: 'generated', format: 'pdf', name: 'a.pdf', body: '{{link}}' }],
  });
  const [one, two] = await recipients();
  expect((await get(`/${one!.tracking_key}/d.gif`)).status).toBe(200);
  const followed = await get(`/${two!.tracking_key}/a`);
  expect([followed.status, followed.headers.get('location')]).toEqual([
    302,
    `${platform.urls.portal}/lk/phishing/gotcha?c=${two!.tracking_key}`,
  ]);
  expect((await recipients()).map((row) => row.result)).toEqual([3, 3]);
  expect((await events()).map((event) => event.kind)).toEqual(['opened_attachment', 'opened_attachment']);
});

test('a hostile user agent is truncated and stored as text', async () => {
  const { key, events } = await running();
  await get(`/${key}/o.gif`, {
    ...browser,
    'user-agent': `Mozilla/5.0 <script>alert(1)</script>'; drop table x; ${'x'.repeat(2_000)}`,
  });
  const [event] = await events();
  expect(event!.user_agent).toHaveLength(500);
  expect(event!.user_agent).toContain('<script>alert(1)</script>');
});

test('results rise until seven days after the end; later events are only stored', async () => {
  const late = await running(2, { status: 'completed' });
  const [one, two] = await late.recipients();
  await rows(`update campaigns set completed_at = now() - interval '6 days' where id = $1`, [late.campaignId]);
  await get(`/${one!.tracking_key}`);
  await rows(`update campaigns set completed_at = now() - interval '8 days' where id = $1`, [late.campaignId]);
  await new Promise((resolve) => setTimeout(resolve, 2_100)); // campaign data is cached for two seconds
  await get(`/${two!.tracking_key}`);
  expect((await late.recipients()).map((row) => row.result)).toEqual([2, 0]);
  expect(await late.events()).toHaveLength(2);
});

test('the campaign’s own redirect page follows the form if there is one', async () => {
  const { key, campaignId, org } = await running();
  const [page] = await rows<{ id: string }>(
    `insert into redirect_pages (organization_id, name, html) values ($1, 'Р', '<p>Спасибо, {{first_name}}</p>') returning id`,
    [org],
  );
  await rows(
    'update campaigns c set redirect_page_id = p.id, redirect_html = p.html from redirect_pages p where c.id = $1 and p.id = $2',
    [campaignId, page!.id],
  );
  // Editing the page in the library does not change a running campaign.
  await rows(`update redirect_pages set html = '<p>Другое</p>' where id = $1`, [page!.id]);
  await get(`/${key}`);
  const { to } = (await (await submit(key, 'login')).json()) as { to: string };
  expect(to).toBe(`${base}/${key}/r`);
  expect(await (await get(`/${key}/r`)).text()).toBe('<p>Спасибо, Анна</p>');
});

test('200 people open, click and submit at the same time: every event is stored, no result falls', async () => {
  const { recipients, events } = await running(200);
  const keys = (await recipients()).map((row) => row.tracking_key);
  // On a busy machine an answer may take too long: page and form are then requested again under the same id, as a browser does.
  const open = async (path: string): Promise<void> => {
    const answer = await get(path);
    const [, again] = answer.status === 503 ? /url=([^"]+)"/.exec(await answer.text())! : [];
    return again === undefined ? expect(answer.status).toBe(200) : open(again);
  };
  const send = async (key: string, fields: string): Promise<void> => {
    const answer = await submit(key, fields);
    const { again } = (await answer.json()) as { again?: string };
    return again === undefined ? expect(answer.status).toBe(200) : send(key, `login,password&e=${again}`);
  };
  await Promise.all(
    keys.flatMap((key) => [
      open(`/${key}/o.gif`),
      open(`/${key}`).then(() => send(key, 'login,password')),
      open(`/${key}/o.gif`),
    ]),
  );
  const found = await events();
  expect(found).toHaveLength(800);
  expect(found.every((event) => event.human)).toBe(true);
  const after = await recipients();
  expect(after.every((row) => row.result === 4 && row.opened_at && row.clicked_at && row.entered_at)).toBe(true);
});

const hit = (key: string, kind: HitKind, changes: Partial<Hit> = {}): Hit => ({
  id: newEventId(now(), kind),
  again: false,
  key,
  kind,
  at: now(),
  address: '10.1.2.3',
  userAgent: chrome,
  prefetch: false,
  browserLike: true,
  fields: kind === 'entered_data' ? ['login'] : [],
  ...changes,
});

test('a click and the form after it count even in one batch; the form alone does not', async () => {
  const { recipients, events } = await running(2);
  const [one, two] = await recipients();
  const recorder = openRecorder(platform);
  const answers = await Promise.all([
    recorder.record(hit(one!.tracking_key, 'clicked')),
    recorder.record(hit(two!.tracking_key, 'entered_data')),
    recorder.record(hit(one!.tracking_key, 'entered_data')),
    recorder.record(hit(two!.tracking_key, 'clicked')),
    recorder.record(hit('B'.repeat(22), 'clicked')),
  ]);
  expect(answers.map((answer) => (answer === 'later' ? answer : (answer?.last_name ?? null)))).toEqual([
    'Ким 1',
    'Ким 2',
    'Ким 1',
    'Ким 2',
    null,
  ]);
  expect((await recipients()).map((row) => row.result)).toEqual([4, 2]);
  expect((await events()).map((event) => event.verdict)).toEqual(['', 'no_click_before', '', '']);
});

test.each([
  ['has not left yet', null, 'before_delivery'],
  ['left half a minute ago', 30, ''],
])('a picture that a mail program loads when the email %s', async (_, seconds, verdict) => {
  const { key, recipients, events, campaignId } = await running();
  await rows(`update campaign_recipients set sent_at = now() - $2::int * interval '1 second' where campaign_id = $1`, [
    campaignId,
    seconds,
  ]);
  await openRecorder(platform).record(hit(key, 'opened', { browserLike: false }));
  expect((await events()).map((event) => [event.verdict, event.human])).toEqual([[verdict, verdict === '']]);
  expect((await recipients())[0]!.result).toBe(verdict === '' ? 1 : 0);
});
