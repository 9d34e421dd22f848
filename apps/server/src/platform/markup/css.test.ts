import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCss } from './css.ts';

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

test('cleaning is idempotent', () => {
  const piece = fc.constantFrom(
    ...'url( \\75rl( image-set( calc( ) ( { } [ ] ; : , @import @media @\\69mport "x" " \' /* */ <!-- --> < / \\ a none 1px # https://a.example'.split(
      ' ',
    ),
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const once = cleanCss(pieces.join(''));
      expect(cleanCss(once)).toBe(once);
      expect(once).not.toMatch(/<[/!]/);
    }),
    { numRuns: 10_000 },
  );
});

/** Characters read for twice the text: a count instead of a time. */
test('the work is linear in the length, not quadratic', () => {
  for (const piece of ['url(', 'image-set(', '(', '@x{', '\\', '"', '/*', '@a ', 'calc(', '<!--']) {
    const css = piece.repeat(400_000 / piece.length);
    expect(cleanCss(css).length).toBeLessThanOrEqual(css.length * 2 + 8);
  }
});
