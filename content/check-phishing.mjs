// Checks the starter phishing templates: run `node content/check-phishing.mjs [folder]`, or import checkPhishing.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  checkDocument,
  checkExternal,
  checkJoins,
  checkTexts,
  checkVariables,
  LANGS,
  linesOf,
} from './phishing-texts.mjs';
import { checkOutlook } from './outlook.mjs';
import { checkProgrammeSteps, checkSeasons } from './phishing-seasons.mjs';
import { tied } from './typography.mjs';

const DIFFICULTIES = ['easy', 'medium', 'hard'];
const VECTORS = ['form', 'attachments'];
const FIELDS = ['login', 'password', 'code', 'email', 'phone', 'card', 'fio', 'comment', 'file'];
/** How the letter makes people act, for the filter of the library. */
const ACTIONS = ['link', 'qr', 'attachment', 'invitation', 'call', 'chat', 'shared-file'];
export const AUDIENCES = [
  'everyone',
  'newcomers',
  'accountants',
  'managers',
  'it',
  'hr',
  'sales',
  'reception',
  'remote',
];
const PERSON = ['first_name', 'last_name', 'middle_name', 'full_name', 'email', 'position', 'department'];
const PLAIN = [
  ...PERSON,
  'organization',
  'date',
  'time_in_3_hours',
  'tomorrow',
  'date_in_3_days',
  'date_in_7_days',
  'month',
  'year',
];
/** Shorter lines (“Yes”, “Open”) may occur in two letters. */
const LINE_MIN = 20;
const VARIABLES = {
  text: PLAIN,
  attachment: [...PLAIN, 'link'],
  page: PLAIN,
  email: [...PLAIN, 'link', 'tracking', 'qr_code'],
  tip: ['sender_address', 'sender_name', 'report_address', 'date', 'month'],
};
/** At most this many letters share one layout: the tags of their documents are the same. */
const SAME_LAYOUT_MAX = 4;
/** At most this share of the templates asks for a password; a small library may have six. */
const PASSWORD_SHARE_MAX = 0.3;
const PASSWORDS_SMALL = 6;
/** A library of so many templates serves an organisation for a year. */
const WHOLE_LIBRARY = 60;

/** Every problem of the templates in `dir`, each one sentence that names its file; an empty list means all is well. */
export function checkPhishing(dir) {
  const problems = [];
  const categories = checkCategories(dir, problems);
  const pages = checkPages(join(dir, 'pages'), problems);
  const slugs = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'pages')
    .map((entry) => entry.name);
  const templates = slugs
    .map((slug) => checkTemplate(join(dir, slug), slug, { categories, pages }, problems))
    .filter(Boolean);
  for (const slug of pages.keys())
    if (!templates.some((template) => template.page?.slug === slug))
      problems.push(`pages/${slug}: no template uses it`);
  checkLayouts(dir, slugs, problems);
  checkPasswords(templates, pages, problems);
  checkProgrammes(dir, templates, problems);
  if (slugs.length >= WHOLE_LIBRARY) checkSeasons(templates, categories, problems);
  for (const lang of LANGS) checkSameLines(dir, slugs, lang, problems);
  for (const category of categories) {
    const own = templates.filter((template) => template.category === category);
    for (const difficulty of DIFFICULTIES) {
      const none = !own.some((template) => template.difficulty === difficulty);
      if (none) problems.push(`categories.json: category "${category}" has no ${difficulty} template`);
    }
  }
  const documents = templates.filter((template) => template.attack_vector === 'attachments').length;
  if (documents < 2) problems.push(`at least 2 templates must carry an attachment, found ${documents}`);
  return problems;
}

/** Two letters share no greeting, signature or last line. */
function checkSameLines(dir, slugs, lang, problems) {
  const owners = new Map();
  for (const slug of slugs) {
    const html = emailOf(join(dir, slug), lang);
    if (html === null) continue;
    for (const line of new Set(linesOf(html).filter((one) => one.length >= LINE_MIN))) {
      if (owners.has(line))
        problems.push(`${slug}/email.html (${lang}): "${line}" is a line of ${owners.get(line)} too`);
      else owners.set(line, slug);
    }
  }
}

