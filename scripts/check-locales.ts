/**
 * Compares the translations with each other and with the code. Fails on missing or extra keys, plural forms that the
 * language lacks, unused texts, Cyrillic in other languages than Russian, quotation marks of another language,
 * untranslated texts, different placeholders, words that Russian avoids, errors with a full stop, and error codes and
 * figures without a text.
 */
import { globSync, readFileSync } from 'node:fs';
import { errorCodes } from '../packages/contract/src/errors.ts';
import { isTimeZone } from '../packages/contract/src/organizations/organizations.rules.ts';
import { figures } from '../packages/contract/src/figures/figures.rules.ts';
import { languages, pluralOf, readLocales, root, type Texts, withoutPlural } from './locale-files.ts';

const faults: string[] = [];
const all = new Map(languages.map((language) => [language, readLocales(language)]));
const ru = all.get('ru')!;
/** Words that Russian texts avoid, with the one to use. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/колонк/i, 'столбец'],
  [/учебн\S+ атак/i, 'учебное письмо'],
  [/попа(?:лся|лась|лись|вш\p{L}+ся)/iu, 'ошибка'],
  [/\p{L}\(а\)/u, 'письмо открыто'],
  [/фишинг\S* по тегам/i, 'автоматический фишинг'],
];
/** Texts that are the same in every language on purpose. */
const alike = new Set<string>(['library__server:questions.example.short.explanation']);

const bases = (texts: Texts): Set<string> => new Set([...texts.keys()].map(withoutPlural));
const isPlural = (texts: Texts, key: string): boolean =>
  [...texts.keys()].some((one) => withoutPlural(one) === key && pluralOf(one) !== undefined);
const placeholders = (value: string): string =>
  [...value.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name!)
    .toSorted((a, b) => a.localeCompare(b))
    .join(',');

const comparePlurals = (language: string, namespace: string, key: string, texts: Texts): void => {
  for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
    if (!texts.has(`${key}#${form}`)) faults.push(`${language} ${namespace}:${key} lacks the plural form «${form}»`);
  }
};

const compareTexts = (language: string, namespace: string, texts: Texts): void => {
  const source = ru.get(namespace)!;
  for (const [key, value] of texts) {
    const where = `${language} ${namespace}:${key}`;
    if (value.trim() === '') faults.push(`${where} is empty`);
    if (/_one$/.test(key) && texts.has(key.replace(/_one$/, '_other')))
      faults.push(`${where} is a plural form: write its key with «#», as in x#one`);
    const original = source.get(key) ?? source.get(`${withoutPlural(key)}#other`);
    if (original === undefined) continue;
    if (placeholders(original) !== placeholders(value)) faults.push(`${where} has other placeholders than Russian`);
    if ((language === 'ru' ? /[“”]/ : /[«»]/).test(value))
      faults.push(`${where} has the quotation marks of another language`);
    if (namespace === 'global_errors' && value.endsWith('.'))
      faults.push(`${where} ends with a full stop, errors do not`);
    if (language === 'ru') {
      for (const [word, better] of avoided)
        if (word.test(value)) faults.push(`${where} has «${word.exec(value)![0]}»: say «${better}»`);
      continue;
    }
    const bare = value.replace(/\{\{[^}]*\}\}/g, '');
    if (/\p{Script=Cyrillic}/u.test(bare)) faults.push(`${where} has Cyrillic letters`);
    if (original === value && /\p{L}/u.test(bare) && !alike.has(`${namespace}:${key}`))
      faults.push(`${where} is the same as in Russian`);
  }
};

for (const [language, namespaces] of all) {
  for (const [namespace, source] of ru) {
    const texts = namespaces.get(namespace);
    if (texts === undefined) {
      faults.push(`${language} has no file for ${namespace}`);
      continue;
    }
    const [wanted, found] = [bases(source), bases(texts)];
    for (const key of wanted) {
      if (!found.has(key)) faults.push(`${language} ${namespace}:${key} is missing`);
      else if (isPlural(source, key)) comparePlurals(language, namespace, key, texts);
    }
    for (const key of found) if (!wanted.has(key)) faults.push(`${language} ${namespace}:${key} is not in Russian`);
    compareTexts(language, namespace, texts);
  }
  for (const namespace of namespaces.keys())
    if (!ru.has(namespace)) faults.push(`${language} has ${namespace}, Russian does not`);
}

const compareIds = (namespace: string, ids: object, what: string): void => {
  const texts = ru.get(namespace)!;
  for (const id of Object.keys(ids))
    if (!texts.has(id)) faults.push(`${namespace}:${id} is missing: every ${what} needs a text`);
  for (const key of texts.keys()) if (!(key in ids)) faults.push(`${namespace}:${key} is no ${what}`);
};
compareIds('global_errors', errorCodes, 'error code');
compareIds('figures', figures, 'figure');
for (const zone of ru.get('time_zones')!.keys())
  if (!isTimeZone(zone)) faults.push(`time_zones:${zone} is no time zone`);

// A key is used if the code contains it as a string or as a matching template: `status.${name}`.
const sources = globSync('{apps/*,packages/contract}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(?:test|gen)\.tsx?$/.test(file),
);
const code = sources.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n');
const literals = new Set([...code.matchAll(/'([\w.:-]+)'|"([\w.:-]+)"/g)].map(([, a, b]) => (a ?? b)!));
const templates = [...code.matchAll(/`([\w.:-]*[\w-]*\.?(?:\$\{[^}`]*\}[\w.:-]*)+)`/g)]
  .map(([, found]) => found!)
  .filter((found) => found.includes('.') && !found.startsWith('$'))
  .map(
    (found) =>
      new RegExp(
        `^${found
          .replace(/\$\{[^}]*\}/g, '\u0000')
          .replace(/[.*+?^()|[\]\\]/g, '\\$&')
          .replaceAll('\u0000', '.+')}$`,
      ),
  );
for (const [namespace, texts] of ru) {
  if (['global_errors', 'figures', 'time_zones'].includes(namespace)) continue;
  for (const key of bases(texts)) {
    // Single words of `commons` (save, delete, …) are shared by all screens.
    if (namespace === 'commons' && !key.includes('.')) continue;
    const names = [key, `${namespace}:${key}`];
    const used = names.some((name) => literals.has(name) || templates.some((template) => template.test(name)));
    if (!used) faults.push(`${namespace}:${key} is used nowhere`);
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`${faults.length} faults in the translations.`);
  process.exit(1);
}
const count = [...ru.values()].reduce((sum, texts) => sum + texts.size, 0);
console.log(`${count} texts in ${ru.size} namespaces, complete in ${languages.join(', ')}.`);
