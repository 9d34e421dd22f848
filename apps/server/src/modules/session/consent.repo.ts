import { type ConsentTexts, consentTexts } from '@sergak/contract/session/consent.endpoints.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** Current version of an organisation's consent. The parameter is an id or a column of the outer query. */
export const currentVersion = (organizationId: ReturnType<typeof sql.ref>) =>
  sql<number>`coalesce((select max(t.version) from consent_texts t where t.organization_id = ${organizationId}), 0)`;

type Stored = {
  version: number;
  texts: unknown;
  changed_at: string | null;
  changed_by_name: string | null;
};

/** The stored texts; null if the organisation has none of its own. */
const textsOf = (stored: unknown): ConsentTexts | null => consentTexts.nullable().parse(stored);

/** The consent of the transaction's organisation, with the number of people who agreed to it. */
export const findConsent = async (tx: Tx) => {
  const { rows } = await sql<Stored & { people: number; agreed: number }>`
    with held as (select version, texts, created_at, created_by_name from consent_texts order by version desc limit 1)
    select coalesce(h.version, 0) as version, h.texts, h.created_at as changed_at, h.created_by_name as changed_by_name,
      (select count(*) from employees e where e.deleted_at is null and e.is_registered) as people,
      (select count(*) from employees e where e.deleted_at is null and e.is_registered and e.consented_at is not null
        and e.consented_version = coalesce(h.version, 0)) as agreed
    from (select 1) one left join held h on true`.execute(tx);
  return { ...rows[0]!, texts: textsOf(rows[0]!.texts) };
};

/** Serialises concurrent saves. */
export const lockConsent = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('consent'), hashtext(current_setting('app.org')))`.execute(tx);

export const insertConsent = (
  tx: Tx,
  made: { version: number; texts: ConsentTexts | null; by: string; byName: string },
) =>
  tx
    .insertInto('consent_texts')
    .values({
      version: made.version,
      texts: made.texts === null ? null : JSON.stringify(made.texts),
      created_by: made.by,
      created_by_name: made.byName,
      created_at: now(),
    })
    .execute();

/** The consent of an organisation for an anonymous caller; without an id, that of the only organisation. */
export const findPublicConsent = async (tx: SystemTx, organizationId: string | null) => {
  const { rows } = await sql<{
    title: string;
    language: 'ru' | 'en' | 'uz';
    version: number | null;
    texts: unknown;
  }>`
    select o.title, o.language, t.version, t.texts from organizations o
    left join lateral (select version, texts from consent_texts c where c.organization_id = o.id order by version desc limit 1) t on true
    where ${organizationId}::uuid = o.id or (${organizationId}::uuid is null and o.parent_id is null)
    order by o.is_demo, o.created_at limit 2`.execute(tx);
  const [row] = rows;
  if (!row || (organizationId === null && rows.length > 1)) return undefined;
  return { ...row, texts: textsOf(row.texts) };
};
