import { deadLinks } from '@sergak/contract/phishing/dead-links.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { parse, serialize } from 'parse5';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { cleanCss } from '../../platform/markup/css.ts';
import {
  isUnsafe,
  misplacedVariables,
  removedComments,
  sanitiseEmail,
  sanitisePage,
  sanitiseRedirectPage,
} from './sanitise.ts';
import { mutations } from './mutations.fixture.ts';
import { starterPhishing } from './starter-files.ts';

test('an email keeps its document structure, tables, inline styles and variables', () => {
  const html = [
    '<!DOCTYPE html>',
    '<html lang="ru">',
    '<head>',
    '<meta charset="utf-8" />',
    '<title>Письмо</title>',
    '</head>',
    '<body style="margin:0"><!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->',
    '<table width="600" cellpadding="0"><tr><td style="padding:1px" bgcolor="#ffffff"><a href="{{link}}">{{first_name}}</a></td></tr></table>',
    '<!--[if mso]></td></tr></table><![endif]-->{{tracking}}</body>',
    '</html>',
    '',
  ].join('\n');
  expect(sanitiseEmail(html)).toBe(html);
  expect(sanitiseEmail(sanitiseEmail(html))).toBe(html);
});

test('scripts, outside resources and comments are removed from an email', () => {
  const cleaned =
    sanitiseEmail(`<p onclick="x()">1</p><script>alert(1)</script><img src="https://a.example/p.png" alt="a">
    <img src="data:image/png;base64,iVBORw0="><img src="data:image/svg+xml;base64,PHN2Zz4="><iframe src="//a.example"></iframe>
    <a href="javascript:alert(1)">2</a><!--[if mso]><script>x</script><![endif]--><meta http-equiv="refresh" content="0;url=https://a.example">
    <table><tr><td style="background:url(https://a.example/x.png);color:red">3</td></tr></table><form action="https://a.example"><input name="p"></form><svg><a href="x"/></svg>`);
  expect(cleaned).not.toMatch(/script|onclick|a\.example|iframe|javascript|svg|<form|<input|http-equiv/);
  expect(cleaned).toContain('data:image/png;base64,iVBORw0=');
  expect(cleaned).toContain('color:red');
  expect(isUnsafe(cleaned)).toBe(false);
});

test('fields of a page lose their names and keep their types; its form has no action', () => {
  const cleaned = sanitisePage(
    '<style>p{color:red}</style><form action="https://a.example" method="post" onsubmit="x()"><label for="p">Пароль</label>' +
      '<input id="p" name="password" type="password" data-field="password" required formaction="/x"><input type="image" src="https://a.example/b">' +
      '<button name="go" type="submit">Войти</button></form>',
  );
  expect(cleaned).toContain('<style>p{color:red}</style>');
  expect(cleaned).toContain('<input id="p" type="password" data-field="password" required>');
  expect(cleaned).not.toMatch(/name=|action|method|onsubmit|a\.example|type="image"/);
  expect(isUnsafe(cleaned)).toBe(false);
});

test('the second check finds what the first could miss', () => {
  for (const html of [
    '<script>x</script>',
    '<b onclick=x()>',
    '<a href="javascript:x">',
    '<form action="/x">',
    '<img src="//a.example">',
  ])
    expect(isUnsafe(html)).toBe(true);
  expect(isUnsafe('<p>Скрипт onclick="нажмите" script</p>')).toBe(false);
});

test('the starter content is not changed', async () => {
  const { templates } = await starterPhishing();
  expect(templates.length).toBeGreaterThan(11);
  for (const { slug, emailHtml, pageHtml } of templates)
    for (const language of languages) {
      expect(sanitiseEmail(emailHtml[language]), `${slug} ${language}`).toBe(emailHtml[language]);
      expect(sanitisePage(pageHtml[language]), `${slug} ${language}`).toBe(pageHtml[language]);
      expect(misplacedVariables(emailHtml[language] + pageHtml[language])).toEqual([]);
      expect(deadLinks(emailHtml[language]), slug).toEqual([]);
    }
});

const cleaners = { sanitiseEmail, sanitisePage, sanitiseRedirectPage };
const tagsOf = (node: object): string[] => {
  const { name, children = [] } = node as { name?: string; children?: object[] };
  return [...(name ? [name] : []), ...children.flatMap(tagsOf)];
};

