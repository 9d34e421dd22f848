import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { meaningOf, variableOfAddress } from '@sergak/contract/phishing/foreign-variables.rules.ts';
import { hasOwnVariable, personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import { PICTURE_PLACEHOLDER, pictureSource } from '@sergak/contract/phishing/pictures.rules.ts';
import { isFragment } from '../../../platform/markup/places.ts';
import { textsOf } from '../../../platform/texts.ts';
import { changeComment } from './import-comments.ts';
import { fieldKindOf, isButtonField, isSilentField } from './import-fields.ts';
import { requireOneForm } from './import-forms.ts';
import type { Report } from './import-report.ts';
import type { Source } from './import-source.ts';
import { changeButton, linkAddresses, newAddress } from './import-links.ts';
import { joinParts } from './import-parts.ts';
import { isTracker } from './import-trackers.ts';
import {
  attr,
  bodyOf,
  detach,
  dropAttr,
  isElement,
  nodesOf,
  nodesOfHtml,
  replaceAll,
  replaceWith,
  setAttr,
  textOf,
  type Element,
} from './import-tree.ts';
import { joinSplitVariables, type Variables } from './import-variables.ts';
import { pictureId, type ImportedPicture, type ImportTask } from './import.types.ts';

// Changes the tree of an imported text, so that the sanitiser has nothing left to remove that the report does not name.

type Walk = Pick<ImportTask, 'kind' | 'language' | 'needsLink'> & {
  readonly source: Source;
  readonly report: Report;
  readonly variables: Variables;
  readonly pictures: ImportedPicture[];
  /** Texts with addresses that become links. */
  readonly linked: Map<Tree.ChildNode, Tree.ChildNode[]>;
  /** Place of each file among the pictures, by its address. */
  readonly places: Map<string, number>;
};

const becomeText = (node: Tree.ChildNode, value: string): void =>
  replaceWith(node, [{ nodeName: '#text', value, parentNode: node.parentNode }]);
const frames = new Set('iframe frame frameset object embed applet audio video'.split(' '));

/** Removes an element that may never stay. Returns whether it was removed. */
const removeActive = ({ report, kind }: Walk, node: Element): boolean => {
  const { tagName } = node;
  // Mail programs show no drawings.
  if (tagName === 'svg' && kind === 'email')
    report.add('picture_lost', attr(node, 'aria-label') ?? attr(node, 'id') ?? tagName);
  else if (tagName === 'script') report.add('script', attr(node, 'src') ?? textOf(node));
  else if (frames.has(tagName)) report.add('frame', attr(node, 'src') ?? tagName);
  else if (tagName === 'meta' && attr(node, 'http-equiv')?.toLowerCase() === 'refresh')
    report.add('script', attr(node, 'content'));
  else if (tagName !== 'base' && tagName !== 'noscript' && tagName !== 'template') return false;
  detach(node);
  return true;
};

const OUTSIDE = /@import[^;]*|url\(\s*["']?(?!data:)[^)]{1,500}/gi;
const noteOutsideStyles = ({ report }: Walk, css: string): void => {
  for (const [found] of css.matchAll(OUTSIDE)) report.add('external_style', found.replace(/^url\(\s*["']?/i, ''));
};

/** Whether an address means a file that was saved next to the page and is missing in the upload. */
const isMissingFile = ({ source }: Walk, address: string): boolean =>
  /^file:/i.test(address) || (!source.hasBase && address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address));

/** Puts a style sheet of the archive into the text; any other linked file is removed. */
const takeStyleSheet = (walk: Walk, node: Element): void => {
  const href = attr(node, 'href') ?? '';
  const file = /stylesheet/i.test(attr(node, 'rel') ?? '') ? walk.source.fileAt(href) : undefined;
  if (file) {
    const css = new TextDecoder().decode(file.bytes).replace(/<\/style/gi, '');
    noteOutsideStyles(walk, css);
    walk.report.add('style_taken', file.name);
    return replaceWith(node, nodesOfHtml(`<style>${css}</style>`));
  }
  walk.report.add(
    isMissingFile(walk, href) && /stylesheet/i.test(attr(node, 'rel') ?? '') ? 'file_missing' : 'external_style',
    href,
  );
  detach(node);
};

const DATA = /^data:image\/[\w.+-]+(;[\w=-]+)*(;base64)?,/i;
const dataPicture = (address: string): { name: string; bytes: Uint8Array } | undefined => {
  const head = DATA.exec(address);
  if (!head) return undefined;
  const body = address.slice(head[0].length);
  if (/;base64,$/i.test(head[0])) return { name: 'picture', bytes: Buffer.from(body, 'base64') };
  try {
    return { name: 'picture', bytes: Buffer.from(decodeURIComponent(body)) };
  } catch {
    return undefined;
  }
};

const PIXEL_BYTES = 100;
/** The new address of a picture that came with the text; undefined if it did not. */
const takePicture = (walk: Walk, address: string): string | undefined => {
  const pictureIndex = walk.places.get(address);
  if (pictureIndex !== undefined) return pictureSource(pictureId(pictureIndex));
  const file = dataPicture(address) ?? walk.source.fileAt(address);
  if (!file) return undefined;
  const place = walk.pictures.push(file) - 1;
  walk.places.set(address, place);
  walk.report.add('picture_taken', file.name);
  return pictureSource(pictureId(place));
};

/** The name of the file, for the report: the address of a newsletter's picture is long and says little. */
const fileNameOf = (address: string): string =>
  DATA.test(address)
    ? ''
    : (address
        .replace(/[?#][^]*$/, '')
        .split('/')
        .at(-1) ?? '');

const changePicture = (walk: Walk, node: Element, name: 'src' | 'background'): void => {
  const address = attr(node, name)?.trim();
  if (!address) return;
  const variable = variableOfAddress(address);
  if (variable && meaningOf(variable) === 'tracking') {
    walk.variables.note(variable.text, 'tracking');
    return becomeText(node, walk.kind === 'email' ? '{{tracking}}' : '');
  }
  const isOutside = /^(?:https?:)?\/\//i.test(address);
  if (
    name === 'src' &&
    isTracker(node.attrs) &&
    (isOutside || address.length < PIXEL_BYTES || !takePicture(walk, address))
  ) {
    walk.report.add('tracker', address);
    return detach(node);
  }
  const taken = takePicture(walk, address);
  if (taken) return setAttr(node, name, taken);
  const named = [attr(node, 'alt')?.trim(), fileNameOf(address)].filter(Boolean).join(', ');
  const isRemote = isOutside || (walk.source.hasBase && !/^(?:data|cid|file):/i.test(address));
  walk.report.add(
    isRemote ? 'external_picture' : isMissingFile(walk, address) ? 'file_missing' : 'picture_lost',
    named,
  );
  if (name === 'src') setAttr(node, name, PICTURE_PLACEHOLDER);
  else dropAttr(node, name);
};

/** A place in the text that links can lead to. Outlook writes many; as an `a` without an address it would be a link that leads nowhere. */
const becomePlace = (node: Element, name: string): void => {
  node.nodeName = 'span';
  node.tagName = 'span';
  dropAttr(node, 'name');
  if (attr(node, 'id') === undefined) setAttr(node, 'id', name);
};

const changeLink = (walk: Walk, node: Element): void => {
  const href = attr(node, 'href')?.trim();
  const name = attr(node, 'name');
  if (href === undefined && name !== undefined) return becomePlace(node, name);
  if (href === undefined || href === '{{link}}') return;
  const text = textOf(node);
  if (walk.kind === 'page') {
    if (href === '' || (href.startsWith('#') && !href.includes('{{'))) return;
    walk.report.add('link_disabled', text || href);
    return setAttr(node, 'href', '#');
  }
  const address = newAddress(walk, href, text);
  setAttr(node, 'href', address);
  if (address === '{{link}}') dropAttr(node, 'target');
};

const changeForm = ({ kind, report }: Walk, node: Element): void => {
  if (node.tagName === 'form') {
    const action = attr(node, 'action');
    if (kind === 'email') report.add('form_removed', action);
    else if (action) report.add('form_target', action);
    return dropAttr(node, 'action');
  }
  if (kind === 'email') return;
  if (attr(node, 'type')?.toLowerCase() === 'hidden') {
    report.add('hidden_field', attr(node, 'name') ?? attr(node, 'id'));
    return detach(node);
  }
  // The label of a button is its value.
  if (!isButtonField(node.attrs)) dropAttr(node, 'value');
  if (isSilentField(node.attrs)) return;
  const field = fieldKindOf(node.tagName, node.attrs);
  if (attr(node, 'data-field') !== field)
    report.add('field_named', `${attr(node, 'name') ?? attr(node, 'id') ?? node.tagName} → ${field}`);
  setAttr(node, 'data-field', field);
};

/** Attributes with an address: their element changes them, or they can have no variable. */
const addresses = new Set(['href', 'src', 'background', 'srcset', 'action', 'cite', 'poster', 'data', 'ping']);
const isChangedLater = (tag: string, name: string): boolean =>
  name === 'background' || (name === 'href' ? /^(?:a|area|link)$/.test(tag) : name === 'src' && tag === 'img');

const changeAttributes = (walk: Walk, node: Element): void => {
  for (const one of node.attrs) {
    if (/^on/.test(one.name) || /^\s*(?:java|vb)script:/i.test(one.value)) {
      walk.report.add('script', `${one.name}="${one.value}"`);
      dropAttr(node, one.name);
    } else if (one.name === 'formaction') {
      walk.report.add('form_target', one.value);
      dropAttr(node, one.name);
    } else if (one.name === 'style') {
      one.value = walk.variables.remove(one.value);
      noteOutsideStyles(walk, one.value);
    } else if (!addresses.has(one.name)) one.value = walk.variables.map(one.value, personVariables);
    else if (!isChangedLater(node.tagName, one.name)) one.value = walk.variables.remove(one.value);
  }
};

const changeElement = (walk: Walk, node: Element): void => {
  if (removeActive(walk, node)) return;
  changeAttributes(walk, node);
  if (node.tagName === 'link') return takeStyleSheet(walk, node);
  if (node.tagName === 'style') return noteOutsideStyles(walk, textOf(node));
  if (walk.kind === 'email' && changeButton(walk, node)) return;
  if (/^(?:form|input|select|textarea)$/.test(node.tagName)) changeForm(walk, node);
  if (node.tagName === 'a' || node.tagName === 'area') changeLink(walk, node);
  if (attr(node, 'background') !== undefined) changePicture(walk, node, 'background');
  if (node.tagName !== 'img') return;
  dropAttr(node, 'srcset');
  changePicture(walk, node, 'src');
};

const append = (document: Tree.Document, html: string): void => {
  const body = bodyOf(document);
  for (const node of nodesOfHtml(html)) {
    node.parentNode = body ?? null;
    body?.childNodes.push(node);
  }
};

const changeText = ({ kind, variables, linked }: Walk, text: Tree.TextNode): void => {
  const isOurs = text.value.includes('{{link}}');
  text.value = variables.map(text.value);
  const nodes = kind === 'email' && !isOurs ? linkAddresses(text) : null;
  if (nodes) linked.set(text, nodes);
};

/** The parser moves a comment at the beginning of a fragment out of its content, and the half of a button with it. */
const parseEmail = (html: string): Tree.Document =>
  parse(isFragment(parse(html, { sourceCodeLocationInfo: true })) && /^\s*<!--/.test(html) ? `<body>${html}` : html);

/** Makes an email or page of ours of an imported text. Adds its pictures to `walk.pictures` and each change to the report. */
export const changeMarkup = (given: Omit<Walk, 'linked'>): string => {
  const walk: Walk = { ...given, linked: new Map() };
  const isPage = walk.kind === 'page';
  const document = isPage ? joinParts(walk.source, walk.report) : parseEmail(walk.source.html);
  joinSplitVariables(document);
  if (isPage) requireOneForm(document, walk.language, walk.report);
  const options = { ...walk, takePicture: (address: string) => takePicture(walk, address.trim()) };
  for (const node of nodesOf(document)) {
    if (isElement(node)) changeElement(walk, node);
    else if (node.nodeName === '#comment') {
      const comment = node as Tree.CommentNode;
      const kept = changeComment(comment.data, options);
      if (kept === null) detach(node);
      else comment.data = kept;
    } else if (node.nodeName === '#text') {
      const text = node as Tree.TextNode;
      const parent = text.parentNode && isElement(text.parentNode) ? text.parentNode.tagName : '';
      if (parent === 'style') text.value = walk.variables.remove(text.value).replaceAll('{{', '{ {');
      else if (parent === 'title') text.value = walk.variables.mapTitle(text.value);
      else if (parent !== 'script') changeText(walk, text);
    }
  }
  replaceAll(walk.linked);
  const html = serialize(document);
  if (isPage) return html;
  if (walk.needsLink && !html.includes('{{link}}') && !html.includes('{{qr_code}}')) {
    append(document, `<p><a href="{{link}}">${textsOf(walk.language, 'phishing__server')('import.link')}</a></p>`);
    walk.report.add('link_added');
  }
  if (!html.includes('{{tracking}}')) {
    append(document, '{{tracking}}');
    walk.report.add('tracking_added');
  }
  return serialize(document);
};

/** The subject with our variables, on one line. */
export const changeSubject = (subject: string, variables: Variables): string => {
  const changed = variables.map(subject.replace(/[\s\0]+/g, ' '), personVariables).trim();
  // The title of a template is often a variable for the subject itself.
  return variableOfAddress(changed) && !hasOwnVariable(changed) ? '' : changed;
};

/** The name of a sender, in which only the organisation can stand for a variable. */
export const changeSenderName = (name: string, variables: Variables): string =>
  variables.remove(variables.map(name, ['organization']), '{{organization}}').trim();