function readJson(file, label, problems) {
  if (!existsSync(file)) return void problems.push(`${label}: the file is missing`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return void problems.push(`${label}: not valid JSON (${error.message})`);
  }
}

function checkCategories(dir, problems) {
  const list = readJson(join(dir, 'categories.json'), 'categories.json', problems) ?? [];
  for (const { slug, title } of list) checkTexts(title, `categories.json: ${slug}`, problems, []);
  return list.map(({ slug }) => slug);
}

function checkTemplate(dir, slug, { categories, pages }, problems) {
  const template = readJson(join(dir, 'template.json'), `${slug}/template.json`, problems);
  if (!template) return undefined;
  checkDescription(template, slug, categories, problems);
  checkLogo(join(dir, 'logo.svg'), `${slug}/logo.svg`, problems);
  checkEmails(dir, slug, template, problems);
  checkOwnPage(slug, template, pages, problems);
  for (const lang of LANGS) checkQuotes(dir, template, pages, lang, `${slug}/template.json`, problems);
  return template;
}

/** The letter is one document; its words are in template.json under `email`, by the names that stand in it as [[name]]. */
function checkEmails(dir, slug, template, problems) {
  const label = `${slug}/email.html`;
  const file = join(dir, 'email.html');
  if (!existsSync(file)) return void problems.push(`${label}: the file is missing`);
  const email = readFileSync(file, 'utf8');
  checkWords(email, template.email ?? {}, { label, words: `${slug}/template.json: email`, kind: 'email' }, problems);
  checkPlaces(email, template, label, problems);
  for (const lang of LANGS) {
    const html = inLanguage(email, template.email ?? {}, lang);
    checkDocument(html, lang, `${label} (${lang})`, problems);
    checkLetter(html, template, `${label} (${lang})`, problems);
    checkJoins(email, template.email ?? {}, lang, `${label} (${lang})`, problems);
  }
}

/** Each red flag has its place in the email, or names the sender, whose line the explanation page marks. */
function checkPlaces(email, { tips }, label, problems) {
  (tips ?? []).forEach((tip, index) => {
    const atSender = LANGS.every((lang) => tip[lang]?.includes('{{sender_address}}'));
    if (!atSender && !email.includes(` data-tip="${index + 1}"`))
      problems.push(`${label}: tip ${index + 1} has no place in the email`);
  });
}

/** Every name of a document has words, and every word is used. */
function checkWords(html, words, { label, words: place, kind }, problems) {
  const named = new Set([...html.matchAll(/\[\[(\w+)\]\]/g)].map(([, name]) => name).filter((name) => name !== 'lang'));
  for (const name of named) if (!(name in words)) problems.push(`${label}: [[${name}]] has no words`);
  for (const [name, texts] of Object.entries(words)) {
    if (!named.has(name)) problems.push(`${place}.${name} is not used by the document`);
    // A word may be empty where a language needs none, as an ending after a mark.
    const written = LANGS.filter((lang) => texts[lang] !== '');
    if (written.length === 0) problems.push(`${place}.${name}: no words`);
    checkTexts(texts, `${place}.${name}`, problems, VARIABLES[kind], written);
  }
}

/** The landing pages by slug: `pages/<slug>/page.html` with the words of page.json, which a template may replace. */
function checkPages(dir, problems) {
  const pages = new Map();
  if (!existsSync(dir)) return pages;
  for (const slug of readdirSync(dir)) {
    const label = `pages/${slug}/page.html`;
    const page = readJson(join(dir, slug, 'page.json'), `pages/${slug}/page.json`, problems);
    if (!page) continue;
    if (page.slug !== slug) problems.push(`pages/${slug}/page.json: slug "${page.slug}" is not the folder's name`);
    checkTexts(page.name, `pages/${slug}/page.json: name`, problems, []);
    if (!existsSync(join(dir, slug, 'page.html'))) {
      problems.push(`${label}: the file is missing`);
      continue;
    }
    const html = readFileSync(join(dir, slug, 'page.html'), 'utf8');
    checkWords(html, page.words ?? {}, { label, words: `pages/${slug}/page.json: words`, kind: 'page' }, problems);
    pages.set(slug, { html, words: page.words ?? {} });
  }
  return pages;
}

