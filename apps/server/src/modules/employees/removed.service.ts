import { mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import type { RestoredMany } from '@sergak/contract/employees/removed.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, bulkAuditEntry, tallyPeople } from '../../platform/bulk.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueForPeople } from '../../platform/jobs.ts';
import { requireOwnPeople, requireCount } from '../directory/public.ts';
import { handleAddressChange, isOtherAddress, requireAddressPermission } from './access.service.ts';
import { getEmployee } from './employees.service.ts';
import { lockLicence } from './employees.repo.ts';
import { takeLicences } from './licence.service.ts';
import * as repo from './removed.repo.ts';

/** Maximum number of people that the response lists by name. */
const NAMED_MAX = 100;

/** Restores a person within the licence. The staff page and the sync both use this function; tags and figures follow. */
export const restorePerson = async (
  tx: Tx,
  id: string,
  as: { email: string; role?: Role },
  by?: string,
): Promise<void> => {
  await takeLicences(tx, 1);
  await repo.restoreEmployeeRow(tx, id, as, by);
  await enqueueRefresh(tx, [id]);
};

/** Enqueues the refresh of tags and figures of restored people. */
export const enqueueRefresh = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await enqueueForPeople(tx, 'tags.refresh-membership', ids);
  await enqueueForPeople(tx, 'statistics.refresh-people', ids);
};

/** Restores a removed person with department, tags, results and password. Throws if the licence has no free seat. */
export const restoreEmployee = async (ctx: Ctx, input: Input<(typeof removedEndpoints)['employees.restore']>) => {
  const person = await repo.lockRemoved(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!mayGrant(ctx.viewer.role, person.role)) throw new AppError('employee.restore_forbidden', { role: person.role });
  const email = input.email ?? person.email;
  const moved = isOtherAddress(person.email, email);
  if (moved) requireAddressPermission(ctx.viewer, person);
  const holder = await repo.addressTaken(ctx.tx, email);
  if (holder !== undefined) throw new AppError('employee.email_taken', { email, holder });
  await restorePerson(ctx.tx, person.id, { email }, ctx.viewer.id);
  if (moved) await handleAddressChange(ctx, person.id, person.email);
  return new Logged(await getEmployee(ctx, { id: person.id }), {
    kind: 'employee',
    id: person.id,
    changes: { email: [person.email, email] },
  });
};

/** Locks the selected people and finds out who can be restored: higher roles and people with a taken address cannot. */
const lockRestorable = async (
  tx: Tx,
  by: Role,
  choice: Parameters<typeof repo.lockRemovedMany>[1],
  timeZone?: string,
) => {
  const selected = await repo.lockRemovedMany(tx, choice, timeZone);
  const allowed = selected.filter((one) => mayGrant(by, one.role)).map((one) => one.id);
  // A person who is being added holds the licence lock. Take the lock before reading which addresses are taken.
  await lockLicence(tx);
  const taken = await repo.addressesTaken(tx, allowed);
  const without = new Set(taken.map((one) => one.id));
  return {
    selected,
    taken,
    back: allowed.filter((id) => !without.has(id)),
    forbidden: selected.length - allowed.length,
  };
};

/** Restores many people; the call has reserved their seats. */
export const restoration = bulkAction({
  kind: 'restore_people',
  detail: z.strictObject({}),
  step: async ({ tx }, { people, by }) => {
    const choice = { ids: { include_ids: people, exclude_ids: [] }, all: false, search: '' };
    const { back, taken, forbidden } = await lockRestorable(tx, by.role, choice);
    if (back.length > 0) {
      await repo.restoreEmployees(tx, back, by.id);
      await enqueueRefresh(tx, back);
    }
    return tallyPeople(people, back, skippedBy(taken.length, forbidden));
  },
});
const skippedBy = (address_taken: number, higher_role: number) => ({
  ...(address_taken > 0 ? { address_taken } : {}),
  ...(higher_role > 0 ? { higher_role } : {}),
});

/** Restores all selected people, for example after a wrong import. Skips and reports people who cannot be restored. */
export const restoreSelected = async (
  ctx: Ctx,
  input: Input<(typeof removedEndpoints)['employees.restore-many']>,
): Promise<Logged<RestoredMany>> => {
  await requireOwnPeople(ctx.tx, input.ids.include_ids, input.ids.exclude_ids);
  const { selected, taken, back, forbidden } = await lockRestorable(
    ctx.tx,
    ctx.viewer.role,
    input,
    ctx.viewer.timeZone,
  );
  if (selected.length === 0) throw new AppError('employee.none_selected');
  requireCount(selected.length, input.expected_count);
  await takeLicences(ctx.tx, back.length);
  const { done, people, task_id } = await runInBulk(ctx, restoration, {
    people: back,
    detail: {},
    seats: back.length,
    skipped: skippedBy(taken.length, forbidden),
  });
  const answer = {
    count: done,
    taken_count: taken.length,
    taken: taken.slice(0, NAMED_MAX),
    forbidden_count: forbidden,
    ...(task_id ? { task_id } : {}),
  };
  const skipped = selected.length - done;
  return new Logged(answer, bulkAuditEntry({ people, task_id, ordered: selected.length }, task_id ? {} : { skipped }));
};
