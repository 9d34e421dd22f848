// Checks the starter courses: structure, three languages, sizes, pictures, and the fairness of the questions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUDIENCES } from './check-phishing.mjs';
import { checkPictures } from './course-pictures.mjs';
import { giveawaysOf } from './giveaways.mjs';
import { BRANDS } from './phishing-texts.mjs';
import { tiedHtml } from './typography.mjs';

const LANGUAGES = ['ru', 'en', 'uz'];
const LAYOUTS = ['text', 'image-right', 'image-top', 'image-full'];
const STEP_KINDS = ['theory', 'quiz'];
const QUESTION_TYPES = ['single', 'multiple', 'ordering', 'matching', 'short'];
const CATEGORIES = ['basics', 'messages', 'money', 'work', 'roles'];
const PLAIN_TAGS = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'h3', 'summary'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
const DIV_CLASSES = ['callout', 'example', 'scene'];
const FILE_ENDINGS = ['pdf', 'exe', 'apk', 'zip', 'xlsx', 'docx', 'html', 'svg', 'png'];
const LIMITS = {
  slides: [8, 12],
  questions: [10, 20],
  words: [40, 110],
  pictures: 4,
  sections: [1, 3],
  modules: [2, 4],
  summary: [80, 260],
};
/** A course of a few minutes (`"short": true`). */
const SHORT = { ...LIMITS, slides: [3, 8], questions: [4, 10], words: [25, 110], pictures: 2, modules: [1, 3] };
const DRAWN = 8;
const SENTENCE_WORDS_MAX = 22;
/** Ends of site names that belong to no single owner; a course explains how to read them. */
const PUBLIC_ENDINGS = ['gov.uz', 'com.uz', 'co.uk'];
const LENGTH_RATIO = 2.5;
/** The editor of questions takes no more. */
const ACCEPTED_MAX = 20;
/** An answer without what the portal ignores when it compares. */
const folded = (text) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the faults of every course found in `dir`, one line each; an empty list means that all is well. */
export function checkCourses(dir) {
  const slugs = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((e) => e.name);
  if (slugs.length === 0) return [`${dir}: no courses`];
  return slugs.flatMap((slug) => checkCourse(join(dir, slug), slug).map((fault) => `${slug}: ${fault}`));
}

function checkCourse(folder, slug) {
  const path = join(folder, 'course.json');
  if (!existsSync(path)) return ['course.json is missing'];
  let course;
  try {
    course = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return [`course.json is not JSON: ${error.message}`];
  }
  const faults = [];
  const say = (fault) => faults.push(fault);
  if (course.slug !== slug) say(`slug «${course.slug}» differs from the folder`);
  const limits = course.short ? SHORT : LIMITS;
  if (!CATEGORIES.includes(course.category)) say(`unknown category «${course.category}»`);
  if (!course.audiences?.length || course.audiences.some((one) => !AUDIENCES.includes(one))) say('audiences');
  checkSources(course, say);
  checkText(course.summary, 'summary', say);
  for (const language of LANGUAGES) {
    checkHtml(course.summary?.[language] ?? '', `summary (${language})`, say);
    within(countWords(course.summary?.[language] ?? ''), limits.summary, `words in the summary (${language})`, say);
  }
  if (!(course.minutes > 0 && course.minutes <= 15)) say('minutes must be 1–15');
  checkText(course.title, 'title', say);
  checkText(course.description, 'description', say);
  checkOutline(course, limits, say);
  const modules = Object.entries(course.modules ?? {});
  const slides = modules.flatMap(([id, module]) => (module.slides ?? []).map((s, i) => [s, `${id} slide ${i + 1}`]));
  const questions = modules.flatMap(([id, m]) => (m.questions ?? []).map((q, i) => [q, `${id} question ${i + 1}`]));
  for (const [id, module] of modules) checkText(module.title, `${id} title`, say);
  checkTied(modules, say);
  for (const [slide, where] of slides) checkSlide(slide, where, limits, say);
  for (const [question, where] of questions) checkQuestion(question, where, say);
  within(modules.length, limits.modules, 'modules', say);
  within(slides.length, limits.slides, 'slides', say);
  within(questions.length, limits.questions, 'questions', say);
  checkFairness(
    questions.map(([question]) => question),
    course.short,
    say,
  );
  checkLeaks(
    questions.map(([question]) => question),
    say,
  );
  checkSentences(
    slides.map(([slide]) => slide),
    say,
  );
  if (!slides.some(([slide]) => slide.html?.ru?.includes('class="scene"')) && !course.short) say('no scene to decide');
  checkPictures(
    folder,
    course,
    slides.map(([slide]) => slide),
    limits,
    say,
  );
  return faults;
}

