import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PICTURE_PLACEHOLDER } from '@sergak/contract/phishing/pictures.rules.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { msgFile } from '../../platform/mail-file/test-outlook.ts';

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();

const newTemplate = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { template_id } = await emails(org);
  const upload = async (name: string, bytes: string | Buffer) => {
    const path = join(tmpdir(), `import-${randomUUID()}`);
    await writeFile(path, bytes);
    return { file: { path, name, type: 'application/octet-stream', size: bytes.length } };
  };
  const bring = async (name: string, bytes: string | Buffer, kind: 'email' | 'page' = 'email', email?: number) =>
    call('phishing.import', administrator, { id: template_id, kind, email }, await upload(name, bytes));
  const contents = async (name: string, bytes: string | Buffer) =>
    call('phishing.import-contents', administrator, { id: template_id }, await upload(name, bytes));
  const email = async (name: string, bytes: string | Buffer) => {
    const report = await bring(name, bytes);
    return { report, email: await call('phishing.email', administrator, { id: report.id }) };
  };
  return { org, administrator, template_id, bring, contents, email };
};
type Report = { changes: { code: string; count: number; examples: string[] }[] };
const counts = ({ changes }: Report) => Object.fromEntries(changes.map(({ code, count }) => [code, count]));
const examples = ({ changes }: Report, code: string) => changes.find((one) => one.code === code)?.examples;

const message = (html: string, more = '') =>
  [
    'From: =?UTF-8?B?0JHQsNC90Lo=?= <news@bank.example>',
    'Subject: =?UTF-8?B?0JLQsNGI0LAg0LLRi9C/0LjRgdC60LA=?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b',
    'Content-Type: image/png',
    'Content-ID: <logo@bank>',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline; filename="logo.png"',
    '',
    png.toString('base64'),
    more,
    '--b--',
    '',
  ].join('\r\n');

test('a newsletter becomes an email of ours: pictures taken in, links and trackers replaced, everything reported', async () => {
  const { administrator, template_id, email: bring } = await newTemplate();
  const { report, email } = await bring(
    'bank.eml',
    message(
      `<!DOCTYPE html><html><head><title>x</title><link href="https://fonts.example/css" rel="stylesheet"><style>@import url(https://a.example/x.css); p{color:red}</style></head>
<body onload="x()"><!--[if mso]><table><tr><td><![endif]--><table width="600"><tr><td style="padding:4px"><img src="cid:logo@bank" alt="Банк" width="80">
<p>Здравствуйте, {{ first_name }}! *|FNAME|* {{contact.firstname}}</p><a href="https://bank.example/r?u=1" target="_blank">Открыть выписку</a>
<a href="mailto:help@bank.example">Написать</a> <a href="https://bank.example/unsubscribe?u=1">Отписаться</a>
<img src="https://cdn.bank.example/banner.png" alt="Акция" srcset="https://cdn.bank.example/2.png 2x"><img src="https://t.bank.example/o.gif" width="1" height="1">
<script>alert(1)</script><iframe src="https://a.example"></iframe><form action="https://a.example"><input name="q"></form></td></tr></table></body></html>`,
      ['--b', 'Content-Type: application/pdf', 'Content-Disposition: attachment; filename="doc.pdf"', '', 'x'].join(
        '\r\n',
      ),
    ),
  );
  expect(email).toMatchObject({ name: 'Ваша выписка', subject: 'Ваша выписка', sender_name: 'Банк' });
  expect(email.sender_address).toMatch(/^news@/);
  const { pages } = await call('phishing.template', administrator, { id: template_id });
  expect(email.page_id).toBe(pages[0]!.id);
  expect(email.sender_address).not.toContain('bank.example>');
  expect(counts(report)).toMatchObject({
    script: 2,
    frame: 1,
    form_removed: 1,
    tracker: 1,
    external_picture: 1,
    picture_taken: 1,
    link_replaced: 1,
    link_mailto: 1,
    link_unsubscribe: 1,
    attachment_dropped: 1,
    tracking_added: 1,
    sender_replaced: 1,
  });
  expect(examples(report, 'link_unsubscribe')).toEqual(['Отписаться']);
  expect(examples(report, 'link_mailto')).toEqual(['mailto:help@bank.example']);
  expect(examples(report, 'sender_replaced')![0]).toMatch(/^news@bank\.example → /);
  const { data } = await call('phishing.pictures', administrator, { id: template_id });
  expect(data).toMatchObject([{ name: 'logo.png', width: 8, used_in: ['Ваша выписка'] }]);
  expect(email.html).toContain(`<img src="picture:${data[0]!.file_id}" alt="Банк" width="80">`);
  expect(email.html.match(/href="\{\{link\}\}"/g)).toHaveLength(3);
  expect(email.html).toContain('Здравствуйте, {{first_name}}! {{first_name}} {{first_name}}');
  expect(email.html).toContain('<!--[if mso]><table><tr><td><![endif]-->');
  expect(email.html).toContain('{{tracking}}');
  expect(email.html).not.toMatch(/example|script|onload|iframe|form|contact\./);
});

