// Fails if a name, a file, a table or a text uses a word that docs/glossary.md replaces by another one (“One word in names and texts”).
import { read, sourceFiles } from './source-files.ts';

type Rule = {
  readonly say: string;
  readonly never: readonly RegExp[];
  readonly allowed: RegExp[];
  readonly files: string[];
};

const HEADING = '## One word in names and texts';
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

/** Reads the rules of the glossary. In “otherwise”, a fragment with a file name or a folder is a file that may use the word. */
export const rulesIn = (glossary: string): Rule[] => {
  const section = glossary.split(`${HEADING}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| (?!say|-)/.test(line));
  return rows.map((row) => {
    const [, say = '', never = '', otherwise = ''] = row
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, ''))
      .toSpliced(0, 0, '');
    const isFile = (text: string): boolean => /\/$|\.tsx?$|\.css$/.test(text);
    return {
      say,
      never: quoted(never).map((text) => new RegExp(escaped(text), 'giu')),
      allowed: quoted(otherwise)
        .filter((text) => !isFile(text))
        .map((text) => new RegExp(escaped(text), 'giu')),
      files: quoted(otherwise).filter(isFile),
    };
  });
};

/** Files that keep other words: history, the language of the world, and the rules themselves. */
const FREE =
  /^(?:docs\/glossary\.md|scripts\/check-glossary(?:\.test)?\.ts|package-lock\.json|LICENSE|apps\/server\/migrations\/.*|bench\/results\/.*|content\/(?:courses|phishing)\/.*|packages\/contract\/src\/wire-names(?:\.test)?\.ts)$/;
const TEXT = /\.(?:tsx?|mts|mjs|js|css|sql|json|md|html|ya?ml)$/;

/** Columns as `table.column`, so that a rule can name one. */
const columnsOf = (schema: string): string =>
  [...schema.matchAll(/^create table (\w+) \(\n([^]*?)^\);/gm)]
    .flatMap(([, table, body]) => [...body!.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, column]) => `${table}.${column}`))
    .join('\n');

/** Faults of one file, as sentences. */
export const faultsOf = (rules: readonly Rule[], file: string, text: string): string[] => {
  if (FREE.test(file)) return [];
  const content = file.endsWith('schema.sql') ? `${text}\n${columnsOf(text)}` : text;
  return rules
    .filter(({ files }) => !files.some((one) => (one.endsWith('/') ? file.startsWith(one) : file.endsWith(`/${one}`))))
    .flatMap(({ say, never, allowed }) => {
      const without = (line: string): string => allowed.reduce((rest, one) => rest.replace(one, ''), line);
      const found = (line: string): string | undefined =>
        never.map((one) => without(line).match(one)?.[0]).find(Boolean);
      const inName = found(file);
      return [
        ...(inName === undefined ? [] : [`${file}: the name says “${inName}”, the glossary “${say}”`]),
        ...content.split('\n').flatMap((line, at) => {
          const word = found(line);
          return word === undefined ? [] : [`${file}:${at + 1}: “${word}”, the glossary says “${say}”`];
        }),
      ];
    });
};

if (import.meta.main) {
  const rules = rulesIn(read('docs/glossary.md'));
  if (rules.length === 0) throw new Error(`docs/glossary.md has no table below “${HEADING}”`);
  const files = sourceFiles().filter((file) => TEXT.test(file));
  const faults = files.flatMap((file) => faultsOf(rules, file, read(file)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`${faults.length} words that docs/glossary.md replaces`);
    process.exit(1);
  }
  console.log(`Glossary: ${files.length} files use its ${rules.length} words`);
}
