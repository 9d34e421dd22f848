import { type Fault, hasOwnVariable } from '@sergak/contract/phishing/phishing.rules.ts';
import { pictureOf } from '@sergak/contract/phishing/pictures.rules.ts';
import { Parser } from 'htmlparser2';
import { cleanHtml, type MarkupRules } from '../../platform/markup/html.ts';
import type { Attribute } from '../../platform/markup/html-text.ts';
import { commentPlaces, markupPlaces, type MarkupPlace } from '../../platform/markup/places.ts';
import { cleanComment } from './outlook-comments.ts';
import { keepWholeButtons } from './outlook-pairs.ts';
import { isNamespace, vmlAttributes } from './outlook-vml.ts';

// Administrators write emails and pages, and people trust them as the organisation's. On saving, everything is
// removed that could run, load from elsewhere or send typed data. Call this through `cleaning.ts`: a hostile text may
// take long.

const layout = `html head title meta style body table thead tbody tfoot tr td th caption colgroup col div span p br hr
  h1 h2 h3 h4 h5 h6 ul ol li dl dt dd a img map area b strong i em u s small big sub sup font center blockquote pre code abbr
  address time`.split(/\s+/);
const blocks = 'header footer main section article aside figure figcaption'.split(' ');
const fields = `nav form label input select option optgroup textarea button fieldset legend details summary mark
  progress`.split(/\s+/);
