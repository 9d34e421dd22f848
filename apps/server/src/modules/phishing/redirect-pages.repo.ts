import type { RedirectPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const used = sql<number>`(select count(*) from campaigns c where c.redirect_page_id = r.id)::int`;

const rows = (tx: Tx) =>
  tx
    .selectFrom('redirect_pages as r')
    .select(['r.id', 'r.name', 'r.html', 'r.version', 'r.created_at'])
    .select(used.as('campaigns_count'));

export const listRedirectPages = (tx: Tx): Promise<RedirectPage[]> =>
  rows(tx).orderBy('r.name').orderBy('r.id').execute();

export const findRedirectPage = (tx: Tx, id: string): Promise<RedirectPage | undefined> =>
  rows(tx).where('r.id', '=', id).executeTakeFirst();

export const lockRedirectPage = (tx: Tx, id: string): Promise<RedirectPage | undefined> =>
  rows(tx).where('r.id', '=', id).forUpdate('r').executeTakeFirst();

export const insertRedirectPage = async (tx: Tx, page: { name: string; html: string }): Promise<string> =>
  (
    await tx
      .insertInto('redirect_pages')
      .values({ ...page, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateRedirectPageRow = (tx: Tx, id: string, changes: { name?: string; html?: string }) =>
  tx
    .updateTable('redirect_pages')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const deleteRedirectPageRow = (tx: Tx, id: string) =>
  tx.deleteFrom('redirect_pages').where('id', '=', id).execute();
