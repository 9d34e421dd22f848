import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Chapter, Inline, ChapterSection } from '../src/features/instructions/chapter.ts';
import { gatewayFacts } from '../src/features/instructions/facts.ts';

const locales = fileURLToPath(new URL('../../../locales/', import.meta.url));
/** The folders that hold chapters. */
const CHAPTER = /[\\/]content[\\/]instructions[\\/](ru|en|uz)[\\/][\w-]+\.md$/;
/** `[[employees:import]]` is the label of a control; `{{header}}` is a value of the organisation. */
const MARK = /\[\[([\w-]+):([\w.#-]+)\]\]|\{\{(\w+)\}\}/;

const labels = new Map<string, unknown>();
/** The label of a control in a language. Throws if the interface has no such text. */
const labelOf = (language: string, namespace: string, key: string): string => {
  const file = `${locales}${language}/${namespace.replaceAll('__', '/')}.json`;
  if (!labels.has(file)) labels.set(file, JSON.parse(readFileSync(file, 'utf8')));
  let found = labels.get(file);
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found !== 'string') throw new Error(`there is no text ${language} ${namespace}:${key}`);
  if (found.includes('{{')) throw new Error(`the text ${namespace}:${key} needs values, so no control has this label`);
  return found;
};

/** Splits a text into plain parts, labels of controls and values of the organisation. */
const splitMarks = (language: string, text: string): Inline[] => {
  const found = MARK.exec(text);
  if (found === null) return text === '' ? [] : [text];
  const [whole, namespace, key, fact] = found;
  if (fact !== undefined && !(gatewayFacts as readonly string[]).includes(fact))
    throw new Error(`there is no value {{${fact}}}`);
  const mark: Inline =
    fact === undefined ? { ui: labelOf(language, namespace!, key!) } : { fact: fact as (typeof gatewayFacts)[number] };
  return [
    ...splitMarks(language, text.slice(0, found.index)),
    mark,
    ...splitMarks(language, text.slice(found.index + whole.length)),
  ];
};

const unescape = (text: string): string =>
  text.replace(
    /&(lt|gt|amp|quot|#39);/g,
    (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? "'",
  );

const readInlines = (language: string, tokens: readonly Token[] = []): Inline[] =>
  tokens.flatMap((token): Inline[] => {
    if (token.type === 'text' || token.type === 'escape')
      return 'tokens' in token && token.tokens !== undefined
        ? readInlines(language, token.tokens)
        : splitMarks(language, unescape((token as Tokens.Text).text));
    if (token.type === 'strong') return [{ b: readInlines(language, token.tokens) }];
    if (token.type === 'codespan') return [{ code: splitMarks(language, (token as Tokens.Codespan).text) }];
    if (token.type === 'link') {
      const { href } = token as Tokens.Link;
      const [, kind, to, hash = ''] = /^(chapter|screen):([\w.-]+)(?:#([\w-]+))?$/.exec(href) ?? [];
      if (kind === undefined) throw new Error(`a link leads to a chapter or a screen, not to ${href}`);
      return [{ to: to!, kind: kind as 'chapter' | 'screen', hash, c: readInlines(language, token.tokens) }];
    }
    throw new Error(`«${token.type}» is not supported: ${token.raw.slice(0, 60)}`);
  });

const readBlock = (language: string, token: Token): Block[] => {
  if (token.type === 'space') return [];
  if (token.type === 'paragraph') {
    const [only, ...more] = token.tokens ?? [];
    if (only?.type === 'image' && more.length === 0)
      return [{ k: 'pic', name: (only as Tokens.Image).href, alt: (only as Tokens.Image).text }];
    return [{ k: 'p', c: readInlines(language, token.tokens) }];
  }
  if (token.type === 'text') return [{ k: 'p', c: readInlines(language, (token as Tokens.Text).tokens) }];
  if (token.type === 'code') {
    const { lang = '', text } = token as Tokens.Code;
    return [{ k: 'copy', plain: lang === 'copy', c: splitMarks(language, text) }];
  }
  if (token.type === 'blockquote')
    return [{ k: 'note', c: (token.tokens ?? []).flatMap((one) => readBlock(language, one)) }];
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List;
    return [
      { k: ordered ? 'ol' : 'ul', items: items.map((item) => item.tokens.flatMap((one) => readBlock(language, one))) },
    ];
  }
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    const cell = (one: Tokens.TableCell): Inline[] => readInlines(language, one.tokens);
    return [{ k: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }];
  }
  throw new Error(`«${token.type}» is not supported: ${token.raw.slice(0, 60)}`);
};

/** Reads a chapter. Its headings of the second level, `## Title {#id}`, begin sections. */
export const readChapter = (language: string, name: string, source: string): Chapter => {
  const tokens = marked.lexer(source);
  const [title, ...rest] = tokens.filter((token) => token.type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1)
    throw new Error('the first line is the title');
  const sections: ChapterSection[] = [{ id: '', title: '', blocks: [] }];
  for (const token of rest) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2) {
      const [, text, id] = /^(.+?)\s*\{#([\w-]+)\}$/.exec((token as Tokens.Heading).text) ?? [];
      if (id === undefined) throw new Error(`the heading «${(token as Tokens.Heading).text}» needs an id: {#id}`);
      sections.push({ id, title: text!, blocks: [] });
    } else sections.at(-1)!.blocks.push(...readBlock(language, token));
  }
  return { id: name.replace(/^\d+-/, ''), title: (title as Tokens.Heading).text, sections };
};

/**
 * Makes each chapter of the instructions a module: its text with the labels of the interface in the same language. With
 * `?title` the module is the title only, for pages that link to chapters and do not show them.
 */
export const instructions = (): Plugin => ({
  name: 'sergak-instructions',
  enforce: 'pre',
  transform(source, id) {
    const [file = '', query] = id.split('?');
    if (!CHAPTER.test(file)) return null;
    try {
      const chapter = readChapter(basename(dirname(file)), basename(file, '.md'), source);
      return { code: `export default ${JSON.stringify(query === 'title' ? chapter.title : chapter)};`, map: null };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  },
});
