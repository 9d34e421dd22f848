import { reminderRules, type ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** The reminder rules of new assignments; version 0 while nobody has changed those of the product. */
export const findDefaultReminders = async (tx: Tx): Promise<{ reminders: ReminderRules; version: number }> => {
  const row = await tx.selectFrom('learning_settings').select(['reminders', 'version']).executeTakeFirst();
  return row
    ? { reminders: reminderRules.parse(row.reminders), version: row.version }
    : { reminders: USUAL_REMINDERS, version: 0 };
};

/** Stores the rules if `version` is the stored one (0: none are stored); returns whether it was. */
export const saveDefaultReminders = async (tx: Tx, reminders: ReminderRules, version: number): Promise<boolean> => {
  const stored = JSON.stringify(reminders);
  if (version === 0) {
    const row = await tx
      .insertInto('learning_settings')
      .values({ reminders: stored })
      .onConflict((oc) => oc.column('organization_id').doNothing())
      .returning('version')
      .executeTakeFirst();
    return row !== undefined;
  }
  const { numUpdatedRows } = await tx
    .updateTable('learning_settings')
    .set({ reminders: stored, version: sql`version + 1` })
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
