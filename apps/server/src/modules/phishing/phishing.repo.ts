import type { Difficulty, NewEmailRow } from './phishing.types.ts';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import type { AttackVector } from '@sergak/contract/phishing/phishing.rules.ts';
import { sql } from 'kysely';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { StarterTexts } from './starter-files.ts';

export type TemplateRow = {
  id: string;
  category_id: string;
  name: string;
  description: string;
  difficulty: Difficulty;
  attack_vector: AttackVector;
  logo_file_id: string | null;
  starter_slug: string | null;
  starter_texts: { title: StarterTexts; description: StarterTexts } | null;
  archived: boolean;
  difficulty_set: boolean;
  language: Language;
  version: number;
  created_at: string;
  updated_at: string;
};
const templateColumns = [
  'id',
  'category_id',
  'name',
  'description',
  'difficulty',
  'attack_vector',
  'logo_file_id',
  'starter_slug',
  'starter_texts',
  'archived',
  'difficulty_set',
  'language',
  'version',
  'created_at',
  'updated_at',
] as const;
const emailColumns = [
  'id',
  'template_id',
  'page_id',
  'name',
  'language',
  'subject',
  'sender_name',
  'sender_address',
  'html',
  'attachments',
  'tips',
  'premise',
  'translation_of',
  'version',
  'created_at',
] as const;
const pageColumns = ['id', 'template_id', 'name', 'language', 'html', 'translation_of', 'version'] as const;

type Versions = Email['versions'];
/** All versions of an email by language, the base first. */
const emailVersions = sql<Versions>`(select jsonb_agg(jsonb_build_object('id', v.id, 'language', v.language)
    order by v.translation_of is not null, v.language)
  from emails v where v.deleted_at is null and coalesce(v.translation_of, v.id) = coalesce(emails.translation_of, emails.id))`.as(
  'versions',
);
const pageVersions = sql<Versions>`(select jsonb_agg(jsonb_build_object('id', v.id, 'language', v.language)
    order by v.translation_of is not null, v.language)
  from landing_pages v where coalesce(v.translation_of, v.id) = coalesce(landing_pages.translation_of, landing_pages.id))`.as(
  'versions',
);

export const findTemplate = (tx: Tx, id: string): Promise<TemplateRow | undefined> =>
  tx.selectFrom('templates').select(templateColumns).$castTo<TemplateRow>().where('id', '=', id).executeTakeFirst();

export const lockTemplate = (tx: Tx, id: string): Promise<TemplateRow | undefined> =>
  tx
    .selectFrom('templates')
    .select(templateColumns)
    .$castTo<TemplateRow>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type TemplateValues = Partial<
  Pick<
    TemplateRow,
    | 'category_id'
    | 'name'
    | 'description'
    | 'difficulty'
    | 'difficulty_set'
    | 'attack_vector'
    | 'language'
    | 'archived'
    | 'logo_file_id'
  >
>;