test.for(mutations)('the result is stable when parsed again: %s', (html) => {
  for (const [name, clean] of Object.entries(cleaners)) {
    const cleaned = clean(html);
    expect(clean(cleaned), name).toBe(cleaned);
    expect(isUnsafe(cleaned), name).toBe(false);
    // Parsing and serialising with the standard's parser changes nothing.
    const tree = serialize(parse(cleaned));
    expect(serialize(parse(tree)), name).toBe(tree);
    // A simpler parser, as in mail clients and filters, finds nothing either.
    const found = tagsOf(parseDocument(cleaned));
    expect(found, name).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(script|iframe|math|object|embed|base|link)$/)]),
    );
    expect(cleaned, name).not.toContain('canary.example');
  }
});

test('a line break at the beginning of preformatted text is kept', () => {
  const html = '<pre>\n\n1</pre><textarea rows="2">\n\n1</textarea>';
  expect(sanitisePage(html)).toBe(html);
});

test('a variable inside an address or a style is found, also in obfuscated text', () => {
  const places = [
    '<a href="https://a.example/?e={{email}}">1</a>',
    '<a href="https://a.example/?e=&#123;&#x7b;email}}">1</a>',
    '<a href="mailto:a@a.example?subject={{full_name}}">1</a>',
    '<a href="{{link}}?e={{email}}">1</a>',
    '<p style="background:{{first_name}}">1</p>',
    '<style>p{color:{{first_name}}}</style>',
    '<img alt="{{qr_code}}">',
  ];
  for (const html of places)
    expect(
      misplacedVariables(`<p>\n${html}</p>`).map(({ line }) => line),
      html,
    ).toEqual([2]);
  expect(
    misplacedVariables('<a href=" {{link}} " title="{{first_name}}">{{email}}</a><input value="{{email}}">'),
  ).toEqual([]);
});

test('drawings made of shapes are kept on a page, without any other content', () => {
  const plain = '<svg viewBox="0 0 28 28" aria-hidden="true"><path d="M0 0h1Z" fill="#38bdf8"/></svg>';
  expect(sanitisePage(plain)).toBe(plain);
  expect(sanitiseEmail(`<p>1</p>${plain}`)).toBe('<p>1</p>');
  expect(
    sanitisePage(
      '<svg onload="x()"><use href="//a.example"/><image href="//a.example"/><foreignObject><p>1</p></foreignObject><style>*{}</style>' +
        '<path fill="url(//a.example)" style="fill:red"/><a href="javascript:x"><path/></a></svg>',
    ),
  ).toBe('<svg><path/></svg>');
});

/** The parts of an email made by MJML, as its authors save them. */
const mjml = [
  '<!DOCTYPE html>',
  '<html lang="ru">',
  '<head><title></title>',
  '<!--[if !mso]><!-->',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<!--<![endif]-->',
  '<style type="text/css">#outlook a { padding:0; } @media only screen and (min-width:480px) { .mj-column-per-100 { width:100% !important; } }</style>',
  '<!--[if lte mso 11]>',
  '<style type="text/css">.mj-outlook-group-fix { width:100% !important; }</style>',
  '<![endif]-->',
  '<style media="screen and (min-width:480px)">.moz-text-html .mj-column-per-100 { width:100% !important; }</style>',
  '</head>',
  '<body style="word-spacing:normal;"><div style="">',
  '<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->',
  '<div style="margin:0px auto;max-width:600px;">{{first_name}}</div>',
  '<!--[if mso | IE]></td></tr></table><table border="0"><tr><td class="" style="vertical-align:top;width:300px;"><![endif]-->',
  '<!--[if (gte mso 9)|(IE)]><div style="mso-hide:all">1 &amp; 2</div><![endif]--><!--[if !mso]><!-- --><a href="{{link}}">3</a><!--<![endif]-->',
  '<!--[if mso]><a href="{{link}}" style="color:red">4</a><br /><![endif]-->',
  '<!--[if mso | IE]></td></tr></table><![endif]-->',
  '</div>{{tracking}}</body>',
  '</html>',
  '',
].join('\n');

test('conditional comments of an email made by MJML are kept', () => {
  expect(sanitiseEmail(mjml)).toBe(mjml);
  expect(removedComments(mjml, new Set())).toEqual([]);
});

