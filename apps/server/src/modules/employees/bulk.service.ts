import { mayGrant } from '@sergak/contract/access/roles.ts';
import type { employeesEndpoints } from '@sergak/contract/employees/employees.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, bulkAuditEntry, tallyPeople } from '../../platform/bulk.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { readSelection, requireSomeone } from '../directory/public.ts';
import { removePeople } from './access.service.ts';
import * as repo from './employees.repo.ts';
import { inviteEmployees } from './invitations.service.ts';
import { reportMassRemoval } from './mass-removal.service.ts';

type In<K extends keyof typeof employeesEndpoints> = Input<(typeof employeesEndpoints)[K]>;
const nothing = z.strictObject({});

/** Removes people except the caller and people of a higher role. */
export const removal = bulkAction({
  kind: 'remove_people',
  detail: nothing,
  step: async ({ tx }, { people, by }) => {
    const others = (await repo.findRoles(tx, people)).filter((one) => one.id !== by.id);
    const manageable = others.filter((one) => mayGrant(by.role, one.role)).map((one) => one.id);
    const removed = await removePeople(tx, manageable, by.id);
    const higher_role = others.length - manageable.length;
    return tallyPeople(people, removed, {
      ...(higher_role > 0 ? { higher_role } : {}),
      ...(people.includes(by.id) ? { oneself: 1 } : {}),
    });
  },
});

/** Sends a new registration link to people who are not registered yet; earlier links stop working. */
export const invitationAction = bulkAction({
  kind: 'reinvite_people',
  detail: nothing,
  step: async (on, { people, by }) => tallyPeople(people, await inviteEmployees(on, people, { by: by.id })),
});

/** Removes all selected people except the caller and people of a higher role. Returns the number of people removed. */
export const removeSelected = async (ctx: Ctx, input: In<'employees.remove-many'>) => {
  const selection = readSelection(input);
  const selected = await requireSomeone(ctx, selection);
  await reportMassRemoval(ctx, selection, selected);
  const { done, people, task_id } = await runInBulk(ctx, removal, { people: selected, detail: {} });
  const entry = bulkAuditEntry({ people, task_id, ordered: selected.length });
  return new Logged(task_id ? { count: 0, task_id } : { count: done, people: [...people] }, entry);
};

/** Sends a new link to the selected people who are not registered yet. */
export const reinviteSelected = async (ctx: Ctx, input: In<'employees.reinvite'>) => {
  const selected = await requireSomeone(ctx, readSelection(input));
  const { done, people, task_id } = await runInBulk(ctx, invitationAction, { people: selected, detail: {} });
  const entry = bulkAuditEntry({ people, task_id, ordered: selected.length });
  return new Logged(task_id ? { count: 0, task_id } : { count: done }, entry);
};
