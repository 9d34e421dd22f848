import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { textsOf } from '../../platform/texts.ts';

/** Columns of a spreadsheet with questions; `answer` and `note` are repeated with a number. */
export type QuestionColumn = 'type' | 'text' | 'answer' | 'right' | 'points' | 'explanation' | 'note';

/** The texts of the spreadsheets with questions in one language. */
export const questionWords = (language: Language) => {
  const t = textsOf<'library__server', 'library__questions'>(language, 'library__server');
  const columns: Readonly<Record<QuestionColumn, string>> = {
    type: t('library__questions:editor.type'),
    text: t('questions.column.text'),
    answer: t('questions.column.answer'),
    right: t('questions.column.right'),
    points: t('library__questions:editor.points'),
    explanation: t('library__questions:editor.explanation'),
    note: t('questions.column.note'),
  };
  const nameOf = (type: QuestionType): string => t(`library__questions:type.${type}`);
  return { t, columns, nameOf };
};

/** How to fill in the columns, as rows of a second sheet. */
export const guideRows = (language: Language): readonly (readonly [string, string])[] => {
  const { t, columns, nameOf } = questionWords(language);
  const { answer, note } = columns;
  return [
    [t('questions.guide.row'), t('questions.guide.row_text')],
    [columns.type, t('questions.guide.type')],
    [columns.text, t('questions.guide.text')],
    [`${answer} 1, ${answer} 2…`, t('questions.guide.answer')],
    [columns.right, t('questions.guide.right')],
    [nameOf('ordering'), t('questions.guide.ordering')],
    [nameOf('matching'), t('questions.guide.matching')],
    [nameOf('short'), t('questions.guide.short')],
    [columns.points, t('questions.guide.points')],
    [columns.explanation, t('questions.guide.explanation')],
    [`${note} 1…`, t('questions.guide.note')],
    [t('questions.guide.pictures'), t('questions.guide.pictures_text')],
  ];
};

/** Further words that people write for a type. */
const otherTypeWords: Record<QuestionType, readonly string[]> = {
  single: ['single', 'один', 'одиночный', 'одиночный выбор', 'один из', 'bitta', 'single answer'],
  multiple: ['multiple', 'несколько', 'множественный', 'множественный выбор', 'bir nechta', 'multiple answers'],
  ordering: ['ordering', 'порядок', 'упорядочивание', 'последовательность', 'tartib', 'order'],
  matching: ['matching', 'соответствие', 'сопоставление', 'пара', 'juftlik', 'pairs'],
  short: ['short', 'краткий ответ', 'свободный ответ', 'открытый', 'открытый вопрос', 'free answer', 'qisqa javob'],
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['ʻʼ’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const inAllLanguages = languages.map(questionWords);

const typesByWord = new Map(
  (Object.keys(otherTypeWords) as QuestionType[]).flatMap((type) =>
    [...otherTypeWords[type], ...inAllLanguages.map(({ nameOf }) => nameOf(type))].map(
      (word) => [plain(word), type] as const,
    ),
  ),
);
/** The type that a cell names in any of the three languages. */
export const typeOfWord = (text: string): QuestionType | undefined => typesByWord.get(plain(text));

const columnsByHeading = new Map<string, QuestionColumn>(
  inAllLanguages.flatMap(({ columns }) =>
    (Object.keys(columns) as QuestionColumn[]).map((column) => [plain(columns[column]), column] as const),
  ),
);
for (const [heading, column] of [
  ['текст вопроса', 'text'],
  ['верный ответ', 'right'],
  ['правильный ответ', 'right'],
  ['правильные ответы', 'right'],
  ['right answer', 'right'],
  ['correct answers', 'right'],
  ['балл', 'points'],
  ['пояснение', 'explanation'],
  ['вариант', 'answer'],
  ['тип вопроса', 'type'],
] as const)
  columnsByHeading.set(heading, column);

/** The meaning of a heading; answers and notes have a number, counted from 1. */
export const columnOfHeading = (heading: string): { column: QuestionColumn; number: number } | undefined => {
  const [, words = '', digits] = /^(.*?)(?: (\d{1,2}))?$/.exec(plain(heading)) ?? [];
  const column = columnsByHeading.get(words);
  if (!column) return undefined;
  const repeated = column === 'answer' || column === 'note';
  if (repeated !== (digits !== undefined)) return undefined;
  return { column, number: Number(digits ?? 0) };
};
