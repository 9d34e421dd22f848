import { sql } from 'kysely';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { StarterTexts } from './starter-files.ts';
import type { TemplateValues } from './phishing.repo.ts';

/** A copy of a template of the starter library. */
export type TemplateCopy = {
  readonly id: string;
  readonly starter_slug: string;
  readonly starter_version: string;
  readonly language: Language;
  readonly archived: boolean;
  readonly changed: boolean;
  readonly email_id: string | null;
};
export type StarterMark = {
  readonly starter_slug: string;
  readonly starter_version: string;
  readonly starter_texts: { readonly title: StarterTexts; readonly description: StarterTexts };
};

/** Copies are made one after the other, so that two calls make one copy. */
export const lockCopies = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('starter-templates'), hashtext(current_setting('app.org')))`.execute(tx);

/** Copies by slug: of these entries, or of all. */
export const findCopies = async (tx: Tx, slugs?: readonly string[]): Promise<Map<string, TemplateCopy>> => {
  const { rows } = await sql<TemplateCopy>`
    select t.id, t.starter_slug, coalesce(t.starter_version, '') as starter_version, t.language, t.archived,
      t.updated_at > coalesce(t.starter_at, t.created_at) as changed,
      (select e.id from emails e where e.template_id = t.id and e.deleted_at is null and e.translation_of is null
        order by e.created_at, e.id limit 1) as email_id
    from templates t where t.starter_slug is not null
      and (${slugs === undefined} or t.starter_slug = any(${[...(slugs ?? [])]}::text[]))`.execute(tx);
  return new Map(rows.map((row) => [row.starter_slug, row]));
};

/** Says of a template that it is an unchanged copy of this version. The last write of a copy. */
export const markCopy = async (tx: Tx, id: string, { starter_texts, ...mark }: StarterMark): Promise<void> => {
  const at = now();
  await tx
    .updateTable('templates')
    .set({ ...mark, starter_texts: JSON.stringify(starter_texts), starter_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
};

/** The copy becomes a template of the organisation alone. */
export const releaseCopy = (tx: Tx, id: string) =>
  tx.updateTable('templates').set({ starter_slug: null }).where('id', '=', id).execute();

/** Shows an archived copy again; it is not changed by that. */
export const restoreCopy = (tx: Tx, id: string) =>
  tx
    .updateTable('templates')
    .set((eb) => ({ archived: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const replaceValues = (tx: Tx, id: string, values: TemplateValues) =>
  tx
    .updateTable('templates')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
