import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkArchive, readOutline } from './outline.ts';
import { makeOdp, makePptx } from './test-decks.ts';

const checkOdp = async (more: string, parts: Readonly<Record<string, string>> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const path = join(folder, 'deck.odp');
  await writeFile(path, await makeOdp(['Текст'], more, parts));
  return checkArchive(path);
};
const checkPptx = async (slide: { linkedPicture?: string; link?: string }) => {
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const path = join(folder, 'deck.pptx');
  await writeFile(path, await makePptx([{ title: 'А', text: 'б', ...slide }]));
  return readOutline(path, folder);
};
const picture = (href: string) => `<draw:frame><draw:image xlink:href="${href}"/></draw:frame>`;
const rejected = { code: 'presentation.links_outside' };

test.each([
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'f&#105;le:///etc/passwd',
  '/etc/passwd',
  '%2Fetc/passwd',
  '../../etc/passwd',
  'Pictures/../../x.png',
  'Pictures/%2e%2e/%2e%2e/x.png',
  '//server/share/x.png',
  '\\\\server\\x.png',
  'smb://server/x.png',
  'vnd.sun.star.expand:$HOME/x.png',
  'private:factory/simpress',
])('an ODP file that shows %s is rejected', async (href) => {
  await expect(checkOdp(picture(href))).rejects.toMatchObject(rejected);
});

test('an object, a plug-in, another attribute and a part inside are looked at as well', async () => {
  const href = 'xlink:href="file:///x"';
  for (const element of ['object', 'object-ole', 'plugin', 'floating-frame', 'fill-image', 'applet'])
    await expect(checkOdp(`<draw:${element} ${href}/>`), element).rejects.toMatchObject(rejected);
  const inner = `<o xmlns:draw="d" xmlns:xlink="x">${picture('file:///x')}</o>`;
  await expect(checkOdp('', { 'Object 1/content.xml': inner })).rejects.toMatchObject(rejected);
  await expect(checkOdp('', { 'styles.xml': inner })).rejects.toMatchObject(rejected);
});

test('an ODP file with pictures inside, hyperlinks and addresses of the web passes', async () => {
  for (const href of ['Pictures/a.png', './Object 1', '#page2', '', 'https://a.test/x.png'])
    expect(await checkOdp(picture(href))).toBeUndefined();
  for (const href of ['https://a.test', 'mailto:a@b.test', '../next.odp'])
    await checkOdp(`<draw:a xlink:href="${href}">${picture('Pictures/a.png')}</draw:a>`);
  await checkOdp('', { 'meta.xml': '<m xmlns:xlink="x"><template xlink:href="file:///usr/x.otp"/></m>' });
});

test('a PPTX file may link to the web and not to files', async () => {
  for (const linkedPicture of ['file:///etc/passwd', '/etc/passwd', 'x.png', '\\\\server\\x.png', 'C:/x.png'])
    await expect(checkPptx({ linkedPicture }), linkedPicture).rejects.toMatchObject(rejected);
  expect(await checkPptx({ linkedPicture: 'https://a.test/x.png' })).toHaveLength(1);
  for (const link of ['https://a.test', 'mailto:a@b.test', 'other.pptx'])
    expect(await checkPptx({ link })).toHaveLength(1);
});
