import { deferAfter } from '@sergak/contract/automation/automation.rules.ts';
import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { isFilledByHand } from '@sergak/contract/tags/tags.rules.ts';
import { now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { selectedIds } from '../directory/public.ts';
import { membersAfter, peopleOfFile, rulesWith, type TagSetup } from '../tags/public.ts';
import { requireActionTag } from './actions.service.ts';
import { buildForecast } from './automation.service.ts';
import * as query from './automation.query.ts';
import { countJoining, type TagChange } from './changed-tag.query.ts';

type In<K extends keyof typeof automationEndpoints> = Input<(typeof automationEndpoints)[K]>;

const forecastOf = async (ctx: Ctx, tag: TagSetup, s: TagChange, days: number) => {
  if (tag.actions_count > 0) return buildForecast(ctx, tag.id, days, s);
  const at = now();
  const joining = s.people
    ? await countJoining(ctx.tx, s, at)
    : (await membersAfter(ctx.tx, { id: tag.id, type: tag.type, rules: s.rules, at })).joining;
  return { joining, days, total: 0, data: [] };
};

const requireFilledByHand = (tag: TagSetup): void => {
  if (!isFilledByHand(tag)) throw new AppError('tag.system_tag', { title: tag.title });
};
const withoutChange = (tag: TagSetup): TagChange => ({
  tagId: tag.id,
  is_active: tag.is_active,
  rules: tag,
  people: isFilledByHand(tag) ? [] : null,
  onboarding: true,
  switched: false,
  resetActions: [],
});

/** Forecasts other rules of a tag, its switch, or the adding of people. Changes nothing. */
export const forecastChange = async (ctx: Ctx, { id, days, people, ...wanted }: In<'automation.forecast-change'>) => {
  const tag = await requireActionTag(ctx, id);
  if (people) requireFilledByHand(tag);
  const rules = rulesWith(tag, wanted);
  const actions = rules.life_days === tag.life_days ? [] : await query.selectActions(ctx.tx, id);
  const unfit = actions.filter((action) => deferAfter(action.defer_by, rules.life_days) !== action.defer_by);
  const change: TagChange = {
    ...withoutChange(tag),
    rules,
    is_active: wanted.is_active ?? tag.is_active,
    switched: wanted.is_active !== undefined && wanted.is_active !== tag.is_active,
    resetActions: unfit.map((action) => action.id),
    ...(people
      ? { people: await selectedIds(ctx.tx, people.selection, ctx.viewer.timeZone), onboarding: people.need_onboarding }
      : {}),
  };
  return forecastOf(ctx, tag, change, days);
};

/** Forecasts adding the people of the uploaded spreadsheet to a tag. Changes nothing. */
export const forecastFile = async (ctx: Ctx, { id, days }: In<'automation.forecast-file'>) => {
  const tag = await requireActionTag(ctx, id);
  requireFilledByHand(tag);
  return forecastOf(ctx, tag, { ...withoutChange(tag), people: await peopleOfFile(ctx) }, days);
};
