import { z } from 'zod';
import { list } from '../paging.ts';
import { placedQuestion, questionType } from './library.schema.ts';
import { QUESTION_PARTS_MAX, POINTS_MAX, QUESTIONS_MAX, questionFaultCodes } from './questions.rules.ts';

// Limits of size only: `questionFaults` decides what is a valid question and names the faulty field.
const written = z
  .string()
  .regex(/^[^\0]*$/)
  .max(20_000);
const picturePath = z
  .string()
  .regex(/^\/lk\/files\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .nullable()
  .default(null);
const part = z.strictObject({
  /** Kept if given: an edited option keeps its id. */
  id: z.uuid().optional(),
  text: written,
  image_path: picturePath,
  image_alt: written.default(''),
});
const parts = <T extends z.ZodType>(one: T) => z.array(one).max(QUESTION_PARTS_MAX * 2);

export const questionBodyInput = z.union([
  z.strictObject({ options: parts(part.extend({ correct: z.boolean(), explanation: written.default('') })) }),
  z.strictObject({ items: parts(part) }),
  z.strictObject({ pairs: parts(z.strictObject({ left: part, right: part })) }),
  z.strictObject({ accepted: parts(written) }),
]);

/** The fields of a question that its author writes. */
const questionFields = {
  type: questionType,
  text: written,
  image_path: picturePath,
  image_alt: written.default(''),
  points: z.int().min(1).max(POINTS_MAX).default(1),
  body: questionBodyInput,
  explanation: written.default(''),
};
/** Position in the module, counted from 0. A new question without one is the last; an edited one stays in its place. */
const orderId = z.int().min(0).max(QUESTIONS_MAX).optional();
export const newQuestion = z.strictObject({ ...questionFields, order_id: orderId });
export const changedQuestion = newQuestion.extend({ version: z.int().min(1).optional() });
export const questionList = list(placedQuestion);

/** Why a row of a spreadsheet is rejected: a fault of the question, or of the row itself. */
export const questionRowReasons = [
  ...questionFaultCodes,
  'row_long',
  'row_quote',
  'type_missing',
  'type_unknown',
  'right_unknown',
  'pair_broken',
] as const;
export const questionRejection = z.object({
  line: z.int(),
  /** Heading of the column as in the file; empty if the whole row is malformed. */
  column: z.string(),
  reason: z.enum(questionRowReasons),
  /** The text of the cell, shortened. */
  value: z.string(),
});
export type QuestionRejection = z.output<typeof questionRejection>;

export const questionFilePreview = z.object({
  /** Rows with text, without the heading. */
  lines: z.int(),
  accepted: z.int(),
  /** Number of rejected rows; a row can have several rejections. */
  rejected: z.int(),
  rejections: z.array(questionRejection),
  /** The first accepted questions. */
  questions: z.array(z.object({ line: z.int(), type: questionType, text: z.string(), points: z.int() })),
});
export type QuestionFilePreview = z.output<typeof questionFilePreview>;

export const questionSheetFormat = z.enum(['xlsx', 'csv']);
export type QuestionSheetFormat = z.output<typeof questionSheetFormat>;
