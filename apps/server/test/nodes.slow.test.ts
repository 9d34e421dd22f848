import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { OUTCOMES_MAX } from '../src/modules/delivery/outcomes.ts';
import { expectCorrectOutcomes } from './invariants.ts';
import { emailStates } from './make/campaign-rows.ts';
import { emails } from './make/phishing.ts';
import { farm, publicUrls, type Node } from './nodes.ts';

// Several machines at once, as in docs/operation.md: two web nodes, one for tracking, two workers, all started at the same
// time on an empty database. The tests are steps of one story; each checks the state that the previous ones left.

const PEOPLE = 500;
const CONNECTIONS = 4;
/**
 * Maximum number of unknown emails of a killed sender: two per connection that wait to be sent and one that is being sent, and
 * the outcomes without a commit, to which each connection adds at most one when they are full.
 */
const IN_DOUBT_MAX = 4 * CONNECTIONS + OUTCOMES_MAX;
const until = (check: () => Promise<void> | void, timeout = 30_000) => vi.waitFor(check, { timeout, interval: 50 });

let world: Awaited<ReturnType<typeof farm>>;
let nodes: Node[];
let [a, b, tracking, first, second] = [] as unknown as [Node, Node, Node, Node, Node];
let token: string;
let signIn: { email: string; password: string };

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const over = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    world = await farm((end) => void ends.push(end));
    nodes = await Promise.all(
      (['web', 'web', 'tracking', 'worker', 'worker'] as const).map((role, at) => world.start(role, at)),
    );
  } catch (error) {
    await over();
    throw error;
  }
  [a, b, tracking, first, second] = nodes as [Node, Node, Node, Node, Node];
  return over;
}, 120_000);

// oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
type Answer = { status: number; body: any };
const ask = async (
  node: Node,
  method: string,
  path: string,
  body?: object,
  as: string | null = token,
): Promise<Answer> => {
  const form = body instanceof FormData;
  const answer = await fetch(`${node.portal}/lk/api/v2${path}`, {
    method,
    headers: {
      'x-requested-with': 'sergak',
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    body: form ? body : body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};
/** The end of a long task, polled on this node. */
const taskEnd = async (node: Node, id: string) => {
  let task: { status: string; result: unknown; message: string | null } | undefined;
  await until(async () => {
    const { status, body } = await ask(node, 'GET', `/webhooks/events/${id}`);
    expect(status).toBe(200);
    expect(body.status).not.toBe('in_process');
    task = body;
  });
  return task!;
};
const rows = async <T extends object>(query: string, values: unknown[] = []) =>
  (await world.on.db.owner.query<T & Record<string, unknown>>(query, values)).rows;

test('five nodes on an empty database: each migration runs once, one organisation, the portals know its one sign-in', async () => {
  const files = readdirSync(new URL('../migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'));
  expect(await rows('select name from schema_migrations order by name')).toEqual(
    files.sort().map((name) => ({ name })),
  );
  const stored = nodes.map((node) => node.first());
  expect(stored).toEqual([
    { role: 'super_user', email: expect.any(String), password: expect.any(String) },
    stored[0],
    null,
    null,
    null,
  ]);
  signIn = stored[0]!;
  expect(await rows('select count(*)::int as n from organizations')).toEqual([{ n: 1 }]);
  expect(await rows('select count(*)::int as n from employees')).toEqual([{ n: 1 }]);
  for (const node of [a, b]) expect((await fetch(`${node.portal}/ready`)).status).toBe(200);
  expect((await fetch(`${tracking.phishing}/health`)).status).toBe(200);
});

test('a session of one node is valid on the other; settings, previews, files and tasks are shared', async () => {
  const { email, password } = signIn;
  const opened = await ask(a, 'POST', '/auth/login', { email, password }, null);
  expect(opened.status).toBe(200);
  token = opened.body.token;
  expect((await ask(b, 'GET', '/users/me')).status).toBe(400); // consent is required, on any node
  expect((await ask(b, 'POST', '/users/terms/processing_personal_data', {})).status).toBe(200);
  expect(await ask(a, 'GET', '/users/me')).toMatchObject({ status: 200, body: { email: signIn.email } });

  const server = {
    host: '127.0.0.1',
    port: world.smtpPort,
    security: 'none',
    sender_name: 'Портал',
    own_password: signIn.password,
  };
  const saved = await ask(a, 'PUT', '/settings/mail', { ...server, sender_address: 'portal@staff.test', version: 0 });
  expect(saved.status).toBe(200);
  expect((await ask(b, 'GET', '/settings/mail')).body).toEqual(saved.body);
  expect(
    (await ask(b, 'PUT', '/settings/mail', { ...server, sender_address: 'x@staff.test', version: 0 })).status,
  ).toBe(409);

  const shown = await ask(a, 'POST', '/phishing/previews', { kind: 'page', html: '<h1>Вход</h1>' });
  expect(shown.body.url).toContain(`${publicUrls.SERGAK_CONTENT_URL}/preview/`);
  const page = await fetch(shown.body.url.replace(publicUrls.SERGAK_CONTENT_URL, b.content));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Вход</h1>')]);

  await rows(
    `insert into organization_domains (organization_id, domain, proof, verified_at) select id, 'staff.test', 'test', now() from organizations`,
  );
  const people = Array.from({ length: PEOPLE }, (_, n) => `Ким ${n};Анна;p${n}@staff.test;Цех`);
  const form = new FormData();
  form.append('file', new Blob([`Фамилия;Имя;Почта;Подразделение\n${people.join('\n')}\n`]), 'staff.csv');
  const reading = await ask(a, 'POST', '/users/employee/csv/info', form);
  expect(reading.status).toBe(200);
  expect((await taskEnd(b, reading.body.event_id)).status).toBe('success');
  const adding = await ask(b, 'POST', '/users/employee/csv/process', { event_id: reading.body.event_id });
  expect(adding.status).toBe(200);
  expect(await taskEnd(a, adding.body.event_id)).toMatchObject({ status: 'success', result: { added: PEOPLE } });
});

test('500 emails by two workers, one of them killed: none is sent twice, few are unknown, the rest arrives', async () => {
  const [organization] = await rows<{ id: string }>('select id from organizations');
  const { email_id } = await emails(organization!, {}, world.on);
  const [department] = await rows<{ id: string }>(`select id from departments where title = 'Цех'`);
  const launched = await ask(a, 'POST', '/phishing/campaigns', {
    name: 'Всем',
    templates: [email_id],
    targets: { target_departments: [department!.id] },
    emailSendType: 'at_once',
  });
  expect(launched).toMatchObject({ status: 200, body: { status: 'creating' } });
  expect(await taskEnd(b, launched.body.event_id)).toMatchObject({ result: { recipients: PEOPLE } });
  const { id } = launched.body;
  const holders = () =>
    rows<{ owner: string; n: number }>(
      `select split_part(lease_owner, '/', 1) as owner, count(*)::int as n from campaign_recipients
       where campaign_id = $1 and state in ('claimed', 'handing_over') group by 1`,
      [id],
    );
  await until(async () => {
    expect(await holders()).toHaveLength(2);
    expect(world.accepted().length).toBeGreaterThan(80);
  });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(world.accepted().length).toBeLessThan(PEOPLE - 50);
  await until(async () => {
    const { sent = 0, unknown = 0 } = await emailStates(world.on, id);
    expect(sent + unknown).toBe(PEOPLE);
  });
  const { sent = 0, unknown = 0 } = await emailStates(world.on, id);
  expect(unknown).toBeLessThanOrEqual(IN_DOUBT_MAX);
  const accepted = world.accepted();
  expect(accepted.length).toBeGreaterThanOrEqual(sent);
  await expectCorrectOutcomes(world.on, id, accepted);

  const [email] = await rows<{ id: number; tracking_key: string }>(
    `select id, tracking_key from campaign_recipients where campaign_id = $1 and state = 'sent' order by id limit 1`,
    [id],
  );
  const browser = { 'accept-language': 'ru', accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
  const page = `${tracking.phishing}/${email!.tracking_key}`;
  expect((await fetch(page, { headers: browser })).status).toBe(200);
  expect((await fetch(`${page}/h`, { method: 'POST', headers: browser })).status).toBe(204);
  const [onA, onB] = await Promise.all(
    [a, b].map((node) => ask(node, 'GET', `/phishing/campaigns/${id}/users/${email!.id}/events`)),
  );
  expect(onA!.body.data).toMatchObject([{ kind: 'used_page' }, { kind: 'clicked', human: true, verdict: 'confirmed' }]);
  expect(onB!.body).toEqual(onA!.body);
}, 60_000);

test('rate limits are counted across nodes, and a session ends on all nodes at once', async () => {
  const stranger = { email: 'stranger@staff.test', password: 'wrong password' };
  const left = 300 - ((Date.now() / 1000) % 300);
  if (left < 10) await pass(left * 1000 + 100); // the window of the limit must not turn meanwhile
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1)
    statuses.push((await ask(n % 2 === 0 ? a : b, 'POST', '/auth/login', stranger, null)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);

  expect((await ask(b, 'GET', '/users/me')).status).toBe(200);
  expect((await ask(a, 'POST', '/auth/logout')).status).toBe(200);
  expect((await ask(b, 'GET', '/users/me')).status).toBe(401);
}, 60_000);

test('each node reports its own work at its operations port only', async () => {
  const told = async (node: Node) => {
    expect(await (await fetch(`${node.operations}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${node.operations}/ready`)).json()).toEqual({ status: 'ready' });
    return (await fetch(`${node.operations}/metrics`)).text();
  };
  expect(await told(a)).toMatch(/^sergak_request_seconds_count\{endpoint="session\.\S+",status="200"\} [1-9]/m);
  expect(await told(tracking)).toMatch(/^sergak_tracking_events_total\{kind="used_page",verdict="human"\} 1$/m);
  expect(await told(second)).toMatch(/^sergak_emails_total\{kind="simulation",outcome="sent"\} [1-9]/m);
  // Only this one of the two workers is alive: it gets the next job.
  const jobDone = /^sergak_job_seconds_count\{job="\S+",outcome="done"\} [1-9]/m;
  await until(async () => expect(await told(second)).toMatch(jobDone), 65_000);
  for (const [origin, path] of [
    [a.portal, '/metrics'],
    [a.content, '/metrics'],
    [tracking.phishing, '/metrics'],
    [second.operations, '/lk/api/v2/users/me'],
  ])
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
}, 90_000);

test('`npm run invariants` passes, and each living node stops cleanly', async () => {
  const { code, printed } = await world.invariants();
  expect([code, printed.match(/^BROKEN.*/gm)]).toEqual([0, null]);
  expect(printed.match(/^ok /gm)!.length).toBeGreaterThan(10);
  for (const { child, role } of [a, b, tracking, second]) {
    child.kill('SIGTERM');
    expect([role, await once(child, 'exit')]).toEqual([role, [0, null]]);
  }
}, 60_000);
