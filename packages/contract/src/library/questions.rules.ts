import { plainAnswer } from '../learning/learning.rules.ts';
import { cleanLine } from '../text.rules.ts';
import type { QuestionType } from './library.schema.ts';

/** Longest text of a question and of an explanation, in characters. */
export const QUESTION_TEXT_MAX = 2000;
/** Longest text of an option, an item, a side of a pair or an accepted answer. */
export const PART_TEXT_MAX = 500;
/** Longest alternative text of a picture. */
export const PICTURE_ALT_MAX = 300;
export const PARTS_MIN = 2;
export const QUESTION_PARTS_MAX = 20;
export const POINTS_MAX = 100;
/** Most questions of one module, and most rows of an imported spreadsheet. */
export const QUESTIONS_MAX = 2000;
/** Largest spreadsheet with questions, in bytes. */
export const QUESTION_FILE_BYTES = 10_000_000;

export type DraftPart = {
  readonly id?: string | undefined;
  readonly text: string;
  readonly image_path?: string | null | undefined;
  readonly image_alt?: string | undefined;
};
export type DraftOption = DraftPart & { readonly correct: boolean; readonly explanation?: string | undefined };
type DraftPair = { readonly left: DraftPart; readonly right: DraftPart };
export type DraftBody =
  | { readonly options: readonly DraftOption[] }
  | { readonly items: readonly DraftPart[] }
  | { readonly pairs: readonly DraftPair[] }
  | { readonly accepted: readonly string[] };
/** A question as a person or a spreadsheet proposes it, before it is known to be valid. */
export type QuestionDraft = {
  readonly type: QuestionType;
  readonly text: string;
  readonly image_path: string | null;
  readonly image_alt: string;
  readonly points: number;
  readonly body: DraftBody;
  readonly explanation: string;
};

export const questionFaultCodes = [
  'text_missing',
  'text_long',
  'points_wrong',
  'explanation_long',
  'alt_missing',
  'alt_long',
  'body_type',
  'parts_few',
  'parts_many',
  'part_missing',
  'part_long',
  'part_twice',
  'right_missing',
  'right_several',
] as const;
export type QuestionFaultCode = (typeof questionFaultCodes)[number];
/** What is wrong with a question. `field` is a path such as `body.options.2.text`. */
export type QuestionFault = { readonly field: string; readonly code: QuestionFaultCode };

/** Text of several lines, without blank lines at its ends and without invisible characters. */
export const cleanText = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .join('\n')
    .trim();

const tidyPart = <P extends DraftPart>(part: P): P => {
  const { image_path, image_alt, ...rest } = part;
  return {
    ...rest,
    text: cleanLine(part.text),
    ...(image_path ? { image_path, image_alt: cleanLine(image_alt ?? '') } : {}),
  } as P;
};
const tidyOption = (option: DraftOption): DraftOption => {
  const { explanation = '', ...part } = option;
  const text = cleanText(explanation);
  return { ...tidyPart(part), ...(text === '' ? {} : { explanation: text }) };
};
const tidyBody = (b: DraftBody): DraftBody => {
  if ('options' in b) return { options: b.options.map(tidyOption) };
  if ('items' in b) return { items: b.items.map(tidyPart) };
  if ('pairs' in b) return { pairs: b.pairs.map((one) => ({ left: tidyPart(one.left), right: tidyPart(one.right) })) };
  return { accepted: b.accepted.map(cleanLine) };
};

/** The question with cleaned texts: what is stored, and what the rules below check. */
export const tidyQuestion = (q: QuestionDraft): QuestionDraft => ({
  ...q,
  text: cleanText(q.text),
  image_alt: q.image_path === null ? '' : cleanLine(q.image_alt),
  explanation: cleanText(q.explanation),
  body: tidyBody(q.body),
});

const bodyOf = {
  single: 'options',
  multiple: 'options',
  ordering: 'items',
  matching: 'pairs',
  short: 'accepted',
} as const;

const fault = (when: boolean, field: string, code: QuestionFaultCode): QuestionFault[] =>
  when ? [{ field, code }] : [];

const pictureFaults = (prefix: string, path: string | null | undefined, alt = ''): QuestionFault[] => [
  ...fault(Boolean(path) && alt === '', `${prefix}image_alt`, 'alt_missing'),
  ...fault(alt.length > PICTURE_ALT_MAX, `${prefix}image_alt`, 'alt_long'),
];

