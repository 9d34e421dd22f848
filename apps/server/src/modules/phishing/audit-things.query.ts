import { sql } from 'kysely';
import type { AuditThings } from '../../platform/audit-things.ts';

export const phishingThings: AuditThings = {
  template: (tx, ids) => tx.selectFrom('templates').select(['id', 'name']).where('id', 'in', ids).execute(),
  template_category: (tx, ids) =>
    tx.selectFrom('template_categories').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  email: (tx, ids) =>
    tx
      .selectFrom('emails')
      .select(['id', 'name', 'template_id as parent_id', sql<boolean>`deleted_at is not null`.as('removed')])
      .where('id', 'in', ids)
      .execute(),
  landing_page: (tx, ids) =>
    tx.selectFrom('landing_pages').select(['id', 'name', 'template_id as parent_id']).where('id', 'in', ids).execute(),
  redirect_page: (tx, ids) => tx.selectFrom('redirect_pages').select(['id', 'name']).where('id', 'in', ids).execute(),
};