function checkOwnPage(slug, { page }, pages, problems) {
  const own = pages.get(page?.slug);
  if (!own) return void problems.push(`${slug}/template.json: page.slug "${page?.slug}" is no folder of pages`);
  for (const [name, texts] of Object.entries(page.words ?? {})) {
    const label = `${slug}/template.json: page.words.${name}`;
    if (!(name in own.words)) problems.push(`${label} is not a word of the page ${page.slug}`);
    checkTexts(texts, label, problems, VARIABLES.page);
  }
  for (const lang of LANGS) {
    const html = pageIn(page, pages, lang);
    const label = `${slug}: page ${page.slug} (${lang})`;
    checkDocument(html, lang, label, problems);
    checkPage(html, label, problems);
  }
}

const pageIn = (page, pages, lang) => {
  const own = pages.get(page?.slug);
  return own ? inLanguage(own.html, { ...own.words, ...page.words }, lang) : '';
};

function emailOf(dir, lang) {
  if (!existsSync(join(dir, 'email.html')) || !existsSync(join(dir, 'template.json'))) return null;
  const { email } = JSON.parse(readFileSync(join(dir, 'template.json'), 'utf8'));
  return inLanguage(readFileSync(join(dir, 'email.html'), 'utf8'), email ?? {}, lang);
}

/** People must not know simulations by their layout. */
function checkLayouts(dir, slugs, problems) {
  const owners = new Map();
  for (const slug of slugs) {
    const html = emailOf(join(dir, slug), 'ru');
    if (html === null) continue;
    const shape = (html.replace(/<\/?span[^>]*>/g, '').match(/<\/?[a-z][\w-]*/gi) ?? []).join();
    owners.set(shape, [...(owners.get(shape) ?? []), slug]);
  }
  for (const same of owners.values())
    if (same.length > SAME_LAYOUT_MAX) problems.push(`one layout in ${same.length} letters: ${same.join(', ')}`);
}

function checkPasswords(templates, pages, problems) {
  const asking = templates.filter(({ page }) => pages.get(page?.slug)?.html.includes('data-field="password"'));
  if (asking.length > Math.max(PASSWORDS_SMALL, templates.length * PASSWORD_SHARE_MAX))
    problems.push(`${asking.length} of ${templates.length} templates ask for a password`);
}

/** programmes.json: sets of templates for a group of people, in the order and at the intervals in which they are sent. */
function checkProgrammes(dir, templates, problems) {
  if (!existsSync(join(dir, 'programmes.json'))) return;
  const slugs = templates.map(({ slug }) => slug);
  for (const programme of readJson(join(dir, 'programmes.json'), 'programmes.json', problems) ?? []) {
    const { slug, title, description, audience, steps } = programme;
    const label = `programmes.json: ${slug}`;
    checkTexts(title, `${label}: title`, problems, []);
    checkTexts(description, `${label}: description`, problems, []);
    if (!AUDIENCES.includes(audience)) problems.push(`${label}: unknown audience "${audience}"`);
    if (!(steps?.length >= 3)) problems.push(`${label}: at least 3 steps`);
    (steps ?? []).forEach(({ template, after_days: days }, index) => {
      if (!slugs.includes(template)) problems.push(`${label}: step ${index + 1}: no template "${template}"`);
      if (!Number.isInteger(days) || days < 0 || days > 120) problems.push(`${label}: step ${index + 1}: after_days`);
    });
    const names = (steps ?? []).map(({ template }) => template);
    if (new Set(names).size !== names.length) problems.push(`${label}: a template twice`);
    checkProgrammeSteps(programme, label, templates, problems);
  }
}

const inLanguage = (page, words, lang) =>
  page.replace(/\[\[(\w+)\]\]/g, (_, name) => (name === 'lang' ? lang : (words[name]?.[lang] ?? '')));

