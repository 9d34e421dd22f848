// Checks the words of the instructions: letters of each language, no-break spaces, and terms that have one name only.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tiedChapter } from './typography.mjs';

/** What a chapter does not say, and what it says instead. */
const NEVER = {
  ru: [
    [/колонк/i, 'столбец'],
    [/попал(?:ся|ись)|попавш/i, 'ошибка'],
    [/провероч/i, 'учебное письмо'],
    [/\((?:а|ла|ась)\)/, 'no gender'],
  ],
  en: [
    [/\btheme\b/i, 'topic'],
    [/e-mail/i, 'email'],
    [/second factor/i, 'two-factor authentication'],
    [/phishing by tags/i, 'automatic phishing'],
    [/ — /, 'a colon or –'],
    [/\d %/, 'no space before %'],
    [/\btransactional\b/i, 'the portal’s own emails'],
    [/were caught|was caught/i, 'fell for an email'],
  ],
  uz: [
    [/\bAT boʻlim|\bAT xizmat/u, 'IT boʻlimi'],
    [/ikki bosqichli|ikkinchi omil/i, 'ikki faktorli autentifikatsiya'],
    [/chop et/i, 'eʼlon qilish'],
    [/papka|richag/i, 'jild, dastak'],
    [/['’‘`]\p{L}/u, 'ʻ or ʼ'],
    [/\d %/, 'foiz'],
  ],
};
const CYRILLIC = /[\u0400-\u04ff]/;

const withoutCode = (text) =>
  text
    .replace(/^```(\w*)\n([\s\S]*?)^```$/gm, (_, kind, body) => (kind === 'copy' ? body : ''))
    .replace(/`[^`\n]*`/g, '');

/** Every fault of the chapters in `dir`, each with its file; an empty list means that all is well. */
export function checkInstructions(dir) {
  const faults = [];
  for (const [lang, rules] of Object.entries(NEVER))
    for (const name of readdirSync(join(dir, lang))) {
      const text = readFileSync(join(dir, lang, name), 'utf8');
      const words = withoutCode(text);
      const say = (fault) => faults.push(`${lang}/${name}: ${fault}`);
      for (const [never, instead] of rules) {
        const found = words.match(never);
        if (found) say(`"${found[0].trim()}" (${instead})`);
      }
      if (lang === 'ru' && tiedChapter(text) !== text) say('no-break spaces are missing (run content/typography.mjs)');
      if (lang !== 'ru' && CYRILLIC.test(words)) say('Cyrillic letters');
    }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkInstructions(process.argv[2] ?? fileURLToPath(new URL('./instructions', import.meta.url)));
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'instructions: no faults' : `instructions: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
