import { notificationKinds } from '@sergak/contract/notifications/notifications.rules.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { WaitingSource, WaitingThing } from '../../platform/waiting.ts';
import * as repo from './notifications.repo.ts';

type Open = Awaited<ReturnType<typeof repo.openOfKind>>[number];

const isSame = (open: Open, thing: WaitingThing): boolean =>
  open.title === thing.title &&
  open.number === thing.number &&
  Date.parse(open.since) === Date.parse(thing.since) &&
  open.day === (thing.day ?? null) &&
  open.employee_id === (thing.employee_id ?? null) &&
  open.barred.join() === [...(thing.barred ?? [])].join();

/**
 * Makes the notifications of one kind say what its source says now: raises what is new, ends what is over. Call it in the
 * transaction of the cause, after the change and as late as possible.
 */
export const settleNotifications = async (tx: Tx, source: WaitingSource): Promise<void> => {
  const { kind } = source;
  await repo.lockKind(tx, kind);
  const things = await source.find(tx);
  const open = await repo.openOfKind(tx, kind);
  const before = new Map(open.map((one) => [one.thing_id, one]));
  const now = new Map(things.map((one) => [one.thing_id, one]));
  const ended = open.filter((one) => !now.has(one.thing_id));
  const raised = things.filter((one) => !before.has(one.thing_id));
  const changed = things.flatMap((thing) => {
    const was = before.get(thing.thing_id);
    return was === undefined || isSame(was, thing) ? [] : [{ was, thing }];
  });
  if (ended.length + raised.length + changed.length === 0) return;
  if (ended.length > 0)
    await repo.end(
      tx,
      ended.map((one) => one.id),
    );
  if (raised.length > 0) await repo.raise(tx, kind, raised);
  for (const { was, thing } of changed) await repo.change(tx, was.id, thing, thing.number > was.number);
  const isNews = raised.length > 0 || changed.some(({ was, thing }) => thing.number > was.number);
  if (isNews && !('ownEmail' in notificationKinds[kind])) await enqueue(tx, 'notifications.write-emails', {});
  await repo.notifyNodes(tx);
};
