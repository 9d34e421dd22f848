import type { ApiTokenKind } from '@sergak/contract/session/api-tokens.endpoints.ts';
import { sql } from 'kysely';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { digest, newToken } from '../../platform/secrets.ts';

/** Distinguishes a machine's token from a session's, and lets secret scanners recognise a leaked token. */
export const API_TOKEN_PREFIX = 'sergak_';

const columns = ['id', 'kind', 'title', 'hint', 'created_by_name', 'created_at', 'last_used_at', 'revoked_at'] as const;

export const selectTokens = (tx: Tx, kind: ApiTokenKind) =>
  tx
    .selectFrom('api_tokens')
    .select(columns)
    .where('kind', '=', kind)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

/** Serialises the creation of tokens, so that the limit holds; returns the number of working tokens. */
export const lockWorkingTokens = async (tx: Tx, kind: ApiTokenKind): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('api_tokens'), hashtext(current_setting('app.org')))`.execute(tx);
  const row = await tx
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** Stores a machine account and returns it with its token, which is stored nowhere else. */
export const insertToken = async (
  tx: Tx,
  made: { kind: ApiTokenKind; title: string; createdBy: string; createdByName: string },
) => {
  const token = API_TOKEN_PREFIX + newToken();
  const row = await tx
    .insertInto('api_tokens')
    .values({
      kind: made.kind,
      title: made.title,
      token_hash: digest(token),
      hint: token.slice(-4),
      created_by: made.createdBy,
      created_by_name: made.createdByName,
      created_at: now(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...row, token };
};

/** Revokes a working token and returns its row; undefined if there is none. */
export const revokeTokenRow = (tx: Tx, id: string) =>
  tx
    .updateTable('api_tokens')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'kind', 'title'])
    .executeTakeFirst();

/** The working machine account of a token, marked as used. Crosses tenants: the organisation is not known yet. */
export const findByToken = async (tx: SystemTx, token: string, kind: ApiTokenKind) => {
  const row = await tx
    .selectFrom('api_tokens as t')
    .innerJoin('organizations as o', 'o.id', 't.organization_id')
    .select(['t.id', 't.title', 't.organization_id', 't.last_used_at', 't.token_hash', 'o.language', 'o.time_zone'])
    .where('t.token_hash', '=', digest(token))
    .where('t.kind', '=', kind)
    .where('t.revoked_at', 'is', null)
    .where('o.removal_started_at', 'is', null)
    .executeTakeFirst();
  const minuteAgo = iso(after(now(), -MINUTE));
  if (row && (row.last_used_at === null || row.last_used_at < minuteAgo))
    await tx.updateTable('api_tokens').set({ last_used_at: now() }).where('id', '=', row.id).execute();
  return row;
};
