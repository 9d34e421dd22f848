import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

const AT_ONCE = 5_000;
let cursors = 0;

/** The rows of a query in its order, a few thousand in memory at a time, so that 100,000 people need no more memory. */
export async function* readInPages<T>(tx: Tx, query: RawBuilder<unknown>): AsyncGenerator<T> {
  const cursor = sql.ref(`report_rows_${++cursors}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<T>`fetch forward ${sql.raw(String(AT_ONCE))} from ${cursor}`.execute(tx);
    yield* rows;
    if (rows.length < AT_ONCE) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
