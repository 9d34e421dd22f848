import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call, platform, stored, withOwnPlatform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { sweepUnusedFiles } from './unused-files.sweep.ts';

withOwnPlatform();

const temporary = async (name: string, bytes: Buffer) => {
  const path = join(tmpdir(), `unused-${randomUUID()}`);
  await writeFile(path, bytes);
  return { path, name, type: 'application/octet-stream', size: bytes.length };
};
const newTemplate = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const made = await emails(org);
  const attach = async (name: string) => {
    const attachment = await temporary(name, Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'));
    return call('phishing.attachment-upload', administrator, {}, { attachment });
  };
  const draw = async () => {
    const create = { width: 9, height: 9, channels: 3, background: '#369' } as const;
    const picture = await temporary('logo.png', await sharp({ create }).png().toBuffer());
    return call('phishing.picture-add', administrator, { id: made.template_id }, { picture });
  };
  const change = (changes: object) => call('phishing.email-update', administrator, { id: made.email_id, ...changes });
  const left = async () =>
    (await stored<{ id: string }>('select id from files where organization_id = $1', [org.id])).map(({ id }) => id);
  const sweepAfter = (days: number) => atTime(after(now(), days * DAY), async () => sweepUnusedFiles(await platform()));
  return { ...made, administrator, attach, draw, change, left, sweepAfter };
};

test('an attachment that no email has used for a week is deleted, also one that an email has dropped', async () => {
  const { attach, change, left, sweepAfter } = await newTemplate();
  const [dropped, kept, never] = [await attach('a.ics'), await attach('b.ics'), await attach('c.ics')];
  await change({ attachments: [dropped, kept] });
  await sweepAfter(1.1);
  await sweepAfter(8.5);
  expect((await left()).sort()).toEqual([dropped.file_id, kept.file_id].sort());
  expect(await stored('select 1 from attachment_files where file_id = $1', [never.file_id])).toEqual([]);
  await change({ attachments: [kept] });
  await sweepAfter(10);
  await sweepAfter(16.5);
  expect((await left()).sort()).toEqual([dropped.file_id, kept.file_id].sort());
  await sweepAfter(18);
  await sweepAfter(18);
  expect(await left()).toEqual([kept.file_id]);
});

test('a picture that no text has shown for a month is deleted; one that is shown again in time stays', async () => {
  const { template_id, administrator, draw, change, left, sweepAfter } = await newTemplate();
  const [shown, again, never] = [await draw(), await draw(), await draw()];
  const show = (...ids: string[]) =>
    change({ html: `<p><a href="{{link}}">x</a>${ids.map((id) => `<img src="picture:${id}" alt="x">`).join('')}</p>` });
  await show(shown.file_id);
  await sweepAfter(2);
  await sweepAfter(31);
  expect(await left()).toHaveLength(3);
  await show(shown.file_id, again.file_id);
  await sweepAfter(33);
  expect((await left()).sort()).toEqual([shown.file_id, again.file_id].sort());
  const { data } = await call('phishing.pictures', administrator, { id: template_id });
  expect(data.map(({ file_id }) => file_id)).not.toContain(never.file_id);
});
