import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCss } from '../../platform/markup/css.ts';
import { mutations } from './mutations.fixture.ts';
import { isUnsafe, sanitiseEmail, sanitisePage } from './sanitise.ts';

/** Tags, attributes and marks that change how a browser reads what follows. */
const parts = [
  '<svg>',
  '</svg>',
  '<math>',
  '<mtext>',
  '<mglyph>',
  '<style>',
  '</style>',
  '<script>',
  '</script>',
  '<template>',
  '<select>',
  '<noscript>',
  '</noscript>',
  '<title>',
  '</title>',
  '<textarea>',
  '<table>',
  '<form action=/x>',
  '<a href="',
  'javascript:',
  '">',
  ' onerror=canary()',
  '<img src=x',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!--[if mso]>',
  '<![endif]-->',
  '<!--[if !mso]><!-->',
  '<!--<![endif]-->',
  '<![if !mso]>',
  '<![endif]>',
  '<v:roundrect href="{{link}}">',
  '<v:fill src="https://canary.example"/>',
  '</v:roundrect>',
  '<xml><o:AllowPNG/>',
  '</xml>',
  '<map name="x"><area href="javascript:canary()">',
  '&#x6a;',
  '\0',
  '`',
  "'",
  '{{link}}',
  ' style="background:url(//canary.example)"',
  '<iframe srcdoc="',
  '<base href=//canary.example>',
  '<meta http-equiv=refresh>',
];
const markup = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...parts, ...mutations) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
    {
      maxLength: 14,
    },
  )
  .map((all) => all.join(''));

test.each([
  ['email', sanitiseEmail],
  ['page', sanitisePage],
] as const)('any markup of an %s becomes safe, and cleaning it again changes nothing', (_, clean) => {
  fc.assert(
    fc.property(markup, (html) => {
      const cleaned = clean(html);
      expect(isUnsafe(cleaned)).toBe(false);
      expect(clean(cleaned)).toBe(cleaned);
    }),
    { numRuns: 300 },
  );
});

test('cleaning any style again changes nothing, and no style ends its element', () => {
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
    { numRuns: 3_000 },
  );
});