test.each([
  ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
  ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])],
  ['utf-8', Buffer.from('Привет')],
])('text in %s is read, in an email and in a page', async (charset, hello) => {
  const { email: bring } = await newTemplate();
  const head = `From: a@b.example\r\nSubject: x\r\nContent-Type: text/html; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`;
  const body = Buffer.concat([Buffer.from('<p>'), hello, Buffer.from('</p>')]);
  expect((await bring('a.eml', Buffer.concat([Buffer.from(head), body]))).email.html).toContain('Привет');
  const page = Buffer.concat([Buffer.from(`<meta charset="${charset}">`), body]);
  expect((await bring('a.html', page)).email.html).toContain('Привет');
});

test('an email without formatting and without a link gets paragraphs, and a link in a template with a form', async () => {
  const { email: bring } = await newTemplate();
  const { report, email } = await bring('a.eml', 'From: a@b.example\r\nSubject: x\r\n\r\nHello <all>\r\n\r\nBye');
  expect(email.html).toContain('<p>Hello &lt;all&gt;</p>');
  expect(email.html).toContain('<a href="{{link}}">Открыть</a>');
  expect(counts(report)).toMatchObject({ text_only: 1, link_added: 1 });
});

const archive = async (files: Record<string, string | Buffer>) => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
};

test('a saved page brings its pictures and styles; its form reports nothing to its author', async () => {
  const { administrator, bring } = await newTemplate();
  const report = await bring(
    'login.zip',
    await archive({
      'Вход.html': `<html><head><title>Вход</title><link rel="stylesheet" href="./%D0%92%D1%85%D0%BE%D0%B4_files/a.css"><script src="Вход_files/x.js"></script></head>
        <body><img src="./Вход_files/logo.png" alt="l"><form action="https://bank.example/login" method="post"><input type="hidden" name="csrf" value="1">
        <input name="username"><input type="password" name="pwd"><button>Войти</button></form><a href="https://bank.example/help">Помощь</a></body></html>`,
      'Вход_files/logo.png': png,
      'Вход_files/a.css': 'body{color:green;background:url(bg.png)}',
      'Вход_files/x.js': 'alert(1)',
    }),
    'page',
  );
  const page = await call('phishing.page', administrator, { id: report.id });
  expect(page.name).toBe('Вход');
  expect(counts(report)).toMatchObject({
    script: 1,
    style_taken: 1,
    external_style: 1,
    picture_taken: 1,
    form_target: 1,
    hidden_field: 1,
    field_named: 2,
    link_disabled: 1,
  });
  expect(page.html).toContain('color:green');
  expect(page.html).toMatch(/<img src="picture:[0-9a-f-]{36}"/);
  expect(page.html).toContain('data-field="login"');
  expect(page.html).toContain('data-field="password"');
  expect(page.html).not.toMatch(/example|csrf|name=|script/);
});

test('a page without a form gets one, a scripted sign-in one around its fields, and of two forms the sign-in stays', async () => {
  const { administrator, bring } = await newTemplate();
  const page = async (name: string, bytes: string | Buffer) => {
    const report = await bring(name, bytes, 'page');
    return { counts: counts(report), html: (await call('phishing.page', administrator, { id: report.id })).html };
  };
  const fixture = (name: string) => readFile(join(import.meta.dirname, 'import/fixtures', name));
  const plain = await page('a.html', '<p>x</p>');
  expect(plain.counts).toMatchObject({ form_added: 1 });
  expect(plain.html).toMatch(/<form[^>]*>.*data-field="login".*data-field="password".*<button type="submit">Войти/s);
  const scripted = await page('61.html', await fixture('61-js-login.html'));
  expect(scripted.counts).toMatchObject({ form_wrapped: 1, script: 3, frame: 1 });
  expect(scripted.html).toMatch(
    /<div class="login"><form [^>]*><input .*<button type="submit">Sign in<\/button><\/form><\/div>/,
  );
  const two = await page('62.html', await fixture('62-two-forms.html'));
  expect(two.counts).toMatchObject({ form_dropped: 1, hidden_field: 1 });
  expect(two.html.match(/<form/g)).toHaveLength(1);
  expect(two.html).toContain('<input type="submit" value="Go">');
  expect(two.html).toContain('data-field="password"');
  expect(two.html).not.toContain('type="search"');
});

