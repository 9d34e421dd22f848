import type { Role } from '@sergak/contract/access/roles.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';

/** The current role of a person in any organisation; null if the person was removed. */
export const currentRoleOf = (platform: Platform, id: string): Promise<Role | null> =>
  inSystem(platform.db, async (tx) => {
    const found = await tx
      .selectFrom('employees')
      .select('role')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return (found?.role as Role | undefined) ?? null;
  });
