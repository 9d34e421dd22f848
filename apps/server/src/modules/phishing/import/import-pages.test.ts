import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { changeMarkup } from './import-markup.ts';
import { readMhtml } from './import-mhtml.ts';
import { openReport } from './import-report.ts';
import { openVariables } from './import-variables.ts';
import { readArchive, readSourcePage, type Source } from './import-source.ts';

const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', name));
const change = (source: Source) => {
  const report = openReport();
  const pictures: { name: string }[] = [];
  const html = changeMarkup({
    kind: 'page', language: 'ru', needsLink: false, source, report, variables: openVariables('page', report), pictures: pictures as never, places: new Map(),
  }); // prettier-ignore
  const changes = Object.fromEntries(report.changes().map(({ code, examples }) => [code, examples]));
  return { html, changes, pictures: pictures.map(({ name }) => name) };
};
const page = (html: string | Buffer) => change(readSourcePage(Buffer.from(html)));
const forms = (html: string) => html.match(/<form[\s>]/g)?.length ?? 0;

test('the case: a sign-in that a script sends gets a form around its fields, and its button sends it', async () => {
  const { html, changes } = page(await fixture('61-js-login.html'));
  expect(html).toMatch(
    /<div class="login"><form><input id="u".*?<input id="p" type="password".*?<button type="submit">Sign in<\/button><\/form><\/div>/s,
  );
  expect(changes).toMatchObject({
    form_wrapped: ['u, p'],
    frame: ['https://portal.example/f'],
    field_named: ['u → login', 'p → password'],
  });
});

test('the case: of a search form and a sign-in form the sign-in stays with the label of its button', async () => {
  const { html, changes } = page(await fixture('62-two-forms.html'));
  expect(forms(html)).toBe(1);
  expect(html).toContain('<input type="submit" value="Go">');
  expect(html).not.toContain('name="q"');
  expect(changes['form_dropped']).toEqual(['/search: q']);
  expect(changes['hidden_field']).toEqual(['csrf']);
});

test('the labels of buttons are kept, also of pictures as buttons; what was typed before is not', () => {
  const { html } = page(
    `<form><input name="u" value="ivanov"><input type="button" value="Далее"><input type="reset" value="Сброс"><button>Войти</button>
    <input type="image" alt="Отправить" class="b"><input type="image" src="data:image/png;base64,AAAA" alt="Вход"></form>`,
  );
  for (const kept of [
    'value="Далее"',
    'value="Сброс"',
    '>Войти</button>',
    '<button type="submit" class="b">Отправить</button>',
  ])
    expect(html).toContain(kept);
  expect(html).toMatch(/<button type="submit"><img src="picture:[^"]+" alt="Вход"><\/button>/);
  expect(html).not.toContain('ivanov');
});

test.each([
  [
    'an empty shell of a script',
    '<body><div id="root"></div><script src="/main.js"></script></body>',
    /<div id="root"><form>/,
  ],
  ['a text without fields', '<body><h1>Портал</h1></body>', /<h1>Портал<\/h1><form>/],
])('a page without fields gets a ready form: %s', (_, source, place) => {
  const { html, changes } = page(source);
  expect(html).toMatch(place);
  expect(html).toMatch(/data-field="login".*data-field="password".*<button type="submit">Войти<\/button>/s);
  expect(Object.keys(changes)).toContain('form_added');
});

test('a form around found fields: with the button below them, inside of a table, without a button, next to a search', () => {
  const below = page(
    '<body><header><a role="button">Меню</a></header><div class="card"><div><label>Почта <input type="email"></label></div><div><input type="password"></div><a role="button" href="javascript:go()">Войти</a></div></body>',
  );
  expect(below.html).toMatch(
    /<div class="card"><form>.*type="password".*<button type="submit">Войти<\/button><\/form><\/div>/s,
  );
  expect(below.html).toContain('<a role="button">Меню</a>');
  const table = page(
    '<body><table><tr><td>Логин</td><td><input name="login"></td></tr><tr><td>Пароль</td><td><input type="password"></td></tr></table></body>',
  );
  expect(table.html).toMatch(/<form><table>.*<\/table><p><button type="submit">Войти<\/button><\/p><\/form>/s);
  expect(Object.keys(table.changes)).toContain('button_added');
  const search = page(
    '<body><div><input type="search" name="q"></div><main><p><input name="user"></p><p><input type="password"></p><button type="button">Next</button></main></body>',
  );
  expect(search.html).toMatch(/<main><form>.*<button type="submit">Next<\/button><\/form><\/main>/s);
  expect(search.html.indexOf('type="search"')).toBeLessThan(search.html.indexOf('<form>'));
});

