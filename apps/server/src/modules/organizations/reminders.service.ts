import type { ReminderConfig } from '@sergak/contract/organizations/organizations.schema.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { inviteEmployees } from '../employees/public.ts';
import * as repo from './reminders.repo.ts';

const AT_ONCE = 500;

export const readReminders = ({ tx }: Ctx) => repo.readReminderConfig(tx);

/** Sets when people who were invited and have not registered are reminded. */
export const setReminders = async ({ tx, viewer }: Ctx, config: ReminderConfig) => {
  const before = await repo.readReminderConfig(tx);
  await repo.writeConfig(tx, config);
  const changes = Object.entries(config).map(([name, value]) => [name, [before[name as keyof ReminderConfig], value]]);
  return new Logged(config, {
    kind: 'organization',
    id: viewer.scope.organizationId,
    changes: Object.fromEntries(changes),
  });
};

/** Reminds all people who are due, with a new registration link. Safe to repeat: the second run finds no one due. */
export const remindUnregistered = async (ctx: JobCtx): Promise<void> => {
  for (let reminded = AT_ONCE; reminded === AT_ONCE;) {
    ctx.signal.throwIfAborted();
    reminded = await ctx.run('write', async (tx) => {
      const ids = await repo.takeDuePeople(tx, AT_ONCE);
      if (ids.length > 0) await inviteEmployees({ tx, platform: ctx.platform }, ids, { kind: 'reminder' });
      return ids.length;
    });
  }
};

/** Queues the reminder job of each organisation with a reminder due. Called once a minute for the whole installation. */
export const sweepReminders = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await repo.organizationsToRemind(tx))
      await enqueueIn(tx, organization_id, 'organizations.remind-unregistered', {});
  });
