import { lastDelivery } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import type { JobPayload } from '../../job-table.ts';
import { writeAudit } from '../../platform/audit.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { lookLater, orderReports, SECOND_LOOK } from './order.ts';
import * as query from './report-schedules.query.ts';
import * as repo from './report-schedules.repo.ts';
import { sendReports } from './send.service.ts';

/** Every minute: orders deliveries that are due, sends those whose reports have ended, and deletes old ones. */
export const sweepSchedules = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const one of await query.activeSchedules(tx)) {
      const due = lastDelivery(one, one.time_zone, now());
      if (due && due.at > new Date(one.settled_until)) await enqueueIn(tx, one.id, 'report-schedules.order', {});
    }
    for (const one of await query.readyDeliveries(tx))
      await enqueueIn(tx, one.organization_id, 'report-schedules.send', { delivery_id: one.id });
    await repo.deleteOldDeliveries(tx);
  });

const noteFailure = (tx: Tx, note: string): Promise<void> =>
  writeAudit(
    tx,
    { action: 'report_schedule.failed', actorId: null, actorName: '' },
    { kind: 'report_schedule', details: { note } },
  );

/**
 * Orders the reports of the last delivery that was due: after downtime one delivery is made up, not each missed one. The key of the
 * period keeps a second run from ordering them again.
 */
export const orderDue = (ctx: JobCtx): Promise<void> =>
  ctx.run('write', async (tx) => {
    const schedule = await repo.lockSchedule(tx);
    if (!schedule) return;
    const organization = await query.findScheduleOrganization(tx);
    const due = lastDelivery(schedule, organization.time_zone, now());
    if (!due || due.at <= new Date(schedule.settled_until)) return;
    await repo.settle(tx, due.at);
    const id = await repo.insertDelivery(tx, { period: due.period, due_at: due.at, ordered_by: null });
    if (id === null) return; // the period has had its delivery
    if (!organization.licensed) {
      await repo.endDelivery(tx, id, { state: 'failed', reason: 'licence_expired' });
      return noteFailure(tx, 'licence_expired');
    }
    const name = (await query.findName(tx, schedule.saved_by)) ?? organization.title;
    const person = { id: schedule.saved_by, name };
    await orderReports({ tx, platform: ctx.platform }, { id, due_at: due.at, schedule, organization, person });
  });

/** Queues the emails of a delivery in one transaction, once all its reports have ended. Safe to run twice. */
export const sendDelivery = (ctx: JobCtx, payload: JobPayload<'report-schedules.send'>): Promise<void> =>
  ctx.run('write', async (tx) => {
    const delivery = await repo.lockDelivery(tx, payload.delivery_id);
    if (!delivery) return; // sent already
    const { reason, queued, skipped, wait } = await sendReports({ tx, platform: ctx.platform }, delivery);
    if (wait) return lookLater(tx, delivery.id, SECOND_LOOK);
    if (reason !== null) return noteFailure(tx, reason);
    await writeAudit(
      tx,
      { action: 'report_schedule.delivered', actorId: null, actorName: '' },
      { kind: 'report_schedule', details: { emails: queued, skipped } },
    );
  });
