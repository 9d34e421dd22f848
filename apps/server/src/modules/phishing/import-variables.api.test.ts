import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLinks } from '@sergak/contract/phishing/dead-links.rules.ts';
import { prepareMessage } from '@sergak/mail/message.ts';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';

let administrator: Awaited<ReturnType<typeof make.operator>>;
let template_id: string;
beforeAll(async () => {
  const org = await make.organization();
  administrator = await make.operator(org);
  ({ template_id } = await emails(org));
});

const bring = async (bytes: string | Buffer, name = 'a.html') => {
  const path = join(tmpdir(), `import-${randomUUID()}`);
  await writeFile(path, bytes);
  const file = { path, name, type: 'application/octet-stream', size: bytes.length };
  const report = await call('phishing.import', administrator, { id: template_id, kind: 'email' }, { file });
  return { report, email: await call('phishing.email', administrator, { id: report.id }) };
};
const fixture = (name: string) => readFileSync(`${import.meta.dirname}/import/${name}`);
const body = (html: string) => /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? html;

const values = {
  first_name: 'Анна',
  last_name: 'Каримова',
  middle_name: '',
  full_name: 'Каримова Анна',
  email: 'anna@test.test',
  position: 'Бухгалтер',
  department: 'Бухгалтерия',
  organization: 'Ромашка',
  date: '29.11.2026',
  link: 'https://portal.test/key',
  tracking: '',
};
const delivered = async ({ subject, html }: { subject: string; html: string }) => {
  const build = prepareMessage({ from: { name: 'A', address: 'a@b.test' }, subject, html });
  const message = build(values, { to: { address: 'c@d.test' }, messageId: '<1@b.test>', date: new Date(0) });
  return PostalMime.parse(message);
};

test('a template of GoPhish: names are mapped, its button leads to the page, everything is listed', async () => {
  const { report, email } = await bring(fixture('50-gophish-template.html'));
  expect(body(email.html)).toBe(
    '<p>Dear {{first_name}} {{last_name}},</p><p><a href="{{link}}">Click here</a> <a href="{{link}}">Help</a></p>{{tracking}}',
  );
  expect(report.mapped).toEqual(
    expect.arrayContaining([
      { found: '{{.FirstName}}', variable: 'first_name', count: 1 },
      { found: '{{.LastName}}', variable: 'last_name', count: 1 },
      { found: '{{.URL}}', variable: 'link', count: 1 },
      { found: '{{.Tracker}}', variable: 'tracking', count: 1 },
    ]),
  );
  expect([report.unknown, deadLinks(email.html)]).toEqual([[], []]);
  expect(report.changes.map(({ code }) => code)).toEqual(['link_replaced', 'sender_missing']);
  const message = await delivered(email);
  expect(message.html).toContain('Dear Анна Каримова');
  expect(message.html!.match(/href="https:\/\/portal\.test\/key"/g)).toHaveLength(2);
  expect(message.text).toContain('https://portal.test/key');
});

test('a template of KnowBe4', async () => {
  const { report, email } = await bring(fixture('53-knowbe4.html'));
  expect(email.html).toContain('<p>Hi {{first_name}}, <a href="{{link}}">open</a></p>');
  expect(report.mapped).toHaveLength(2);
});

test('a button of Outlook keeps both halves, and both lead to the page', async () => {
  const { report, email } = await bring(fixture('56-outlook-vml-button.html'));
  expect(report.changes.map(({ code }) => code)).not.toContain('comment_removed');
  const { html } = await delivered(email);
  expect(html).toContain('<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://portal.test/key"');
  expect(html).toContain(
    '<w:anchorlock/><center style="color:#fff">Open</center></v:roundrect><![endif]--><!--[if !mso]><!-->',
  );
  expect(html!.match(/href="https:\/\/portal\.test\/key"/g)).toHaveLength(2);
});

