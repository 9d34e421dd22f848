import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToText } from './html-text.ts';
import { MessageError, prepareMessage, type MessageTemplate, type Person, type Values } from './message.ts';
import { readReceived } from './test-received.ts';

const date = new Date('2026-11-21T08:01:49Z');
const person = (extra: Partial<Person> = {}): Person => ({
  to: { address: 'anna@acme.test' },
  messageId: '<1.abc@acme.test>',
  date,
  ...extra,
});
const base: MessageTemplate = {
  from: { address: 'portal@acme.test', name: 'Портал' },
  subject: 'Письмо',
  html: '<p>да</p>',
};

const build = async (template: Partial<MessageTemplate>, values: Values = {}, extra: Partial<Person> = {}) => {
  const raw = prepareMessage({ ...base, ...template })(values, person(extra));
  checkForm(raw);
  return { raw, mail: await readReceived(raw) };
};
/** The form of every email we send: 7-bit, CRLF only, lines of 76 except for unbreakable header words. */
const checkForm = (raw: Buffer) => {
  const text = raw.toString('latin1');
  expect(text).not.toMatch(/\P{ASCII}/u);
  expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  const [head = '', ...body] = text.split('\r\n\r\n');
  expect(
    Math.max(
      ...body
        .join('\r\n\r\n')
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(76);
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(head.split('\r\n').filter((line) => line.includes('=?') && line.length > 76)).toEqual([]);
};

describe('headers', () => {
  test('name sender, recipient, subject, date and id; no List-Unsubscribe', async () => {
    const { mail, raw } = await build(
      {
        subject: 'Здравствуйте, {{first_name}}!',
        headers: { 'X-Mailer': 'Portal' },
        replyTo: { address: 'help@acme.test', name: 'Помощь' },
      },
      { first_name: 'Анна' },
      {
        to: { address: 'anna@acme.test', name: 'Анна Ким' },
        extraHeaders: { 'X-Awareness-Simulation': 'v1; mac=abc' },
      },
    );
    expect(mail.subject).toBe('Здравствуйте, Анна!');
    expect(mail.from).toEqual({ address: 'portal@acme.test', name: 'Портал' });
    expect(mail.replyTo).toEqual([{ address: 'help@acme.test', name: 'Помощь' }]);
    expect(mail.to![0]).toEqual({ address: 'anna@acme.test', name: 'Анна Ким' });
    expect(mail.messageId).toBe('<1.abc@acme.test>');
    expect(mail.date).toBe(date.toISOString());
    expect(mail.headers.get('x-awareness-simulation')).toBe('v1; mac=abc');
    expect(mail.headers.get('x-mailer')).toBe('Portal');
    expect(mail.headers.get('mime-version')).toBe('1.0');
    expect(raw.toString()).not.toMatch(/list-unsubscribe/i);
    expect(raw.toString()).toContain('Date: Sat, 21 Nov 2026 08:01:49 +0000\r\n');
  });

  test.each([
    'Kim, Anna',
    'Anna "the first" Kim',
    "O'Brien",
    'Oʻtkir Gʻofurov',
    'Ким, Анна «Зам»',
    'a\\b',
    '=?UTF-8?Q?x?=',
    'Anna 🎣 Kim',
    'a <b@c.test>',
    'Константинопольская-Задунайская Александра Константиновна, заместитель директора',
    'x'.repeat(200),
    'Anna; Kim: x@y',
  ])('the display name %j arrives unchanged', async (name) => {
    const { mail } = await build(
      { from: { address: 'portal@acme.test', name } },
      {},
      { to: { address: 'anna@acme.test', name } },
    );
    expect(mail.to![0]).toEqual({ address: 'anna@acme.test', name });
    expect(mail.from).toEqual({ address: 'portal@acme.test', name });
  });

  test.each([
    'Plain',
    'Письмо '.repeat(60).trim(),
    '👩‍💻🎣'.repeat(40),
    'x'.repeat(500),
    'a  b   c',
    '=?UTF-8?B?0L8=?= literal',
    ' spaced ',
    'Oʻzbekiston',
  ])('the subject %j arrives unchanged', async (subject) => {
    const { mail } = await build({ subject: '{{s}}' }, { s: subject });
    expect(mail.subject).toBe(subject);
  });

  test.each<[string, () => Buffer]>([
    ['subject', () => prepareMessage({ ...base, subject: '{{a}}' })({ a: 'x\r\nBcc: b@c.test' }, person())],
    ['a fixed subject', () => prepareMessage({ ...base, subject: 'x\ny' })({}, person())],
    [
      'recipient name',
      () => prepareMessage(base)({}, person({ to: { address: 'a@b.test', name: 'x\r\nBcc: b@c.test' } })),
    ],
    ['recipient address', () => prepareMessage(base)({}, person({ to: { address: 'a@b.test>\r\nBcc: <b@c.test' } }))],
    ['sender name', () => prepareMessage({ ...base, from: { address: 'a@b.test', name: 'x\ry' } })({}, person())],
    ['header value', () => prepareMessage(base)({}, person({ extraHeaders: { 'X-A': 'x\nBcc: b@c.test' } }))],
    ['header name', () => prepareMessage(base)({}, person({ extraHeaders: { 'X-A: y\r\nBcc': 'x' } }))],
    ['second Message-ID', () => prepareMessage({ ...base, headers: { 'message-id': '<x@y>' } })({}, person())],
    ['second To', () => prepareMessage(base)({}, person({ extraHeaders: { Bcc: 'b@c.test' } }))],
    ['message id', () => prepareMessage(base)({}, person({ messageId: '<a@b>\r\nBcc: b@c.test' }))],
    [
      'file name',
      () =>
        prepareMessage({ ...base, attachments: [{ filename: 'a\r\nb', contentType: 'text/plain', content: 'x' }] })(
          {},
          person(),
        ),
    ],
    [
      'content type',
      () =>
        prepareMessage({ ...base, attachments: [{ filename: 'a', contentType: 'text/plain\r\nX: y', content: 'x' }] })(
          {},
          person(),
        ),
    ],
    ['a missing value', () => prepareMessage({ ...base, html: '{{link}}' })({}, person())],
    ['a value of the prototype', () => prepareMessage({ ...base, html: '{{constructor}}' })({}, person())],
    ['a date that is none', () => prepareMessage(base)({}, person({ date: new Date(Number.NaN) }))],
  ])('no value breaks out of its place: %s', (_name, make) => {
    expect(make).toThrow();
  });

  test('errors name the place and do not contain the value', () => {
    const make = () => prepareMessage({ ...base, subject: '{{a}}' })({ a: 'secret\r\n' }, person());
    expect(make).toThrow(MessageError);
    expect(make).toThrow(/^The subject must not contain line breaks$/);
  });
});

describe('body', () => {
  test.each([
    [
      'mostly Latin',
      '<html><body><p style="color:#333">Hello {{ name }}, <a href="https://x.test/?a=1&amp;t={{token}}">open</a></p></body></html>',
    ],
    ['mostly Cyrillic', '<p>Уважаемый коллега {{name}}, пройдите по ссылке {{token}}</p>'],
  ])('%s: values are escaped in HTML and plain in text', async (_name, html) => {
    const values = { name: `<b>"Анна" & 'Ко'</b>`, token: 'a+b=c&d' };
    const { mail } = await build({ html, text: 'Привет {{name}} {{token}}' }, values);
    expect(mail.html).toBe(
      html
        .replace('{{ name }}', '{{name}}')
        .replace('{{name}}', '&lt;b&gt;&quot;Анна&quot; &amp; &#39;Ко&#39;&lt;/b&gt;')
        .replace('{{token}}', 'a+b=c&amp;d'),
    );
    expect(mail.text).toBe(`Привет ${values.name} ${values.token}`);
  });

  test('a value that looks like a variable is not filled again', async () => {
    const { mail } = await build({ html: '{{a}}{{b}}' }, { a: '{{b}}', b: 'x' });
    expect(mail.html).toBe('{{b}}x');
  });

  test('is rendered repeatedly from one preparation, and lists its variables', async () => {
    const prepared = prepareMessage({
      ...base,
      subject: '{{a}}',
      html: '{{b}}',
      text: '{{c}}',
      attachments: [{ filename: 'x.html', contentType: 'text/html', content: '{{d}}', escape: 'html' }],
    });
    expect(prepared.variables).toEqual(['a', 'b', 'c', 'd']);
    for (const x of ['1', '2']) {
      const mail = await readReceived(prepared({ a: x, b: x, c: x, d: `<${x}>` }, person()));
      expect([mail.subject, mail.html, mail.text, mail.attachments[0]!.content.toString()]).toEqual([
        x,
        x,
        x,
        `&lt;${x}&gt;`,
      ]);
    }
  });

  test('a long value, dots, «From » and blanks at line ends arrive unchanged', async () => {
    const text = `.\n..dot\nFrom me \ntab\t\n${'длинноеслово'.repeat(420)}\n${'x'.repeat(5_000)} 🎣\n end`;
    for (const frame of ['{{v}}', 'Ж{{v}}Ж', 'From {{v}}.{{v}}']) {
      const { mail } = await build({ text: frame }, { v: text });
      expect(mail.text).toBe(frame.replaceAll('{{v}}', text).trimEnd());
    }
  });

  test('attachments, pictures and personal files are put in their places', async () => {
    const pdf = Buffer.from(Array.from({ length: 3_000 }, (_, i) => i % 256));
    const qr = Buffer.from('qr of Anna');
    const { mail, raw } = await build(
      {
        html: '<img src="cid:qr">',
        attachments: [
          {
            filename: 'Отчёт «за год», часть 1 (очень длинное имя файла для проверки).pdf',
            contentType: 'application/pdf',
            content: pdf,
          },
          { filename: 'plain name.txt', contentType: 'text/plain', content: Buffer.from('x') },
          { filename: 'qr.png', contentType: 'image/png', content: null, cid: 'qr' },
        ],
      },
      {},
      { files: { 'qr.png': qr } },
    );
    const [picture, first, second] = mail.attachments;
    expect(mail.attachments).toHaveLength(3);
    expect(picture).toMatchObject({ cid: 'qr', contentType: 'image/png', related: true });
    expect(picture!.content.equals(qr)).toBe(true);
    expect(first).toMatchObject({
      filename: 'Отчёт «за год», часть 1 (очень длинное имя файла для проверки).pdf',
      contentType: 'application/pdf',
    });
    expect(first!.content.equals(pdf)).toBe(true);
    expect(second).toMatchObject({ filename: 'plain name.txt' });
    expect(raw.toString().match(/multipart\/\w+/g)).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'multipart/related',
    ]);
  });

  test('an email with only a text has one part', async () => {
    const raw = prepareMessage({ from: base.from, subject: 'x', text: 'Код: {{code}}\n' })(
      { code: '123456' },
      person(),
    );
    checkForm(raw);
    expect(raw.toString()).not.toContain('multipart');
    expect((await readReceived(raw)).text).toBe('Код: 123456');
  });
});

