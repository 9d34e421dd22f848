import { normalizeIP } from '@fastify/rate-limit';
import { sql } from 'kysely';
import { iso, now } from './clock.ts';
import { inSystem, type Database, type SystemTx } from './db.ts';
import { AppError } from './errors.ts';

export type Limit = { readonly most: number; readonly seconds: number };
/** A bucket in its current fixed window. */
export type RateHit = { readonly bucket: string; readonly start: number; readonly hits: number };

const windowOf = (seconds: number) => {
  const at = Math.floor(now().getTime() / 1000);
  const start = at - (at % seconds);
  return { start, left: start + seconds - at };
};

/**
 * The network that a limit counts for: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
 * subscriber.
 */
export const networkOf = (address: string): string => (address === '' ? address : normalizeIP(address, 64));

/**
 * Counts a hit in a fixed window shared by all processes and rejects with 429 past the limit. The bucket is named by
 * account or by the address of the connection, so forwarded headers cannot reset it.
 */
export const countHit = async (db: Database, bucket: string, { most, seconds }: Limit): Promise<RateHit> => {
  const { start, left } = windowOf(seconds);
  const hits = await inSystem(db, async (tx) => {
    const { rows } = await sql<{ hits: number }>`
      insert into rate_windows (bucket, window_start, hits) values (${bucket}, to_timestamp(${start}), 1)
      on conflict (bucket, window_start) do update set hits = rate_windows.hits + 1 returning hits`.execute(tx);
    return rows[0]!.hits;
  });
  if (hits > most) throw new AppError('request.rate_limited', undefined, left);
  return { bucket, start, hits };
};

/** {@link countHit} for limits that count every call, successful or not. */
export const limitRate = async (db: Database, bucket: string, limit: number, windowSeconds: number): Promise<void> => {
  await countHit(db, bucket, { most: limit, seconds: windowSeconds });
};

/**
 * Counts a hit unless the bucket is full. A bucket is empty again after so many seconds without a counted hit, however the hits
 * are spread over time. Returns whether the hit was counted.
 */
export const countUntilRest = (db: Database, bucket: string, { most, seconds }: Limit): Promise<boolean> =>
  inSystem(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`.execute(tx);
    const at = sql`${iso(now())}::timestamptz`;
    const { rows } = await sql<{ hits: number }>`
      select case when max(window_start) > ${at} - make_interval(secs => ${seconds}) then sum(hits)::int else 0 end as hits
      from rate_windows where bucket = ${bucket}`.execute(tx);
    const { hits } = rows[0]!;
    if (hits >= most) return false;
    if (hits === 0) await deleteBucket(tx, bucket);
    await sql`
      insert into rate_windows (bucket, window_start, hits) values (${bucket}, ${at}, 1)
      on conflict (bucket, window_start) do update set hits = rate_windows.hits + 1`.execute(tx);
    return true;
  });

const deleteBucket = (tx: SystemTx, bucket: string) =>
  sql`delete from rate_windows where bucket = ${bucket}`.execute(tx);

/** Empties a bucket. */
export const clearBucket = (db: Database, bucket: string) => inSystem(db, (tx) => deleteBucket(tx, bucket));

/** Empties all buckets whose names begin like this. */
export const clearBuckets = (db: Database, prefix: string) =>
  inSystem(db, (tx) => sql`delete from rate_windows where starts_with(bucket, ${prefix})`.execute(tx));

/** Takes back hits that do not count after all, such as those of a correct password. */
export const refundHits = async (db: Database, counted: readonly RateHit[]): Promise<void> => {
  for (const { bucket, start } of counted)
    await inSystem(db, (tx) =>
      sql`update rate_windows set hits = greatest(0, hits - 1)
        where bucket = ${bucket} and window_start = to_timestamp(${start})`.execute(tx),
    );
};

const hitsOf = async (tx: SystemTx, bucket: string, start: number): Promise<number> => {
  const { rows } = await sql<{ hits: number }>`select hits from rate_windows
    where bucket = ${bucket} and window_start = to_timestamp(${start})`.execute(tx);
  return rows[0]?.hits ?? 0;
};

/** Rejects with 429 if a set has as many members as it may have in this window. */
export const requireRoom = async (db: Database, set: string, { most, seconds }: Limit): Promise<void> => {
  const { start, left } = windowOf(seconds);
  if ((await inSystem(db, (tx) => hitsOf(tx, set, start))) >= most)
    throw new AppError('request.rate_limited', undefined, left);
};

/**
 * Adds a member to a set that has a limit in each fixed window. A member counts once in a window. Rejects with 429 if the set is full;
 * then the member is not added.
 */
export const addMember = (db: Database, set: string, member: string, { most, seconds }: Limit): Promise<void> =>
  inSystem(db, async (tx) => {
    const { start, left } = windowOf(seconds);
    const added = await sql`insert into rate_windows (bucket, window_start, hits)
      values (${`${set} ${member}`}, to_timestamp(${start}), 1) on conflict do nothing returning 1`.execute(tx);
    if (added.rows.length === 0) return;
    const { rows } = await sql<{ hits: number }>`
      insert into rate_windows (bucket, window_start, hits) values (${set}, to_timestamp(${start}), 1)
      on conflict (bucket, window_start) do update set hits = rate_windows.hits + 1 returning hits`.execute(tx);
    // The error ends the transaction, which takes back both rows.
    if (rows[0]!.hits > most) throw new AppError('request.rate_limited', undefined, left);
  });

/** Takes a member out of a set, if it was added in this window. */
export const takeFromSet = (db: Database, set: string, member: string, { seconds }: Limit): Promise<void> =>
  inSystem(db, async (tx) => {
    const { start } = windowOf(seconds);
    const gone = await sql`delete from rate_windows
      where bucket = ${`${set} ${member}`} and window_start = to_timestamp(${start}) returning 1`.execute(tx);
    if (gone.rows.length > 0)
      await sql`update rate_windows set hits = greatest(0, hits - 1)
        where bucket = ${set} and window_start = to_timestamp(${start})`.execute(tx);
  });
