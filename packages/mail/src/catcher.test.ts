import { afterEach, expect, test } from 'vitest';
import { parseEmail, startCatcher, type Catcher, type CatcherOptions } from './catcher.ts';
import { openConnection, sendOnce } from './connection.ts';
import { prepareMessage } from './message.ts';
import { startPool } from './pool.ts';

const catchers: Catcher[] = [];
afterEach(async () => {
  await Promise.all(catchers.splice(0).map((catcher) => catcher.stop()));
});
const catcherWith = async (options: Omit<CatcherOptions, 'port'>) => {
  const catcher = await startCatcher({ port: 0, ...options });
  catchers.push(catcher);
  return { host: '127.0.0.1', port: catcher.port, security: 'none' as const };
};
const envelope = { from: 'portal@acme.test', to: 'anna@acme.test' };

test('answers 250 only after the email is stored', async () => {
  let store: (() => void) | null = null;
  const stored: { raw: Buffer; envelope: unknown }[] = [];
  const config = await catcherWith({
    onMessage: async (raw, given) => {
      await new Promise<void>((resolve) => {
        store = resolve;
      });
      stored.push({ raw, envelope: given });
    },
  });
  let outcome: unknown = null;
  const sending = sendOnce(config, envelope, 'Subject: x\r\n\r\n.dot\r\n').then((value) => {
    outcome = value;
  });
  await expect.poll(() => store).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(outcome).toBeNull();
  store!();
  await sending;
  expect(outcome).toMatchObject({ kind: 'accepted' });
  expect(stored[0]!.raw.toString()).toBe('Subject: x\r\n\r\n.dot\r\n');
  expect(stored[0]!.envelope).toEqual({ from: 'portal@acme.test', to: ['anna@acme.test'] });
});

test('answers 451 when storing fails, and accepts the next email', async () => {
  const errors: unknown[] = [];
  let broken = true;
  const config = await catcherWith({
    onMessage: () => (broken ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    onError: (error) => errors.push(error),
  });
  const connection = await openConnection(config);
  expect(await connection.send(envelope, 'x\r\n')).toMatchObject({
    kind: 'rejected',
    permanent: false,
    code: 451,
    stage: 'body',
  });
  broken = false;
  expect(await connection.send(envelope, 'x\r\n')).toMatchObject({ kind: 'accepted' });
  expect(errors).toEqual([new Error('disk full')]);
  await connection.close();
});

test('rejects emails over the limit, whether their size is announced or not', async () => {
  let stored = 0;
  const config = await catcherWith({ onMessage: async () => void stored++, maxBytes: 2_000 });
  expect(await sendOnce(config, envelope, 'x'.repeat(2_100))).toMatchObject({
    kind: 'rejected',
    permanent: true,
    code: 552,
  });
  // «.\n» grows during transfer: the announced size is within the limit, the transferred one is not.
  expect(await sendOnce(config, envelope, 'x\n'.repeat(900))).toMatchObject({
    kind: 'rejected',
    permanent: true,
    code: 552,
    stage: 'body',
  });
  expect(await sendOnce(config, envelope, 'x\r\n')).toMatchObject({ kind: 'accepted' });
  expect(stored).toBe(1);
});

test('accepts many emails over several connections, each once', async () => {
  const ids: string[] = [];
  const config = await catcherWith({ onMessage: async (raw) => void ids.push(raw.toString().trim()) });
  let next = 0;
  await startPool(config, {
    next: async () => (next < 500 ? { envelope, message: `${next++}\r\n`, done: () => {} } : null),
  }).finished;
  expect(new Set(ids).size).toBe(500);
  expect(ids).toHaveLength(500);
});

test('a caught email is parsed for the mailbox', async () => {
  const caught: Buffer[] = [];
  const config = await catcherWith({ onMessage: async (raw) => void caught.push(raw) });
  const date = new Date('2026-11-21T08:00:00Z');
  const message = prepareMessage({
    from: { address: 'it@acme.test', name: 'ИТ, отдел' },
    subject: 'Смените пароль',
    html: '<p>Да</p><img src="cid:qr">',
    attachments: [
      { filename: 'Счёт.pdf', contentType: 'application/pdf', content: Buffer.from('pdf!') },
      { filename: 'qr.png', contentType: 'image/png', content: Buffer.from('png'), cid: 'qr' },
    ],
  })(
    {},
    {
      to: { address: envelope.to, name: 'Anna "A" Kim' },
      messageId: '<1@acme.test>',
      date,
      extraHeaders: { 'X-Awareness-Simulation': 'mac' },
    },
  );
  await sendOnce(config, envelope, message);
  const email = await parseEmail(caught[0]!);
  expect(email).toMatchObject({
    from: { name: 'ИТ, отдел', address: 'it@acme.test' },
    to: [{ name: 'Anna "A" Kim', address: 'anna@acme.test' }],
    subject: 'Смените пароль',
    date,
    text: 'Да\n',
    attachments: [{ name: 'Счёт.pdf', content_type: 'application/pdf', content: Buffer.from('pdf!') }],
  });
  expect(email.html).toContain(`src="data:image/png;base64,${Buffer.from('png').toString('base64')}"`);
  expect(email.headers).toContainEqual({ name: 'X-Awareness-Simulation', value: 'mac' });
  expect(await parseEmail(Buffer.from('nonsense'))).toMatchObject({ from: null, to: [], subject: '', html: null });
});
