import type { EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, tallyPeople } from '../../platform/bulk.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireOwnPeople, selectedIds, resolveSelection, targetIds, type Targets } from '../directory/public.ts';
import * as repo from './tags.repo.ts';
import { requireFilledByHand } from './tags.service.ts';

type In<K extends keyof typeof tagsEndpoints> = Input<(typeof tagsEndpoints)[K]>;

/** Adds people to a tag that is filled by hand. Existing members do not change. */
export const tagging = bulkAction({
  kind: 'tag_people',
  detail: z.strictObject({ tag_id: z.uuid(), need_onboarding: z.boolean() }),
  step: async (on, { people, detail }) => {
    const tag = await requireFilledByHand(on, detail.tag_id);
    return tallyPeople(people, await repo.addMembers(on.tx, tag.id, people, detail.need_onboarding));
  },
});

/** Removes people from a tag that is filled by hand. */
export const untagging = bulkAction({
  kind: 'untag_people',
  detail: z.strictObject({ tag_id: z.uuid() }),
  step: async (on, { people, detail }) => {
    const tag = await requireFilledByHand(on, detail.tag_id);
    return tallyPeople(people, await repo.removeMembers(on.tx, tag.id, people));
  },
});

/** The current people that a choice selects: a selection of the staff list, or people and departments by id. */
export const chosenPeople = async (ctx: Ctx, input: Targets & { selection?: EmployeeSelection }): Promise<string[]> =>
  input.selection
    ? selectedIds(ctx.tx, input.selection, ctx.viewer.timeZone)
    : (await targetIds(ctx.tx, input).execute()).map((row) => row.id);

/** The same for a write. Throws if no one is selected, ids are foreign, or the selection has changed. */
const requireChosen = async (ctx: Ctx, input: Targets & { selection?: EmployeeSelection }): Promise<string[]> => {
  if (!input.selection) await requireOwnPeople(ctx.tx, input.users_ids, input.exclude_users_ids ?? []);
  const people = input.selection
    ? await resolveSelection(ctx.tx, input.selection, ctx.viewer.timeZone)
    : await chosenPeople(ctx, input);
  if (people.length === 0) throw new AppError('employee.none_selected');
  return people;
};

/** Adds people to a tag that is filled by hand. Returns the response and the entry of the audit log. */
export const joinTag = async (ctx: Ctx, tagId: string, people: readonly string[], need_onboarding: boolean) => {
  const tag = await requireFilledByHand(ctx, tagId);
  const detail = { tag_id: tag.id, need_onboarding };
  const target = { kind: 'tag', id: tag.id, title: tag.title } as const;
  const { done, people: joined, event_id } = await runInBulk(ctx, tagging, { people, detail, target });
  const details = event_id
    ? { ordered: people.length, task_id: event_id }
    : { people: joined, affected: joined.length };
  return { answer: { assigned: done, ...(event_id ? { event_id } : {}) }, entry: { ...target, details } };
};

/** Adds the chosen people to a tag that is filled by hand. Existing members are not counted. */
export const assignTag = async (ctx: Ctx, input: In<'tags.assign'>) => {
  await requireFilledByHand(ctx, input.tag_id);
  const { answer, entry } = await joinTag(ctx, input.tag_id, await requireChosen(ctx, input), input.need_onboarding);
  return new Logged(answer, entry);
};

/** Removes people from a tag that is filled by hand. */
export const removeManyMembers = async (ctx: Ctx, input: In<'tags.remove-users'>) => {
  const tag = await requireFilledByHand(ctx, input.tagId);
  const people = await requireChosen(ctx, input);
  const target = { kind: 'tag', id: tag.id, title: tag.title } as const;
  const outcome = await runInBulk(ctx, untagging, { people, detail: { tag_id: tag.id }, target });
  const { done, people: left, event_id } = outcome;
  if (event_id) {
    const details = { ordered: people.length, task_id: event_id };
    return new Logged({ removed: 0, event_id }, { ...target, details });
  }
  return new Logged({ removed: done }, { ...target, details: { people: left, affected: done } });
};
