import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { textsOf } from '../../../platform/texts.ts';
import { fieldKindOf, isSilentField } from './import-fields.ts';
import { makeUsable } from './import-form-state.ts';
import type { Report } from './import-report.ts';
import {
  attr,
  bodyOf,
  detach,
  dropAttr,
  elementsOf,
  isElement,
  nodesOfHtml,
  replaceWith,
  setAttr,
  textOf,
  type Element,
} from './import-tree.ts';

// A landing page has exactly one form. Foreign pages have several, or none: a script sends what was typed.

const isField = (node: Element): boolean =>
  /^(?:input|select|textarea)$/.test(node.tagName) && !isSilentField(node.attrs);
const isPassword = (node: Element): boolean => attr(node, 'type')?.toLowerCase() === 'password';
const typeOf = (node: Element): string => attr(node, 'type')?.toLowerCase() ?? '';
/** Elements that a person presses to send the form. */
const isButton = (node: Element): boolean =>
  node.tagName === 'button' ||
  (node.tagName === 'input' && /^(?:submit|button|image)$/.test(typeOf(node))) ||
  attr(node, 'role')?.toLowerCase() === 'button';
const isSubmit = (node: Element): boolean =>
  (node.tagName === 'button' && !/^(?:button|reset)$/.test(typeOf(node))) ||
  (node.tagName === 'input' && /^(?:submit|image)$/.test(typeOf(node)));

const SEARCH = /search|поиск|qidir|find/i;
const SIGN_IN = /log[\s_-]?in|sign[\s_-]?in|log[\s_-]?on|auth|вход|войти|kirish/i;
const SIGN_UP = /regist|sign[\s_-]?up|forgot|reset|recover|subscri|регистр|восстанов|подпис/i;
// Forms that ask for an address or a telephone, but not to sign in.
const OTHER_USE = /news[-_ ]?letter|subscri|contact|track|feedback|callback|coupon|promo|рассылк|отслед|связ/i;
const wordsOf = (form: Element): string =>
  ['id', 'class', 'name', 'action', 'role', 'aria-label'].map((name) => attr(form, name) ?? '').join(' ');

/** How much a form looks like the one with which people sign in. */
const scoreOf = (form: Element): number => {
  const fields = elementsOf(form).filter(isField);
  const passwords = fields.filter(isPassword).length;
  const words = wordsOf(form);
  const isSearch = SEARCH.test(words) || fields.some((one) => typeOf(one) === 'search' || attr(one, 'name') === 'q');
  return (
    (passwords === 1 ? 20 : passwords > 1 ? 12 : 0) +
    (SIGN_IN.test(words) ? 6 : 0) -
    (SIGN_UP.test(words) ? 5 : 0) -
    (isSearch ? 10 : 0) -
    (/display\s*:\s*none/i.test(attr(form, 'style') ?? '') || attr(form, 'hidden') !== undefined ? 3 : 0) +
    Math.min(fields.length, 4)
  );
};

const describe = (form: Element): string => {
  const fields = elementsOf(form).filter(isField);
  const names = fields.map((one) => attr(one, 'name') ?? attr(one, 'id') ?? attr(one, 'placeholder') ?? one.tagName);
  return [attr(form, 'action') ?? attr(form, 'id') ?? '', names.slice(0, 6).join(', ')].filter(Boolean).join(': ');
};

/** Longer forms hold the text of the page, which stays. */
const SHORT_FORM = 300;

/** Removes a form with its fields. */
const dropForm = (form: Element, report: Report): void => {
  report.add('form_dropped', describe(form));
  if (textOf(form).length <= SHORT_FORM) return detach(form);
  for (const node of elementsOf(form)) if (isField(node) || isButton(node)) detach(node);
  replaceWith(form, form.childNodes);
};

/** Fields of a first step: a form that asks only who signs in. */
const FIRST_STEP_FIELDS = 2;
const isFirstStep = (form: Element): boolean => {
  const fields = elementsOf(form).filter(isField);
  return (
    fields.length > 0 &&
    fields.length <= FIRST_STEP_FIELDS &&
    !fields.some(isPassword) &&
    fields.some((one) => /^(?:email|login|phone)$/.test(fieldKindOf(one.tagName, one.attrs))) &&
    !SEARCH.test(wordsOf(form)) &&
    !SIGN_UP.test(wordsOf(form)) &&
    // A query of the address may name how visitors are counted.
    ![form, ...fields].some((one) => OTHER_USE.test(wordsOf(one).replace(/\?\S*/g, '')))
  );
};

/** Puts the fields of the step before the password in front of it. */
const joinSteps = (step: Element, kept: Element, report: Report): void => {
  report.add('form_joined', describe(step));
  for (const node of elementsOf(step)) if (isButton(node)) detach(node);
  for (const node of step.childNodes) node.parentNode = kept;
  kept.childNodes = [...step.childNodes, ...kept.childNodes];
  detach(step);
};

