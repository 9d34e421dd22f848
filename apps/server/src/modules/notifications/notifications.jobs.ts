import { ENDED_DAYS } from '@sergak/contract/notifications/notifications.rules.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import type { WaitingSource } from '../../platform/waiting.ts';
import { organizationsToDigest, organizationsToSettle } from './notifications.query.ts';
import { deleteEnded, putSettings } from './notifications.repo.ts';
import { settleNotifications } from './settle.service.ts';

/** Looks through everything that can wait in an organisation: causes such as an ending licence begin and end with time. */
export const settleAll =
  (sources: readonly WaitingSource[]) =>
  async (ctx: JobCtx): Promise<void> => {
    for (const source of sources) await ctx.run('write', (tx) => settleNotifications(tx, source));
    await ctx.run('write', (tx) => putSettings(tx, { settled_at: now() }));
  };

/** Once a minute: queues what is due for each organisation, and deletes what ended long ago. */
export const sweepNotifications = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await organizationsToSettle(tx)) await enqueueIn(tx, id, 'notifications.settle', {});
    for (const id of await organizationsToDigest(tx)) await enqueueIn(tx, id, 'notifications.write-digest', {});
    await deleteEnded(tx, after(now(), -ENDED_DAYS * DAY));
  });
