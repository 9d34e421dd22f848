import type { difficulties } from './phishing.rules.ts';

// The NIST Phish Scale rates how hard a phishing email is to recognise by people of one organisation. Sources:
// S. Dawkins, J. Jacobs, «NIST Phish Scale User Guide», NIST TN 2276, 2023, https://doi.org/10.6028/NIST.TN.2276;
// M. Steves, K. Greene, M. Theofanos, «Categorizing human phishing difficulty: a Phish Scale», Journal of
// Cybersecurity 6 (1), 2020, https://doi.org/10.1093/cybsec/tyaa009.

/** Kinds of cues by the groups of the scale. */
export const cueGroups = {
  error: ['spelling', 'inconsistency'],
  technical: ['attachment_type', 'sender_address', 'hidden_link', 'domain_spoofing'],
  visual: ['branding_missing', 'branding_imitated', 'unprofessional_design', 'security_icons'],
  language: [
    'legal_language',
    'distracting_detail',
    'sensitive_information',
    'urgency',
    'threat',
    'generic_greeting',
    'signer_missing',
  ],
  tactic: ['humanitarian_appeal', 'too_good', 'flattery', 'limited_offer', 'work_process', 'authority'],
} as const;
export type CueGroup = keyof typeof cueGroups;
export type CueKind = (typeof cueGroups)[CueGroup][number];
export const cueKinds = Object.values(cueGroups).flat() as CueKind[];

/** The five elements of premise alignment: how well the story fits the people who receive it. */
export const premiseElements = ['workplace_process', 'relevance', 'events', 'concern', 'training'] as const;
export type PremiseElement = (typeof premiseElements)[number];
/** How far an element applies: not at all, low, moderate, significant, extreme. */
export const premiseRatings = [0, 2, 4, 6, 8] as const;
export type PremiseRating = (typeof premiseRatings)[number];
export type Premise = Readonly<Record<PremiseElement, PremiseRating>>;

export type Tip = { readonly text: string; readonly cue: CueKind | null };

