import { selectionOfLists } from '@sergak/contract/employees/people-selection.wire.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, tallyPeople } from '../../platform/bulk.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { requireSomeone } from '../directory/public.ts';
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

/** Adds people to a tag that is filled by hand. Returns the response and the entry of the audit log. */
export const joinTag = async (ctx: Ctx, tagId: string, people: readonly string[], need_onboarding: boolean) => {
  const tag = await requireFilledByHand(ctx, tagId);
  const detail = { tag_id: tag.id, need_onboarding };
  const target = { kind: 'tag', id: tag.id, title: tag.title } as const;
  const { done, people: joined, task_id } = await runInBulk(ctx, tagging, { people, detail, target });
  const details = task_id ? { ordered: people.length, task_id } : { people: joined, affected: joined.length };
  return { answer: { assigned: done, ...(task_id ? { task_id } : {}) }, entry: { ...target, details } };
};

/** Adds the chosen people to a tag that is filled by hand. Existing members are not counted. */
export const assignTag = async (ctx: Ctx, input: In<'tags.assign'>) => {
  await requireFilledByHand(ctx, input.tag_id);
  const people = await requireSomeone(ctx, input.selection ?? selectionOfLists(input));
  const { answer, entry } = await joinTag(ctx, input.tag_id, people, input.need_onboarding);
  return new Logged(answer, entry);
};

/** Removes people from a tag that is filled by hand. */
export const removeManyMembers = async (ctx: Ctx, input: In<'tags.remove-users'>) => {
  const tag = await requireFilledByHand(ctx, input.tagId);
  const people = await requireSomeone(ctx, input.selection ?? selectionOfLists(input));
  const target = { kind: 'tag', id: tag.id, title: tag.title } as const;
  const outcome = await runInBulk(ctx, untagging, { people, detail: { tag_id: tag.id }, target });
  const { done, people: left, task_id } = outcome;
  if (task_id) {
    const details = { ordered: people.length, task_id };
    return new Logged({ removed: 0, task_id }, { ...target, details });
  }
  return new Logged({ removed: done }, { ...target, details: { people: left, affected: done } });
};
