import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrganization, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { atTime } from '../../platform/clock.ts';
import type { OpenCtx } from '../../platform/context.ts';
import type { AppError } from '../../platform/errors.ts';
import { addRoutes, createPortal } from '../../platform/http/server.ts';
import { routes } from '../../app/composition.ts';
import { countSignInTry } from './guessing.ts';
import { hashPassword } from './public.ts';
import { authenticate } from './session.query.ts';

const PASSWORD = 'Тихая гавань 7';
const OFFICE = '198.51.100.7';
let app: FastifyInstance;
beforeAll(async () => {
  const on = await platform();
  app = await createPortal(on);
  addRoutes(app, on, routes, authenticate);
});
afterAll(() => app.close());

const person = async () => {
  const employee = await make.employee(await make.organization());
  const hash = await hashPassword(PASSWORD);
  await inOrganization(employee.organization_id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', employee.id).execute(),
  );
  return employee;
};
const signIn = (remoteAddress: string, email: string, password = PASSWORD) =>
  app.inject({
    method: 'POST',
    url: '/lk/api/v2/auth/login',
    payload: { email, password },
    headers: { 'x-requested-with': 'sergak' },
    remoteAddress,
  });
const statusOf = async (...asked: Parameters<typeof signIn>) => (await signIn(...asked)).statusCode;
/** Runs at the beginning of a window, so that no window ends during the test. */
const inOneWindow = (work: () => Promise<void>) => atTime(new Date(Math.ceil(Date.now() / 900_000) * 900_000), work);
/** Counts attempts of other people until only `left` of the bucket's limit remain. */
const useUp = async (bucket: string, room: number, left = 0) => {
  const rows = await stored('update rate_windows set hits = $2 where bucket = $1 returning 1', [bucket, room - left]);
  expect(rows).toHaveLength(1);
};

test('right passwords never count as attempts', () =>
  inOneWindow(async () => {
    const { email } = await person();
    for (let i = 0; i < 15; i += 1) expect(await statusOf(OFFICE, email)).toBe(200);
  }));

test('ten wrong passwords block the account at that address only', () =>
  inOneWindow(async () => {
    const { email } = await person();
    expect(await statusOf(OFFICE, email)).toBe(200);
    for (let i = 0; i < 10; i += 1) expect(await statusOf('203.0.113.5', email, 'не тот')).toBe(422);
    const stopped = await signIn('203.0.113.5', email);
    expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await statusOf(OFFICE, email)).toBe(200);
    expect(await statusOf('203.0.113.6', email), 'a new address of the owner').toBe(200);
  }));

test('guesses from many addresses block the account, except where it has signed in before', () =>
  inOneWindow(async () => {
    const { email } = await person();
    expect(await statusOf(OFFICE, email)).toBe(200);
    expect(await statusOf('203.0.113.1', email, 'не тот')).toBe(422);
    await useUp(`login:account:${email.toLowerCase()}`, 50);
    expect(await statusOf('203.0.113.2', email)).toBe(429);
    expect(await statusOf(OFFICE, email, 'опечатка')).toBe(422);
    expect(await statusOf(OFFICE, email)).toBe(200);
  }));

test('guessing many accounts from one address does not lock out other people at that address', () =>
  inOneWindow(async () => {
    const [known, other] = [await person(), await person()];
    const shared = '198.51.100.99';
    expect(await statusOf(shared, known.email)).toBe(200);
    expect(await statusOf(shared, other.email, 'не тот')).toBe(422);
    await useUp(`login:address:${shared}`, 5_000);
    expect(await statusOf(shared, other.email)).toBe(429);
    expect(await statusOf(shared, known.email)).toBe(200);
  }));

describe('many accounts from one address', () => {
  const ctxAt = async (address: string) => ({ platform: await platform(), request: { address } }) as OpenCtx;
  /** What the sign-in does for a password that is wrong or right, without the work of hashing it. */
  const attempt = async (address: string, email: string, password: 'right' | 'wrong') => {
    const { countAsRight, countAsWrong } = await countSignInTry(await ctxAt(address), email);
    await (password === 'right' ? countAsRight() : countAsWrong());
  };
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'passed',
      (error: AppError) => `${error.code} ${(error.retryAfter ?? 0) > 0}`,
    );
  const addresses = (count: number, domain: string) => Array.from({ length: count }, (_, n) => `p${n}@${domain}`);

  test('are stopped after 200 with a wrong password, known or not, however often each is tried', () =>
    inOneWindow(async () => {
      const address = '203.0.113.77';
      const [known, owner] = [await person(), await person()];
      expect(await statusOf(address, known.email)).toBe(200);
      const outcomes: string[] = [];
      for (const email of addresses(300, 'spray.test'))
        outcomes.push(await outcomeOf(attempt(address, email, 'wrong')));
      expect(outcomes.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => 'passed'));
      expect(outcomes.slice(200)).toEqual(Array.from({ length: 100 }, () => 'request.rate_limited true'));
      expect(await outcomeOf(attempt(address, 'p250@spray.test', 'right')), 'the right one among many').toBe(
        'request.rate_limited true',
      );
      const stopped = await signIn(address, owner.email);
      expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(await statusOf(address, known.email), 'has signed in here before').toBe(200);
      expect(await statusOf('203.0.113.78', owner.email), 'another network').toBe(200);
    }));

  test('cannot be tried at once: a right password counts for nothing once the others have filled the room', () =>
    inOneWindow(async () => {
      const address = '203.0.113.79';
      const begun = await countSignInTry(await ctxAt(address), 'lucky@burst.test');
      for (const email of addresses(200, 'burst.test')) await attempt(address, email, 'wrong');
      expect(await outcomeOf(begun.countAsRight())).toBe('request.rate_limited true');
    }));

  test('sign in at nine: people in the middle of it do not count, nor do those who mistyped before', () =>
    inOneWindow(async () => {
      const address = '198.51.100.90';
      const office = addresses(250, 'office.test');
      const begun = await Promise.all(office.map(async (email) => countSignInTry(await ctxAt(address), email)));
      await Promise.all(begun.map(({ countAsRight }) => countAsRight()));
      const others = addresses(250, 'second-office.test');
      for (const email of others) {
        await attempt(address, email, 'wrong');
        await attempt(address, email, 'right');
      }
      const late = await countSignInTry(await ctxAt(address), 'late@office.test');
      expect(await outcomeOf(late.countAsRight())).not.toContain('rate_limited');
    }));
});

test('all addresses of an IPv6 subscriber count as one', () =>
  inOneWindow(async () => {
    const { email } = await person();
    for (let i = 0; i < 10; i += 1) await signIn(`2001:db8:1:2::${i + 1}`, email, 'не тот');
    expect(await statusOf('2001:db8:1:2:ffff::1', email)).toBe(429);
    expect(await statusOf('2001:db8:1:3::1', email)).toBe(200);
  }));

test('places are stored as digests only', async () => {
  const { email } = await person();
  const before = await stored('select 1 from known_places');
  await signIn(OFFICE, email);
  const after = await stored<{ place: Buffer }>('select place from known_places');
  expect(after).toHaveLength(before.length + 1);
  expect(after.every(({ place }) => place.length === 32)).toBe(true);
});

test('an office can open 700 invitations from one address within a minute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 700 }, () =>
      app.inject({
        method: 'GET',
        url: `/lk/api/v2/auth/registration/${'A'.repeat(43)}`,
        remoteAddress: '198.51.100.20',
      }),
    ),
  );
  expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([404]));
});
