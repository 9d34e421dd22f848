import { sql } from 'kysely';
import type { AuditThings } from '../../platform/audit-things.ts';

/** People, including removed ones; a person whose data was erased has no name. */
export const employeeThings: AuditThings = {
  employee: (tx, ids) =>
    tx
      .selectFrom('employees')
      .select((eb) => [
        'id',
        eb.case().when('wiped_at', 'is', null).then(eb.ref('full_name')).end().as('name'),
        sql<boolean>`deleted_at is not null`.as('removed'),
      ])
      .where('id', 'in', ids)
      .execute(),
};
