import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { atTime } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { removeBytes } from '../files/files.jobs.ts';
import { remindUnregistered } from './organizations.jobs.ts';
import { sweepReminders } from './reminders.service.ts';

const DAY = 86_400_000;
/** 10:10 in Tashkent, `n` days after 1 March. */
const day = (n: number, clock = '10:10') => new Date(Date.parse(`2026-03-01T${clock}:00+05:00`) + n * DAY);
const config = { active: true, every_days: 3, most_times: 2, hour: 10 };

const organization = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const late = await make.employee(org, { is_registered: false, first_name: 'Лола' });
  await stored('update employees set invited_at = $2 where id = $1', [late.id, day(0)]);
  return { org, administrator, late };
};
type Organization = Awaited<ReturnType<typeof organization>>;
/** Runs the minute sweep and the reminder job. */
const tick = (h: Organization, at: Date) =>
  atTime(at, async () => {
    await sweepReminders(await platform());
    await runJobs('organizations.remind-unregistered', h.org.id);
  });
const reminders = (h: Organization) =>
  stored<{ recipient: string; subject: string }>(
    `select recipient, subject from outbox where organization_id = $1 and kind = 'reminder' order by created_at`,
    [h.org.id],
  );

test('reminders are sent once per due day, from the set hour, up to the limit, and once after an outage', async () => {
  const h = await organization();
  expect(await call('organizations.reminders', h.administrator, {})).toEqual({
    ...config,
    active: false,
    most_times: 3,
  });
  await tick(h, day(5));
  expect(await reminders(h)).toEqual([]); // not switched on
  expect(await call('organizations.set-reminders', h.administrator, config)).toEqual(config);
  await tick(h, day(2));
  await tick(h, day(3, '09:59'));
  expect(await reminders(h)).toHaveLength(0); // neither the day nor the hour has come
  await tick(h, day(3));
  await tick(h, day(3, '10:11'));
  await tick(h, day(3, '23:00'));
  await tick(h, day(4));
  expect(await reminders(h)).toMatchObject([
    { recipient: h.late.email, subject: expect.stringContaining('Напоминание') },
  ]);
  await tick(h, day(16)); // the server was down for days: one email, not four
  await tick(h, day(16, '10:30'));
  expect(await reminders(h)).toHaveLength(2);
  await tick(h, day(40));
  expect(await reminders(h)).toHaveLength(2); // the limit is two
});

test('a registered person gets no more reminders; the link of a reminder works and the earlier link does not', async () => {
  const h = await organization();
  await call('organizations.set-reminders', h.administrator, config);
  const links = () =>
    stored<{ token_hash: Buffer }>(`select token_hash from link_tokens where employee_id = $1`, [h.late.id]);
  await call('employees.reinvite', h.administrator, { ids: { include_ids: [h.late.id] } });
  await stored('update employees set invited_at = $2 where id = $1', [h.late.id, day(0)]);
  const [first] = await links();
  await tick(h, day(3));
  const [second, ...others] = await links();
  expect(others).toEqual([]);
  expect(second!.token_hash).not.toEqual(first!.token_hash);
  await stored('update employees set is_registered = true where id = $1', [h.late.id]);
  await tick(h, day(9));
  expect(await reminders(h)).toHaveLength(1);
});

test('two concurrent workers remind each person once', async () => {
  const h = await organization();
  for (let n = 0; n < 20; n += 1) {
    const one = await make.employee(h.org, { is_registered: false });
    await stored('update employees set invited_at = $2 where id = $1', [one.id, day(0)]);
  }
  await call('organizations.set-reminders', h.administrator, config);
  const on = await platform();
  const run = () => remindUnregistered(jobContext(on, h.org.id, new AbortController().signal));
  await atTime(day(4), () => Promise.allSettled([run(), run(), run()]));
  const sent = (await reminders(h)).map((row) => row.recipient);
  expect(sent).toHaveLength(21);
  expect(new Set(sent).size).toBe(21);
});

test('no reminders are sent after the licence ends', async () => {
  const h = await organization();
  await call('organizations.set-reminders', h.administrator, config);
  await stored(`update organizations set licence_end = '2026-03-03' where id = $1`, [h.org.id]);
  await tick(h, day(5));
  expect(await reminders(h)).toEqual([]);
});

test('rejects reminder settings that are out of range', async () => {
  const { administrator } = await organization();
  for (const change of [
    { every_days: 0 },
    { every_days: 31 },
    { most_times: 11 },
    { hour: 24 },
    { hour: 9.5 },
    { active: 'yes' },
    { organization_id: administrator.organization_id },
  ])
    await expect(
      call('organizations.set-reminders', administrator, { ...config, ...change } as never),
    ).rejects.toThrow();
});