test('a picture of a file that is no picture is left out and reported', async () => {
  const { org, email: bring } = await newTemplate();
  const { report, email } = await bring('a.html', '<p><img src="data:image/png;base64,AAAA" alt="x"></p>');
  expect(counts(report)).toMatchObject({ picture_lost: 1 });
  expect(email.html).toContain(`<img src="${PICTURE_PLACEHOLDER}" alt="x">`);
  expect(await stored('select id from files where organization_id = $1', [org.id])).toEqual([]);
});

test.each([
  '<img src="data:image/png,%">',
  '<img src="data:image/svg+xml,%E0%3C" width="20" height="20">',
  '<table background="data:image/svg+xml,%E0%3C"><tr><td>1</td></tr></table>',
])('a malformed address of a picture does not reject the file: %s', async (html) => {
  const { email: bring } = await newTemplate();
  const { report, email } = await bring('a.html', `<p>Текст</p>${html}`);
  expect(counts(report)).toMatchObject({ picture_lost: 1 });
  expect(email.html).toContain('Текст');
});

test('a placeholder replaces each picture of the internet, and the author is asked to replace it', async () => {
  const { administrator, email: bring } = await newTemplate();
  const { report, email } = await bring(
    'a.html',
    '<p><img src="https://cdn.bank.example/a/banner.png?x=1" alt="Акция" width="200"><img src="//cdn.bank.example/b.jpg"></p>',
  );
  expect(examples(report, 'external_picture')).toEqual(['Акция, banner.png', 'b.jpg']);
  expect(email.html).toContain(`<img src="${PICTURE_PLACEHOLDER}" alt="Акция" width="200">`);
  const { warnings } = await call('phishing.preview', administrator, { html: email.html, kind: 'email' });
  expect(warnings.filter(({ code }) => code === 'picture_missing').map(({ text }) => text)).toEqual([
    'Акция',
    '<img src="">',
  ]);
});

test('conditional comments are imported: links and variables become ours, foreign pictures do not stay', async () => {
  const { email: bring } = await newTemplate();
  const { report, email } = await bring(
    'a.html',
    `<p>1</p><!--[if mso | IE]><table style="width:600px"><tr><td><a href="https://bank.example/?u=1" style="color:red">Войти</a><img src="https://bank.example/p.png"><![endif]-->
<!--[if gte mso 9]><xml><o:AllowPNG/></xml><![endif]--><!--[if mso]><p>{{contact.name}}</p><object></object><![endif]--><!--[if !mso]><!--><p>2</p><!--<![endif]-->`,
  );
  expect(email.html).toContain(
    `<!--[if mso | IE]><table style="width:600px"><tr><td><a href="{{link}}" style="color:red">Войти</a><img src="${PICTURE_PLACEHOLDER}"><![endif]-->`,
  );
  expect(email.html).toContain('<!--[if !mso]><!--><p>2</p><!--<![endif]-->');
  expect(email.html).toContain('<xml><o:AllowPNG/></xml><![endif]--><!--[if mso]><p>{{full_name}}</p><![endif]-->');
  expect(email.html).not.toMatch(/bank\.example|object|contact/);
  expect(counts(report)).toMatchObject({ comment_removed: 1 });
});

/** Its chain of folders never ends. */
const hostileMsg = (): Buffer => {
  const raw = msgFile({ subject: 'x', text: 'y' });
  raw.writeUInt32LE(raw.readUInt32LE(48), (raw.readUInt32LE(76) + 1) * 512 + 4 * raw.readUInt32LE(48));
  return raw;
};

