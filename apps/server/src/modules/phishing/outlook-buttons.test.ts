import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareMessage } from '@sergak/mail/message.ts';
import PostalMime from 'postal-mime';
import { isUnsafe, removedComments, sanitiseEmail } from './sanitise.ts';

const URL = 'https://portal.test/key';
/** The HTML of an email as it is delivered. */
const delivered = async (html: string): Promise<string> => {
  const build = prepareMessage({ from: { name: 'A', address: 'a@b.test' }, subject: 'x', html });
  const message = build({ link: URL }, { to: { address: 'c@d.test' }, messageId: '<1@b.test>', date: new Date(0) });
  return (await PostalMime.parse(message)).html!.replace(/\r\n/g, '\n').trimEnd();
};
/** What Outlook for Windows reads: the content of its comments, without what is hidden from it. */
const inOutlook = (html: string): string =>
  html
    .replace(/<!--\[if (?:!mso|!vml)[^\]]*\]><!(?:--)?\s*(?:--)?>[^]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if [^\]]*\]>(?!<!)([^]*?)<!\[endif\]-->/g, '$1');
const elsewhere = (html: string): string => html.replace(/<!--[^]*?-->/g, '');
const addresses = (html: string): string[] => Array.from(html.matchAll(/href="([^"]*)"/g), (match) => match[1]!);

const link = '<a href="{{link}}" style="background:#d62828;color:#fff">Открыть</a>';
const round = (more = '') =>
  `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="{{link}}" style="height:40px;v-text-anchor:middle;width:200px;" arcsize="10%" stroke="f" fillcolor="#d62828">${more}<w:anchorlock/><center style="color:#ffffff;font-family:sans-serif;">Открыть</center></v:roundrect>`;

/** Buttons as generators write them, with our link. */
const whole: Readonly<Record<string, string>> = {
  'buttons.cm': `<div><!--[if mso]>${round()}<![endif]--><!--[if !mso]><!-->${link}<!--<![endif]--></div>`,
  'buttons.cm, the older wrapper': `<div><!--[if mso]>${round()}<![endif]-->\n<!--[if !mso]><!-- -->${link}<!--<![endif]--></div>`,
  'buttons.cm, a fill': `<div><!--[if mso]>${round('<v:fill type="tile" color="#d62828"/>')}<![endif]--><!--[if !mso]><!-->${link}<!--<![endif]--></div>`,
  'Campaign Monitor': `<div><!--[if mso]>${round().replaceAll('roundrect', 'rect').replace(' arcsize="10%"', '')}<![endif]--><a href="{{link}}" style="mso-hide:all">Открыть</a></div>`,
  'versions of Outlook': `<div><!--[if gte mso 9]>${round()}<![endif]--><!--[if (!mso)&(!IE)]><!-->${link}<!--<![endif]--></div>`,
  Litmus: `<div><!--[if (mso)|(IE)]><table role="presentation" width="200"><tr><td bgcolor="#d62828"><a href="{{link}}" style="color:#fff">Открыть</a></td></tr></table><![endif]--><!--[if !mso]><!-->${link}<!--<![endif]--></div>`,
  'ghost tables': `<div><!--[if mso | IE]><table width="600"><tr><td><![endif]-->${link}<!--[if mso | IE]></td></tr></table><![endif]--></div>`,
  Mailchimp: `<table><tbody><tr><td><!--[if mso]><table align="center"><tr><td width="600"><![endif]-->${link}<!--[if mso]></td></tr></table><![endif]--></td></tr></tbody></table>`,
  'a shape around a table': `<div><!--[if gte mso 9]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" fill="true" stroke="false" style="width:600px;height:200px"><v:fill type="tile" color="#123456"/><v:textbox inset="0,0,0,0"><![endif]--><div>${link}</div><!--[if gte mso 9]></v:textbox></v:rect><![endif]--></div>`,
  'nested wrappers': `<div><!--[if !mso]><!--><div><!--[if !IE]><!--><a href="{{link}}">Открыть</a><!--<![endif]--></div><!--<![endif]--><!--[if mso]>${round()}<![endif]--></div>`,
};

test.each(Object.entries(whole))('a button stays whole, in Outlook and elsewhere: %s', async (_, html) => {
  const cleaned = sanitiseEmail(html);
  expect(cleaned).toBe(html);
  expect(isUnsafe(cleaned)).toBe(false);
  const email = await delivered(cleaned);
  expect(email).toBe(html.replaceAll('{{link}}', URL));
  expect(addresses(inOutlook(email)).length).toBeGreaterThan(0);
  expect(new Set([...addresses(inOutlook(email)), ...addresses(elsewhere(email))])).toEqual(new Set([URL]));
});

test('settings of Office stay, with their spelling and without `noscript`', () => {
  const xml =
    '<xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>';
  const head = (inside: string) =>
    `<!DOCTYPE html>\n<html lang="ru" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">\n<head><!--[if mso]>${inside}<![endif]--></head>\n<body><p>1</p></body>\n</html>\n`;
  expect(sanitiseEmail(head(xml))).toBe(head(xml));
  expect(sanitiseEmail(head(`<noscript>${xml}</noscript>`))).toBe(head(xml));
});