const everywhere = new Set(
  `style class id dir lang title role align valign width height bgcolor border cellpadding cellspacing colspan rowspan
  color face size background`.split(/\s+/),
);
const emailAttributes: Readonly<Record<string, string>> = {
  html: 'xmlns xmlns:v xmlns:o xmlns:w',
  a: 'href target rel',
  img: 'src alt usemap',
  map: 'name',
  area: 'href alt shape coords target',
  style: 'type media',
  meta: 'charset name content',
  span: 'data-tip',
  td: 'nowrap scope',
  th: 'nowrap scope',
};
const pageAttributes: Readonly<Record<string, string>> = {
  ...emailAttributes,
  form: 'autocomplete novalidate',
  label: 'for',
  input: 'type placeholder required data-field value checked disabled maxlength inputmode autocomplete readonly',
  select: 'required data-field disabled',
  option: 'value selected disabled',
  textarea: 'placeholder required data-field rows cols maxlength autocomplete',
  button: 'type disabled',
  details: 'open',
  progress: 'value max',
};

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i;
/** Accepts relative addresses and the listed protocols. Browsers ignore spaces and control characters in front. */
const mayLead = (address: string): boolean => {
  const read = address.replace(/[\0-\x20]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  return scheme ? ['https', 'http', 'mailto', 'tel'].includes(scheme) : !/^[/\\]{2}/.test(read);
};

/** Files of the organisation's own pictures: an address `picture:<file>` of any other file is removed. */
export type KnownPictures = ReadonlySet<string>;
const none: KnownPictures = new Set();
const isPicture = (address: string, known: KnownPictures): boolean =>
  PICTURE.test(address) || known.has(pictureOf(address) ?? '');

const mayStay = (tag: string, { name, value }: Attribute, pictures: KnownPictures): boolean => {
  if (name === 'href') return mayLead(value);
  if (tag === 'style' && name === 'type') return /^text\/css$/i.test(value);
  if (name.startsWith('xmlns')) return isNamespace(value);
  if (name === 'usemap') return /^#[\w-]{1,80}$/.test(value);
  if (name === 'data-tip') return /^\d{1,2}$/.test(value);
  if (name === 'src' || name === 'background') return isPicture(value, pictures);
  return tag !== 'meta' || name !== 'content' || !/url\s{0,20}=|:\/\//i.test(value);
};

const attributesBy =
  (own: Readonly<Record<string, string>>, pictures: KnownPictures): MarkupRules['attributes'] =>
  (tag, attributes) => {
    const names = new Set((own[tag] ?? (tag.includes(':') || tag === 'xml' ? vmlAttributes(tag) : ''))?.split(/\s+/));
    const kept = attributes
      .filter((one) => everywhere.has(one.name) || names.has(one.name) || /^aria-[a-z]+$/.test(one.name))
      .filter((one) => mayStay(tag, one, pictures))
      // An image button sends the click position even without a name.
      .map((one) => (tag === 'input' && one.name === 'type' && /^image$/i.test(one.value) ? submit : one));
    if (tag !== 'form') return kept;
    return [...kept.filter(({ name }) => name !== 'autocomplete'), { name: 'autocomplete', value: 'off' }];
  };
const submit: Attribute = { name: 'type', value: 'submit' };

/**
 * Attributes inside of conditional comments. The parser of the check for misplaced variables does not read comments, so
 * a variable is only kept as the whole address of a link.
 */
const attributesInComments = (pictures: KnownPictures): MarkupRules['attributes'] => {
  const clean = attributesBy(emailAttributes, pictures);
  return (tag, attributes) =>
    clean(tag, attributes).flatMap((one): Attribute[] => {
      const { name, value } = one;
      if (name === 'data-tip') return [];
      if (!value.includes('{{') || (name === 'href' && value === '{{link}}')) return [one];
      // A link without an address is shown to its author.
      return name === 'href' ? [{ name, value: '' }] : [];
    });
};

const rulesOf = (tags: readonly string[], own: Readonly<Record<string, string>>, drawings: boolean) => {
  const allowed = new Set(tags);
  return (pictures: KnownPictures): MarkupRules => ({
    tags: allowed,
    attributes: attributesBy(own, pictures),
    comment: (text) => cleanComment(text, attributesInComments(pictures)).text,
    prepare: (html) =>
      keepWholeButtons(html, (text, hasVml) => cleanComment(text, attributesInComments(pictures), hasVml)),
    drawings,
  });
};
const emailRules = rulesOf(layout, emailAttributes, false);
const pageRules = rulesOf([...layout, ...blocks, ...fields], pageAttributes, true);
const redirectRules = rulesOf([...layout, ...blocks], emailAttributes, true);

/** Cleans an email: tables and inline styles are kept; scripts, frames, forms and outside pictures are removed. */
export const sanitiseEmail = (html: string, pictures = none): string => cleanHtml(html, emailRules(pictures));

/**
 * Cleans a landing page: its form has no action and its fields have no names, so that a browser sends no typed data
 * even without our script. `data-field` keeps the kind of the field.
 */
export const sanitisePage = (html: string, pictures = none): string => cleanHtml(html, pageRules(pictures));

/** Cleans a redirect page, which has no form. */
export const sanitiseRedirectPage = (html: string, pictures = none): string => cleanHtml(html, redirectRules(pictures));

/** These variables are replaced by markup, which would end an attribute. */
const MARKUP_VARIABLE = /\{\{(?:tracking|qr_code)\}\}/;
const withoutVariables = new Set('style src srcset background action formaction poster cite data ping'.split(' '));

const isMisplaced = ({ attribute, value }: MarkupPlace): boolean => {
  if (!hasOwnVariable(value)) return false;
  if (attribute === null || withoutVariables.has(attribute)) return true;
  if (attribute === 'href') return value.trim() !== '{{link}}';
  return MARKUP_VARIABLE.test(value);
};

const MISPLACED_MAX = 50;
/**
 * Finds variables that would reveal the reader to a foreign server (`https://…/?e={{email}}`) or that personal data
 * could turn into a style. The address of a link may be exactly `{{link}}`.
 */
export const misplacedVariables = (html: string): Fault[] => {
  const faults: Fault[] = [];
  for (const place of markupPlaces(html)) {
    if (faults.length === MISPLACED_MAX) break;
    if (!isMisplaced(place)) continue;
    const { line, column, value } = place;
    faults.push({ field: 'html', code: 'variable_misplaced', line, column, text: value.slice(0, 120) });
  }
  return faults;
};

/** Finds the pictures of a text that are not the organisation's: their addresses are removed. */
export const unknownPictures = (html: string, known: KnownPictures): Fault[] => {
  const faults: Fault[] = [];
  if (!html.includes('picture:')) return faults;
  for (const { attribute, value, line, column } of markupPlaces(html)) {
    if (faults.length === MISPLACED_MAX) break;
    if ((attribute !== 'src' && attribute !== 'background') || !value.startsWith('picture:')) continue;
    if (known.has(pictureOf(value) ?? '')) continue;
    faults.push({ field: 'html', code: 'picture_unknown', line, column, text: value.slice(0, 120) });
  }
  return faults;
};

/** Finds the conditional comments that lose something when the text is cleaned. */
export const removedComments = (html: string, known: KnownPictures): Fault[] => {
  const faults: Fault[] = [];
  if (!/\[(?:if|endif)\b/i.test(html)) return faults;
  for (const { text, isOutside, line, column } of commentPlaces(html)) {
    if (faults.length === MISPLACED_MAX) break;
    const cleaned = cleanComment(text, attributesInComments(known));
    const lost = isOutside && cleaned.text !== null ? [text] : cleaned.lost;
    if (lost.length === 0) continue;
    faults.push({ field: 'html', code: 'comment_removed', line, column, text: lost.join(' ').slice(0, 120) });
  }
  return faults;
};

const dangerousTags = new Set(
  'script iframe frame object embed base link math use image foreignobject animate set template noscript'.split(' '),
);
const isDangerous = (tag: string, attributes: Readonly<Record<string, string>>): boolean =>
  dangerousTags.has(tag) ||
  Object.entries(attributes).some(([name, value]) => {
    if (/^on|^(?:srcset|action|formaction|srcdoc|http-equiv|xlink:href)$/.test(name)) return true;
    if (name === 'src' || name === 'background') return !value.startsWith('data:image/') && pictureOf(value) === null;
    return /^[\0-\x20]*(?:java|vb)script:|^[\0-\x20]*data:/i.test(value) && name === 'href';
  });

/** Checks cleaned text with a simpler, independent parser for content that must never be left. */
export const isUnsafe = (html: string): boolean => {
  let found = false;
  const parser = new Parser({
    onopentag(tag, attributes) {
      found ||= isDangerous(tag, attributes);
    },
    oncomment(text) {
      // Outlook reads the markup inside of a conditional comment.
      const inside = /^\[if [^\]]*\]>(?!<!)/.exec(text);
      if (inside) found ||= isUnsafe(text.slice(inside[0].length));
    },
  });
  parser.end(html);
  return found;
};
