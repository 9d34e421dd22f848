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
const newTemplate = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const made = await emails(org);
  const add = async (bytes: Buffer, name?: string) =>
    call('phishing.picture-add', administrator, { id: made.template_id }, await sent(bytes, name));
  const show = (fileId: string) =>
    call('phishing.email-update', administrator, {
      id: made.email_id,
      html: `<p><a href="{{link}}"><img src="picture:${fileId}" alt="x"></a></p>{{tracking}}`,
    });
  const files = async () =>
    (await stored<{ id: string }>('select id from files where organization_id = $1', [org.id])).map(({ id }) => id);
  return { org, administrator, ...made, add, show, files };
};

test('a picture is encoded as PNG or JPEG, scaled down, and listed with its size', async () => {
  const { administrator, template_id, add } = await newTemplate();
  const wide = await add(await drawn(3_200), 'wide.png');
  expect(wide).toMatchObject({ name: 'wide.png', width: 1_600, height: 10, used_in: [], still: false });
  const photo = await add(await drawn(30, '#fff', 'jpeg'), 'photo.jpg');
  const { data } = await call('phishing.pictures', administrator, { id: template_id });
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
  const { add } = await newTemplate();
  const gif = await sharp(await Promise.all(['#ff0000', '#00ff00'].map((colour) => drawn(10, colour))), {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  expect(await add(gif, 'a.gif')).toMatchObject({ still: true, width: 10 });
});

test('a file that is no picture is rejected', async () => {
  const { add, files } = await newTemplate();
  await expect(add(Buffer.from('<svg onload="x()">'))).rejects.toMatchObject({ code: 'file.type_rejected' });
  expect(await files()).toEqual([]);
});

test('an email keeps pictures of the own organisation; others are removed with a warning', async () => {
  const { add, show } = await newTemplate();
  const own = await add(await drawn());
  expect(await show(own.file_id)).toMatchObject({
    html: expect.stringContaining(`picture:${own.file_id}`),
    warnings: [],
  });
  const other = await newTemplate();
  const foreign = await other.add(await drawn());
  for (const id of [foreign.file_id, randomUUID()]) {
    const saved = await show(id);
    expect(saved.html).not.toContain('picture:');
    expect(saved.warnings).toMatchObject([{ code: 'picture_unknown', line: 1 }]);
  }
});

test('a picture in use cannot be removed; replacing it changes the texts that show it', async () => {
  const { administrator, template_id, email_id, add, show, files } = await newTemplate();
  const first = await add(await drawn());
  await show(first.file_id);
  const remove = (file_id: string) => call('phishing.picture-remove', administrator, { id: template_id, file_id });
  await expect(remove(first.file_id)).rejects.toMatchObject({
    code: 'picture.in_use',
    details: { used_in: ['Письмо'] },
  });
  const made = await call(
    'phishing.picture-replace',
    administrator,
    { file_id: first.file_id, template_id },
    await sent(await drawn(50), 'new.png'),
  );
  const email = await call('phishing.email', administrator, { id: email_id });
  expect(email.html).toContain(`picture:${made.file_id}`);
  expect(made).toMatchObject({
    replaced_id: first.file_id,
    used_in: ['Письмо'],
    versions: [{ kind: 'email', id: email_id, version: email.version }],
  });
  expect(await files()).toEqual([made.file_id]);
  await call('phishing.email-update', administrator, { id: email_id, html: '<a href="{{link}}">x</a>' });
  await remove(made.file_id);
  expect(await files()).toEqual([]);
});

test('a copied template shows the same files, which stay until the last template is deleted', async () => {
  const { administrator, template_id, add, show, files } = await newTemplate();
  const one = await add(await drawn());
  await show(one.file_id);
  const copy = await call('phishing.template-copy', administrator, { id: template_id });
  const { data } = await call('phishing.pictures', administrator, { id: copy.id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Письмо'] }]);
  await call('phishing.template-delete', administrator, { id: template_id });
  expect(await files()).toEqual([one.file_id]);
  await call('phishing.template-delete', administrator, { id: copy.id });
  expect(await files()).toEqual([]);
});

test('a text copied from another template brings its pictures along', async () => {
  const { org, administrator, add } = await newTemplate();
  const one = await add(await drawn());
  const other = await emails(org);
  await call('phishing.page-update', administrator, {
    id: other.page_id,
    html: `<form><img src="picture:${one.file_id}"><input data-field="login"></form>`,
  });
  const { data } = await call('phishing.pictures', administrator, { id: other.template_id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Страница'] }]);
});

test('a redirect page has its own pictures, discarded with it', async () => {
  const { administrator, files } = await newTemplate();
  const page = await call('phishing.redirect-page-create', administrator, { name: 'Спасибо', html: '<p>Спасибо</p>' });
  const one = await call('phishing.redirect-picture-add', administrator, { id: page.id }, await sent(await drawn()));
  await call('phishing.redirect-page-update', administrator, {
    id: page.id,
    html: `<img src="picture:${one.file_id}">`,
  });
  const { data } = await call('phishing.redirect-pictures', administrator, { id: page.id });
  expect(data).toMatchObject([{ file_id: one.file_id, used_in: ['Спасибо'] }]);
  await call('phishing.redirect-page-delete', administrator, { id: page.id });
  expect(await files()).toEqual([]);
});
