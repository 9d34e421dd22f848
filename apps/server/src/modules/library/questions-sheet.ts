import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import {
  type DraftBody,
  questionFaults,
  type QuestionDraft,
  type QuestionFault,
  tidyQuestion,
} from '@sergak/contract/library/questions.rules.ts';
import type { QuestionRejection } from '@sergak/contract/library/questions.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { unescapeCell } from '@sergak/sheets/cell-escape.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import { columnOfHeading, type QuestionColumn, questionWords, typeOfWord } from './questions-words.ts';

// One row is one question. Each answer has its own column, because people fill columns more easily than cells with
// separators. Numbers of right answers, and both sides of a pair, share a cell.

const ANSWERS_SHOWN = 6;
const VALUE_SHOWN = 100;

type Headings = { readonly headers: readonly string[]; readonly at: ReadonlyMap<string, number> };
type Rejected = Omit<QuestionRejection, 'line'>;
type Read = { readonly question: QuestionDraft } | { readonly rejections: readonly Rejected[] };
type Answer = { readonly number: number; readonly text: string };

const keyOf = (column: QuestionColumn, number = 0) => `${column}:${number}`;

/** Finds the columns by their headings; undefined if a necessary one is missing. */
export const readHeadings = (headers: readonly string[]): Headings | undefined => {
  const at = new Map<string, number>();
  headers.forEach((heading, index) => {
    const found = columnOfHeading(heading);
    if (found && !at.has(keyOf(found.column, found.number))) at.set(keyOf(found.column, found.number), index);
  });
  const complete = at.has(keyOf('type')) && at.has(keyOf('text')) && at.has(keyOf('answer', 1));
  return complete ? { headers, at } : undefined;
};

/** Reads one row: a valid question, or everything that is wrong with it. */
export const readRow = (map: Headings, row: SheetRow): Read => {
  if (row.fault === 'long' || row.fault === 'quote')
    return { rejections: [{ column: '', reason: `row_${row.fault}`, value: '' }] };
  const cell = (column: QuestionColumn, number = 0) => {
    const index = map.at.get(keyOf(column, number));
    return index === undefined ? '' : unescapeCell((row.cells[index] ?? '').replaceAll('\u0000', '').trim());
  };
  const reject = (column: QuestionColumn, reason: Rejected['reason'], number = 0): Rejected => ({
    column: map.headers[map.at.get(keyOf(column, number)) ?? -1] ?? '',
    reason,
    value: cell(column, number).slice(0, VALUE_SHOWN),
  });
  const type = typeOfWord(cell('type'));
  if (!type) return { rejections: [reject('type', cell('type') === '' ? 'type_missing' : 'type_unknown')] };
  const answers = [...map.at.keys()]
    .filter((key) => key.startsWith('answer:'))
    .map((key) => Number(key.slice('answer:'.length)))
    .sort((a, b) => a - b)
    .flatMap((number) => (cell('answer', number) === '' ? [] : [{ number, text: cell('answer', number) }]));
  const body = readBody(type, answers, cell('right'), (number) => cell('note', number));
  if ('reason' in body) return { rejections: [reject(body.column, body.reason, body.number)] };
  const question = tidyQuestion({
    type,
    text: cell('text'),
    image_path: null,
    image_alt: '',
    points: cell('points') === '' ? 1 : Number(cell('points').replace(/[.,]0+$/, '')),
    body,
    explanation: cell('explanation'),
  });
  const rejections = questionFaults(question).map((fault) => {
    const place = placeOf(fault, type, answers);
    return reject(place.column, fault.code, place.number);
  });
  return rejections.length > 0 ? { rejections } : { question };
};

type Broken = { readonly column: QuestionColumn; readonly number?: number; readonly reason: Rejected['reason'] };

const readBody = (
  type: QuestionType,
  answers: readonly Answer[],
  right: string,
  noteOf: (number: number) => string,
): DraftBody | Broken => {
  if (type === 'short') return { accepted: answers.map((one) => one.text) };
  if (type === 'matching') {
    const pairs = answers.map((one) => splitPair(one.text));
    const broken = pairs.indexOf(undefined);
    if (broken >= 0) return { column: 'answer', number: answers[broken]!.number, reason: 'pair_broken' };
    return { pairs: pairs.map((pair) => ({ left: { text: pair![0] }, right: { text: pair![1] } })) };
  }
  const chosen = chosenAnswers(answers, right);
  if (!chosen) return { column: 'right', reason: 'right_unknown' };
  if (type === 'ordering') {
    // Without numbers the answers are in the right order already.
    if (chosen.length === 0) return { items: answers.map(({ text }) => ({ text })) };
    if (chosen.length !== answers.length) return { column: 'right', reason: 'right_unknown' };
    return { items: chosen.map(({ text }) => ({ text })) };
  }
  return {
    options: answers.map((one) => ({
      text: one.text,
      correct: chosen.includes(one),
      explanation: noteOf(one.number),
    })),
  };
};

