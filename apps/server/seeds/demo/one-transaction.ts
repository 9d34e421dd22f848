import type { CompiledQuery, Kysely } from 'kysely';
import type { DB } from '../../src/db-types.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant, type Tx } from '../../src/platform/db.ts';

const BOUNDARY = /^(begin|commit|rollback)\b/;

/** The connection of an open transaction, for code that begins and ends transactions: these statements are not sent. */
const withoutBoundaries = (tx: Tx): Tx =>
  new Proxy(tx, {
    get(target, name) {
      if (name === 'executeQuery')
        return (query: CompiledQuery) =>
          BOUNDARY.test(query.sql) ? Promise.resolve({ rows: [{ command: 'COMMIT' }] }) : target.executeQuery(query);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * Runs many calls of an organisation in one transaction, where each would open its own: a third of the statements of a short call
 * begin and end its transaction. If one call fails, all of them fail.
 */
export const inDemoTransaction = <T>(
  platform: Platform,
  organizationId: string,
  work: (platform: Platform) => Promise<T>,
): Promise<T> =>
  inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', (tx) => {
    const app = {
      connection: () => ({ execute: (body: (connection: Tx) => Promise<unknown>) => body(withoutBoundaries(tx)) }),
    } as unknown as Kysely<DB>;
    return work({ ...platform, db: { ...platform.db, app } });
  });
