import type { DraftBody } from '@sergak/contract/library/questions.rules.ts';
import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type QuestionRow = {
  readonly type: QuestionType;
  readonly text: string;
  readonly image_file_id: string | null;
  readonly image_alt: string;
  readonly points: number;
  readonly body: DraftBody;
  readonly explanation: string;
};

/** Locks the module, so that writers of its questions take turns. Marks it as changed after the last publishing. */
export const touchModule = (tx: Tx, id: string) =>
  tx
    .updateTable('modules')
    .set({ updated_at: now() })
    .where('id', '=', id)
    .returning(['id', 'title'])
    .executeTakeFirst();

/** Inserts questions from this position on; the questions behind it must have been moved. Returns their ids. */
export const insertQuestions = async (
  tx: Tx,
  moduleId: string,
  from: number,
  rows: readonly QuestionRow[],
): Promise<string[]> => {
  const inserted = await tx
    .insertInto('questions')
    .values(rows.map((row, i) => ({ ...row, module_id: moduleId, order_id: from + i, body: JSON.stringify(row.body) })))
    .returning('id')
    .execute();
  return inserted.map((row) => row.id);
};

export const updateQuestionRow = async (tx: Tx, id: string, row: QuestionRow): Promise<void> => {
  await tx
    .updateTable('questions')
    .set((eb) => ({ ...row, body: JSON.stringify(row.body), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** Moves the questions of these positions (both included) by one place, to open or to close a gap. */
export const shiftQuestions = async (
  tx: Tx,
  moduleId: string,
  o: { from: number; to?: number; by: 1 | -1 },
): Promise<void> => {
  await tx
    .updateTable('questions')
    .set((eb) => ({ order_id: eb('order_id', '+', o.by) }))
    .where('module_id', '=', moduleId)
    .where('order_id', '>=', o.from)
    .where('order_id', '<=', o.to ?? 2_147_483_646)
    .execute();
};

export const placeQuestion = async (tx: Tx, id: string, order_id: number): Promise<void> => {
  await tx.updateTable('questions').set({ order_id }).where('id', '=', id).execute();
};

export const deleteQuestionRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('questions').where('id', '=', id).execute();
};
