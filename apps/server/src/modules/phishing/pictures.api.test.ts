import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';

const drawn = (width = 40, colour = '#336699', format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height: 20, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
const sent = async (bytes: Buffer, name = 'logo.png') => {
  const path = join(tmpdir(), `picture-${randomUUID()}`);
  await writeFile(path, bytes);
  return { picture: { path, name, type: 'image/png', size: bytes.length } };
};
const scenario = async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const made = await emails(org);
  const add = async (bytes: Buffer, name?: string) =>
    call('phishing.picture-add', officer, { id: made.template_id }, await sent(bytes, name));
  const show = (fileId: string) =>
    call('phishing.email-update', officer, {
      id: made.email_id,
      html: `<p><a href="{{link}}"><img src="picture:${fileId}" alt="x"></a></p>{{tracking}}`,
    });
  const files = async () =>
    (await stored<{ id: string }>('select id from files where organization_id = $1', [org.id])).map(({ id }) => id);
  return { org, officer, ...made, add, show, files };
};

test('a picture is encoded as PNG or JPEG, scaled down, and listed with its size', async () => {
  const { officer, template_id, add } = await scenario();
  const wide = await add(await drawn(3_200), 'wide.png');
  expect(wide).toMatchObject({ name: 'wide.png', width: 1_600, height: 10, used_in: [], still: false });
  const photo = await add(await drawn(30, '#fff', 'jpeg'), 'photo.jpg');
  const { data } = await call('phishing.pictures', officer, { id: template_id });
  expect(data.map(({ file_id }) => file_id)).toEqual([wide.file_id, photo.file_id]);
  const types = await stored<{ content_type: string; visibility: string }>(
    'select content_type, visibility from files where id = any($1) order by content_type',
    [[wide.file_id, photo.file_id]],
  );
  expect(types).toEqual([
    { content_type: 'image/jpeg', visibility: 'admin' },
    { content_type: 'image/png', visibility: 'admin' },
  ]);
});

test('of an animated GIF the first image is kept, and the answer says so', async () => {
  const { add } = await scenario();
  const gif = await sharp(await Promise.all(['#ff0000', '#00ff00'].map((colour) => drawn(10, colour))), {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  expect(await add(gif, 'a.gif')).toMatchObject({ still: true, width: 10 });
});

test('a file that is no picture is refused', async () => {
  const { add, files } = await scenario();
  await expect(add(Buffer.from('<svg onload="x()">'))).rejects.toMatchObject({ code: 'file.type_refused' });
  expect(await files()).toEqual([]);
});

test('an email keeps pictures of the own organisation; others are removed with a warning', async () => {
  const { add, show } = await scenario();
  const own = await add(await drawn());
  expect(await show(own.file_id)).toMatchObject({
    html: expect.stringContaining(`picture:${own.file_id}`),
    warnings: [],
  });
  const other = await scenario();
  const foreign = await other.add(await drawn());
  for (const id of [foreign.file_id, randomUUID()]) {
    const saved = await show(id);
    expect(saved.html).not.toContain('picture:');
    expect(saved.warnings).toMatchObject([{ code: 'picture_unknown', line: 1 }]);
  }
});

test('a picture in use cannot be removed; replacing it changes the texts that show it', async () => {
  const { officer, template_id, email_id, add, show, files } = await scenario();
  const first = await add(await drawn());
  await show(first.file_id);
  const remove = (file_id: string) => call('phishing.picture-remove', officer, { id: template_id, file_id });
  await expect(remove(first.file_id)).rejects.toMatchObject({
    code: 'picture.in_use',
    details: { used_in: ['Письмо'] },
  });
  const made = await call(
    'phishing.picture-replace',
    officer,
    { file_id: first.file_id, template_id },
    await sent(await drawn(50), 'new.png'),
  );
  const email = await call('phishing.email', officer, { id: email_id });
  expect(email.html).toContain(`picture:${made.file_id}`);
  expect(made).toMatchObject({
    replaced_id: first.file_id,
    used_in: ['Письмо'],
    versions: [{ kind: 'email', id: email_id, version: email.version }],
  });
  expect(await files()).toEqual([made.file_id]);
  await call('phishing.email-update', officer, { id: email_id, html: '<a href="{{link}}">x</a>' });
  await remove(made.file_id);
  expect(await files()).toEqual([]);
});

test('a copied scenario shows the same files, which stay until the last scenario is deleted', async () => {
  const { officer, template_id, add, show, files } = await scenario();
  const one = await add(await drawn());
  await show(one.file_id);
  const copy = await call('phishing.template-copy', officer, { id: template_id });
  const { data } = await call('phishing.pictures', officer, { id: copy.id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Письмо'] }]);
  await call('phishing.template-delete', officer, { id: template_id });
  expect(await files()).toEqual([one.file_id]);
  await call('phishing.template-delete', officer, { id: copy.id });
  expect(await files()).toEqual([]);
});

test('a text copied from another scenario brings its pictures along', async () => {
  const { org, officer, add } = await scenario();
  const one = await add(await drawn());
  const other = await emails(org);
  await call('phishing.page-update', officer, {
    id: other.page_id,
    html: `<form><img src="picture:${one.file_id}"><input data-field="login"></form>`,
  });
  const { data } = await call('phishing.pictures', officer, { id: other.template_id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Страница'] }]);
});

test('a redirect page has its own pictures, discarded with it', async () => {
  const { officer, files } = await scenario();
  const page = await call('phishing.redirect-page-create', officer, { name: 'Спасибо', html: '<p>Спасибо</p>' });
  const one = await call('phishing.redirect-picture-add', officer, { id: page.id }, await sent(await drawn()));
  await call('phishing.redirect-page-update', officer, { id: page.id, html: `<img src="picture:${one.file_id}">` });
  const { data } = await call('phishing.redirect-pictures', officer, { id: page.id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Спасибо'] }]);
  await call('phishing.redirect-page-delete', officer, { id: page.id });
  expect(await files()).toEqual([]);
});
