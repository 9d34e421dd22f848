import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

const filePath = sql<string | null>`'/lk/files/' || image_file_id::text`;
const questions = (tx: Tx) =>
  tx
    .selectFrom('questions')
    .select([
      'id',
      'order_id',
      'type',
      'text',
      filePath.as('image_path'),
      'image_alt',
      'points',
      sql<Question['body']>`body`.as('body'),
      'explanation',
      'version',
    ]);

/** Questions of a module in their order. */
export const selectQuestions = (tx: Tx, moduleId: string) =>
  questions(tx).where('module_id', '=', moduleId).orderBy('order_id').execute();

export const findQuestion = (tx: Tx, moduleId: string, id: string) =>
  questions(tx).where('module_id', '=', moduleId).where('id', '=', id).executeTakeFirst();

export const countQuestions = async (tx: Tx, moduleId: string): Promise<number> => {
  const { n } = await tx
    .selectFrom('questions')
    .select(sql<number>`count(*)`.as('n'))
    .where('module_id', '=', moduleId)
    .executeTakeFirstOrThrow();
  return n;
};

export const findModuleTitle = (tx: Tx, id: string) =>
  tx.selectFrom('modules').select(['id', 'title']).where('id', '=', id).executeTakeFirst();
