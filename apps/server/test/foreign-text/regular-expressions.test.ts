import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { RATIO_MAX } from './growth.ts';

// Every regular expression of the server and of the packages takes time in proportion to its text, whatever the text
// contains: one that does not lets a single email or document stop the process.

const root = join(import.meta.dirname, '../../../..');
type Found = { readonly place: string; readonly pattern: string; readonly flags: string };

const expressionsOf = (file: string, text: string): Found[] => {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
    if (regex && start !== undefined)
      found.push({ place: `${file}:${text.slice(0, start).split('\n').length}`, ...regex });
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
};

const all = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root })
  .filter((file) => !/\.(?:test|fixture|bench)\.ts$|\/(?:test-[\w-]+|testing|bench|sink|sink-process)\.ts$/.test(file))
  .flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')));

const common = [
  ...' \n\t<>="\'\\/&#;:.,-_*%()[]{}|~@!?0aAя+',
  '\u00a0',
  '\r\n',
  '<a ',
  '</',
  '<!--',
  '&#',
  'url(',
  '{{',
  'a.',
  'a-',
  'a ',
  '1.',
  '1 ',
  'a=',
  ' a="',
  '0:',
];

/** Texts that repeat what an expression looks for: its literal parts one by one, and the parts before each of them. */
const repeatedFor = (pattern: string): string[] => {
  const parts = pattern
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\{\d*,?\d*\}/g, '')
    .replace(/\\[bB]|\\p\{\w+\}/g, '')
    .replace(/\\[sS]/g, ' ')
    .replace(/\\r\?/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\d/g, '1')
    .replace(/\\w/g, 'a')
    .replace(/\\(.)/g, '$1')
    .split(/[()|[\]*+?^$.]+/)
    .filter((part) => part !== '')
    .slice(0, 12);
  const before = parts.map((_, index) => parts.slice(0, index + 1).join(''));
  return [...new Set([...parts, ...before])].flatMap((text) => [text, `${text} `, `${text}a`]);
};

/** Begins with small texts, because an expression may be much worse than quadratic. */
const SIZES = [500, 3_000, 12_000];
/** A linear expression takes well below a millisecond for texts of these sizes. */
const SUSPICIOUS_MS = 8;
const endings = ['', '\u0001x', '\n/"\'<>)]}'];

const cpu = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
};

/** Expressions whose texts have a fixed greatest length, with the reason. */
const bounded: Readonly<Record<string, string>> = {
  '/\\.?0+$/': 'a number with 15 decimals',
  '/^(.*?)[^\\p{L}\\p{N}]*(?:19|20)\\d\\d[^\\p{L}\\p{N}]*$/u': 'a password of at most 200 characters',
};

const isSlow = (work: () => void): boolean =>
  cpu(work) >= SUSPICIOUS_MS && Math.min(cpu(work), cpu(work)) >= SUSPICIOUS_MS;

const faultOf = ({ pattern, flags }: Found): string | null => {
  const look = new RegExp(pattern, /[gy]/.test(flags) ? flags : `${flags}g`);
  for (const part of new Set([...common, ...repeatedFor(pattern)]))
    for (const ending of endings) {
      const search = (size: number) => void (part.repeat(Math.ceil(size / part.length)) + ending).replace(look, '');
      const slow = SIZES.find((size) => isSlow(() => search(size)));
      if (slow === undefined) continue;
      const growth =
        cpu(() => search(slow * 4)) /
        Math.min(
          cpu(() => search(slow)),
          cpu(() => search(slow)),
        );
      if (growth > RATIO_MAX ** 2) return `${JSON.stringify(part)}: ×${growth.toFixed(0)} for four times the text`;
    }
  return null;
};

test('every regular expression is linear in its text', { timeout: 120_000 }, () => {
  expect(all.length).toBeGreaterThan(400);
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const one of all) {
    const name = `/${one.pattern}/${one.flags}`;
    if (seen.has(name) || Object.hasOwn(bounded, name)) continue;
    seen.add(name);
    const fault = faultOf(one);
    if (fault) faults.push(`${one.place} ${name} on ${fault}`);
  }
  expect(faults).toEqual([]);
});
