import type { Input } from '@sergak/contract/endpoint.ts';
import type { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import { hasLife, isCustom, isFilledByHand } from '@sergak/contract/tags/tags.rules.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { requireVersion } from '../../platform/version.ts';
import { membersAfter, rulesWith } from './membership.query.ts';
import * as query from './tags.query.ts';
import * as repo from './tags.repo.ts';

type In<K extends keyof typeof tagsEndpoints> = Input<(typeof tagsEndpoints)[K]>;

type On = { readonly tx: Tx };
export const requireTag = async (ctx: On, id: string) => {
  const tag = await repo.lockTag(ctx.tx, id);
  if (!tag) throw new AppError('tag.not_found');
  return tag;
};
const requireCustom = async (ctx: On, id: string) => {
  const tag = await requireTag(ctx, id);
  if (!isCustom(tag)) throw new AppError('tag.system_tag', { title: tag.title });
  return tag;
};
export const requireFilledByHand = async (ctx: On, id: string) => {
  const tag = await requireTag(ctx, id);
  if (!isFilledByHand(tag)) throw new AppError('tag.system_tag', { title: tag.title });
  return tag;
};
const read = async (tx: Tx, id: string) => (await query.findCountedTag(tx, id))!;

export const listMembers = async (ctx: Ctx, input: In<'tags.users'>) => {
  if (!(await query.findTag(ctx.tx, input.id))) throw new AppError('tag.not_found');
  return query.selectMembers(ctx.tx, input);
};

/** Switches the actions of a tag on or off. The tag and its members stay. */
export const toggleTag = async (ctx: Ctx, input: In<'tags.toggle'>) => {
  const tag = await requireTag(ctx, input.tag_id);
  await repo.updateTag(ctx.tx, tag.id, { is_active: input.toggle });
  return new Logged(await read(ctx.tx, tag.id), {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: { is_active: [tag.is_active, input.toggle] },
  });
};

export const createTag = async (ctx: Ctx, input: In<'tags.create'>) => {
  const id = await repo.insertTag(ctx.tx, input);
  return new Logged(await read(ctx.tx, id), {
    kind: 'tag',
    id,
    title: input.title,
    changes: { title: [null, input.title] },
  });
};

/** Changes the title or colour of a tag of the organisation. */
export const changeTag = async (ctx: Ctx, { id, version, ...wanted }: In<'tags.update'>) => {
  const tag = await requireCustom(ctx, id);
  requireVersion(tag, version);
  await repo.updateTag(ctx.tx, id, wanted);
  const changes = Object.entries(wanted).map(([field, value]) => [field, [tag[field as 'title' | 'color'], value]]);
  return new Logged(await read(ctx.tx, id), {
    kind: 'tag',
    id,
    title: wanted.title ?? tag.title,
    changes: Object.fromEntries(changes),
  });
};

export const deleteTag = async (ctx: Ctx, input: { id: string }) => {
  const tag = await requireCustom(ctx, input.id);
  await repo.deleteTagRow(ctx.tx, tag.id);
  return new Logged(null, { kind: 'tag', id: tag.id, title: tag.title, changes: { title: [tag.title, null] } });
};

export const removeMember = async (ctx: Ctx, input: In<'tags.remove-user'>) => {
  const tag = await requireFilledByHand(ctx, input.tagId);
  if ((await repo.removeMembers(ctx.tx, tag.id, [input.userId])).length === 0) throw new AppError('employee.not_found');
  const details = { people: [input.userId], affected: 1 };
  return new Logged(null, { kind: 'tag', id: tag.id, title: tag.title, details });
};

/** Sets the bounds of a risk group and updates its members. */
export const setRiskBounds = async (ctx: Ctx, input: In<'tags.set-risk-bounds'>) => {
  const tag = await requireTag(ctx, input.id);
  if (tag.type !== 'risk_group') throw new AppError('tag.system_tag', { title: tag.title });
  requireVersion(tag, input.version);
  const bounds = { min_risk_level: input.min_risk_level, max_risk_level: input.max_risk_level };
  await repo.updateTag(ctx.tx, tag.id, bounds);
  await refreshAll(ctx);
  return new Logged(await read(ctx.tx, tag.id), {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: {
      min_risk_level: [tag.min_risk_level, bounds.min_risk_level],
      max_risk_level: [tag.max_risk_level, bounds.max_risk_level],
    },
  } as const);
};

/** Counts the members of a tag that fills itself, and who would join and leave under other rules. Changes nothing. */
export const countMembersAfter = async (ctx: Ctx, { id, ...rules }: In<'tags.members-after'>) => {
  const tag = await query.findTag(ctx.tx, id);
  if (!tag) throw new AppError('tag.not_found');
  if (isFilledByHand(tag)) throw new AppError('tag.system_tag', { title: tag.title });
  return membersAfter(ctx.tx, { id, type: tag.type, rules: rulesWith(tag, rules), at: now() });
};

/** Sets how long newcomers stay newcomers and updates the members. The caller resets delays that no longer fit. */
export const setTagLifeDays = async (ctx: Ctx, input: { id: string; life_days: number; version?: number }) => {
  const tag = await requireTag(ctx, input.id);
  if (!hasLife(tag)) throw new AppError('tag.system_tag', { title: tag.title });
  requireVersion(tag, input.version);
  await repo.updateTag(ctx.tx, tag.id, { life_days: input.life_days });
  await refreshAll(ctx);
  return new Logged(await read(ctx.tx, tag.id), {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: { life_days: [tag.life_days, input.life_days] },
  } as const);
};

const refreshAll = (ctx: Ctx) => enqueue(ctx.tx, 'tags.refresh-membership', { employee_ids: null });