export const insertTemplate = async (
  tx: Tx,
  values: TemplateValues & { category_id: string; name: string },
): Promise<string> => {
  const at = now();
  const row = await tx
    .insertInto('templates')
    .values({ ...values, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const updateTemplateRow = (tx: Tx, id: string, values: TemplateValues) =>
  tx
    .updateTable('templates')
    .set((eb) => ({ ...values, updated_at: iso(now()), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Notes that an email of a template has changed. The version stays: it belongs to the template's own fields. */
export const touchTemplate = (tx: Tx, id: string, difficulty: Difficulty) =>
  tx
    .updateTable('templates')
    .set({ updated_at: iso(now()), difficulty })
    .where('id', '=', id)
    .execute();

export const deleteTemplateRow = async (tx: Tx, id: string) => {
  // Emails reference pages: both are deleted with the template, emails first.
  await tx.deleteFrom('emails').where('template_id', '=', id).execute();
  await tx.deleteFrom('templates').where('id', '=', id).execute();
};

const asEmail = (row: Record<string, unknown>): Email => row as Email;

/** Emails of a template that are not deleted with their translations, bases first, each oldest first. */
export const listEmails = async (tx: Tx, templateId: string): Promise<Email[]> => {
  const rows = await tx
    .selectFrom('emails')
    .select([...emailColumns, emailVersions])
    .where('template_id', '=', templateId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`translation_of is not null`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(asEmail);
};

export const findEmail = async (tx: Tx, id: string): Promise<Email | undefined> => {
  const row = await tx
    .selectFrom('emails')
    .select([...emailColumns, emailVersions])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && asEmail(row);
};

export const lockEmail = async (tx: Tx, id: string): Promise<Email | undefined> => {
  const row = await tx
    .selectFrom('emails')
    .select([...emailColumns, emailVersions])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && asEmail(row);
};

const emailValues = <T extends Partial<NewEmailRow>>({ attachments, tips, premise, ...rest }: T) => ({
  ...rest,
  ...(attachments === undefined ? {} : { attachments: JSON.stringify(attachments) }),
  ...(tips === undefined ? {} : { tips: JSON.stringify(tips) }),
  ...(premise === undefined ? {} : { premise: premise === null ? null : JSON.stringify(premise) }),
});

export const insertEmail = async (tx: Tx, email: NewEmailRow): Promise<string> => {
  const row = await tx
    .insertInto('emails')
    .values({
      ...(emailValues(email) as NewEmailRow & {
        attachments: string;
        tips: string;
        premise: string | null;
      }),
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const updateEmailRow = (tx: Tx, id: string, changes: Partial<NewEmailRow>) =>
  tx
    .updateTable('emails')
    .set((eb) => ({ ...emailValues(changes), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Passes the sender address and the page of a base on to its translations. */
export const alignTranslations = (tx: Tx, id: string, senderBefore: string) =>
  sql`update emails x set page_id = e.page_id, sender_address = case when x.sender_address = ${senderBefore} then e.sender_address
      else split_part(x.sender_address, '@', 1) || '@' || split_part(e.sender_address, '@', 2) end
    from emails e where e.id = ${id} and x.translation_of = e.id`.execute(tx);

/** Hides an email with its translations. The rows are kept for the pages and campaigns that reference them. */
export const hideEmail = (tx: Tx, id: string) =>
  tx
    .updateTable('emails')
    .set({ deleted_at: now() })
    .where((eb) => eb.or([eb('id', '=', id), eb('translation_of', '=', id)]))
    .where('deleted_at', 'is', null)
    .execute();

export const listPages = (tx: Tx, templateId: string): Promise<LandingPage[]> =>
  tx
    .selectFrom('landing_pages')
    .select([...pageColumns, pageVersions])
    .where('template_id', '=', templateId)
    .orderBy(sql`translation_of is not null`)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const findLandingPage = (tx: Tx, id: string): Promise<LandingPage | undefined> =>
  tx
    .selectFrom('landing_pages')
    .select([...pageColumns, pageVersions])
    .where('id', '=', id)
    .executeTakeFirst();

/** Id of the version of a page in this language; the page itself if it has none. */
export const pageInLanguage = async (tx: Tx, id: string, language: Language): Promise<string> => {
  const row = await tx
    .selectFrom('landing_pages')
    .select('id')
    .where('translation_of', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  return row?.id ?? id;
};

export const lockPage = (tx: Tx, id: string): Promise<LandingPage | undefined> =>
  tx
    .selectFrom('landing_pages')
    .select([...pageColumns, pageVersions])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type NewPageRow = Pick<LandingPage, 'template_id' | 'name' | 'language' | 'html'> & {
  translation_of?: string | null;
};
export const insertPage = async (tx: Tx, page: NewPageRow): Promise<string> =>
  (await tx.insertInto('landing_pages').values(page).returning('id').executeTakeFirstOrThrow()).id;

/** Leads emails with their translations to a page. */
export const leadToPage = (tx: Tx, pageId: string, emailIds: readonly string[]) =>
  tx
    .updateTable('emails')
    .set((eb) => ({ page_id: pageId, version: eb('version', '+', 1) }))
    .where((eb) => eb.or([eb('id', 'in', emailIds), eb('translation_of', 'in', emailIds)]))
    .execute();

/** Deletes a page with its translations. */
export const deletePageRow = (tx: Tx, id: string) => tx.deleteFrom('landing_pages').where('id', '=', id).execute();

/** Takes a page from the emails that are hidden. */
export const leavePage = (tx: Tx, id: string) =>
  tx
    .updateTable('emails')
    .set({ page_id: null })
    .where('page_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();

export const updatePageRow = (tx: Tx, id: string, changes: Partial<Pick<LandingPage, 'name' | 'language' | 'html'>>) =>
  tx
    .updateTable('landing_pages')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
