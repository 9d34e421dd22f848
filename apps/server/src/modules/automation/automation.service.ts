import type { Input } from '@sergak/contract/endpoint.ts';
import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import { actionTypesOf, type RunReason } from '@sergak/contract/automation/automation.rules.ts';
import { instantOf, localDay, nextDay } from '@sergak/contract/campaigns/schedule.rules.ts';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { setTagLifeDays as setTagLife } from '../tags/public.ts';
import { requireActionTag } from './actions.service.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { forecast } from './forecast.query.ts';
import type { TagChange } from './changed-tag.query.ts';
import { actionTitle } from './run.service.ts';
import { isPerson, listPersonRuns, listRuns } from './runs.query.ts';

type In<K extends keyof typeof automationEndpoints> = Input<(typeof automationEndpoints)[K]>;

/** Whether simulations of a tag can be sent, and the campaigns it created. */
export const getAutophishing = async (ctx: Ctx, input: { tagId: string }) => {
  const tag = await requireActionTag(ctx, input.tagId);
  const organization = await query.findAutomationOrganization(ctx.tx, now());
  return {
    active: organization.autophish,
    allowed: actionTypesOf(tag).includes('phishing'),
    tag_is_active: tag.is_active,
    sending_paused: organization.sending_paused,
    campaigns: await query.tagCampaigns(ctx.tx, tag.id),
  };
};

export const getRuns = async (ctx: Ctx, { id, ...filter }: In<'automation.runs'>) => {
  await requireActionTag(ctx, id);
  return listRuns(ctx.tx, id, filter);
};

/** The runs of a person, for deleted tags as well. */
export const getPersonRuns = async ({ tx }: Ctx, { id, ...page }: In<'automation.person-runs'>) => {
  if (!(await isPerson(tx, id))) throw new AppError('employee.not_found');
  return listPersonRuns(tx, id, page);
};

/** The result of a dry run: who gets what, reasons if not, and how many people join a hypothetically changed tag. */
export const buildForecast = async (ctx: Ctx, tagId: string | null, days: number, change?: TagChange) => {
  const organization = await query.findAutomationOrganization(ctx.tx, now());
  const { time_zone: zone, hour, run_at: runAt } = organization;
  const { joining, lines } = await forecast(ctx.tx, {
    tagId,
    zone,
    hour,
    runAt,
    at: now(),
    days,
    ...(change ? { change } : {}),
  });
  const actions = new Map((await query.listRunning(ctx.tx)).map((action) => [action.id, action]));
  const tags = new Map((await query.listTagChips(ctx.tx)).map((tag) => [tag.id, tag]));
  const data = lines.map(({ day, action_id, reason, people, examples }) => {
    const action = actions.get(action_id)!;
    return {
      day,
      people,
      examples,
      reason: reason as RunReason | null,
      tag: tags.get(action.tag_id)!,
      action: { id: action.id, type: action.type, title: actionTitle(action) },
    };
  });
  return { joining, days, total: data.reduce((sum, row) => sum + (row.reason === null ? row.people : 0), 0), data };
};
export const forecastTag = async (ctx: Ctx, input: In<'automation.forecast'>) => {
  await requireActionTag(ctx, input.id);
  return buildForecast(ctx, input.id, input.days);
};
export const forecastAll = (ctx: Ctx, input: In<'automation.forecast-all'>) => buildForecast(ctx, null, input.days);

/** Sets the life of a tag. Delays of its actions that exceed the life are set to zero. */
export const setActionLifeDays = async (ctx: Ctx, input: In<'automation.set-life-days'>) => {
  const logged = await setTagLife(ctx, input);
  const reset = await repo.resetDelays(ctx.tx, input.id, input.life_days);
  return new Logged(logged.output, { ...logged.entry, details: reset > 0 ? { reset } : {} });
};

const schedule = async (ctx: Ctx) => {
  const { hour, time_zone, run_at } = await query.findAutomationOrganization(ctx.tx, now());
  const today = localDay(now().getTime(), time_zone);
  const todayAt = instantOf(today, hour * 60, time_zone);
  const next = todayAt > now().getTime() ? todayAt : instantOf(nextDay(today), hour * 60, time_zone);
  return { hour, time_zone, last_run_at: run_at, next_run_at: new Date(next).toISOString() };
};
export const getSchedule = schedule;

export const setSchedule = async (ctx: Ctx, input: In<'automation.set-schedule'>) => {
  const before = await schedule(ctx);
  await repo.setHour(ctx.tx, input.hour);
  return new Logged(await schedule(ctx), {
    kind: 'organization',
    id: ctx.viewer.scope.organizationId,
    changes: { hour: [before.hour, input.hour] },
  });
};
