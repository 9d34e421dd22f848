import { expect, test } from 'vitest';
import { platform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, HOUR, MINUTE, now } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { authenticate } from './public.ts';
import { insertSession } from './session.repo.ts';

const start = async () => {
  const on = await platform();
  const person = await make.employee(await make.organization());
  const opened = now();
  const session = {
    organizationId: person.organization_id,
    employeeId: person.id,
    twoFactorDue: false,
    userAgent: '',
    address: '',
  };
  const token = await atTime(opened, () => inSystem(on.db, (tx) => insertSession(tx, session)));
  return (ms: number) => atTime(after(opened, ms), async () => (await authenticate(on, token)) !== null);
};

test('a session ends after twelve hours without a call', async () => {
  const isOpen = await start();
  expect(await isOpen(12 * HOUR - MINUTE)).toBe(true);
  // The call before has begun the twelve hours again.
  expect(await isOpen(24 * HOUR - 2 * MINUTE)).toBe(true);
  expect(await isOpen(36 * HOUR)).toBe(false);
});

test('a session in use ends seven days after its beginning', async () => {
  const isOpen = await start();
  for (let at = 6 * HOUR; at < 7 * DAY; at += 6 * HOUR) expect([at, await isOpen(at)]).toEqual([at, true]);
  expect(await isOpen(7 * DAY + MINUTE)).toBe(false);
});