test('what a conditional comment may not contain is removed and reported', () => {
  const settings =
    '<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><object>1</object><p>2</p><![endif]-->';
  const unknown = '<!--[if contains x]><p>1</p><![endif]-->';
  expect(sanitiseEmail(`<p>1</p>\n${settings}${unknown}`)).toBe(
    '<p>1</p>\n<!--[if gte mso 9]><xml></xml><p>2</p><![endif]-->',
  );
  expect(removedComments(`<p>1</p>\n${settings}${unknown}<!-- note -->`, new Set())).toMatchObject([
    { code: 'comment_removed', line: 2, text: '<w:worddocument> <object>' },
    { code: 'comment_removed', line: 2, text: unknown.slice(4, -3) },
  ]);
});

test.each([
  '<img src="https://canary.example/p.png">',
  '<script>canary.example</script>',
  '<table background="//canary.example"><tr>',
  '<td style="background:url(https://canary.example)">',
  '<style>@import "https://canary.example";a--!>{}</style>',
  '<a href="javascript:canary.example" onclick="canary.example">1</a>',
  '<a href="https://canary.example/?e={{email}}">1</a>',
  '<a href="https://canary.example/?e=&#123;{email}}">1</a>',
  '<title><a href="https://canary.example">',
  '<style>canary.example',
  '<iframe src="https://canary.example"></iframe><v:fill src="https://canary.example"/>',
  '<![endif]><script src="https://canary.example"></script><!--[if mso]>',
])('nothing runs or loads in a conditional comment: %s', (inside) => {
  const cleaned = sanitiseEmail(`<p>1</p><!--[if mso]>${inside}<![endif]-->`);
  expect(cleaned).not.toContain('canary.example');
  expect(sanitiseEmail(cleaned)).toBe(cleaned);
  expect(isUnsafe(cleaned)).toBe(false);
});

test('the second check reads conditional comments', () => {
  expect(isUnsafe('<!--[if mso]><script>x</script><![endif]-->')).toBe(true);
});

test('styles load nothing, in any spelling', () => {
  for (const css of [
    '@import "https://a.example/x.css";',
    '@\\69mport "https://a.example";',
    'a{background:u\\72l(//a.example)}',
    'a{background:\\75rl(//a.example)}',
    'a{background:u/**/rl(https://a.example)}',
    'a{background:image-set("https://a.example/x" 1x)}',
    'a{b:url("\\68ttps://a.example")}',
    'a{b:url(https://a.example',
    'a{b:url("https://a.example',
    'a{b:url("https://a.example\n")}',
    'a{b:src("https://a.example")}',
  ])
    expect(cleanCss(css), css).not.toContain('a.example');
});

test('styles that load nothing are kept character for character', () => {
  for (const css of [
    'a::before{content:"\\2022"} b{background:url(data:image/png;base64,AA)}',
    '.md\\:flex{width:calc(100% - 2px)}',
    '@media (width<=600px){a{color:rgba(0,0,0,.5)}}',
    '@font-face{font-family:x;src:url("data:font/woff2;base64,AA") format("woff2")}',
    'color:red;mso-hide:all;-webkit-text-size-adjust:100%;',
  ])
    expect(cleanCss(css)).toBe(css);
});

test('a string or a comment cannot end the style element', () => {
  for (const css of ['a{b:"</style>"}', '</**//style>', '<!--a{}', 'a{b:"\\3c/style\\3e"}', '<\\/style'])
    expect(cleanCss(css), css).not.toMatch(/<[/!]/);
});

test('removing a rule never joins its neighbours to a new one', () => {
  for (const css of ['@@import;import "https://a.example";', '@@import "x";import url(x);', '*/@\\69mport;*/'])
    expect(cleanCss(cleanCss(css)), css).toBe(cleanCss(css));
  expect(cleanCss('@@import;import "https://a.example";')).not.toContain('@import');
});

/** Characters read for twice the text: a count instead of a time. */
test('the work is linear in the length, not quadratic', () => {
  for (const piece of ['url(', 'image-set(', '(', '@x{', '\\', '"', '/*', '@a ', 'calc(', '<!--']) {
    const css = piece.repeat(400_000 / piece.length);
    expect(cleanCss(css).length).toBeLessThanOrEqual(css.length * 2 + 8);
  }
});