function within(count, [least, most], what, say) {
  if (count < least || count > most) say(`${count} ${what}, expected ${least}–${most}`);
}

/** Facts carry their source, which authors see; they are looked over once a year. */
function checkSources({ sources, reviewed }, say) {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(reviewed ?? '')) say('reviewed must be a month, as 2026-11');
  if (!sources?.length) say('no sources');
  for (const { title, publisher, year, url } of sources ?? []) {
    if (!title?.trim() || !publisher?.trim()) say('a source needs title and publisher');
    if (!(year >= 2019 && year <= 2027)) say(`source «${title}»: year`);
    if (url !== undefined && !/^https:\/\/[^\s"]+$/.test(url)) say(`source «${title}»: url`);
  }
}

/** Sentences are short on average, so that they are understood at first reading. */
function checkSentences(slides, say) {
  for (const language of LANGUAGES) {
    const sentences = slides
      .flatMap(({ html }) => (html?.[language] ?? '').replace(/<[^>]*>/g, ' . ').split(/[.!?:;…]+(?:\s|$)/))
      .map((one) => one.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
      .filter((count) => count > 0);
    const mean = sentences.reduce((sum, count) => sum + count, 0) / sentences.length;
    if (mean > SENTENCE_WORDS_MAX) say(`sentences of ${mean.toFixed(0)} words on average (${language})`);
  }
}

function checkOutline(course, limits, say) {
  const sections = course.sections ?? [];
  const modules = course.modules ?? {};
  within(sections.length, limits.sections, 'sections', say);
  const used = new Set();
  const quizzed = new Set();
  sections.forEach((section, s) => {
    checkText(section.title, `section ${s + 1} title`, say);
    (section.themes ?? []).forEach((theme, t) => {
      const where = `section ${s + 1} theme ${t + 1}`;
      checkText(theme.title, `${where} title`, say);
      if (!theme.steps?.length) say(`${where}: no steps`);
      for (const step of theme.steps ?? []) {
        if (!STEP_KINDS.includes(step.kind)) say(`${where}: unknown step «${step.kind}»`);
        if (!Object.hasOwn(modules, step.module)) say(`${where}: module «${step.module}» does not exist`);
        const pool = modules[step.module]?.questions?.length ?? 0;
        if (step.draw_count !== undefined && !(step.draw_count === DRAWN && pool > DRAWN))
          say(`${where}: draw_count must be ${DRAWN}, from more than ${DRAWN} questions`);
        if (step.pass_mark !== undefined && !(step.pass_mark > 0 && step.pass_mark <= 100)) say(`${where}: pass_mark`);
        (step.kind === 'quiz' ? quizzed : used).add(step.module);
      }
    });
    if (!section.themes?.length) say(`section ${s + 1}: no themes`);
  });
  for (const [id, module] of Object.entries(modules)) {
    if (module.slides?.length && !used.has(id)) say(`${id}: no theory step shows its slides`);
    if (module.questions?.length && !quizzed.has(id)) say(`${id}: no quiz step asks its questions`);
    if (quizzed.has(id) && !module.questions?.length) say(`${id}: a quiz without questions`);
  }
}

function checkText(text, where, say) {
  for (const language of LANGUAGES) {
    const value = text?.[language];
    if (typeof value !== 'string' || value.trim() === '') say(`${where}: no text in ${language}`);
    else checkLanguage(value, language, `${where} (${language})`, say);
  }
}

function checkLanguage(value, language, where, say) {
  const plain = value.replace(/<[^>]*>/g, ' ');
  const cyrillic = /\p{Script=Cyrillic}/u.test(plain);
  const address = /^https?:\/\/\S+$/.test(plain);
  if (language === 'ru' && !cyrillic && !address) say(`${where}: not in Russian: ${plain}`);
  if (language !== 'ru' && cyrillic) say(`${where}: Cyrillic letters`);
  if (language === 'uz' && /['‘’`]/.test(plain)) say(`${where}: apostrophes must be ʻ (U+02BB) or ʼ (U+02BC)`);
  if (language === 'uz' && /[oOgG]ʼ/.test(plain)) say(`${where}: oʻ and gʻ are written with U+02BB`);
  if (language === 'ru' && /["”]/.test(plain)) say(`${where}: quotation marks must be «» and „“ inside`);
  const brand = plain.match(BRANDS);
  if (brand) say(`${where}: "${brand[0]}" is a real brand`);
  if (/\s-\s/.test(plain)) say(`${where}: a hyphen where a dash belongs`);
  for (const [name] of plain.matchAll(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi)) {
    const ending = name.split('.').at(-1).toLowerCase();
    const harmless =
      ['test', 'example', ...FILE_ENDINGS].includes(ending) || PUBLIC_ENDINGS.includes(name) || /^[\d.-]+$/.test(name);
    if (!harmless) say(`${where}: «${name}» may be somebody's domain, use .test or .example`);
  }
}

/** All texts of a value in one language, at any depth. */
const textsOf = (value, language) =>
  typeof value?.[language] === 'string'
    ? [value[language]]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap((inner) => textsOf(inner, language))
      : [];

/** Slides and questions in Russian have their no-break spaces. */
function checkTied(modules, say) {
  for (const [, { slides, questions }] of modules)
    for (const text of textsOf([slides, questions], 'ru'))
      if (tiedHtml(text) !== text)
        say(`no-break spaces are missing (run content/typography.mjs): ${text.slice(0, 60)}`);
}

function checkSlide(slide, where, limits, say) {
  if (!LAYOUTS.includes(slide.layout)) say(`${where}: unknown layout «${slide.layout}»`);
  checkText(slide.title, `${where} title`, say);
  checkText(slide.html, where, say);
  if ((slide.layout === 'text') === Boolean(slide.image)) say(`${where}: layout and image contradict each other`);
  if (slide.image) checkText(slide.image_alt, `${where} image_alt`, say);
  for (const language of LANGUAGES) {
    const html = slide.html?.[language] ?? '';
    checkHtml(html, `${where} (${language})`, say);
    within(countWords(html), limits.words, `words in ${where} (${language})`, say);
  }
}

function countWords(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function checkHtml(html, where, say) {
  const open = [];
  for (const [tag, slash, name, rest] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/gi)) {
    if (!isAllowedTag(name, slash ? '' : rest)) say(`${where}: ${tag} is not allowed`);
    if (!slash) open.push(name);
    else if (open.pop() !== name) say(`${where}: ${tag} closes nothing`);
  }
  if (open.length > 0) say(`${where}: <${open.at(-1)}> is never closed`);
  if (/[<>]/.test(html.replace(/<\/?[a-z0-9]+[^<>]*>/gi, ''))) say(`${where}: a stray < or >`);
  checkScenes(html, where, say);
  for (const [, name] of html.matchAll(/\{\{(\w*)\}\}/g))
    if (name !== 'report_address') say(`${where}: variable {{${name}}} is unknown`);
}

/** A scene: what happened, then two or three choices, each with what follows; at least one of them is good. */
function checkScenes(html, where, say) {
  for (const scene of html.split('<div class="scene">').slice(1)) {
    const choices = scene.split('</div>')[0].match(/<details(?: class="good")?><summary>/g) ?? [];
    if (choices.length < 2 || choices.length > 3) say(`${where}: a scene has two or three choices`);
    const good = choices.filter((choice) => choice.includes('good')).length;
    if (good === 0 || good === choices.length) say(`${where}: a scene needs a good choice and another one`);
    if (!scene.trimStart().startsWith('<p>')) say(`${where}: a scene begins with a paragraph`);
  }
  for (const part of html.split('<details').slice(1))
    if (!/^(?: class="good")?><summary>[^<]+<\/summary>/.test(part)) say(`${where}: a block to open needs a summary`);
}

function isAllowedTag(name, attributes) {
  if (name === 'div') return attributes === '' || DIV_CLASSES.some((c) => attributes === ` class="${c}"`);
  if (name === 'details') return attributes === '' || attributes === ' class="good"';
  return attributes === '' && [...PLAIN_TAGS, ...TABLE_TAGS].includes(name);
}

function checkQuestion(question, where, say) {
  if (!QUESTION_TYPES.includes(question.type)) return say(`${where}: unknown type «${question.type}»`);
  checkText(question.text, where, say);
  checkText(question.explanation, `${where} explanation`, say);
  for (const giveaway of giveawaysOf(question)) say(`${where}: ${giveaway}`);
  if (question.type === 'single' || question.type === 'multiple') checkOptions(question, where, say);
  if (question.type === 'ordering') {
    if (!(question.items?.length >= 3)) say(`${where}: at least three items to order`);
    (question.items ?? []).forEach((item, i) => checkText(item, `${where} item ${i + 1}`, say));
    checkDistinct(question.items ?? [], where, say);
  }
  if (question.type === 'matching') {
    const pairs = question.pairs ?? [];
    if (pairs.length < 3) say(`${where}: at least three pairs`);
    pairs.forEach((pair, i) => {
      checkText(pair.left, `${where} left ${i + 1}`, say);
      checkText(pair.right, `${where} right ${i + 1}`, say);
    });
    checkDistinct(
      pairs.map((pair) => pair.left ?? {}),
      where,
      say,
    );
    checkDistinct(
      pairs.map((pair) => pair.right ?? {}),
      where,
      say,
    );
  }
  if (question.type === 'short') {
    for (const language of LANGUAGES) {
      const accepted = question.accepted?.[language] ?? [];
      if (accepted.length === 0 || accepted.some((a) => !a.trim())) say(`${where}: no accepted answers in ${language}`);
      if (new Set(accepted.map(folded)).size !== accepted.length)
        say(`${where}: repeated accepted answer in ${language}`);
      if (accepted.length > ACCEPTED_MAX) say(`${where}: ${accepted.length} accepted answers in ${language}`);
    }
  }
}

function checkOptions(question, where, say) {
  const options = question.options ?? [];
  const right = options.filter((option) => option.correct === true);
  if (options.length < 2) say(`${where}: at least two options`);
  if (options.some(({ correct }) => typeof correct !== 'boolean')) say(`${where}: an option is correct or not`);
  options.forEach((option, i) => checkText(option.text, `${where} option ${i + 1}`, say));
  checkDistinct(
    options.map((option) => option.text ?? {}),
    where,
    say,
  );
  if (question.type === 'single' && right.length !== 1) say(`${where}: ${right.length} correct options, expected one`);
  if (question.type === 'multiple' && right.length < 2) say(`${where}: at least two correct options`);
  if (question.type === 'multiple' && right.length === options.length) say(`${where}: every option is correct`);
  for (const language of LANGUAGES) {
    const lengths = options.map((option) => option.text?.[language]?.length ?? 0);
    if (Math.max(...lengths) > LENGTH_RATIO * Math.min(...lengths)) say(`${where} (${language}): uneven options`);
  }
}

function checkDistinct(texts, where, say) {
  for (const language of LANGUAGES) {
    const values = texts.map((text) => text[language]);
    if (new Set(values).size !== values.length) say(`${where} (${language}): the same answer twice`);
  }
}

// A learner who picks the longest answer, or always the same place, must not pass by that alone.
function checkFairness(questions, short, say) {
  for (const type of QUESTION_TYPES) {
    if (!short && !questions.some((question) => question.type === type)) say(`no question of type «${type}»`);
  }
  if (questions.filter((question) => question.type === 'short').length > 1) say('at most one question takes free text');
  const singles = questions.filter((question) => question.type === 'single' && question.options?.length);
  if (singles.length < 2) return;
  const places = singles.map((question) => question.options.findIndex((option) => option.correct));
  const most = Math.max(...places.map((place) => places.filter((other) => other === place).length));
  if (most > Math.ceil(singles.length / 2)) say(`the right answers stand in the same place: ${places.join(', ')}`);
  for (const language of LANGUAGES) {
    const longest = singles.filter((question) => isRightLongest(question, language)).length;
    if (longest > singles.length / 2)
      say(`the right answer is the longest in ${longest} of ${singles.length} (${language})`);
  }
}

/** No question of a course gives away the free answer of another; words of a few letters occur everywhere. */
function checkLeaks(questions, say) {
  for (const asked of questions.filter(({ type }) => type === 'short'))
    for (const language of LANGUAGES) {
      const answer = asked.accepted?.[language]?.[0]?.toLowerCase() ?? '';
      const others = questions
        .filter((question) => question !== asked)
        .flatMap(({ text, options, items, pairs }) => [text, options, items, pairs]);
      if (answer.length > 5 && textsOf(others, language).some((text) => text.toLowerCase().includes(answer)))
        say(`another question gives away «${answer}» (${language})`);
    }
}

function isRightLongest(question, language) {
  const length = (option) => option.text?.[language]?.length ?? 0;
  const right = Math.max(...question.options.filter((option) => option.correct).map(length));
  return question.options.every((option) => option.correct || length(option) < right);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = process.argv[2] ?? fileURLToPath(new URL('./courses', import.meta.url));
  const faults = checkCourses(dir);
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'courses: no faults' : `courses: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