test('a scripted sign-in next to another form, and a sign-in next to a registration', () => {
  const scripted = page(
    '<body><form action="/subscribe"><input type="email" name="mail"></form><div id="login"><input id="u"><input type="password"><button type="button">Войти</button></div></body>',
  );
  expect(scripted.html).toMatch(/<div id="login"><form>/);
  expect(scripted.changes['form_dropped']).toEqual(['/subscribe: mail']);
  const both = page(
    '<body><form id="register"><input name="a"><input type="password" name="p1"><input type="password" name="p2"></form><form id="login"><input name="b"><input type="password" name="p"><button>Войти</button></form></body>',
  );
  expect(both.html).toMatch(/<form id="login">/);
  expect(forms(both.html)).toBe(1);
  const wholePage = page(
    `<body><form action="/search"><input name="q"><p>${'Новости портала. '.repeat(40)}</p></form><form><input type="password"><button>Войти</button></form></body>`,
  );
  expect(forms(wholePage.html)).toBe(1);
  expect(wholePage.html).toContain('Новости портала.');
  expect(wholePage.html).not.toContain('name="q"');
});

test('a button that stands outside of its form and names it is moved into it', () => {
  const { html } = page(
    '<body><form id="f"><input type="password"></form><footer><button form="f">Войти</button></footer></body>',
  );
  expect(html).toMatch(/<form id="f">.*<button form="f">Войти<\/button><\/form><footer><\/footer>/s);
  expect(html.match(/<button/g)).toHaveLength(1);
});

test('forms in frames of the page itself and in components are found', () => {
  const frame = page(
    `<body><h1>x</h1><iframe srcdoc="<form action='/l'><input type=password><button>Войти</button></form>"></iframe><iframe src="https://ads.example"></iframe></body>`,
  );
  expect(frame.html).toMatch(/<h1>x<\/h1><form>.*Войти/s);
  expect(frame.changes).toMatchObject({ frame: ['https://ads.example'] });
  expect(Object.keys(frame.changes)).toContain('frame_joined');
  const component = page(
    '<body><my-login><template shadowrootmode="open"><style>p{color:red}</style><form><input type="password"><my-button><template shadowrootmode="open"><button>Войти</button></template></my-button></form></template></my-login></body>',
  );
  expect(component.html).toMatch(/<my-login>.*<form>.*type="password".*<button>Войти<\/button>/s);
  expect(forms(component.html)).toBe(1);
});

const archive = async (files: Record<string, string>) => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return readArchive(await buffer(zip.outputStream as unknown as NodeJS.ReadableStream));
};

test('forms in frames of an archive are found, and a page of frames becomes the page with the form', async () => {
  const login = '<body><form><input type="password"><button>Войти</button></form></body>';
  const frame = change(
    await archive({
      'Вход.html': '<body><h1>Портал</h1><iframe src="./Вход_files/saved_resource.html"></iframe></body>',
      'Вход_files/saved_resource.html': login,
    }),
  );
  expect(frame.html).toMatch(/<h1>Портал<\/h1><form>.*Войти/s);
  expect(forms(frame.html)).toBe(1);
  const set = change(
    await archive({
      'index.html': '<frameset cols="1,2"><frame src="menu.html"><frame src="login.html"></frameset>',
      'menu.html': '<a href="#">Меню</a>',
      'login.html': login,
    }),
  );
  expect(set.html).toMatch(/<body><form>.*<button>Войти<\/button><\/form>/s);
});

test('files that were saved next to a page and are missing in the upload are listed', () => {
  const { changes } = page(
    '<head><link rel="stylesheet" href="./Вход_files/a.css"></head><body><img src="Вход_files/logo.png" alt="Банк"><img src="file:///C:/x.png"><img src="https://cdn.example/b.png"></body>',
  );
  expect(changes).toMatchObject({
    file_missing: ['Банк, logo.png', 'x.png', './Вход_files/a.css'],
    external_picture: ['b.png'],
  });
  const based = page('<head><base href="https://portal.example/"></head><body><img src="logo.png"></body>');
  expect(based.changes).toMatchObject({ external_picture: ['logo.png'] });
});

