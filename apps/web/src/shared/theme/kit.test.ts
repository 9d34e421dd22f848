import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The kit's styles are imported part by part (kit.ts): a part that is used but not imported there would have no styles.

const src = fileURLToPath(new URL('../../', import.meta.url));
const kit = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const named = [...read(src, 'shared/theme/kit.ts').matchAll(/styles\/([\w-]+)\.css/g)].map((one) => one[1]!);

const index = new Map(
  [...read(kit, 'esm/index.mjs').matchAll(/^import \{([^}]+)\} from "\.\/([^"]+)"/gm)].flatMap((one) =>
    one[1]!.split(',').map((name) => [name.trim().split(' as ')[0]!, one[2]!] as const),
  ),
);
const used = new Set(
  globSync('**/*.{ts,tsx}', { cwd: src })
    .flatMap((file) => [...read(src, file).matchAll(/(?:import|export) \{([^}]+)\} from '@mantine\/core'/g)])
    .flatMap((one) => one[1]!.split(',').map((name) => name.trim().replace(/ as default$/, '')))
    .filter((name) => name !== '' && !name.startsWith('type ')),
);

/** Class names of the kit's style modules that a part reaches through its imports. */
const classesOf = (start: string): Set<string> => {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = read(kit, 'esm', file);
    if (file.endsWith('.module.mjs')) for (const one of code.matchAll(/"(m_[0-9a-f]+)"/g)) found.add(one[1]!);
    for (const one of code.matchAll(/from "(\.[^"]+)"/g)) visit(join(dirname(file), one[1]!));
  };
  visit(start);
  return found;
};

const stylesOf = new Map<string, string>();
for (const file of readdirSync(join(kit, 'styles')).filter((one) => /^[\w-]+\.css$/.test(one)))
  for (const one of read(kit, 'styles', file).matchAll(/\.(m_[0-9a-f]+)/g))
    if (!stylesOf.has(one[1]!)) stylesOf.set(one[1]!, file.replace('.css', ''));

test('the styles of every part that is used are imported', () => {
  expect(used.size).toBeGreaterThan(15);
  const needed = new Set<string>();
  for (const name of used) {
    const file = index.get(name);
    if (file === undefined) throw new Error(`${name} is not a part of the kit`);
    for (const one of classesOf(file)) if (stylesOf.has(one)) needed.add(stylesOf.get(one)!);
  }
  expect([...needed].filter((one) => !named.includes(one))).toEqual([]);
  const always = ['baseline', 'default-css-variables', 'global'];
  expect(named.filter((one) => !needed.has(one) && !always.includes(one))).toEqual([]);
});

test('windows come from one place, which returns the focus to what opened them', () => {
  const direct = globSync('**/*.tsx', { cwd: src }).filter((file) =>
    /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine\/core'/.test(read(src, file)),
  );
  expect(direct.filter((file) => !read(src, file).includes('useFocusReturn('))).toEqual([]);
});

test('styles keep the order of the kit, so that the more specific rule wins', () => {
  const whole = read(kit, 'styles.css');
  const places = named
    .slice(3)
    .map((one) => whole.indexOf(/\.m_[0-9a-f]+/.exec(read(kit, 'styles', `${one}.css`))![0]));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