/** The answers that a cell names by number, or by their exact text; undefined if it names an answer that does not exist. */
const chosenAnswers = (answers: readonly Answer[], cell: string): Answer[] | undefined => {
  const by = (pieces: readonly string[], fits: (one: Answer, piece: string) => boolean) => {
    const found = pieces.map((piece) => answers.find((one) => fits(one, piece)));
    return found.every((one) => one !== undefined) && new Set(found).size === found.length ? found : undefined;
  };
  const pieces = cell.split(/[;,\n]/).flatMap((piece) => (piece.trim() === '' ? [] : [cleanLine(piece)]));
  const numbers = cell.match(/\d+/g);
  const numbered = numbers && /^[\d\s;,.]*$/.test(cell) ? by(numbers, (one, n) => one.number === Number(n)) : undefined;
  const same = (one: Answer, text: string) => cleanLine(one.text).toLowerCase() === text.toLowerCase();
  return numbered ?? by(pieces, same) ?? (cell === '' ? [] : by([cleanLine(cell)], same));
};

/** The sides of a pair are separated by one «=»; two in a row stand for the sign itself. */
const splitPair = (text: string): [string, string] | undefined => {
  const at = /(?<!=)=(?!=)/.exec(text)?.index;
  if (at === undefined) return undefined;
  const side = (part: string) => part.trim().replaceAll('==', '=');
  return [side(text.slice(0, at)), side(text.slice(at + 1))];
};
const joinPair = (left: string, right: string) => [left, right].map((side) => side.replaceAll('=', '==')).join(' = ');

/** The column that a fault of the question is about. */
const placeOf = (fault: QuestionFault, type: QuestionType, answers: readonly Answer[]) => {
  const [top, , index, last] = fault.field.split('.');
  if (top !== 'body') return { column: top as QuestionColumn, number: 0 };
  const number = index === undefined ? 1 : answers[Number(index)]!.number;
  if (last === 'explanation') return { column: 'note' as const, number };
  if (fault.code === 'right_several' || (fault.code === 'right_missing' && type !== 'short'))
    return { column: 'right' as const, number: 0 };
  return { column: 'answer' as const, number };
};

const answersOf = (q: Question): string[] => {
  const b = q.body;
  if ('options' in b) return b.options.map((one) => one.text);
  if ('items' in b) return b.items.map((one) => one.text);
  return 'pairs' in b ? b.pairs.map((one) => joinPair(one.left.text, one.right.text)) : [...b.accepted];
};
const notesOf = (q: Question): string[] =>
  'options' in q.body ? q.body.options.map((one) => one.explanation ?? '') : [];
const rightOf = (q: Question): string =>
  'options' in q.body ? q.body.options.flatMap((one, i) => (one.correct ? [i + 1] : [])).join('; ') : '';

/** The spreadsheet of questions: headings and rows of texts. Columns for notes exist only if a question has one. */
export const writeQuestions = (questions: readonly Question[], language: Language) => {
  const { columns, nameOf } = questionWords(language);
  const answers = Math.max(ANSWERS_SHOWN, ...questions.map((q) => answersOf(q).length));
  const notes = Math.max(0, ...questions.map((q) => notesOf(q).findLastIndex((note) => note !== '') + 1));
  const numbered = (title: string, count: number) => Array.from({ length: count }, (_, i) => `${title} ${i + 1}`);
  const filled = (texts: readonly string[], count: number) => Array.from({ length: count }, (_, i) => texts[i] ?? '');
  return {
    headings: [
      columns.type,
      columns.text,
      ...numbered(columns.answer, answers),
      columns.right,
      columns.points,
      columns.explanation,
      ...numbered(columns.note, notes),
    ],
    rows: questions.map((q) => [
      nameOf(q.type),
      q.text,
      ...filled(answersOf(q), answers),
      rightOf(q),
      String(q.points),
      q.explanation,
      ...filled(notesOf(q), notes),
    ]),
  };
};

/** Rows of the template; its texts are in the catalogue, with an answer on each line. */
const examples = [
  { type: 'single', right: '2', points: '1', explained: 'questions.example.single.explanation' },
  { type: 'multiple', right: '1; 3', points: '2', explained: null },
  { type: 'ordering', right: '', points: '2', explained: null },
  { type: 'matching', right: '', points: '2', explained: null },
  { type: 'short', right: '', points: '1', explained: 'questions.example.short.explanation' },
] as const;

/** The template: an example of every type, and how to fill in the columns. */
export const writeTemplate = (language: Language) => {
  const { t, columns, nameOf } = questionWords(language);
  const numbered = Array.from({ length: ANSWERS_SHOWN }, (_, i) => `${columns.answer} ${i + 1}`);
  return {
    headings: [columns.type, columns.text, ...numbered, columns.right, columns.points, columns.explanation],
    rows: examples.map(({ type, right, points, explained }) => {
      const answers = t(`questions.example.${type}.answers`).split('\n');
      return [
        nameOf(type),
        t(`questions.example.${type}.text`),
        ...Array.from({ length: ANSWERS_SHOWN }, (_, i) => answers[i] ?? ''),
        right,
        points,
        explained ? t(explained) : '',
      ];
    }),
  };
};
