import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import type { SavedAction, TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { lockTag, readTag, setRiskBounds } from '../tags/public.ts';
import * as actions from './actions.service.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { setLifeDays } from './automation.service.ts';

type In = Input<(typeof automationEndpoints)['automation.save']>;
type Changes = Record<string, unknown>;

/** Every action that is changed or removed is there, of the same type and in the version that was edited. */
const refuseStale = async (ctx: Ctx, { id: tagId, removed, actions: wanted }: In) => {
  const stored = new Map((await repo.lockActions(ctx.tx, tagId)).map((action) => [action.id, action]));
  const changed = wanted.flatMap(({ id, type, version }) => (id === null ? [] : [{ id, type, version }]));
  for (const one of [...removed, ...changed]) {
    const action = stored.get(one.id);
    if (!action || ('type' in one && one.type !== action.type)) throw new AppError('action.not_found');
    if (one.version !== undefined && one.version !== action.version)
      throw new AppError('common.stale_version', { current: await query.findAction(ctx.tx, action.id) });
  }
};

/** The rules of the tag; a shorter life lets delays that no longer fit begin at once. */
const saveRules = async (ctx: Ctx, { id, version, life_days, risk_bounds }: In): Promise<Changes> => {
  const life = life_days === undefined ? null : await setLifeDays(ctx, { id, life_days, ...versioned(version) });
  // The first of the two has checked the version and made a new one.
  const bounds = risk_bounds && {
    id,
    ...risk_bounds,
    ...(life === null ? versioned(version) : {}),
  };
  const risk = bounds ? await setRiskBounds(ctx, bounds) : null;
  return { ...(life?.changes as Changes | undefined), ...(risk?.changes as Changes | undefined) };
};
const versioned = (version: number | undefined) => (version === undefined ? {} : { version });

/** Adds an action or changes the stored one; its version has been checked. */
const saveAction = (ctx: Ctx, tagId: string, action: SavedAction): Promise<Logged<TagAction>> => {
  if (action.type === 'course') {
    const { course_ids, defer_by, period, for_members } = action;
    return action.id === null
      ? actions.addCourses(ctx, { tag_id: tagId, course_ids, defer_by, period, for_members })
      : actions.setCourses(ctx, { id: tagId, course_ids, defer_by, period });
  }
  if (action.type === 'phishing') {
    const { templates_ids, defer_by, for_members } = action;
    return action.id === null
      ? actions.addPhishing(ctx, { tagId, templates_ids, defer_by, for_members })
      : actions.setPhishing(ctx, { tagId, templates_ids, defer_by });
  }
  const { id, version: _, type, for_members, ...message } = action;
  return id === null
    ? actions.addMessage(ctx, { tag_id: tagId, type, for_members, ...message })
    : actions.changeMessage(ctx, { tagId, messageId: id, ...message });
};

const removeAction = async (ctx: Ctx, id: string): Promise<Changes> => {
  const { type, theme, courses, phishing_templates } = (await query.findAction(ctx.tx, id))!;
  await repo.deleteAction(ctx.tx, id);
  const titles = [...courses.map((course) => course.title), ...phishing_templates.map((email) => email.name)];
  return { type, ...(theme ? { theme } : {}), ...(titles.length > 0 ? { titles } : {}) };
};

/** Saves the page of a tag, all of it or nothing, with one line in the action log. */
export const saveTag = async (ctx: Ctx, input: In, requireLicence: (tx: Tx) => Promise<void>) => {
  const tag = await lockTag(ctx, input.id);
  if (input.actions.some((action) => action.id === null)) await requireLicence(ctx.tx);
  await refuseStale(ctx, input);
  const rules = await saveRules(ctx, input);
  const removed: Changes[] = [];
  for (const { id } of input.removed) removed.push(await removeAction(ctx, id));
  const [added, changed]: [Changes[], Changes[]] = [[], []];
  for (const action of input.actions) {
    const { output, changes } = await saveAction(ctx, tag.id, action);
    const { tag: _, ...told } = changes as Changes;
    // An email is known by its subject, also where the subject is not what changed.
    (action.id === null ? added : changed).push({ ...(output.theme ? { theme: output.theme } : {}), ...told });
  }
  const saved = { tag: (await readTag(ctx.tx, tag.id))!, actions: await query.listActions(ctx.tx, tag.id) };
  return new Logged(saved, tag.id, {
    title: tag.title,
    ...rules,
    ...(removed.length > 0 ? { actions_removed: removed } : {}),
    ...(added.length > 0 ? { actions_added: added } : {}),
    ...(changed.length > 0 ? { actions_changed: changed } : {}),
  });
};