test.each([
  [
    'windows-1251 by its meta',
    Buffer.concat([
      Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]),
  ],
  [
    'windows-1251 without a name',
    Buffer.from([...Buffer.from('<p>'), 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xe2, 0xf1, 0xe5, 0xec]),
  ],
  [
    'koi8-r without a name',
    Buffer.from([...Buffer.from('<p>'), 0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x20, 0xd7, 0xd3, 0xc5, 0xcd]),
  ],
  ['UTF-16 with a mark', Buffer.from('\ufeff<p>Привет', 'utf16le')],
  ['UTF-16 of the other order with a mark', Buffer.from('\ufeff<p>Привет', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('<p>Привет', 'utf16le')],
  ['UTF-8 with a mark', Buffer.from('\ufeff<p>Привет')],
  ['UTF-8 that says it is UTF-16', Buffer.from('<meta charset="utf-16"><p>Привет')],
])('a page is read in %s', (_, bytes) => {
  expect(page(bytes).html).toContain('<p>Привет');
});

const quoted = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[=\x80-\xff]/g, (char) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/(?:=[0-9A-F]{2}|[^=]){60}/g, '$&=\r\n');
type Part = { readonly head: string; readonly body: string };
const mhtml = (head: string, parts: readonly Part[]) =>
  Buffer.from(
    `${head}\r\n\r\n${parts.map((part) => `------MultipartBoundary--x----\r\n${part.head}\r\n\r\n${part.body}\r\n`).join('')}------MultipartBoundary--x------\r\n`,
    'latin1',
  );
/** As Chrome and Edge write «Save as, single file». */
const chrome = (html: string, more: readonly Part[] = []) =>
  mhtml(
    'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://bank.example/login\r\nSubject: =?utf-8?Q?=D0=92=D1=85=D0=BE=D0=B4?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----MultipartBoundary--x----"',
    [
      {
        head: 'Content-Type: text/html\r\nContent-ID: <frame-1@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://bank.example/login',
        body: quoted(html),
      },
      {
        head: 'Content-Type: text/css\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: cid:css-1@mhtml.blink',
        body: quoted('body{color:green}'),
      },
      {
        head: 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: https://bank.example/i/logo.png',
        body: 'AAAA',
      },
      {
        head: 'Content-Type: text/html\r\nContent-ID: <frame-2@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://sso.example/f',
        body: quoted('<body><form><input type="password"><button>Войти</button></form></body>'),
      },
      ...more,
    ],
  );

test('a page that Chrome or Edge saved as one file brings its styles, pictures and frames', async () => {
  const source = await readMhtml(
    chrome(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>Вход в банк</title><link rel="stylesheet" href="cid:css-1@mhtml.blink"></head><body><img src="https://bank.example/i/logo.png" alt="Банк"><img src="/i/logo.png"><img src="https://other.example/x.png"><iframe src="cid:frame-2@mhtml.blink"></iframe></body></html>',
    ),
  );
  expect(source.subject).toBe('Вход в банк');
  const { html, changes, pictures } = change(source);
  expect(html).toContain('body{color:green}');
  expect(html).toMatch(/<form><input type="password".*<button>Войти<\/button><\/form>/s);
  expect(pictures).toEqual(['logo.png', 'logo.png']);
  expect(changes).toMatchObject({
    external_picture: ['x.png'],
    style_taken: ['css-1@mhtml.blink'],
    frame_joined: ['cid:frame-2@mhtml.blink'],
  });
});

test('the page of the start parameter is meant; its charset is that of its part; a file without a page is rejected', async () => {
  const html = '<title>Вход</title><form><input type="password"></form>';
  const upper = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 128 }, (_, n) => n + 128));
  const bytes = [...html]
    .map((char) => (char < '\x80' ? char : String.fromCharCode(upper.indexOf(char) + 128)))
    .join('');
  const raw = mhtml(
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; start="<main@x>"; type="text/html"; boundary="----MultipartBoundary--x----"',
    [
      { head: 'Content-Type: text/html\r\nContent-ID: <other@x>', body: '<p>other</p>' },
      { head: 'Content-Type: text/html; charset="windows-1251"\r\nContent-ID: <main@x>', body: bytes },
    ],
  );
  expect(await readMhtml(raw)).toMatchObject({ subject: 'Вход' });
  await expect(
    readMhtml(mhtml('Content-Type: multipart/related; boundary="----MultipartBoundary--x----"', [])),
  ).rejects.toMatchObject({ code: 'empty' });
  await expect(readMhtml(Buffer.from('<p>x</p>'))).rejects.toMatchObject({ code: 'unreadable' });
});
