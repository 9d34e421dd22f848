import { mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import type { RestoredMany } from '@sergak/contract/employees/removed.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMany } from '../../platform/jobs.ts';
import { getEmployee } from './employees.service.ts';
import { lockLicence } from './employees.repo.ts';
import { takeLicences } from './licence.service.ts';
import * as repo from './removed.repo.ts';

/** Of more people than that a job is told «all». */
const NAMED_IN_JOB = 5_000;
/** So many are told by name, in the answer and in the log. */
const NAMED = 100;

/** The one road back into the staff, by the page and by a sync: within the licence; tags and figures follow. */
export const bringBack = async (tx: Tx, id: string, as: { email: string; role?: Role }): Promise<void> => {
  await takeLicences(tx, 1);
  await repo.restoreEmployee(tx, id, as);
  await refreshAbout(tx, [id]);
};

const refreshAbout = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const employee_ids = ids.length > NAMED_IN_JOB ? null : [...ids];
  await enqueueMany(tx, 'tags.refresh-membership', [{ employee_ids }]);
  await enqueueMany(tx, 'statistics.refresh-people', [{ employee_ids }]);
};

/** Brings a removed person back as he or she was: department, tags, results and the password. The licence must have room. */
export const restoreEmployee = async (ctx: Ctx, input: Input<(typeof removedEndpoints)['employees.restore']>) => {
  const person = await repo.lockRemoved(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!mayGrant(ctx.viewer.role, person.role)) throw new AppError('employee.role_forbidden', { role: person.role });
  const email = input.email ?? person.email;
  const holder = await repo.addressTaken(ctx.tx, email);
  if (holder !== undefined) throw new AppError('employee.email_taken', { email, holder });
  await bringBack(ctx.tx, person.id, { email });
  return new Logged(await getEmployee(ctx, { id: person.id }), person.id, {
    name: [null, person.full_name],
    email: [person.email, email],
  });
};

/** Brings all selected people back at once: what undoes a wrong import. Who cannot come is passed over and told. */
export const restoreSelected = async (
  ctx: Ctx,
  input: Input<(typeof removedEndpoints)['employees.restore-many']>,
): Promise<Logged<RestoredMany>> => {
  const selected = await repo.lockRemovedMany(ctx.tx, input);
  if (selected.length === 0) throw new AppError('employee.none_selected');
  const allowed = selected.filter((one) => mayGrant(ctx.viewer.role, one.role)).map((one) => one.id);
  // Whoever is being added holds the licence: afterwards it is settled whose addresses are taken.
  await lockLicence(ctx.tx);
  const taken = await repo.addressesTaken(ctx.tx, allowed);
  const without = new Set(taken.map((one) => one.id));
  const back = allowed.filter((id) => !without.has(id));
  await takeLicences(ctx.tx, back.length);
  if (back.length > 0) {
    await repo.restoreEmployees(ctx.tx, back);
    await refreshAbout(ctx.tx, back);
  }
  const answer = {
    count: back.length,
    taken_count: taken.length,
    taken: taken.slice(0, NAMED),
    forbidden_count: selected.length - allowed.length,
  };
  return new Logged(answer, back.length === 1 ? back[0]! : String(back.length), {
    people: back.slice(0, NAMED),
    skipped: selected.length - back.length,
  });
};
