import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { inOrganization, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, HOUR, MINUTE, now } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { createPortal } from '../../platform/http/server.ts';
import { authenticate } from '../session/public.ts';
import { insertSession } from '../session/session.repo.ts';
import { unjudgedEmails } from '../suspicious-mail/waiting.query.ts';
import { addLive, LIVE_PATH } from './live.routes.ts';
import { liveService } from './live.service.ts';
import { settleNotifications } from './public.ts';

let stopService: () => Promise<void>;
beforeAll(async () => {
  stopService = await liveService.start(await platform());
});
afterAll(() => stopService());

/** A node of the portal on a port of its own. */
const node = async (): Promise<{ app: FastifyInstance; url: string }> => {
  const on = await platform();
  const app = await createPortal(on);
  await addLive(app, on, authenticate);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, url };
};
const session = async (role: 'operator' | 'employee' = 'operator', org?: make.TestOrganization) => {
  const person = await make.employee(org ?? (await make.organization()), { role });
  const token = await inSystem((await platform()).db, (tx) =>
    insertSession(tx, {
      organizationId: person.organization_id,
      employeeId: person.id,
      twoFactorDue: false,
      userAgent: '',
      address: '',
    }),
  );
  return { person, token };
};
const open = async (url: string, token?: string) => {
  const answer = await fetch(`${url}${LIVE_PATH}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Reads until this text has come; false if the stream ends before. */
  const until = async (wanted: string): Promise<boolean> => {
    while (!text.includes(wanted)) {
      const { value, done } = await reader.read();
      if (done) return false;
      text += value;
    }
    text = text.slice(text.indexOf(wanted) + wanted.length);
    return true;
  };
  return { status: answer.status, type: answer.headers.get('content-type'), until };
};
const report = async (organizationId: string) => {
  await stored(`insert into suspicious_emails (organization_id, reported_at, size) values ($1, now(), 10)`, [
    organizationId,
  ]);
  await inOrganization(organizationId, 'write', (tx) => settleNotifications(tx, unjudgedEmails));
};

test('every node tells the people of an organisation that something has changed, and nobody else', async () => {
  const [one, two] = [await node(), await node()];
  const { person, token } = await session();
  const other = await session();
  const [here, there, foreign] = [
    await open(one.url, token),
    await open(two.url, token),
    await open(one.url, other.token),
  ];
  expect(here).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' });
  for (const stream of [here, there, foreign]) await stream.until('event: hello');
  await report(person.organization_id);
  expect(await here.until('event: changed')).toBe(true);
  expect(await there.until('event: changed')).toBe(true);
  const heard = foreign.until('event: changed');
  expect(await Promise.race([heard, new Promise((done) => setTimeout(done, 1_500, 'nothing'))])).toBe('nothing');
});

test('an open connection keeps no server from stopping, and is told that it ends', async () => {
  const { app, url } = await node();
  const { token } = await session();
  const stream = await open(url, token);
  await stream.until('event: hello');
  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await stream.until('never')).toBe(false);
});

test('without a session, or as an employee, there is no live connection', async () => {
  const { url } = await node();
  expect((await fetch(`${url}${LIVE_PATH}`)).status).toBe(401);
  const { token } = await session('employee');
  expect((await open(url, token)).status).toBe(403);
});

test('an open page does not prolong a session', async () => {
  const on = await platform();
  const begun = now();
  const { token } = await session();
  await atTime(after(begun, 11 * HOUR), async () => expect(await authenticate(on, token, false)).not.toBeNull());
  await atTime(after(begun, 12 * HOUR + MINUTE), async () => expect(await authenticate(on, token, false)).toBeNull());
});