test('an administrator’s message reaches only the selected people of the organisation', async () => {
  const { org, administrator, late } = await organization();
  const other = await make.employee(await make.organization());
  const notify = (input: object) =>
    call('organizations.notify', administrator, {
      theme: 'Учения',
      text: 'Первый.\n\n<b>Второй</b>',
      ...input,
    } as never);
  await expect(notify({ ids: { include_ids: [late.id, other.id] } })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  expect(await notify({ ids: { include_ids: [late.id] } })).toEqual({ count: 1 });
  const [email, ...more] = await stored<{ recipient: string; subject: string; html: string; text: string }>(
    `select recipient, subject, html, text from outbox where organization_id = $1 and kind = 'notice'`,
    [org.id],
  );
  expect(more).toEqual([]);
  expect(email).toMatchObject({ recipient: late.email, subject: 'Учения' });
  expect(email!.html).toContain('&lt;b&gt;Второй');
  expect(email!.text).toContain('Первый.');
  expect(await queued('mail.send-email', org.id)).toHaveLength(1);
  expect((await notify({ all: true, ids: { exclude_ids: [administrator.id] } })).count).toBe(1);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'employees.notified',
    details: { theme: 'Учения' },
  });
  await expect(notify({})).rejects.toThrow();
  for (const wrong of [{ theme: '' }, { theme: 'а\nBcc: x@y.test' }, { theme: ['а'] }, { text: 'я'.repeat(10_001) }])
    await expect(notify({ all: true, ...wrong })).rejects.toThrow();
});

const picture = async (bytes: Buffer | string, name = 'logo') => {
  const path = join(tmpdir(), randomUUID());
  await writeFile(path, bytes);
  return { logo: { path, name, type: 'image/png', size: Buffer.byteLength(bytes) } };
};
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#14573d' } });
const svg = (inside: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="24" height="8" viewBox="0 0 24 8">${inside}</svg>`;

test('a logo of any format is encoded again and shown to anyone under its own address', async () => {
  const org = await make.organization();
  const child = await make.organization({ parent: org });
  const boss: Person = { ...(await make.operator(org)), readable: [org.id, child.id] };
  const set = async (bytes: Buffer | string, kind: 'light' | 'dark' = 'light', id = org.id) =>
    call('organizations.set-logo', boss, { id, kind }, await picture(bytes));
  const shown = async (address: string | null) => {
    const answer = await call('organizations.logo', null, { file_id: address!.split('/').at(-1)! });
    return sharp(await buffer(answer.stream)).metadata();
  };
  for (const bytes of [
    await canvas(900, 900).png().toBuffer(),
    await canvas(900, 900).jpeg().toBuffer(),
    await canvas(900, 900).webp().toBuffer(),
  ])
    expect(await shown((await set(bytes)).logo.light)).toMatchObject({ format: 'webp', width: 160, height: 160 });
  const drawn = await set(svg('<script>alert(1)</script><rect width="24" height="8" fill="red"/>'), 'dark');
  expect(await shown(drawn.logo.dark)).toMatchObject({ format: 'webp', width: 480, height: 160 });
  const { logo } = await call('organizations.get', boss, { id: org.id });
  expect(logo.light).not.toBeNull();
  expect(logo.dark).toBe(drawn.logo.dark);

  const below = await set(await canvas(40, 10).png().toBuffer(), 'light', child.id);
  expect(await shown(below.logo.light)).toMatchObject({ width: 40, height: 10 });
  expect(await stored('select 1 from files where organization_id = $1', [child.id])).toHaveLength(1);

  expect((await call('organizations.remove-logo', boss, { id: org.id, kind: 'dark' })).logo.dark).toBeNull();
  await expect(shown(drawn.logo.dark)).rejects.toMatchObject({ code: 'file.not_found' });
});

test('the bytes of a replaced or removed logo are deleted from the disk', async () => {
  const org = await make.organization();
  const boss = await make.operator(org);
  const { config } = await platform();
  const set = async () =>
    call(
      'organizations.set-logo',
      boss,
      { id: org.id, kind: 'light' },
      await picture(await canvas(8, 8).png().toBuffer()),
    );
  const held = async () =>
    (await stored<{ storage_key: string }>('select storage_key from files where organization_id = $1', [org.id])).map(
      (row) => `${config.dataDir}/files/${row.storage_key}`,
    );
  await set();
  const [first] = await held();
  await set();
  const [second] = await held();
  await call('organizations.remove-logo', boss, { id: org.id, kind: 'light' });
  expect(await held()).toEqual([]);
  await stat(first!);
  await runJobs('files.remove-bytes', org.id);
  for (const path of [first!, second!]) await expect(stat(path)).rejects.toThrow(/ENOENT/);
  const keys = [first!.split('/files/')[1]!];
  await removeBytes(jobContext(await platform(), org.id, new AbortController().signal), {
    organization_id: org.id,
    keys,
  });
});

test('rejects a file that is not a picture, and a picture that would fill the memory', async () => {
  const org = await make.organization();
  const boss = await make.operator(org);
  const secret = await make.employee(org);
  for (const bytes of [
    'no picture',
    '<html><script>alert(1)</script></html>',
    await canvas(10, 10).gif().toBuffer(),
    (await canvas(300, 300).png().toBuffer()).subarray(0, 60),
    await canvas(16_000, 3_000).png().toBuffer(),
    svg('<text>&a;</text>', '<!DOCTYPE svg [<!ENTITY a "aaaa">]>'),
  ])
    await expect(
      call('organizations.set-logo', boss, { id: org.id, kind: 'light' }, await picture(bytes)),
    ).rejects.toMatchObject({ code: 'file.type_rejected' });
  // The public address does not serve a file that is not a logo.
  const [file] = await stored<{ id: string }>(
    `insert into files (organization_id, name, content_type, size, storage_key, created_by) values ($1, 'a', 'image/webp', 1, $2, $3) returning id`,
    [org.id, randomUUID(), secret.id],
  );
  await expect(call('organizations.logo', null, { file_id: file!.id })).rejects.toMatchObject({
    code: 'file.not_found',
  });
});
