// Rules of the words of phishing templates: languages, variables, tone, addresses.
import { tiedHtml } from './typography.mjs';

export const LANGS = ['ru', 'en', 'uz'];
/** Lures that hurt people or promise them something; the chapter about templates tells administrators not to use them. */
const SORE = {
  ru: /(?<![а-яё])(?:преми|оклад|зарплат|увол|подар|штраф|бонус|выигр|сокращени|компенсац)/i,
  en: /\b(?:bonus|salary|dismiss|gift|prize|fined|compensation|layoff)/i,
  uz: /(?<!\p{L})(?:mukofot|maosh|oylik|sovgʻa|jarima|boʻshat|kompensats)/iu,
};
/** A letter is sent on any day and at any hour. */
const FIXED_TIME = {
  ru: /\d{1,2}:\d{2}|понедельник|вторник|четверг|пятниц|суббот|воскресень|квартал/i,
  en: /\d{1,2}:\d{2}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bquarter/i,
  uz: /\d{1,2}:\d{2}|shanba|chorak/i,
};
/** Lines by which people would learn to know simulations. */
const FINGERPRINT = { ru: /отправлено автоматически/i, en: /sent automatically/i, uz: /avtomatik yuboril/i };
/** Names of companies that starter content does not use. */
export const BRANDS = /microsoft|office 365|outlook|google|gmail|telegram|whatsapp|яндекс|сбер|uzum/i;
const FILE_ENDINGS = ['pdf', 'docx', 'xlsx', 'ics', 'html'];

/** The visible lines of a document. */
export const linesOf = (html) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<\/?span[^>]*>/g, '')
    .split(/<[^>]*>/)
    .map((line) => line.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ').trim());

/** A text must be there in all languages, each in its own letters, with no variables but the ones allowed. */
export function checkTexts(texts, label, problems, allowed, languages = LANGS) {
  for (const lang of languages) {
    const text = texts?.[lang];
    if (typeof text !== 'string' || text.trim() === '') problems.push(`${label}: ${lang} is missing`);
    else {
      checkLanguage(text, lang, `${label} (${lang})`, problems);
      checkVariables(text, allowed, `${label} (${lang})`, problems);
      checkTone(text, lang, `${label} (${lang})`, problems);
      checkExternal(text.replaceAll('{{link}}', ''), `${label} (${lang})`, problems);
    }
  }
}

export function checkVariables(text, allowed, label, problems) {
  const rest = text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!allowed.includes(name)) problems.push(`${label}: variable {{${name}}} is not allowed here`);
    return '';
  });
  if (/\{\{|\}\}/.test(rest.replace(/<style[\s\S]*?<\/style>/g, ''))) problems.push(`${label}: a broken {{variable}}`);
}

export function checkLanguage(text, lang, label, problems) {
  const cyrillic = lang === 'ru' ? null : text.match(/[\u0400-\u04ff]+/);
  if (cyrillic) problems.push(`${label}: Cyrillic "${cyrillic[0]}"`);
  if (lang === 'ru') {
    const gendered = text.match(/Уважаем(?:ый|ая)|Дорог(?:ой|ая) \{\{|[а-яё]\((?:а|ая|ла|ась)\)/i);
    if (gendered) problems.push(`${label}: "${gendered[0]}" depends on the reader's gender`);
  }
  if (lang === 'uz') {
    const visible = text.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ');
    const wrong = visible.match(/\p{L}['`’‘´]\p{L}?|[^ogOG]ʻ/u);
    if (wrong) problems.push(`${label}: "${wrong[0]}" must be written with ʻ (after o, g) or ʼ`);
  }
}

/** What no letter, page or attachment says. */
export function checkTone(text, lang, label, problems) {
  const visible = linesOf(text).join(' ');
  for (const [rule, why] of [
    [SORE[lang], 'is a lure that hurts trust'],
    [FIXED_TIME[lang], 'is wrong on another day'],
    [FINGERPRINT[lang], 'gives simulations away'],
    [BRANDS, 'is a real brand'],
    [/!!/, 'shouts'],
  ]) {
    const found = visible.match(rule);
    if (found) problems.push(`${label}: "${found[0]}" ${why}`);
  }
  for (const [name] of visible.replace(/[\w.-]+@/g, '').matchAll(/[a-z0-9-]+(?:\.[a-z][a-z0-9-]*)+/gi))
    if (!['test', 'example', ...FILE_ENDINGS].includes(name.split('.').at(-1).toLowerCase()))
      problems.push(`${label}: "${name}" may be somebody's domain, use .test or .example`);
}

export function checkExternal(text, label, problems) {
  const found = text.match(
    /\b(?:https?|ftp|mailto|javascript|tel|cid|data):|(?:src|href|action|srcset|background)\s*=|url\s*\(|@import/i,
  );
  if (found) problems.push(`${label}: "${found[0]}" points outside`);
}

/** Rules that letters and pages share: a complete document that loads nothing and runs nothing. */
export function checkDocument(html, lang, label, problems) {
  const say = (text) => problems.push(`${label}: ${text}`);
  if (!html.startsWith('<!DOCTYPE html>')) say('must start with <!DOCTYPE html>');
  if (!html.includes(`<html lang="${lang}">`)) say(`must say <html lang="${lang}">`);
  if (!html.includes('<meta charset="utf-8">')) say('the charset is missing');
  if (!/<meta name="viewport"/.test(html)) say('the viewport is missing');
  if (!/<title>[^<]+<\/title>/.test(html)) say('the title is missing');
  if (!/<\/body>\s*<\/html>\s*$/.test(html)) say('must end with </body></html>');
  if (/<(?:script|iframe|object|embed|link|base|img|audio|video|picture|source)\b/i.test(html))
    say('a script or an embedded resource');
  if (/\son[a-z]+\s*=/i.test(html)) say('an event handler attribute');
  checkExternal(html.replaceAll('href="{{link}}"', ''), label, problems);
  checkLanguage(html, lang, label, problems);
  checkTone(html, lang, label, problems);
  if (lang === 'ru' && tiedHtml(html, '&nbsp;') !== html)
    say('no-break spaces are missing (run content/typography.mjs)');
}

/** Endings that Uzbek joins to a marked word. */
const UZBEK_ENDING = /^(?:ni|ning|ga|da|dan|ngiz|miz|lar|si)(?!\p{L})/u;
const WORD_END = /[\p{L}\p{N}.,;:!?»”)]$/u;

/** Texts of one line that stand beside each other have a space between them, and marks none before them. */
export function checkJoins(html, words, lang, label, problems) {
  const flat = html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<\/?(?:span|b|i|a|s)\b[^>]*>/g, '')
    .replace(/\[\[(\w+)\]\]/g, (_, name) => `\u0001${words[name]?.[lang] ?? ''}\u0001`);
  for (const line of flat.split(/<[^>]*>/)) {
    const loose = line.replaceAll('\u0001', '').match(/.{0,20}\s[.,;:!?](?![.\p{L}\p{N}])/u);
    if (loose) problems.push(`${label}: a space before the mark: "${loose[0]}"`);
    const parts = line.replaceAll('&nbsp;', '\u00a0').split('\u0001').filter(Boolean);
    parts.slice(1).forEach((text, n) => {
      if (!WORD_END.test(parts[n]) || !/^[\p{L}\p{N}«“(]/u.test(text)) return;
      if (lang !== 'uz' || !UZBEK_ENDING.test(text))
        problems.push(`${label}: no space between "${parts[n].slice(-20)}" and "${text.slice(0, 20)}"`);
    });
  }
}
