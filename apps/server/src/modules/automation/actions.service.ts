import type { AuditField } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditPair } from '@sergak/contract/audit/audit.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import {
  actionTypesOf,
  deferMax,
  LINK_DAYS_DEFAULT,
  type ActionType,
} from '@sergak/contract/automation/automation.rules.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { changesOf } from '../../platform/audit.ts';
import { requireVersionOrShow } from '../../platform/version.ts';
import { requireSenders } from '../phishing/public.ts';
import { findTag, type TagSetup } from '../tags/public.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';

type In<K extends keyof typeof automationEndpoints> = Input<(typeof automationEndpoints)[K]>;

export const requireActionTag = async (ctx: Ctx, id: string): Promise<TagSetup> => {
  const tag = await findTag(ctx.tx, id);
  if (!tag) throw new AppError('tag.not_found');
  return tag;
};

export const rejectType = (tag: TagSetup, type: ActionType) => {
  if (!actionTypesOf(tag).includes(type)) throw new AppError('action.not_for_tag', { title: tag.title, type });
};
export const rejectDelay = (tag: TagSetup, days: number | undefined) => {
  const max = deferMax(tag.life_days);
  if (days !== undefined && days > max) throw new AppError('action.defer_too_long', { field: 'defer_by', max });
};
/** Rejects the change of another version of an action than the stored one. */
export const requireCurrent = (ctx: Ctx, action: { id: string; version: number }, version: number | undefined) =>
  requireVersionOrShow(action, version, async () => ({
    current: await query.findAction(ctx.tx, action.id, ctx.viewer.language),
  }));
export const requireSingle = async (ctx: Ctx, tagId: string, type: 'course' | 'phishing') => {
  const tag = await requireActionTag(ctx, tagId);
  const action = await repo.lockSingle(ctx.tx, tagId, type);
  if (!action) throw new AppError('action.not_found');
  return { tag, action };
};
export const sinceOf = (forMembers: 'all' | 'new') => (forMembers === 'new' ? now() : null);
export const readAction = async (ctx: Ctx, id: string) => (await query.findAction(ctx.tx, id))!;
type TagChanges = { readonly [F in AuditField<'tag'>]?: AuditPair };
export const logged = async (ctx: Ctx, tag: TagSetup, id: string, changes: TagChanges) => {
  const action = (await query.findAction(ctx.tx, id, ctx.viewer.language))!;
  const entry = { kind: 'tag', id: tag.id, title: tag.title, changes, details: { type: action.type } } as const;
  return new Logged(action, entry);
};

export const listActions = async (ctx: Ctx, input: { id: string }) => {
  await requireActionTag(ctx, input.id);
  return { data: await query.selectActions(ctx.tx, input.id, ctx.viewer.language) };
};
export const listMessages = async (ctx: Ctx, input: { id: string }) => ({
  data: (await listActions(ctx, input)).data.filter(({ type }) => type === 'letter' || type === 'registration_link'),
});

export const removePhishing = async (ctx: Ctx, tagId: string) => {
  const { tag, action } = await requireSingle(ctx, tagId, 'phishing');
  await repo.deleteAction(ctx.tx, action.id);
  return new Logged(null, { kind: 'tag', id: tag.id, title: tag.title, details: { type: 'phishing' } });
};

/** Adds an email action, with or without a registration link. */
export const addMessage = async (ctx: Ctx, input: In<'automation.add-message'>) => {
  const tag = await requireActionTag(ctx, input.tag_id);
  rejectType(tag, input.type);
  rejectDelay(tag, input.defer_by);
  const { type, theme, text, defer_by } = input;
  const link = type === 'registration_link' && {
    registration_link_days: input.registration_link_days ?? LINK_DAYS_DEFAULT,
    registration_link_hour: hourOf(input.registration_link_time),
  };
  const since = sinceOf(input.for_members);
  const created_by = ctx.viewer.id;
  const values = { tag_id: tag.id, type, theme, text, defer_by, since, created_by, ...link };
  return logged(ctx, tag, await repo.insertAction(ctx.tx, values), {
    theme: [null, theme],
    defer_by: [null, defer_by],
  });
};
const hourOf = (time: string | undefined) => (time === undefined ? undefined : Number(time.split(':')[0]));

const requireMessage = async (ctx: Ctx, input: { tagId: string; messageId: string }) => {
  const tag = await requireActionTag(ctx, input.tagId);
  const action = await repo.lockAction(ctx.tx, input.messageId);
  if (action?.tag_id !== tag.id || (action.type !== 'letter' && action.type !== 'registration_link'))
    throw new AppError('action.not_found');
  return { tag, action };
};

