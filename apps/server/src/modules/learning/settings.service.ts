import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { reminderOffsets } from '@sergak/contract/learning/reminder.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { staleVersion } from '../../platform/version.ts';
import { findDefaultReminders, saveDefaultReminders } from './settings.repo.ts';

export const getDefaultReminders = (ctx: Ctx) => findDefaultReminders(ctx.tx);

/** Changes the reminder rules that new assignments of the organisation start with. */
export const changeDefaultReminders = async (ctx: Ctx, input: { reminders: ReminderRules; version: number }) => {
  const before = await findDefaultReminders(ctx.tx);
  if (!(await saveDefaultReminders(ctx.tx, input.reminders, input.version)))
    throw staleVersion({ version: before.version });
  return new Logged(await findDefaultReminders(ctx.tx), {
    kind: 'organization',
    id: ctx.viewer.scope.organizationId,
    changes: { reminders: [reminderOffsets(before.reminders), reminderOffsets(input.reminders)] },
  });
};