test('any text in any place arrives unchanged', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 120 }).map((s) => s.replace(/[\r\n\0]/g, ''));
  const block = fc
    .array(fc.oneof(line, fc.constant('\n'), fc.constant(' '), fc.constant('.'), fc.constant('=')), { maxLength: 12 })
    .map((parts) => parts.join('').replaceAll('{{', '{'));
  await fc.assert(
    fc.asyncProperty(block, block, block, line, async (before, value, behind, subject) => {
      const html = `<p>${before}{{v}}${behind}{{v}}</p>`;
      const raw = prepareMessage({ ...base, subject: '{{s}}', html, text: `[${before}{{v}}${behind}]` })(
        { v: value, s: subject },
        person(),
      );
      checkForm(raw);
      const mail = await readReceived(raw);
      const escaped = value
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/"/g, '&quot;')
        .replace(/'/g, '&#39;');
      expect(mail.text).toBe(`[${before}${value}${behind}]`);
      expect(mail.html).toBe(`<p>${before}${escaped}${behind}${escaped}</p>`);
      expect(mail.subject ?? '').toBe(subject);
    }),
    { numRuns: 200 },
  );
});

describe('text from HTML', () => {
  test.each([
    ['<p>Раз</p><p>Два</p>', 'Раз\n\nДва\n'],
    ['<h1>Тема</h1>\n<div>а <b>б</b>в,\n г</div><div>д<br>е<br><br>ж</div>', 'Тема\n\nа бв, г\nд\nе\n\nж\n'],
    [
      '<ul><li>один</li><li>два<ul><li>внутри</li></ul></li></ul><ol><li>x</li><li>y</li></ol>',
      '• один\n• два\n  • внутри\n\n 1. x\n 2. y\n',
    ],
    [
      '<a href="{{link}}">Открыть</a> или <a href="https://a.test/?x=1&amp;y=2">https://a.test/?x=1&y=2</a>',
      'Открыть ({{link}}) или https://a.test/?x=1&y=2\n',
    ],
    ['<a href="mailto:a@b.test">a@b.test</a> <a href="#top">вверх</a>', 'a@b.test вверх\n'],
    ['<table><tr><td>а</td><td>б</td></tr><tr><td>в</td></tr></table>', 'а б\nв\n'],
    [
      '<style>p{}</style><script>x<y</script><!-- c > --><head><title>t</title></head>да<img src="x" alt="Схема">',
      'даСхема\n',
    ],
    ['&laquo;a&raquo;&nbsp;&amp;lt; &#1046;&#x416; &unknown; 1 < 2', '«a»\u00a0&lt; ЖЖ &unknown; 1 < 2\n'],
    ['<!doctype html><p title="a > b">x</p', 'x\n'],
    ['', '\n'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test('is generated when no text is given, with its variables filled in as plain text', async () => {
    const { mail } = await build(
      { html: '<p>Привет, {{name}}!</p><a href="{{link}}">Перейти</a> &#123;{other}}' },
      { name: 'A & B', link: 'https://x.test/?a&b' },
    );
    expect(mail.text).toBe('Привет, A & B!\n\nПерейти (https://x.test/?a&b) {{other}}');
  });

  test('is linear on malformed input', () => {
    expect(htmlToText('<!--'.repeat(20_000)).length).toBeLessThan(10);
    expect(htmlToText('<a href="'.repeat(20_000)).length).toBeLessThan(10);
    expect(htmlToText('<'.repeat(20_000)).length).toBe(20_001);
  });
});
