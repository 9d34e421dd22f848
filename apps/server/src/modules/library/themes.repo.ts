import { sql, type Insertable } from 'kysely';
import type { DB } from '../../db-types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const insertTheme = async (tx: Tx, title: string): Promise<string> => {
  const at = now();
  const row = await tx
    .insertInto('themes')
    .values({ title, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const lockTheme = (tx: Tx, id: string) =>
  tx.selectFrom('themes').select(['id', 'title', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

export const updateThemeRow = async (tx: Tx, id: string, title: string): Promise<void> => {
  await tx
    .updateTable('themes')
    .set({ title, version: sql<number>`version + 1`, updated_at: now() })
    .where('id', '=', id)
    .execute();
};

export const deleteThemeRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('themes').where('id', '=', id).execute();
};

export type ThemeStepRow = Omit<Insertable<DB['theme_steps']>, 'theme_id' | 'order_id' | 'organization_id'>;
/** Replaces the steps of a theme, in this order. */
export const setSteps = async (tx: Tx, themeId: string, steps: readonly ThemeStepRow[]): Promise<void> => {
  await tx.deleteFrom('theme_steps').where('theme_id', '=', themeId).execute();
  if (steps.length > 0)
    await tx
      .insertInto('theme_steps')
      .values(steps.map((step, order_id) => ({ ...step, theme_id: themeId, order_id })))
      .execute();
};