/** Buttons of which one half is broken. No program may see none or two. */
const halves: Readonly<Record<string, string>> = {
  'a condition that nobody knows': `<!--[if contains mso]>${round()}<![endif]--><!--[if !mso]><!-->${link}<!--<![endif]-->`,
  'a branch that is not closed': `<!--[if mso]>${round()}--><!--[if !mso]><!-->${link}<!--<![endif]-->`,
  'a branch that runs into the next one': `<!--[if mso]>${round()}<!--[if !mso]><!-->${link}<!--<![endif]-->`,
  'a wrapper that is not closed': `<!--[if mso]>${round()}<![endif]--><!--[if !mso]><!-->${link}`,
  'a wrapper that is not opened': `${link}<!--<![endif]--><!--[if mso]>${round()}<![endif]-->`,
  'a shape that is not closed': `<!--[if mso]>${round().replace('</v:roundrect>', '')}<![endif]--><!--[if !mso]><!-->${link}<!--<![endif]-->`,
  'a shape that is not opened': `<!--[if mso]><center>Открыть</center></v:roundrect><![endif]--><!--[if mso]>${round()}<![endif]-->${link}`,
  'another order': `<!--[if !mso]><!-->${link}<!--<![endif]-->\n<!--[if unknown]>${round()}<![endif]-->`,
  'a script in the branch': `<!--[if mso]><script>${round()}</script><![endif]--><!--[if !mso]><!-->${link}<!--<![endif]-->`,
};

test.each(Object.entries(halves))('a branch goes together with its wrapper: %s', async (name, html) => {
  const cleaned = sanitiseEmail(`<div>${html}</div>`);
  expect(sanitiseEmail(cleaned)).toBe(cleaned);
  expect(isUnsafe(cleaned)).toBe(false);
  const email = await delivered(cleaned);
  expect(addresses(elsewhere(email))).toEqual([URL]);
  if (name !== 'a shape that is not opened') expect(addresses(inOutlook(email))).toEqual([URL]);
  expect(email.match(/<v:roundrect/g)?.length ?? 0).toBe(email.match(/<\/v:roundrect>/g)?.length ?? 0);
  if (!email.includes('v:roundrect')) expect(email).not.toContain('<center');
});

test('the other notation of wrappers is understood', () => {
  const written = `<div><!--[if mso]>${round()}<![endif]--><![if !mso]>${link}<![endif]></div>`;
  expect(sanitiseEmail(written)).toBe(
    `<div><!--[if mso]>${round()}<![endif]--><!--[if !mso]><!-->${link}<!--<![endif]--></div>`,
  );
  expect(sanitiseEmail(`<div><!--[if !mso]>-->${link}<!--<![endif]--></div>`)).toBe(
    `<div><!--[if !mso]><!-->${link}<!--<![endif]--></div>`,
  );
});

test('shapes load and run nothing', () => {
  const cleaned = sanitiseEmail(
    `<p>1</p><!--[if mso]><v:rect href="javascript:canary()" onclick="canary()" style="behavior:url(//canary.example)" xmlns:v="canary.example">
    <v:fill src="https://canary.example/x.png" o:href="https://canary.example" type="frame"/><v:imagedata src="//canary.example/y"/><v:shape path="canary" r:id="canary.example"/></v:rect><![endif]-->`,
  );
  expect(cleaned).not.toMatch(/canary\.example|canary\(/);
  expect(cleaned).toContain('<v:fill type="frame"/>');
  expect(isUnsafe(cleaned)).toBe(false);
});

test('the picture of a shape stays if it is one of the library', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const html = (source: string) =>
    `<p>1</p><!--[if mso]><v:rect fill="true"><v:fill${source} type="frame"/></v:rect><![endif]-->`;
  expect(sanitiseEmail(html(` src="picture:${id}"`), new Set([id]))).toBe(html(` src="picture:${id}"`));
  expect(sanitiseEmail(html(` src="picture:${id}"`))).toBe(html(''));
});

test('a bulletproof button of a saved file keeps both halves', () => {
  const file = readFileSync(`${import.meta.dirname}/import/56-outlook-vml-button.html`, 'utf8');
  const cleaned = sanitiseEmail(file.replaceAll('http://x.example', '{{link}}'));
  expect(cleaned).toContain('<html xmlns:v="urn:schemas-microsoft-com:vml">');
  expect(cleaned.match(/href="\{\{link\}\}"/g)).toHaveLength(2);
  expect(cleaned).toContain('<w:anchorlock/><center style="color:#fff">Open</center></v:roundrect><![endif]-->');
});

const around = `<!--[if mso]>${round().replace('Открыть</center></v:roundrect>', '')}<![endif]-->${link}<!--[if mso]></center></v:roundrect><![endif]-->`;
test('a shape around the link at the beginning of a fragment keeps both halves; outside of the body it loses both', () => {
  expect(sanitiseEmail(around)).toBe(around);
  expect(removedComments(around, new Set())).toEqual([]);
  const [first = '', rest = ''] = around.split(link);
  const cleaned = sanitiseEmail(`${first}<html><body>${link}${rest}</body></html>`);
  expect(cleaned).toContain(link);
  expect(cleaned).not.toContain('v:roundrect');
});
