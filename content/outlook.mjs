// Rules of Outlook for Windows, which draws emails with Word: tables and attributes; no flex, grid or positions, no padding but in
// cells, no pictures behind text, and a table of fixed width wherever the others read a greatest width.

/** Properties that Word draws, or leaves out without harm. */
const DRAWN = new Set(
  `background-color border border-bottom border-collapse border-left border-radius border-right border-top color display font-family
  font-size font-style font-weight height letter-spacing line-height margin max-height max-width mso-hide mso-padding-alt overflow
  padding text-align text-decoration text-transform vertical-align white-space width word-break -webkit-text-size-adjust`.split(
    /\s+/,
  ),
);
const VOID = new Set(['br', 'hr', 'img', 'meta', 'area', 'col']);
const MARGIN_TAGS = new Set(['p', 'body', 'h1', 'h2', 'h3', 'ul', 'ol', 'li']);
const CELLS = new Set(['td', 'th']);
const isZero = (value) => /^(?:0(?:px)?\s*)+$/.test(value.trim());

/** The document as Outlook reads it: with what its comments hold, without what is hidden from it. */
const inOutlook = (html) =>
  html
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if (?:gte )?mso[^\]]*\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
    .replace(/<!--[\s\S]*?-->/g, '');

const styleOf = (tag) => {
  const found = new Map();
  for (const part of (tag.match(/\sstyle="([^"]*)"/)?.[1] ?? '').split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0) found.set(part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim());
  }
  return found;
};
const attribute = (tag, name) => tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];

/** Tells what Outlook for Windows would draw otherwise than meant. */
export function checkOutlook(html, label, problems) {
  const say = (text) => problems.push(`${label}: in Outlook for Windows ${text}`);
  const comments = html.match(/<!--[\s\S]*?-->/g) ?? [];
  for (const one of comments)
    if (/v:|<w:/.test(one) && !html.includes('xmlns:v="urn:schemas-microsoft-com:vml"'))
      say('shapes need the namespace of VML');
  if (/<(?:v|w|o):/.test(html.replace(/<!--[\s\S]*?-->/g, ''))) say('shapes stand outside of a comment');
  checkTags(inOutlook(html), say);
}

function checkTags(html, say) {
  /** Open elements, with their style. */
  const open = [];
  for (const [, tag, text] of html.matchAll(/(<[^>]+>)|([^<]+)/g)) {
    if (text !== undefined) {
      checkText(text, open, say);
      continue;
    }
    const name = tag.match(/^<\/?([\w:-]+)/)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    if (tag.startsWith('</')) {
      if (open.pop()?.name !== name) return void say(`</${name}> closes nothing`);
      continue;
    }
    const element = { name, tag, style: styleOf(tag) };
    checkElement(element, open, say);
    if (!VOID.has(name) && !tag.endsWith('/>')) open.push(element);
  }
  if (open.length > 0) say(`<${open.at(-1).name}> is not closed`);
}

function checkElement({ name, tag, style }, open, say) {
  const where = tag.slice(0, 90);
  for (const [property, value] of style) {
    if (!DRAWN.has(property)) say(`"${property}" is not drawn: ${where}`);
    if (/url\s*\(|gradient/i.test(value)) say(`pictures behind text are not drawn: ${where}`);
  }
  const display = style.get('display');
  if (display && !['none', 'block', 'inline-block'].includes(display)) say(`"display: ${display}" is not drawn`);
  if (display === 'none' && style.get('mso-hide') !== 'all') say(`hidden text needs mso-hide:all: ${where}`);
  const margin = style.get('margin');
  if (margin && !isZero(margin) && !MARGIN_TAGS.has(name)) say(`only paragraphs have a margin: ${where}`);
  checkPadding({ name, style, where }, open, say);
  checkSizes({ name, tag, style, where }, open, say);
  if (name === 'table')
    for (const one of ['cellpadding', 'cellspacing', 'border'])
      if (attribute(tag, one) === undefined) say(`a table needs ${one}: ${where}`);
}

/** A button is a coloured cell: what its link has as padding, the cell says to Outlook. */
function checkPadding({ name, style, where }, open, say) {
  const padding = style.get('padding');
  if (!padding || isZero(padding) || CELLS.has(name)) return;
  const parent = open.at(-1);
  if (name === 'a' && CELLS.has(parent?.name)) {
    if (parent.style.get('mso-padding-alt') !== padding) say(`the cell of a button needs mso-padding-alt:${padding}`);
  } else say(`only cells have a padding: ${where}`);
}

function checkSizes({ name, tag, style, where }, open, say) {
  for (const side of ['width', 'height']) {
    const value = style.get(side);
    if (value === undefined || name === 'div') continue;
    if (attribute(tag, side) !== value.replace(/px$/, '')) say(`${side} needs an attribute: ${where}`);
  }
  const most = style.get('max-width');
  if (most === undefined) return;
  const outside = open.findLast((one) => one.name === 'td');
  const table = open.findLast((one) => one.name === 'table');
  const widths = [outside, table].map((one) => one && attribute(one.tag, 'width'));
  if (!widths.includes(most.replace(/px$/, ''))) say(`max-width needs a table of ${most} in a comment: ${where}`);
}

/** Word forgets the font of a table at its cells, and takes Times New Roman. */
function checkText(text, open, say) {
  if (text.replace(/&nbsp;|&zwnj;|\{\{(?:tracking|qr_code)\}\}|\s/g, '') === '') return;
  if (open.some(({ name }) => name === 'title')) return;
  const cell = open.findLastIndex(({ name }) => CELLS.has(name));
  const inside = cell < 0 ? open : open.slice(cell);
  if (inside.some(({ style }) => style.get('display') === 'none')) return;
  for (const property of ['font-family', 'font-size', 'color'])
    if (!inside.some(({ style }) => style.has(property)))
      say(`"${text.trim().slice(0, 40)}" has no ${property} in its cell`);
}