function checkDescription(template, slug, categories, problems) {
  const label = `${slug}/template.json`;
  const say = (text) => problems.push(`${label}: ${text}`);
  if (template.slug !== slug) say(`slug "${template.slug}" is not the folder's name`);
  if (!categories.includes(template.category)) say(`unknown category "${template.category}"`);
  if (!DIFFICULTIES.includes(template.difficulty)) say(`unknown difficulty "${template.difficulty}"`);
  if (!VECTORS.includes(template.attack_vector)) say(`unknown attack_vector "${template.attack_vector}"`);
  if (template.logo !== 'logo.svg') say('logo must be "logo.svg"');
  checkTexts(template.name, `${label}: name`, problems, []);
  checkTexts(template.description, `${label}: description`, problems, []);
  checkTexts(template.subject, `${label}: subject`, problems, VARIABLES.text);
  checkTexts(template.sender?.name, `${label}: sender.name`, problems, []);
  for (const lang of LANGS)
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(template.sender?.local?.[lang] ?? ''))
      say(`sender.local (${lang}) must be the part before @`);
  if (!ACTIONS.includes(template.vector)) say(`unknown vector "${template.vector}"`);
  if ((template.vector === 'attachment') !== (template.attack_vector === 'attachments'))
    say('vector and attack_vector contradict each other');
  if (!template.audiences?.length || template.audiences.some((one) => !AUDIENCES.includes(one))) say('audiences');
  if (!Array.isArray(template.months) || template.months.some((month) => !(month >= 1 && month <= 12))) say('months');
  if (template.occasion) checkTexts(template.occasion, `${label}: occasion`, problems, []);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.test$/.test(template.sender?.domain ?? ''))
    say('sender.domain must end with .test');
  const count = Array.isArray(template.tips) ? template.tips.length : 0;
  if (count < 3 || count > 5) say(`3 to 5 tips are needed, found ${count}`);
  (template.tips ?? []).forEach((tip, index) => {
    checkTexts(tip, `${label}: tip ${index + 1}`, problems, VARIABLES.tip);
    const address = LANGS.find((lang) => /@|\.test\b/.test(tip[lang] ?? ''));
    if (address) say(`tip ${index + 1} (${address}) names an address, which the administrator will change`);
  });
  if ((template.tips ?? []).filter((tip) => ['sender_address', 'domain_spoofing'].includes(tip.cue)).length > 1)
    say('at most one tip is about the address');
  for (const text of [template.description?.ru, ...(template.tips ?? []).map((tip) => tip.ru)])
    if (text && tied(text) !== text) say(`no-break spaces are missing: "${text}" (run content/typography.mjs)`);
  checkAttachment(template, label, problems);
}