test.each([
  [
    'Mailchimp',
    '<p>Hi *|FNAME|*</p><a href="*|ARCHIVE|*">Open</a>',
    '<p>Hi {{first_name}}</p><a href="{{link}}">Open</a>',
  ],
  [
    'Postmark',
    '<p>Hi {{name}}</p><a href="{{action_url}}">Reset</a>',
    '<p>Hi {{full_name}}</p><a href="{{link}}">Reset</a>',
  ],
  [
    'HubSpot',
    '<p>{{ contact.firstname }}</p><a href="{{ view_as_page_url }}">View</a>',
    '<p>{{first_name}}</p><a href="{{link}}">View</a>',
  ],
  [
    'Liquid',
    `<p>{{ customer.first_name | default: 'you' }}</p><a href="{{ shop.url }}">Shop</a>`,
    '<p>{{first_name}}</p><a href="{{link}}">Shop</a>',
  ],
  [
    'Handlebars',
    '<p>{{{user.firstName}}}</p><a href="{{{ verifyUrl }}}">Ok</a>',
    '<p>{{first_name}}</p><a href="{{link}}">Ok</a>',
  ],
  [
    'Salesforce',
    '<p>%%First Name%%</p><a href="%%view_email_url%%">View</a>',
    '<p>{{first_name}}</p><a href="{{link}}">View</a>',
  ],
  ['Microsoft', '<p>${firstName}</p><a href="${phishingUrl}">Ok</a>', '<p>{{first_name}}</p><a href="{{link}}">Ok</a>'],
  [
    'an editor that encodes',
    '<p>1</p><a href="%7B%7B.URL%7D%7D">A</a><a href="http://%7B%7B%20.url%20%7D%7D/">B</a>',
    '<p>1</p><a href="{{link}}">A</a><a href="{{link}}">B</a>',
  ],
  [
    'an editor that encodes characters',
    '<p>1</p><a href="&#123;&#123;.URL&#125;&#125;">A</a>',
    '<p>1</p><a href="{{link}}">A</a>',
  ],
  [
    'an editor that splits',
    '<p>Dear {{<span>.First</span><b>Name</b>}}, hi</p><a href="{{\n .URL }}">A</a>',
    '<p>Dear {{first_name}}<span></span><b></b>, hi</p><a href="{{link}}">A</a>',
  ],
  [
    'texts of pictures',
    '<img alt="{{.Email}}" src="{{.TrackingURL}}"><a href="{{.URL}}">{{.URL}}</a>',
    '{{tracking}}<a href="{{link}}">{{link}}</a>',
  ],
  [
    'areas of a picture',
    '<map name="m"><area href="{{.URL}}" coords="1,2,3,4"></map><a href="{{.URL}}">1</a>',
    '<map name="m"><area href="{{link}}" coords="1,2,3,4"></map><a href="{{link}}">1</a>',
  ],
  [
    'a button of a form',
    '<form action="{{.URL}}"><button style="color:red" onclick="x()">Войти</button><input type="submit" value="Дальше"></form>',
    '<a style="color:red" href="{{link}}">Войти</a><a href="{{link}}">Дальше</a>',
  ],
  ['leaving a list', '<p>1</p><a href="*|UNSUB|*">Leave</a>', '<p>1</p><a href="{{link}}">Leave</a>'],
])('links and names become ours: %s', async (_, html, result) => {
  const { report, email } = await bring(html);
  expect(body(email.html).replace(/>\{\{tracking\}\}$/, '>')).toBe(result);
  expect(report.unknown).toEqual([]);
});

test('unknown variables stay, are listed with their places, and the email cannot be saved or sent with them', async () => {
  const { report, email } = await bring(
    '<title>Hi {{.RId}}</title><p>Hi {{first_name}}\n{{promo}} {% if x %}y{% endif %} {{#each a}}</p><a href="{{promo}}">A</a><a href="#">B</a><p style="color:{{brand}}">{{ link }}</p>',
  );
  expect(email.html).toContain('{{promo}} {% if x %}y{% endif %} {{#each a}}');
  expect(email.html).toContain('<a href="{{promo}}">A</a><a href="#">B</a>');
  expect(email.subject).toBe('Hi {{.RId}}');
  expect(report.unknown.map(({ field, code, line, text }) => [field, code, line, text])).toEqual(
    expect.arrayContaining([
      ['subject', 'unknown_variable', 1, '{{.RId}}'],
      ['html', 'unknown_variable', 5, '{{promo}}'],
      ['html', 'unknown_variable', 5, '{{#each a}}'],
      ['html', 'foreign_variable', 5, '{% if x %}'],
    ]),
  );
  expect(report.changes).toContainEqual({
    code: 'variable_removed',
    count: 2,
    examples: ['{{brand}}', '{{.RId}}'],
  });
  expect(report.warnings.filter(({ code }) => code === 'dead_link').map(({ text }) => text)).toEqual([
    '<a href="{{promo}}">',
    '<a href="#">',
  ]);
  const { id, html, version } = email;
  await expect(call('phishing.email-update', administrator, { id, html, version })).rejects.toMatchObject({
    code: 'email.unknown_variable',
  });
});