/** Changes an email action. People who got the email do not get it again. */
export const changeMessage = async (ctx: Ctx, input: In<'automation.update-message'>) => {
  const { tag, action } = await requireMessage(ctx, input);
  await requireCurrent(ctx, action, input.version);
  rejectDelay(tag, input.defer_by);
  const isLink = action.type === 'registration_link';
  const after = {
    theme: input.theme ?? action.theme,
    text: input.text ?? action.text,
    defer_by: input.defer_by ?? action.defer_by,
    registration_link_days: isLink ? (input.registration_link_days ?? action.registration_link_days) : null,
    registration_link_hour: isLink ? (hourOf(input.registration_link_time) ?? action.registration_link_hour) : null,
  };
  await repo.updateAction(ctx.tx, action.id, after);
  return logged(ctx, tag, action.id, changesOf(action, after));
};

export const removeMessage = async (ctx: Ctx, input: In<'automation.remove-message'>) => {
  const { tag, action } = await requireMessage(ctx, input);
  await repo.deleteAction(ctx.tx, action.id);
  return new Logged(null, {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: { theme: [action.theme, null] },
    details: { type: action.type },
  });
};

const requireEmails = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const emails = await query.findActionEmails(ctx.tx, ids);
  if (emails.length < ids.length) throw new AppError('email.not_found');
  await requireSenders(
    ctx,
    emails.map((email) => email.sender_address),
  );
  return emails.map((email) => email.name).sort();
};

export const getPhishing = async (ctx: Ctx, input: { tagId: string }) => {
  const action = (await listActions(ctx, { id: input.tagId })).data.find(({ type }) => type === 'phishing');
  return {
    templates_ids: action?.phishing_templates.map((email) => email.id) ?? [],
    defer_by: action?.defer_by ?? 0,
    version: action?.version ?? null,
  };
};

/** Adds the phishing action of a tag. A tag has at most one. */
export const addPhishing = async (ctx: Ctx, input: In<'automation.add-phishing'>) => {
  const tag = await requireActionTag(ctx, input.tagId);
  rejectType(tag, 'phishing');
  rejectDelay(tag, input.defer_by);
  const emails = await requireEmails(ctx, input.templates_ids);
  if (await repo.lockSingle(ctx.tx, tag.id, 'phishing')) throw new AppError('action.taken', { type: 'phishing' });
  const { defer_by } = input;
  const since = sinceOf(input.for_members);
  const created_by = ctx.viewer.id;
  const id = await repo.insertAction(ctx.tx, { tag_id: tag.id, type: 'phishing', defer_by, since, created_by });
  await repo.setEmails(ctx.tx, id, input.templates_ids);
  return logged(ctx, tag, id, { emails: [null, emails], defer_by: [null, defer_by] });
};

export const setPhishingTemplates = async (ctx: Ctx, input: In<'automation.set-phishing-templates'>) => {
  const { tag, action } = await requireSingle(ctx, input.tagId, 'phishing');
  await requireCurrent(ctx, action, input.version);
  const before = await readAction(ctx, action.id);
  const emails = await requireEmails(ctx, input.templates_ids);
  await repo.setEmails(ctx.tx, action.id, input.templates_ids);
  await repo.updateAction(ctx.tx, action.id, {});
  return logged(ctx, tag, action.id, { emails: [before.phishing_templates.map((email) => email.name), emails] });
};

export const setPhishingDelay = async (ctx: Ctx, input: In<'automation.set-phishing-defer'>) => {
  const { tag, action } = await requireSingle(ctx, input.tagId, 'phishing');
  await requireCurrent(ctx, action, input.version);
  rejectDelay(tag, input.defer_by);
  await repo.updateAction(ctx.tx, action.id, { defer_by: input.defer_by });
  return logged(ctx, tag, action.id, { defer_by: [action.defer_by, input.defer_by] });
};

/** Replaces the emails and the delay of the phishing action. */
export const setPhishing = async (ctx: Ctx, input: { tagId: string; templates_ids: string[]; defer_by: number }) => {
  const emails = await setPhishingTemplates(ctx, input);
  const delay = await setPhishingDelay(ctx, input);
  const { id, title = null, details = {} } = delay.entry;
  const changes = { ...emails.entry.changes, ...delay.entry.changes } as TagChanges;
  return new Logged(delay.output, { kind: 'tag', id, title, changes, details });
};
