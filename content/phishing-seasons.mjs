// Rules of the library as a whole: what each month of the year offers, and how the programmes grow.

const MONTHS = 12;
/** “For this month” offers at least so many templates, of each difficulty and of so many categories. */
const OFFERED_MIN = 8;
const OF_DIFFICULTY_MIN = 2;
const CATEGORIES_MIN = 5;
/** So many of them belong to the season. */
const SEASONAL_MIN = 2;
/** A template of the season is offered in at most so many months; one that fits more of the year has none. */
const SEASON_MAX = 7;
/** Public holidays of Uzbekistan with a fixed date, by month, and what a business year brings. Holidays of religion are no lure. */
const OCCASIONS = {
  1: ['insurance-list', 'reconciliation-act'],
  3: ['holiday-duty', 'taxpayer-data'],
  5: ['holiday-duty'],
  8: ['holiday-duty'],
  9: ['holiday-duty'],
  12: ['holiday-duty', 'lunch-list'],
};
/** A programme of a year has every lure. */
const YEAR_STEPS = 12;
const LEVELS = ['easy', 'medium', 'hard'];

/** A season is said in words, and each month of the year offers enough, of mixed kinds. */
export function checkSeasons(templates, categories, problems) {
  for (const { slug, months, occasion } of templates) {
    if (months?.length > 0 !== Boolean(occasion))
      problems.push(`${slug}/template.json: months and their occasion belong together`);
    if (months?.length > SEASON_MAX || new Set(months).size !== months?.length)
      problems.push(`${slug}/template.json: a season has at most ${SEASON_MAX} months, each once`);
  }
  for (let month = 1; month <= MONTHS; month += 1) checkMonth(month, templates, categories, problems);
}

function checkMonth(month, templates, categories, problems) {
  const say = (text) => problems.push(`month ${month}: ${text}`);
  const offered = templates.filter(({ months }) => months?.length === 0 || months?.includes(month));
  if (offered.length < OFFERED_MIN) say(`${offered.length} templates, expected ${OFFERED_MIN}`);
  for (const level of LEVELS)
    if (offered.filter(({ difficulty }) => difficulty === level).length < OF_DIFFICULTY_MIN)
      say(`fewer than ${OF_DIFFICULTY_MIN} ${level} templates`);
  if (new Set(offered.map(({ category }) => category)).size < Math.min(CATEGORIES_MIN, categories.length))
    say(`templates of fewer than ${CATEGORIES_MIN} categories`);
  if (offered.filter(({ months }) => months.length > 0).length < SEASONAL_MIN)
    say(`fewer than ${SEASONAL_MIN} templates of the season`);
  for (const slug of OCCASIONS[month] ?? [])
    if (!offered.some((one) => one.slug === slug)) say(`${slug} belongs to this month`);
}

/** A programme starts on any day of the year: it becomes harder, changes its lure every time and fits its audience. */
export function checkProgrammeSteps({ audience, steps }, label, templates, problems) {
  const say = (text) => problems.push(`${label}: ${text}`);
  const found = (steps ?? []).flatMap(({ template }) => templates.find(({ slug }) => slug === template) ?? []);
  found.forEach(({ slug, months, audiences, difficulty, vector }, at) => {
    if (months?.length > 0) say(`"${slug}" fits some months only`);
    if (!audiences?.includes(audience) && !audiences?.includes('everyone')) say(`"${slug}" is not for ${audience}`);
    const before = found[at - 1];
    if (!before) return;
    if (LEVELS.indexOf(difficulty) < LEVELS.indexOf(before.difficulty)) say(`"${slug}" is easier than the one before`);
    if (vector === before.vector) say(`"${slug}" has the lure of the one before`);
  });
  if (found.length >= YEAR_STEPS && new Set(found.map(({ vector }) => vector)).size < 7) say('not every lure occurs');
}
