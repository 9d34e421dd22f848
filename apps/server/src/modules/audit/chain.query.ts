import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type Chain = {
  last_number: number;
  head: string;
  checkpoint_number: number;
  checkpoint: string;
  checkpoint_at: string | null;
};
/** `chain` is the state of the chain in the same snapshot as these entries, because sealing and pruning run concurrently. */
export type ChainPart = {
  lines: number;
  last: number;
  hash: string;
  broken: Broken | null;
  chain: Pick<Chain, 'last_number' | 'head' | 'checkpoint_number'> | null;
};
export type Broken = { number: number; log_id: number; reason: 'changed' | 'missing' | 'gap' | 'unsealed' | 'head' };

/** The end of an organisation's chain; undefined if nothing is sealed yet. */
export const findAuditChain = async (tx: Tx | SystemTx, organizationId: string): Promise<Chain | undefined> =>
  (
    await sql<Chain>`select last_number, encode(head, 'hex') as head, checkpoint_number, encode(checkpoint, 'hex') as checkpoint, checkpoint_at
      from audit_chains where organization_id = ${organizationId}`.execute(tx)
  ).rows[0];

export const originOf = async (tx: Tx | SystemTx, organizationId: string): Promise<string> =>
  (await sql<{ hash: string }>`select encode(audit_origin(${organizationId}::uuid), 'hex') as hash`.execute(tx))
    .rows[0]!.hash;

/** Recomputes the next seals, each from the seal before it, and returns the first wrong seal. */
export const verifyPart = async (
  tx: Tx | SystemTx,
  organizationId: string,
  from: { number: number; hash: string },
  most: number,
): Promise<ChainPart> => {
  type Row = {
    n: number;
    last: number | null;
    hash: string | null;
    bad: number | null;
    bad_log: number | null;
    missing: boolean;
    gap: boolean;
    last_number: number | null;
    head: string;
    checkpoint_number: number;
  };
  const { rows } = await sql<Row>`
    with part as (
      select s.number, s.log_id, s.hash, lag(s.hash, 1, decode(${from.hash}, 'hex')) over (order by s.number) as before,
        lag(s.number, 1, ${from.number}::bigint) over (order by s.number) as number_before
      from audit_seals s where s.organization_id = ${organizationId} and s.number > ${from.number} order by s.number limit ${most}),
    judged as (
      select p.*, l.id is null as missing, p.number <> p.number_before + 1 as gap,
        l.id is null or p.number <> p.number_before + 1 or audit_hash(p.before, p.number, l) <> p.hash as bad
      from part p left join audit_log l on l.organization_id = ${organizationId} and l.id = p.log_id),
    first_bad as (select number, log_id, missing, gap from judged where bad order by number limit 1)
    select (select count(*) from part) as n, (select max(number) from part) as last,
      (select encode(hash, 'hex') from part order by number desc limit 1) as hash,
      b.number as bad, b.log_id as bad_log, coalesce(b.missing, false) as missing, coalesce(b.gap, false) as gap,
      c.last_number, encode(c.head, 'hex') as head, c.checkpoint_number
    from (select 1) one left join first_bad b on true left join audit_chains c on c.organization_id = ${organizationId}`.execute(
    tx,
  );
  const row = rows[0]!;
  return {
    lines: row.n,
    last: row.last ?? from.number,
    hash: row.hash ?? from.hash,
    broken:
      row.bad === null
        ? null
        : { number: row.bad, log_id: row.bad_log!, reason: row.gap ? 'gap' : row.missing ? 'missing' : 'changed' },
    chain:
      row.last_number === null
        ? null
        : { last_number: row.last_number, head: row.head, checkpoint_number: row.checkpoint_number },
  };
};

/** Number of pending entries, and the first entry that is neither pending nor sealed, so not written by the product. */
export const findUnsealed = async (tx: Tx | SystemTx, organizationId: string) => {
  const { rows } = await sql<{ pending: number; stray: number | null }>`
    select (select count(*) from audit_pending p where p.organization_id = ${organizationId}) as pending,
      (select min(l.id) from audit_log l where l.organization_id = ${organizationId}
        and not exists (select from audit_seals s where s.organization_id = l.organization_id and s.log_id = l.id)
        and not exists (select from audit_pending p where p.organization_id = l.organization_id and p.log_id = l.id)) as stray`.execute(
    tx,
  );
  return rows[0]!;
};

/** All organisations, for the command that verifies every chain. */
export const selectChainOrganizations = (tx: SystemTx) =>
  tx.selectFrom('organizations').select(['id', 'title']).orderBy('created_at').execute();
