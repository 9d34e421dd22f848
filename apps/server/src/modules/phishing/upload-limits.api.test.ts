import { readdir } from 'node:fs/promises';
import { TEMPLATE_IMPORT_BYTES } from '@sergak/contract/phishing/import.rules.ts';
import { ATTACHMENT_BYTES_MAX } from '@sergak/contract/phishing/phishing.rules.ts';
import { PICTURE_BYTES } from '@sergak/contract/phishing/pictures.rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const setUp = async () => {
  const org = await make.organization();
  const token = await portal.signIn(await make.operator(org));
  const { template_id } = await emails(org);
  const upload = async (path: string, field: string, name: string, bytes: Buffer, kind?: string) => {
    const form = new FormData();
    if (kind !== undefined) form.set('kind', kind);
    form.set(field, new Blob([new Uint8Array(bytes)]), name);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${portal.url}/lk/api/v2/phishing/${path}`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: (await answer.json()) as { code?: string; changes?: { code: string }[] } };
  };
  return { org, template_id, upload };
};

/** An email of this size with an attachment. */
const emailOf = (bytes: number): Buffer => {
  const head =
    'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
    '--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n' +
    '--b\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - head.length, `${'A'.repeat(76)}\r\n`)]);
};

test('an email of 20 MB is uploaded and imported without its attachment; a larger one is rejected', async () => {
  const { template_id, upload } = await setUp();
  const path = `templates/${template_id}/import`;
  const made = await upload(path, 'file', 'a.eml', emailOf(TEMPLATE_IMPORT_BYTES), 'email');
  expect([made.status, made.body.changes?.map(({ code }) => code)]).toEqual([
    200,
    expect.arrayContaining(['attachment_dropped']),
  ]);
  const larger = await upload(path, 'file', 'a.eml', emailOf(TEMPLATE_IMPORT_BYTES + 1), 'email');
  expect([larger.status, larger.body.code]).toEqual([413, 'request.too_large']);
});

test('attachments and pictures above their limits are rejected, and nothing of them stays', async () => {
  const { org, template_id, upload } = await setUp();
  const scratch = () => readdir(portal.platform.files.scratch);
  const before = await scratch();
  const attachment = Buffer.alloc(ATTACHMENT_BYTES_MAX + 1, '%PDF-1.7\n');
  const picture = Buffer.alloc(PICTURE_BYTES + 1, '\u0089PNG\r\n');
  for (const answer of [
    await upload('attachments', 'attachment', 'a.pdf', attachment),
    await upload(`templates/${template_id}/pictures`, 'picture', 'a.png', picture),
  ])
    expect([answer.status, answer.body.code]).toEqual([413, 'request.too_large']);
  expect(await stored('select from files where organization_id = $1', [org.id])).toEqual([]);
  expect(await scratch()).toEqual(before);
});
