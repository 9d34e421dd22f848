import { sql } from 'kysely';
import { now } from './clock.ts';
import { inSystem, type Database } from './db.ts';
import { AppError } from './errors.ts';

/**
 * Counts a hit in a fixed window shared by all processes and refuses with 429 past `limit`. Forwarded headers cannot
 * reset it, since the bucket is named by account or by the address of the connection.
 */
export const limitRate = async (db: Database, bucket: string, limit: number, windowSeconds: number): Promise<void> => {
  const seconds = Math.floor(now().getTime() / 1000);
  const start = seconds - (seconds % windowSeconds);
  const hits = await inSystem(db, async (tx) => {
    const { rows } = await sql<{ hits: number }>`
      insert into rate_windows (bucket, window_start, hits) values (${bucket}, to_timestamp(${start}), 1)
      on conflict (bucket, window_start) do update set hits = rate_windows.hits + 1 returning hits`.execute(tx);
    return rows[0]!.hits;
  });
  if (hits > limit) throw new AppError('request.rate_limited', undefined, start + windowSeconds - seconds);
};