const partFaults = (field: string, part: DraftPart): QuestionFault[] => [
  ...fault(part.text === '', `${field}.text`, 'part_missing'),
  ...fault(part.text.length > PART_TEXT_MAX, `${field}.text`, 'part_long'),
  ...pictureFaults(`${field}.`, part.image_path, part.image_alt),
];

/** Reports each text that equals an earlier one. Empty texts are reported elsewhere. */
const twice = (
  texts: readonly string[],
  fieldOf: (index: number) => string,
  keyOf = (text: string): string => text.toLowerCase(),
): QuestionFault[] => {
  const keys = texts.map(keyOf);
  return keys.flatMap((key, i) => fault(key !== '' && keys.indexOf(key) < i, fieldOf(i), 'part_twice'));
};

const countFaults = (field: string, count: number, least: number): QuestionFault[] => [
  ...fault(count < least, field, 'parts_few'),
  ...fault(count > QUESTION_PARTS_MAX, field, 'parts_many'),
];

const optionFaults = (type: QuestionType, options: readonly DraftOption[]): QuestionFault[] => {
  const field = 'body.options';
  const right = options.filter((one) => one.correct).length;
  return [
    ...countFaults(field, options.length, PARTS_MIN),
    ...options.flatMap((one, i) => [
      ...partFaults(`${field}.${i}`, one),
      ...fault((one.explanation ?? '').length > QUESTION_TEXT_MAX, `${field}.${i}.explanation`, 'explanation_long'),
    ]),
    ...twice(
      options.map((one) => one.text),
      (i) => `${field}.${i}.text`,
    ),
    ...fault(right === 0, field, 'right_missing'),
    ...fault(type === 'single' && right > 1, field, 'right_several'),
  ];
};

const itemFaults = (items: readonly DraftPart[]): QuestionFault[] => [
  ...countFaults('body.items', items.length, PARTS_MIN),
  ...items.flatMap((one, i) => partFaults(`body.items.${i}`, one)),
  ...twice(
    items.map((one) => one.text),
    (i) => `body.items.${i}.text`,
  ),
];

const pairFaults = (pairs: readonly DraftPair[]): QuestionFault[] => [
  ...countFaults('body.pairs', pairs.length, PARTS_MIN),
  ...pairs.flatMap((one, i) => [
    ...partFaults(`body.pairs.${i}.left`, one.left),
    ...partFaults(`body.pairs.${i}.right`, one.right),
  ]),
  // Right sides may be equal: learners may then choose either of them.
  ...twice(
    pairs.map((one) => one.left.text),
    (i) => `body.pairs.${i}.left.text`,
  ),
];

const acceptedFaults = (accepted: readonly string[]): QuestionFault[] => [
  ...fault(accepted.length === 0, 'body.accepted', 'right_missing'),
  ...countFaults('body.accepted', accepted.length, 0),
  ...accepted.flatMap((text, i) => [
    // An answer of punctuation only would equal an empty answer.
    ...fault(plainAnswer(text) === '', `body.accepted.${i}`, 'part_missing'),
    ...fault(text.length > PART_TEXT_MAX, `body.accepted.${i}`, 'part_long'),
  ]),
  ...twice(accepted, (i) => `body.accepted.${i}`, plainAnswer),
];

const bodyFaults = (type: QuestionType, b: DraftBody): QuestionFault[] => {
  if (!(bodyOf[type] in b)) return [{ field: 'body', code: 'body_type' }];
  if ('options' in b) return optionFaults(type, b.options);
  if ('items' in b) return itemFaults(b.items);
  return 'pairs' in b ? pairFaults(b.pairs) : acceptedFaults(b.accepted);
};

/** Everything that is wrong with a question; empty if it can be saved and asked. Expects a tidied question. */
export const questionFaults = (q: QuestionDraft): QuestionFault[] => [
  ...fault(q.text === '', 'text', 'text_missing'),
  ...fault(q.text.length > QUESTION_TEXT_MAX, 'text', 'text_long'),
  ...pictureFaults('', q.image_path, q.image_alt),
  ...fault(!Number.isInteger(q.points) || q.points < 1 || q.points > POINTS_MAX, 'points', 'points_wrong'),
  ...fault(q.explanation.length > QUESTION_TEXT_MAX, 'explanation', 'explanation_long'),
  ...bodyFaults(q.type, q.body),
];