test('unreadable files are answered with an error of their own', async () => {
  const { bring } = await newTemplate();
  const bomb = await archive({ 'a.html': '<p>x</p>', 'b.png': Buffer.alloc(101_000_000) });
  const traversal = (await archive({ 'aa/aaaaaa.html': '<p>x</p>' }))
    .toString('latin1')
    .replaceAll('aa/aaaaaa', '../../etc');
  const cases: [string, string | Buffer, string][] = [
    ['a.exe', 'MZ', 'saved_email.unknown_kind'],
    ['a.eml', Buffer.from([0, 1, 2, 255]), 'saved_email.unreadable'],
    ['a.msg', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'saved_email.unreadable'],
    ['a.msg', hostileMsg(), 'saved_email.unreadable'],
    ['a.zip', 'PK nothing', 'saved_email.unreadable'],
    ['a.zip', Buffer.from(traversal, 'latin1'), 'saved_email.unreadable'],
    ['a.zip', bomb, 'saved_email.too_large'],
    ['a.zip', await archive({ 'a.txt': 'x' }), 'saved_email.empty'],
    ['a.html', 'just text', 'saved_email.empty'],
    ['a.html', '<div>'.repeat(20_000), 'page.too_complex'],
    ['a.html', `<p>${'x'.repeat(600_000)}</p>`, 'saved_email.too_large'],
  ];
  for (const [name, bytes, code] of cases) await expect(bring(name, bytes), code).rejects.toMatchObject({ code });
});

test('an attached email is imported instead of its cover note, or the one that is chosen', async () => {
  const { administrator, bring, contents } = await newTemplate();
  const raw = await readFile(join(import.meta.dirname, 'import/fixtures/42-forwarded-wrapped.eml'));
  expect(await contents('a.eml', raw)).toEqual({
    emails: [
      { depth: 0, subject: 'FW: x', sender: 'user@bugs.test' },
      { depth: 1, subject: 'Original subject', sender: 'Real Phish, p@evil.example' },
    ],
    preselected: 1,
  });
  expect(await contents('a.html', '<p>x</p>')).toEqual({ emails: [], preselected: null });
  const report = await bring('a.eml', raw);
  expect(counts(report)).toMatchObject({ email_dropped: 1, link_replaced: 1 });
  expect((await call('phishing.email', administrator, { id: report.id })).html).toContain('Original body');
  const cover = await bring('a.eml', raw, 'email', 0);
  expect((await call('phishing.email', administrator, { id: cover.id })).subject).toBe('FW: x');
  await expect(bring('a.eml', raw, 'email', 5)).rejects.toMatchObject({ code: 'saved_email.email_unknown' });
});

test('a message that Outlook saved becomes an email with its pictures, or the message attached to it', async () => {
  const { administrator, template_id, bring, contents } = await newTemplate();
  const inner = { subject: 'Внутреннее', text: 'Текст без оформления' };
  const raw = msgFile({
    subject: 'Ваша выписка',
    sender: { name: 'Банк', address: 'news@bank.example' },
    html: '<p>Здравствуйте <a href="https://bank.example">Открыть</a><img src="cid:logo@x" alt="l"></p>',
    attachments: [
      { name: 'logo.png', bytes: png, mime: 'image/png', cid: 'logo@x' },
      { name: 'doc.pdf', bytes: Buffer.from('%PDF') },
    ],
  });
  const report = await bring('выписка.msg', raw);
  expect(counts(report)).toMatchObject({
    picture_taken: 1,
    attachment_dropped: 1,
    link_replaced: 1,
    sender_replaced: 1,
  });
  const email = await call('phishing.email', administrator, { id: report.id });
  expect(email).toMatchObject({ subject: 'Ваша выписка', sender_name: 'Банк' });
  const { data } = await call('phishing.pictures', administrator, { id: template_id });
  expect(email.html).toContain(`<img src="picture:${data[0]!.file_id}" alt="l">`);
  const cover = msgFile({ subject: 'FW', text: 'см. вложение', attachments: [{ name: 'x', message: inner }] });
  expect(await contents('a.msg', cover)).toMatchObject({
    emails: [{ subject: 'FW' }, { subject: 'Внутреннее' }],
    preselected: 1,
  });
  const attached = await bring('a.msg', cover);
  expect((await call('phishing.email', administrator, { id: attached.id })).html).toContain('Текст без оформления');
});

test('malformed MIME is read as far as possible', async () => {
  const { email: bring } = await newTemplate();
  const { email } = await bring(
    'a.eml',
    'From: "a <a@b\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: text/html\r\n\r\n<p>Текст</p>\r\n--unknown\r\n',
  );
  expect(email.html).toContain('Текст');
});
