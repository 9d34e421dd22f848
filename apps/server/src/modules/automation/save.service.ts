import type { AuditDetails, AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import type { SavedAction, TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { auditChanges } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireLicence } from '../employees/public.ts';
import { requireTag, readTag, setRiskBounds } from '../tags/public.ts';
import { addCourses, setActionCourses } from './action-courses.service.ts';
import * as actions from './actions.service.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { setActionLifeDays } from './automation.service.ts';

type In = Input<(typeof automationEndpoints)['automation.save']>;
type Entry = AuditEntry & { readonly kind: 'tag' };
type ActionEntry = NonNullable<AuditDetails['actions_added']>[number];

/** Throws unless each changed or removed action exists with the same type and the edited version. */
const rejectStale = async (ctx: Ctx, { id: tagId, removed, actions: wanted }: In) => {
  const stored = new Map((await repo.lockActions(ctx.tx, tagId)).map((action) => [action.id, action]));
  const changed = wanted.flatMap(({ id, type, version }) => (id === null ? [] : [{ id, type, version }]));
  for (const one of [...removed, ...changed]) {
    const action = stored.get(one.id);
    if (!action || ('type' in one && one.type !== action.type)) throw new AppError('action.not_found');
    await actions.requireCurrent(ctx, action, one.version);
  }
};

/** Saves the rules of the tag. Delays that exceed a shorter life are set to zero. */
const saveRules = async (
  ctx: Ctx,
  { id, version, life_days, risk_bounds }: In,
): Promise<Pick<Entry, 'changes' | 'details'>> => {
  const life = life_days === undefined ? null : await setActionLifeDays(ctx, { id, life_days, ...versioned(version) });
  // If both rules change, the first change has checked and incremented the version.
  const bounds = risk_bounds && {
    id,
    ...risk_bounds,
    ...(life === null ? versioned(version) : {}),
  };
  const risk = bounds ? await setRiskBounds(ctx, bounds) : null;
  const changes = { ...life?.entry.changes, ...risk?.entry.changes } as Entry['changes'] & {};
  return { changes, details: life?.entry.details ?? {} };
};
const versioned = (version: number | undefined) => (version === undefined ? {} : { version });

/** Adds an action or changes the stored action. Its version has been checked. */
const saveAction = (ctx: Ctx, tagId: string, action: SavedAction): Promise<Logged<TagAction>> => {
  if (action.type === 'course') {
    const { course_ids, defer_by, period, for_members } = action;
    return action.id === null
      ? addCourses('any')(ctx, { tag_id: tagId, course_ids, defer_by, period, for_members })
      : setActionCourses('any')(ctx, { tagId, course_ids, defer_by, period });
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

const removeAction = async (ctx: Ctx, id: string): Promise<ActionEntry> => {
  const { type, theme, courses, phishing_templates } = (await query.findAction(ctx.tx, id))!;
  await repo.deleteAction(ctx.tx, id);
  const titles = [...courses.map((course) => course.title), ...phishing_templates.map((email) => email.name)];
  return { type, ...(theme ? { theme } : {}), ...(titles.length > 0 ? { titles } : {}) };
};

/** Saves the page of a tag completely or not at all, with one entry in the audit log. */
export const saveTag = async (ctx: Ctx, input: In) => {
  const tag = await requireTag(ctx, input.id);
  if (input.actions.some((action) => action.id === null)) await requireLicence(ctx.tx);
  await rejectStale(ctx, input);
  const rules = await saveRules(ctx, input);
  const removed: ActionEntry[] = [];
  for (const { id } of input.removed) removed.push(await removeAction(ctx, id));
  const [added, changed]: [ActionEntry[], ActionEntry[]] = [[], []];
  for (const action of input.actions) {
    const { output, entry } = await saveAction(ctx, tag.id, action);
    // The log identifies an email by its subject, even if the subject did not change.
    const theme = output.theme ? { theme: output.theme } : {};
    (action.id === null ? added : changed).push({ type: output.type, ...theme, changes: auditChanges(entry) });
  }
  const saved = {
    tag: (await readTag(ctx.tx, tag.id))!,
    actions: await query.selectActions(ctx.tx, tag.id, ctx.viewer.language),
  };
  return new Logged(saved, {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: rules.changes ?? {},
    details: {
      ...rules.details,
      ...(removed.length > 0 ? { actions_removed: removed } : {}),
      ...(added.length > 0 ? { actions_added: added } : {}),
      ...(changed.length > 0 ? { actions_changed: changed } : {}),
    },
  });
};
