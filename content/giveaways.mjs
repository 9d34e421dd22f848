// What gives an answer away to somebody who has not seen the slides, as far as a machine can tell: quotes or a verdict (“No: …”) that
// only the right option has, a word that the two sides of one pair share, and questions that ask what the slide said.
const LANGUAGES = ['ru', 'en', 'uz'];
/** Words with the same first letters are one word in another form. */
const STEM = 5;
/** The course as an authority: whoever understood it answers without its wording. */
const RECALL = {
  ru: /по\s(?:курсу|слайду|сцене)(?![\p{L}])|\s(?:слайд|курс)\s(?:просит|советует|говорит|назвал|называет|считает|велит)/iu,
  en: /(?:according to|by) the (?:course|slide|scene)|\bthe (?:course|slide) (?:asks?|advises?|says?|names?|calls?)\b/i,
  uz: /(?:kursga|slaydga|sahnaga) koʻra|kurs boʻyicha|(?:kurs|slayd) \p{L}+ (?:maslahat beradi|aytadi|deydi)/iu,
};

/** Returns what gives the answer of a question away, one line each. */
export const giveawaysOf = (question) =>
  LANGUAGES.flatMap((language) => [
    ...(RECALL[language].test(question.text?.[language] ?? '')
      ? [`asks for the wording of the course (${language})`]
      : []),
    ...(quotesTell(question.options ?? [], language) ? [`only the right answer is in quotes (${language})`] : []),
    ...(verdictTells(question.options ?? [], language) ? [`only the right answer begins otherwise (${language})`] : []),
    ...sharedStems(question.pairs ?? [], language).map((stem) => `a pair shares «${stem}…» (${language})`),
  ]);

function quotesTell(options, language) {
  const quoted = ({ text }) => /[«“]/.test(text?.[language] ?? '');
  const right = options.filter((option) => option.correct);
  const wrong = options.filter((option) => !option.correct);
  return right.length > 0 && wrong.length > 0 && right.every(quoted) && !wrong.some(quoted);
}

/** “Yes: …”, “Yes, …” and “Yes: …” beside a single “No: …”. */
function verdictTells(options, language) {
  const verdict = ({ text }) => /^\p{L}[\p{L}ʻʼ ]*(?=[,:])/u.exec(text?.[language] ?? '')?.[0];
  const right = options.filter((option) => option.correct).map(verdict);
  const wrong = new Set(options.filter((option) => !option.correct).map(verdict));
  return options.length > 3 && wrong.size === 1 && !wrong.has(undefined) && !right.some((one) => wrong.has(one));
}

/** The stems that both sides of a pair have and no other right side has. */
function sharedStems(pairs, language) {
  const left = pairs.map((pair) => stemsOf(pair.left?.[language]));
  const right = pairs.map((pair) => stemsOf(pair.right?.[language]));
  return pairs.flatMap((_, at) =>
    [...left[at]].filter((stem) => right[at].has(stem) && right.filter((side) => side.has(stem)).length === 1),
  );
}

/** First letters of the longer words; an address is no word. */
function stemsOf(text = '') {
  const words = text
    .toLowerCase()
    .replace(/\S+\.\S+/g, ' ')
    .match(/[\p{L}ʻʼ]+/gu);
  return new Set((words ?? []).filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM)));
}
