import { expect, test } from 'vitest';
import { checkOutlook } from '../content/outlook.mjs';

const faults = (body: string): string[] => {
  const problems: string[] = [];
  checkOutlook(`<html><body>${body}</body></html>`, 'x', problems);
  return problems;
};
const cell = (inside: string, style = 'font-family:Arial;font-size:16px;color:#000000;', more = ''): string =>
  `<table cellpadding="0" cellspacing="0" border="0" ${more}><tr><td style="${style}">${inside}</td></tr></table>`;

test('an email of tables passes', () => {
  const wide = '<!--[if mso]><table width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->';
  const table = cell('Здравствуйте!', undefined, 'style="max-width:600px;"');
  expect(faults(`${wide}${table}<!--[if mso]></td></tr></table><![endif]-->`)).toEqual([]);
  expect(
    faults(
      cell(
        '<a href="{{link}}" style="padding:9px;font-family:Arial;font-size:9px;color:#fff">Открыть</a>',
        'mso-padding-alt:9px;',
      ),
    ),
  ).toEqual([]);
});

test.each([
  ['flex', '<div style="display:flex;"></div>', 'display'],
  ['a position', '<div style="position:absolute;"></div>', 'position'],
  [
    'a picture behind text',
    '<table cellpadding="0" cellspacing="0" border="0" style="background-color:url(x)"></table>',
    'pictures',
  ],
  ['a padding outside of cells', '<div style="padding:8px 0;"></div>', 'only cells'],
  ['a button that Word shrinks', cell('<a href="#" style="padding:9px;">x</a>'), 'mso-padding-alt'],
  [
    'a width in the style alone',
    '<table cellpadding="0" cellspacing="0" border="0"><tr><td style="width:44px"></td></tr></table>',
    'attribute',
  ],
  ['a greatest width without a table', cell('x', undefined, 'style="max-width:600px;"'), 'max-width'],
  ['hidden text that Word shows', '<div style="display:none;">x</div>', 'mso-hide'],
  ['a cell without a font', cell('x', 'font-size:16px;color:#000000;'), 'font-family'],
  ['a table without spacing', '<table></table>', 'cellspacing'],
  [
    'a comment that leaves a table open',
    '<!--[if mso]><table cellpadding="0" cellspacing="0" border="0"><![endif]-->',
    'closes nothing',
  ],
  ['a shape without its namespace', '<!--[if mso]><v:rect></v:rect><![endif]-->', 'VML'],
])('%s is a fault', (_, body, why) => {
  expect(faults(body).join('\n')).toContain(why);
});