test('the sender and the subject of an email; a text part', async () => {
  const { report, email } = await bring(
    'From: "{{company_name}} Support {{agent}}" <help@bank.example>\r\nSubject: {{.FirstName}}, *|LIST:COMPANY|* {{.URL}}\r\n\r\nHello {{.FirstName}}\r\n\r\n{{.URL}}\r\n',
    'a.eml',
  );
  expect(email).toMatchObject({
    sender_name: expect.stringMatching(/^[^{}]+ Support$/),
    subject: '{{first_name}}, {{organization}} {{.URL}}',
  });
  expect(email.html).toContain('<p>Hello {{first_name}}</p>\n<p><a href="{{link}}">{{link}}</a></p>');
  expect(report.unknown).toMatchObject([{ field: 'subject', text: '{{.URL}}' }]);
  expect(report.changes).toContainEqual({ code: 'variable_removed', count: 1, examples: ['{{agent}}'] });
});

test('pictures of shapes are taken in like all others, and those of the internet are left out', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const shape = (source: string) =>
    `<!--[if gte mso 9]><v:rect fill="true" stroke="f"><v:fill src="${source}" type="frame"/><v:textbox><![endif]--><p>1</p><!--[if gte mso 9]></v:textbox></v:rect><![endif]-->`;
  const { report, email } = await bring(
    `<div>${shape(`data:image/png;base64,${png.toString('base64')}`)}${shape('https://cdn.bank.example/bg.png')}<a href="{{.URL}}">1</a></div>`,
  );
  expect(email.html).toMatch(/<v:fill src="picture:[0-9a-f-]{36}" type="frame"\/><v:textbox>/);
  expect(email.html).toContain('<v:rect fill="true" stroke="f"><v:fill type="frame"/><v:textbox>');
  expect(email.html.match(/<\/v:textbox><\/v:rect>/g)).toHaveLength(2);
  expect(report.changes.map(({ code }) => code)).toEqual(expect.arrayContaining(['picture_taken', 'external_picture']));
  expect(email.html).not.toContain('bank.example');
});

test('a button for Outlook at the beginning of a fragment keeps both halves', async () => {
  const { email } = await bring(
    '<!--[if mso]><v:roundrect href="https://bank.example"><center><![endif]--><a href="https://bank.example">A</a><!--[if mso]></center></v:roundrect><![endif]-->',
  );
  expect(email.html).toContain(
    '<!--[if mso]><v:roundrect href="{{link}}"><center><![endif]--><a href="{{link}}">A</a><!--[if mso]></center></v:roundrect><![endif]-->',
  );
});

test('a bookmark of Outlook is a place in the text and no link; a link to it still leads there', async () => {
  const { email } = await bring('<p><a name="_MailOriginal">Письмо</a> <a href="#_MailOriginal">вверх</a></p>');
  expect(body(email.html)).toContain('<span id="_MailOriginal">Письмо</span> <a href="#_MailOriginal">вверх</a>');
  expect(deadLinks(email.html)).toEqual([]);
});

test('of a condition about the reader one part stays, in the text and in the subject', async () => {
  const { report, email } = await bring(
    '<title>{{#if first_name}}{{first_name}}, {{/if}}код</title><p>*|IF:FNAME|*Здравствуйте, *|FNAME|*!*|ELSE:|*Здравствуйте!*|END:IF|*</p>',
  );
  expect(email.subject).toBe('{{first_name}}, код');
  expect(body(email.html)).toContain('<p>Здравствуйте, {{first_name}}!</p>');
  expect(report.unknown).toEqual([]);
});

test('a title that is only a variable for the subject gives the name of the file', async () => {
  const { email } = await bring('<title>*|MC:SUBJECT|*</title><p>x</p>', 'Акция.html');
  expect(email.subject).toBe('Акция');
});

test('a drawing, which mail programs do not show, is reported', async () => {
  const { report, email } = await bring('<p>x<svg aria-label="Логотип"><path d="M0 0"/></svg></p>');
  expect(email.html).not.toContain('svg');
  expect(report.changes).toContainEqual({ code: 'picture_lost', count: 1, examples: ['Логотип'] });
});