function checkAttachment({ attack_vector: vector, attachments }, label, problems) {
  // An invitation reports its link only, which a form template counts.
  if (vector !== 'attachments' && !attachments?.every(({ format }) => format === 'ics'))
    problems.push(`${label}: a form template may carry invitations only`);
  if (vector !== 'attachments' && !attachments?.length) return;
  if (!attachments?.length) return void problems.push(`${label}: an attachments template needs an attachment`);
  for (const { format, name, body } of attachments) {
    checkTexts(name, `${label}: attachment name`, problems, []);
    checkTexts(body, `${label}: attachment body`, problems, VARIABLES.attachment);
    for (const lang of LANGS)
      if (!body?.[lang]?.includes('{{link}}')) problems.push(`${label}: the attachment (${lang}) has no {{link}}`);
    for (const lang of LANGS) {
      const file = name?.[lang] ?? '';
      if (!/^[^\\/:*?"<>|]+$/.test(file) || !file.endsWith(`.${format}`))
        problems.push(`${label}: "${file}" is not a file name that ends with .${format}`);
    }
  }
}

/** A tip that quotes must quote what the person could really have seen, or it teaches nothing. */
function checkQuotes(dir, template, pages, lang, label, problems) {
  const html = [emailOf(dir, lang) ?? '', pageIn(template.page, pages, lang)]
    .map((text) => text.replace(/<\/?span[^>]*>/g, '').replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' '))
    .join(' ');
  const { sender, subject, attachments } = template;
  const rest = [
    sender?.name?.[lang],
    `${sender?.local?.[lang]}@${sender?.domain}`,
    subject?.[lang],
    ...(attachments ?? []).map((one) => one.body?.[lang]),
  ].join(' ');
  const plain = (text) => text.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ').toLowerCase();
  const seen = plain(`${html} ${rest}`);
  for (const tip of template.tips ?? []) {
    for (const [, quote] of (tip[lang] ?? '').matchAll(lang === 'ru' ? /«([^»]+)»/g : /“([^”]+)”/g)) {
      if (!seen.includes(plain(quote)))
        problems.push(`${label}: tip (${lang}) quotes "${quote}", which the letter does not say`);
    }
  }
}

function checkLetter(html, template, label, problems) {
  const say = (text) => problems.push(`${label}: ${text}`);
  checkVariables(html, VARIABLES.email, label, problems);
  checkOutlook(html, label, problems);
  const links = html.split('href="{{link}}"').length - 1;
  if (html.split('{{link}}').length - 1 !== links) say('{{link}} may stand only in href="{{link}}"');
  if (template.attack_vector === 'form' && links === 0) say('a form letter needs a {{link}}');
  if (html.split('{{tracking}}').length !== 2) say('{{tracking}} must stand exactly once');
  if (!/\{\{tracking\}\}\s*<\/body>/.test(html)) say('{{tracking}} must stand right before </body>');
  if (/<(?:style|form|input|textarea|select|button|svg)\b/i.test(html))
    say('mail clients drop style, svg and form tags');
  for (const [, number] of html.matchAll(/\sdata-tip="([^"]*)"/g))
    if (!template.tips?.[Number(number) - 1]) say(`the mark ${number} belongs to no tip`);
  if (!/<table[^>]*\swidth="600"/.test(html)) say('the layout table of width 600 is missing');
}

function checkPage(html, label, problems) {
  const say = (text) => problems.push(`${label}: ${text}`);
  checkVariables(html, VARIABLES.page, label, problems);
  if (html.split('<form').length !== 2) say('exactly one form is needed');
  if (html.split('type="submit"').length !== 2) say('exactly one submit button is needed');
  if (html.includes('href="{{link}}"')) say('a page has no {{link}}');
  const controls = html.match(/<(?:input|select|textarea|button)\b[^>]*>/gi) ?? [];
  if (controls.some((tag) => /\sname\s*=/i.test(tag))) say('a field with a name would be sent: use data-field only');
  const fields = controls.filter((tag) => !tag.startsWith('<button'));
  if (fields.length === 0) say('the form has no fields');
  for (const tag of fields) {
    const kind = tag.match(/\sdata-field="([^"]*)"/)?.[1];
    if (!FIELDS.includes(kind)) say(`unknown data-field "${kind}"`);
    const id = tag.match(/\sid="([^"]+)"/)?.[1];
    if (!id || !html.includes(`<label for="${id}"`)) say(`the field "${id ?? kind}" has no label`);
  }
}

function checkLogo(file, label, problems) {
  if (!existsSync(file)) return void problems.push(`${label}: the file is missing`);
  const svg = readFileSync(file, 'utf8').replace(' xmlns="http://www.w3.org/2000/svg"', '');
  if (!svg.includes('viewBox="0 0 128 128"')) problems.push(`${label}: viewBox must be 0 0 128 128`);
  if (/<(?:text|tspan|title|desc|script|image|use|style|foreignObject)\b/i.test(svg))
    problems.push(`${label}: drawing only`);
  if (/>[^<\s][^<]*</.test(svg)) problems.push(`${label}: text between the tags`);
  checkExternal(svg, label, problems);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkPhishing(process.argv[2] ?? join(dirname(process.argv[1]), 'phishing'));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? 'phishing templates: no problems' : `phishing templates: ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
