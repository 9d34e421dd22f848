import { after, DAY, iso, now } from '../../platform/clock.ts';
import { WAITING_MAX, type WaitingSource } from '../../platform/waiting.ts';

/** Imports that were read and wait for the person who uploaded the file to confirm them. */
export const unconfirmedImports: WaitingSource = {
  kind: 'import_ready',
  find: async (tx) => {
    const found = await tx
      .selectFrom('employee_imports')
      .select(['id as thing_id', 'file_name as title', 'created_at as since', 'created_by as employee_id'])
      .where('status', '=', 'ready')
      .where('from_directory', '=', false)
      .orderBy('created_at')
      .limit(WAITING_MAX)
      .execute();
    return found.map((one) => ({ ...one, number: 1 }));
  },
};

/** For a day, the person who started an import sees that it has ended. */
export const finishedImports: WaitingSource = {
  kind: 'import_done',
  find: async (tx) => {
    const found = await tx
      .selectFrom('employee_imports')
      .select(['id as thing_id', 'file_name as title', 'finished_at', 'created_by as employee_id'])
      .where('status', '=', 'done')
      .where('from_directory', '=', false)
      .where('finished_at', '>', iso(after(now(), -DAY)))
      .orderBy('finished_at')
      .limit(WAITING_MAX)
      .execute();
    return found.map(({ finished_at, ...one }) => ({ ...one, number: 1, since: finished_at! }));
  },
};