/** Keeps the form with which people sign in. */
const keepOneForm = (forms: readonly Element[], report: Report): Element => {
  const scored = forms.map((form) => ({ form, score: scoreOf(form) }));
  const kept = scored.reduce((best, one) => (one.score > best.score ? one : best)).form;
  const isSecondStep = elementsOf(kept).filter(isField).every(isPassword);
  const step = isSecondStep ? forms.slice(0, forms.indexOf(kept)).findLast(isFirstStep) : undefined;
  for (const form of forms) if (form !== kept && form !== step) dropForm(form, report);
  if (step) joinSteps(step, kept, report);
  return kept;
};

/** Elements that may contain a form around a part of their content. */
const holders = new Set('body div main section article aside header footer center td th li dd fieldset'.split(' '));
const pathOf = (node: Element): Element[] => {
  const path: Element[] = [];
  for (let one: Tree.ParentNode | null = node; one; one = 'parentNode' in one ? one.parentNode : null)
    if (isElement(one)) path.unshift(one);
  return path;
};
/** Maximum number of fields by which the place of the form is found. */
const FIELDS_MAX = 100;

/** Number of blocks above the one with the fields in which the button is looked for. */
const BUTTON_LEVELS = 3;

/** The innermost block that holds all fields, or one around it that also holds a button. */
const findHolder = (
  paths: readonly (readonly Element[])[],
  buttons: readonly (readonly Element[])[],
): number | null => {
  const first = paths[0]!;
  let common = 0;
  while (common < first.length - 1 && paths.every((path) => path[common] === first[common])) common += 1;
  const levels: number[] = [];
  for (let depth = common - 1; depth >= 0 && levels.length <= BUTTON_LEVELS; depth -= 1)
    if (holders.has(first[depth]!.tagName)) levels.push(depth);
  return levels.find((depth) => buttons.some((path) => path[depth] === first[depth])) ?? levels[0] ?? null;
};

/** Puts a form around the fields of a page without one, and around the buttons that belong to them. */
const wrapFields = (fields: readonly Element[], buttons: readonly Element[], report: Report): Element | null => {
  const paths = fields.slice(0, FIELDS_MAX).map(pathOf);
  const buttonPaths = buttons.slice(0, FIELDS_MAX).map(pathOf);
  const depth = findHolder(paths, buttonPaths);
  if (depth === null) return null;
  const holder = paths[0]![depth]!;
  const inside = [...paths, ...buttonPaths.filter((path) => path[depth] === holder)];
  const wrapped = new Set<Tree.ChildNode>(inside.map((path) => path[depth + 1]!));
  const places = holder.childNodes.flatMap((child, place) => (wrapped.has(child) ? [place] : []));
  const from = places[0]!;
  const form = nodesOfHtml('<form></form>')[0] as Element;
  const content = holder.childNodes.splice(from, places.at(-1)! - from + 1, form);
  form.parentNode = holder;
  form.childNodes = content;
  for (const one of content) one.parentNode = form;
  report.add('form_wrapped', describe(form));
  return form;
};

/** The body of a page of frames whose frames are missing. */
const withoutFrames = (document: Tree.Document): Element | undefined => {
  const frames = elementsOf(document).find(({ tagName }) => tagName === 'frameset');
  if (!frames) return undefined;
  const body = nodesOfHtml('<div></div>')[0] as Element;
  body.nodeName = 'body';
  body.tagName = 'body';
  replaceWith(frames, [body]);
  return body;
};

type Texts = (key: 'import.form_login' | 'import.form_password' | 'import.form_submit') => string;
const readyForm = (t: Texts): string =>
  `<form><p><label>${escapeHtml(t('import.form_login'))}<br><input type="text" data-field="login"></label></p><p><label>${escapeHtml(t('import.form_password'))}<br><input type="password" data-field="password"></label></p><p><button type="submit">${escapeHtml(t('import.form_submit'))}</button></p></form>`;

/** Adds a form to a page without fields: into the empty element into which a script would have drawn the page, or at the end. */
const addForm = (document: Tree.Document, t: Texts, report: Report): void => {
  const body = bodyOf(document) ?? withoutFrames(document);
  if (!body) return;
  const shell = elementsOf(body).find(
    (node) =>
      node.tagName === 'div' && /^(?:root|app|__next|main)$/i.test(attr(node, 'id') ?? '') && textOf(node) === '',
  );
  const parent = shell ?? body;
  for (const node of nodesOfHtml(readyForm(t))) {
    node.parentNode = parent;
    parent.childNodes.push(node);
  }
  report.add('form_added');
};

/** An element that only a script made a button becomes one. */
const makeSubmit = (node: Element): void => {
  if (node.tagName === 'input') return setAttr(node, 'type', 'submit');
  node.nodeName = 'button';
  node.tagName = 'button';
  for (const name of ['href', 'role', 'tabindex']) dropAttr(node, name);
  setAttr(node, 'type', 'submit');
};

const NEXT = /submit|next|continue|далее|продолж|keyingi|davom/i;
const labelOf = (node: Element): string => `${textOf(node)} ${attr(node, 'value') ?? ''} ${wordsOf(node)}`;

