import { emailVariables, personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import {
  type ForeignVariable,
  mapVariables,
  meaningOf,
  variablesIn,
} from '@sergak/contract/phishing/foreign-variables.rules.ts';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Report } from './import-report.ts';
import type { ImportTask, MappedVariable } from './import.types.ts';

export type Variables = {
  /** Replaces the known variables of a text by ours, only by `allowed` ones. Unknown ones stay in an email. */
  map(text: string, allowed?: readonly string[]): string;
  /** Like `map`, for the title of the text, which nobody sees: unknown variables are removed. */
  mapTitle(text: string): string;
  /** Removes all variables of a text that can have none, such as a style, except `kept`. */
  remove(text: string, kept?: string): string;
  /** Counts a variable that was replaced. */
  note(found: string, variable: MappedVariable['variable']): void;
  mapped(): MappedVariable[];
};

const MAPPED_MAX = 100;
const FOUND_CHARS = 80;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, FOUND_CHARS);

/** Removes braces that belong to no variable: a page cannot be saved with them. */
const withoutStrayBraces = (text: string): string =>
  text
    .replace(/\{\{(\w+)\}\}/g, '\u0001$1\u0002')
    .replace(/\{\{+|\}\}+/g, '')
    .replaceAll('\u0001', '{{')
    .replaceAll('\u0002', '}}');

/** Collects what happens to the variables of an imported text. */
export const openVariables = (kind: ImportTask['kind'], report: Report): Variables => {
  const own: readonly string[] = kind === 'email' ? emailVariables : personVariables;
  const counts = new Map<string, { found: string; variable: MappedVariable['variable']; count: number }>();
  const note: Variables['note'] = (found, variable) => {
    const key = `${found}\n${variable}`;
    const one = counts.get(key) ?? { found: oneLine(found), variable, count: 0 };
    one.count += 1;
    if (counts.size < MAPPED_MAX) counts.set(key, one);
  };
  const without = (text: string, isKept: (one: ForeignVariable) => boolean): string => {
    const parts: string[] = [];
    let from = 0;
    for (const one of variablesIn(text)) {
      if (one.open.length === 1 || isKept(one)) continue;
      report.add('variable_removed', one.text);
      parts.push(text.slice(from, one.index));
      from = one.index + one.text.length;
    }
    return parts.join('') + text.slice(from);
  };
  const withoutUnknown = (text: string, allowed: readonly string[]): string =>
    withoutStrayBraces(
      without(text, ({ open, text: one }) => !open.startsWith('{{') || allowed.some((name) => one === `{{${name}}}`)),
    );
  return {
    map: (text, allowed = own) => {
      const { text: changed, mapped } = mapVariables(text, allowed);
      for (const { found, variable } of mapped)
        if (variable === 'comment') report.add('variable_removed', found);
        else if (variable !== 'unsubscribe') note(found, variable);
      // A page is filled for its reader: what has no value is left out there.
      return kind === 'email' ? changed : withoutUnknown(changed, allowed);
    },
    mapTitle: (text) => withoutUnknown(mapVariables(text, personVariables).text, personVariables),
    remove: (text, kept) => without(text, (one) => one.text === kept),
    note,
    mapped: () => [...counts.values()],
  };
};

/** The end of a text in which a variable begins. */
const BEGINNING = /(?:\{\{?|\[\[?|\*\|?|%%?|\$\{?)[^{}[\]|%<>]{0,60}$/;
const PARTS_MAX = 8;
const LENGTH_MAX = 200;

/** The texts of a tree in the order in which they are read. */
const textsIn = (root: Tree.Document): Tree.TextNode[] => {
  const found: Tree.TextNode[] = [];
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text') found.push(node as Tree.TextNode);
    if ('childNodes' in node && node.nodeName !== 'style' && node.nodeName !== 'script')
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) waiting.push(node.childNodes[at]!);
  }
  return found;
};

/** Puts a known variable together again that an editor has split: `{{<b>.First</b>Name}}`. */
export const joinSplitVariables = (root: Tree.Document): void => {
  const texts = textsIn(root);
  texts.forEach((first, at) => {
    const beginning = BEGINNING.exec(first.value.slice(-LENGTH_MAX))?.[0];
    if (beginning === undefined) return;
    let whole = beginning;
    for (const next of texts.slice(at + 1, at + PARTS_MAX)) {
      if (whole.length > LENGTH_MAX) return;
      const [from, part] = [whole.length, next.value.slice(0, LENGTH_MAX)];
      whole += part;
      const found = variablesIn(whole)[0];
      if (!found) continue;
      const end = found.text.length;
      if (found.index !== 0 || end <= from || meaningOf(found) === null) return;
      first.value = first.value.slice(0, first.value.length - beginning.length) + found.text;
      next.value = next.value.slice(end - from);
      for (const between of texts.slice(at + 1, texts.indexOf(next, at))) between.value = '';
      return;
    }
  });
};
