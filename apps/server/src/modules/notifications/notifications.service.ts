import type { Input } from '@sergak/contract/endpoint.ts';
import type { notificationsEndpoints } from '@sergak/contract/notifications/notifications.endpoints.ts';
import {
  kindNames,
  kindsFor,
  notificationKinds,
  type NotificationKind,
} from '@sergak/contract/notifications/notifications.rules.ts';
import type { WaitingLine } from '@sergak/contract/notifications/notifications.schema.ts';
import { changesOf } from '../../platform/audit.ts';
import { Logged, type Ctx, type Viewer } from '../../platform/context.ts';
import { asOrganization, type Tx } from '../../platform/db.ts';
import { requireVersion } from '../../platform/version.ts';
import type { WaitingSource, WaitingThing } from '../../platform/waiting.ts';
import * as queries from './notifications.query.ts';
import * as repo from './notifications.repo.ts';

type In<K extends keyof typeof notificationsEndpoints> = Input<(typeof notificationsEndpoints)[K]>;

const THINGS_SHOWN = 3;
const isFor = (viewer: Viewer, { employee_id = null, barred = [] }: WaitingThing): boolean =>
  (employee_id === null || employee_id === viewer.id) && !barred.includes(viewer.id);

const lineOf = (kind: NotificationKind, things: readonly WaitingThing[]): WaitingLine => {
  const named = things.filter((one) => one.thing_id !== null);
  return {
    kind,
    count: named.length > 0 ? named.length : things[0]!.number,
    since: things.map((one) => one.since).sort()[0]!,
    day: things[0]!.day ?? null,
    things: named.slice(0, THINGS_SHOWN).map(({ thing_id, title, number }) => ({ id: thing_id!, title, number })),
  };
};

/** What waits for the viewer, read from its sources: it is true even where no notification was raised. */
export const listWaiting = (sources: readonly WaitingSource[]) => async (ctx: Ctx) => {
  const allowed = new Set<string>(kindsFor(ctx.viewer.permissions).filter((kind) => notificationKinds[kind].waits));
  const lines: WaitingLine[] = [];
  for (const { kind, find } of sources) {
    if (!allowed.has(kind)) continue;
    const things = (await find(ctx.tx)).filter((thing) => isFor(ctx.viewer, thing));
    if (things.length > 0) lines.push(lineOf(kind, things));
  }
  return { data: lines.sort((a, b) => kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind)) };
};

/** The kinds that the viewer sees in the portal, by permissions and choices. Choices are made at home. */
const readerOf = async ({ tx, viewer }: Ctx) => {
  const choices = await asOrganization(tx, viewer.homeOrganizationId, () => queries.findChoices(tx, viewer.id));
  return { id: viewer.id, kinds: kindsFor(viewer.permissions).filter((kind) => choices.get(kind) !== 'off') };
};

export const listNotifications = async (ctx: Ctx, page: In<'notifications.list'>) =>
  queries.listNotifications(ctx.tx, await readerOf(ctx), page);

/** Marks notifications as read. Reading ends nothing: a notification ends with its cause. */
export const readNotifications = async (ctx: Ctx, { ids }: In<'notifications.read'>) => {
  const reader = await readerOf(ctx);
  await repo.markRead(ctx.tx, ctx.viewer.id, queries.isVisible(reader), ids);
  await repo.notifyNodes(ctx.tx);
  return { unread: await queries.countUnread(ctx.tx, reader) };
};

export const listChoices = async ({ tx, viewer }: Pick<Ctx, 'tx' | 'viewer'>) => {
  const choices = await queries.findChoices(tx, viewer.id);
  return {
    data: kindsFor(viewer.permissions).map((kind) => {
      const { usual } = notificationKinds[kind];
      return { kind, usual, way: choices.get(kind) ?? usual };
    }),
  };
};

/** Stores how the viewer hears about kinds; kinds without a permission are ignored. */
export const choose = async (ctx: Ctx, { data }: In<'notifications.choose'>) => {
  const allowed = new Set<string>(kindsFor(ctx.viewer.permissions));
  const byKind = new Map(data.filter(({ kind }) => allowed.has(kind)).map((one) => [one.kind, one]));
  await repo.putChoices(ctx.tx, ctx.viewer.id, [...byKind.values()]);
  await repo.notifyNodes(ctx.tx);
  return listChoices(ctx);
};

const wireOf = (row: Awaited<ReturnType<typeof queries.findSettings>>) => ({
  from: row?.quiet_from ?? null,
  to: row?.quiet_to ?? null,
  days_off: row?.quiet_days_off ?? false,
  version: row?.version ?? 0,
});
export const getQuietHours = async (tx: Tx) => wireOf(await queries.findSettings(tx));

/** Sets the quiet hours of the organisation. Emails that wait already keep their time. */
export const setQuietHours = async (
  { tx, viewer }: Ctx,
  { from, to, days_off, version }: In<'notifications.set-quiet-hours'>,
) => {
  const before = await repo.lockSettings(tx);
  requireVersion(before, version);
  const form = { quiet_from: from, quiet_to: to, quiet_days_off: days_off };
  await repo.putSettings(tx, { ...form, version: (before?.version ?? 0) + 1 });
  const old = before ?? { quiet_from: null, quiet_to: null, quiet_days_off: false };
  return new Logged(await getQuietHours(tx), {
    kind: 'organization',
    id: viewer.scope.organizationId,
    title: (await queries.findNotificationOrganization(tx)).title,
    changes: changesOf(old, form, ['quiet_from', 'quiet_to', 'quiet_days_off']),
  });
};