/** Removes the button that showed the step with the password, if another one comes after it. */
const dropNextButtons = (form: Element): void => {
  const inside = elementsOf(form);
  const password = inside.findIndex(isPassword);
  if (password < 0 || !inside.slice(password).some(isButton)) return;
  for (const node of inside.slice(0, password).filter(isButton).slice(0, FIELDS_MAX))
    if (NEXT.test(labelOf(node)) && !SIGN_IN.test(labelOf(node))) detach(node);
};

/** Makes sure that the form can be sent: by its button, by the one that a script would have used, or by a new one. */
const requireSubmit = (form: Element, t: Texts, report: Report): void => {
  const buttons = elementsOf(form).filter(isButton);
  if (buttons.some(isSubmit)) return;
  const first = buttons.slice(0, FIELDS_MAX);
  const button =
    first.find((one) => SIGN_IN.test(labelOf(one))) ?? first.find((one) => NEXT.test(labelOf(one))) ?? buttons.at(-1);
  if (button) return makeSubmit(button);
  for (const node of nodesOfHtml(`<p><button type="submit">${escapeHtml(t('import.form_submit'))}</button></p>`)) {
    node.parentNode = form;
    form.childNodes.push(node);
  }
  report.add('button_added');
};

/** An image as a button sends where it was clicked, so it becomes a button with the image. */
const openImageButtons = (document: Tree.Document): void => {
  for (const node of elementsOf(document)) {
    if (node.tagName !== 'input' || typeOf(node) !== 'image') continue;
    const [alt, src] = [attr(node, 'alt') ?? attr(node, 'title') ?? attr(node, 'value') ?? '', attr(node, 'src')];
    const button = nodesOfHtml('<button type="submit"></button>')[0] as Element;
    for (const name of ['id', 'class', 'style']) {
      const value = attr(node, name);
      if (value !== undefined) setAttr(button, name, value);
    }
    const content = nodesOfHtml(src ? '<img>' : escapeHtml(alt))[0];
    if (content) {
      if (isElement(content))
        content.attrs = [
          { name: 'src', value: src! },
          { name: 'alt', value: alt },
        ];
      content.parentNode = button;
      button.childNodes = [content];
    }
    replaceWith(node, [button]);
  }
};

/** The fields that a script would have sent: a search field next to the sign-in is not one of them. */
const fieldsWithoutForm = (elements: readonly Element[]): Element[] => {
  const fields = elements.filter(isField);
  return fields.some(isPassword)
    ? fields.filter((one) => !SEARCH.test(`${typeOf(one)} ${attr(one, 'name') ?? ''} ${attr(one, 'id') ?? ''}`))
    : fields;
};

/** A field of unknown kind before a password is the name with which people sign in. */
const nameLogin = (form: Element, report: Report): void => {
  const fields = elementsOf(form).filter(isField);
  const login = fields[fields.findIndex(isPassword) - 1];
  if (login?.tagName !== 'input' || fieldKindOf(login.tagName, login.attrs) !== 'comment') return;
  setAttr(login, 'data-field', 'login');
  report.add('field_named', `${attr(login, 'name') ?? attr(login, 'id') ?? 'input'} → login`);
};

/** Moves fields and buttons from elsewhere on the page into the form that they name. */
const gatherParts = (document: Tree.Document, form: Element): void => {
  const id = attr(form, 'id');
  if (!id) return;
  const inside = new Set(elementsOf(form));
  for (const node of elementsOf(document)) {
    if (attr(node, 'form') !== id || inside.has(node)) continue;
    detach(node);
    node.parentNode = form;
    form.childNodes.push(node);
  }
};

/** Finishes the form of a page. */
const finishForm = (document: Tree.Document, form: Element, t: Texts, report: Report): void => {
  makeUsable(document, form);
  dropNextButtons(form);
  nameLogin(form, report);
  requireSubmit(form, t, report);
};

/** Leaves a page with one form that can be sent: its own, one around its fields, or a new one. */
export const requireOneForm = (document: Tree.Document, language: Language, report: Report): void => {
  const t: Texts = textsOf(language, 'phishing__server');
  openImageButtons(document);
  const forms = elementsOf(document).filter((node) => node.tagName === 'form');
  const inForms = new Set(forms.flatMap(elementsOf));
  const isScripted =
    forms.every((form) => !elementsOf(form).some(isPassword)) &&
    elementsOf(document).some((one) => isPassword(one) && !inForms.has(one));
  if (forms.length > 0 && !isScripted) {
    const kept = keepOneForm(forms, report);
    gatherParts(document, kept);
    return finishForm(document, kept, t, report);
  }
  for (const form of forms) dropForm(form, report);
  const elements = elementsOf(document);
  const fields = fieldsWithoutForm(elements);
  const form = fields.length === 0 ? null : wrapFields(fields, elements.filter(isButton), report);
  if (form) finishForm(document, form, t, report);
  else addForm(document, t, report);
};