/** Number of cues: each place marked in the text (`data-tip`) counts; a cue that is marked nowhere counts once. */
export const countCues = (tips: readonly Tip[], html: string): number => {
  const marked = new Map<number, number>();
  for (const match of html.matchAll(/<span\b[^<>]{0,500}?\sdata-tip\s{0,20}=\s{0,20}["']?(\d{1,2})\b/gi))
    marked.set(Number(match[1]), (marked.get(Number(match[1])) ?? 0) + 1);
  return tips.reduce((sum, tip, n) => sum + (tip.cue === null ? 0 : (marked.get(n + 1) ?? 1)), 0);
};

/** The html without the marks of red flags, which a recipient must not see in the source. */
export const withoutMarks = (html: string): string =>
  html.replace(/(<span\b[^<>]{0,500}?)\sdata-tip\s{0,20}=\s{0,20}(?:"\d{0,3}"|'\d{0,3}'|\d{1,3})/gi, '$1');

const MARK = /\sdata-tip\s{0,20}=\s{0,20}(?:"(\d{1,3})"|'(\d{1,3})'|(\d{1,3})(?=[\s/>]))/i;
/** Renumbers the marks of red flags. `next` returns the new number, or null to remove the mark; its text stays. */
const renumberMarks = (html: string, next: (mark: number) => number | null): string => {
  // Whether each open span, the outermost first, was only a mark that is removed.
  const open: boolean[] = [];
  return html.replace(/<span\b[^<>]*>|<\/span\s*>/gi, (tag) => {
    if (tag.startsWith('</')) return open.pop() === true ? '' : tag;
    const mark = MARK.exec(tag);
    const number = mark && next(Number(mark[1] ?? mark[2] ?? mark[3]));
    const written = mark ? tag.replace(MARK, number === null ? '' : ` data-tip="${number}"`) : tag;
    const isRemoved = mark !== null && /^<span\s*>$/i.test(written);
    open.push(isRemoved);
    return isRemoved ? '' : written;
  });
};

/** The html after red flag `n` (counted from 1) is removed: its marks are removed, those of later red flags follow. */
export const withoutTip = (html: string, n: number): string =>
  renumberMarks(html, (mark) => (mark === n ? null : mark > n ? mark - 1 : mark));

/** The html without marks that belong to none of `count` red flags. */
export const withoutStrayMarks = (html: string, count: number): string =>
  renumberMarks(html, (mark) => (mark >= 1 && mark <= count ? mark : null));

/**
 * The red flags of an email and their marks, numbered as a reader meets them: those that name the sender's address, those marked in
 * the text, then the others.
 */
export const inReadingOrder = <
  T extends { readonly tips: readonly string[]; readonly html: string; readonly sender_address: string },
>(
  email: T,
): T => {
  const places = new Map<number, number>();
  renumberMarks(email.html, (mark) => {
    if (!places.has(mark)) places.set(mark, places.size);
    return mark;
  });
  const last = email.tips.length;
  const placed = email.tips
    .map((tip, at) => ({ tip, mark: at + 1, place: tip.includes(email.sender_address) ? -1 : places.get(at + 1) }))
    .toSorted((a, b) => (a.place ?? last) - (b.place ?? last) || a.mark - b.mark);
  const numbers = new Map(placed.map(({ mark }, at) => [mark, at + 1]));
  return {
    ...email,
    tips: placed.map(({ tip }) => tip),
    html: renumberMarks(email.html, (mark) => numbers.get(mark) ?? null),
  };
};

/** Whether a text has marks of red flags. */
export const hasMarks = (html: string): boolean => withoutMarks(html) !== html;

/** Style sheet that shows the marks of red flags with their numbers. */
export const markStyles =
  '[data-tip]{background:#fff3bf;color:#1f1f1f;box-shadow:inset 0 -2px #e8590c}' +
  '[data-tip]::after{content:attr(data-tip);margin:0 1px 0 3px;padding:0 5px;border-radius:8px;background:#c92a2a;color:#fff;font:700 11px/16px Arial,sans-serif;vertical-align:super}';

/** Removes red flags without a text, and their marks. */
export const withoutEmptyTips = <T extends { readonly tips: Tip[]; readonly html: string }>(email: T): T => {
  const empty = email.tips.flatMap((tip, at) => (tip.text.trim() === '' ? [at + 1] : []));
  if (empty.length === 0) return email;
  return {
    ...email,
    tips: email.tips.filter((tip) => tip.text.trim() !== ''),
    html: empty.toReversed().reduce(withoutTip, email.html),
  };
};

export const cueLevels = ['few', 'some', 'many'] as const;
export type CueLevel = (typeof cueLevels)[number];
export const alignments = ['low', 'medium', 'high'] as const;
export type Alignment = (typeof alignments)[number];
export const detections = ['very', 'moderately', 'moderately_to_least', 'least'] as const;
/** Result of the scale: very, moderately, moderately to least, or least difficult to detect. */
export type Detection = (typeof detections)[number];

const detectionOf: Readonly<Record<CueLevel, Readonly<Record<Alignment, Detection>>>> = {
  few: { high: 'very', medium: 'very', low: 'moderately' },
  some: { high: 'very', medium: 'moderately', low: 'moderately_to_least' },
  many: { high: 'moderately', medium: 'moderately', low: 'least' },
};
const difficultyOf: Readonly<Record<Detection, (typeof difficulties)[number]>> = {
  very: 'hard',
  moderately: 'medium',
  moderately_to_least: 'easy',
  least: 'easy',
};

export type PhishScale = {
  readonly cues: number;
  readonly cue_level: CueLevel;
  /** The first four elements added up, the fifth (previous training) subtracted. */
  readonly score: number;
  readonly alignment: Alignment;
  readonly detection: Detection;
  readonly difficulty: (typeof difficulties)[number];
};

/** The rating of an email by the number of its cues and its premise alignment; null while the premise is not rated. */
export const phishScale = (cues: number, premise: Premise | null): PhishScale | null => {
  if (premise === null) return null;
  const cue_level = cues > 14 ? 'many' : cues > 8 ? 'some' : 'few';
  const score = premise.workplace_process + premise.relevance + premise.events + premise.concern - premise.training;
  const alignment = score >= 18 ? 'high' : score >= 11 ? 'medium' : 'low';
  const detection = detectionOf[cue_level][alignment];
  return { cues, cue_level, score, alignment, detection, difficulty: difficultyOf[detection] };
};

type Rated = { readonly tips: readonly Tip[]; readonly html: string; readonly premise: Premise | null };
const order = { easy: 0, medium: 1, hard: 2 } as const;

/** The rating of a template: that of its hardest rated email; null if no email is rated. */
export const templateScale = (emails: readonly Rated[]): PhishScale | null =>
  emails
    .map((email) => phishScale(countCues(email.tips, email.html), email.premise))
    .reduce<PhishScale | null>(
      (hardest, one) =>
        one && (hardest === null || order[one.difficulty] > order[hardest.difficulty]) ? one : hardest,
      null,
    );
