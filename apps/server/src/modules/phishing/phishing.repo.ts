import type { Difficulty, NewEmailRow } from './phishing.types.ts';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import type { AttackVector } from '@sergak/contract/phishing/phishing.rules.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type TemplateRow = {
  id: string;
  category_id: string;
  name: string;
  description: string;
  difficulty: Difficulty;
  attack_vector: AttackVector;
  logo_file_id: string | null;
  starter_slug: string | null;
  archived: boolean;
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
  'archived',
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
  'version',
  'created_at',
] as const;
const pageColumns = ['id', 'template_id', 'name', 'language', 'html', 'version'] as const;

export const findTemplate = (tx: Tx, id: string): Promise<TemplateRow | undefined> =>
  tx.selectFrom('templates').select(templateColumns).where('id', '=', id).executeTakeFirst();

export const lockTemplate = (tx: Tx, id: string): Promise<TemplateRow | undefined> =>
  tx.selectFrom('templates').select(templateColumns).where('id', '=', id).forUpdate().executeTakeFirst();

export type TemplateValues = Partial<
  Pick<
    TemplateRow,
    'category_id' | 'name' | 'description' | 'difficulty' | 'attack_vector' | 'archived' | 'logo_file_id'
  >
>;

export const insertTemplate = async (
  tx: Tx,
  values: TemplateValues & { category_id: string; name: string; starter_slug?: string },
): Promise<string> => {
  const at = now();
  const row = await tx
    .insertInto('templates')
    .values({ ...values, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const updateTemplate = (tx: Tx, id: string, values: TemplateValues) =>
  tx
    .updateTable('templates')
    .set((eb) => ({ ...values, updated_at: iso(now()), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const deleteTemplate = async (tx: Tx, id: string) => {
  // Emails reference pages: both are deleted with the template, emails first.
  await tx.deleteFrom('emails').where('template_id', '=', id).execute();
  await tx.deleteFrom('templates').where('id', '=', id).execute();
};

export const findCategory = (tx: Tx, id: string) =>
  tx.selectFrom('template_categories').select(['id', 'title']).where('id', '=', id).executeTakeFirst();

/** Adds a category or finds it by name. Returns its id. */
export const ensureCategory = async (
  tx: Tx,
  category: { slug: string; title: string; order_id: number },
): Promise<string> => {
  await tx
    .insertInto('template_categories')
    .values(category)
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await tx
    .selectFrom('template_categories')
    .select('id')
    .where('slug', '=', category.slug)
    .executeTakeFirstOrThrow();
  return row.id;
};

export const starterSlugs = async (tx: Tx): Promise<Set<string>> => {
  const rows = await tx.selectFrom('templates').select('starter_slug').where('starter_slug', 'is not', null).execute();
  return new Set(rows.map((row) => row.starter_slug!));
};

const asEmail = (row: Record<string, unknown>): Email => row as unknown as Email;

/** Emails of a template that are not deleted, oldest first. */
export const listEmails = async (tx: Tx, templateId: string): Promise<Email[]> => {
  const rows = await tx
    .selectFrom('emails')
    .select(emailColumns)
    .where('template_id', '=', templateId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(asEmail);
};

export const findEmail = async (tx: Tx, id: string): Promise<Email | undefined> => {
  const row = await tx
    .selectFrom('emails')
    .select(emailColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && asEmail(row);
};

export const lockEmail = async (tx: Tx, id: string): Promise<Email | undefined> => {
  const row = await tx
    .selectFrom('emails')
    .select(emailColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && asEmail(row);
};

const emailValues = <T extends Partial<NewEmailRow>>({ attachments, tips, ...rest }: T) => ({
  ...rest,
  ...(attachments === undefined ? {} : { attachments: JSON.stringify(attachments) }),
  ...(tips === undefined ? {} : { tips: JSON.stringify(tips) }),
});

export const insertEmail = async (tx: Tx, email: NewEmailRow): Promise<string> => {
  const row = await tx
    .insertInto('emails')
    .values({ ...(emailValues(email) as NewEmailRow & { attachments: string; tips: string }), created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const updateEmail = (tx: Tx, id: string, changes: Partial<NewEmailRow>) =>
  tx
    .updateTable('emails')
    .set((eb) => ({ ...emailValues(changes), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Hides an email. The row is kept for the pages and campaigns that reference it. */
export const hideEmail = (tx: Tx, id: string) =>
  tx.updateTable('emails').set({ deleted_at: now() }).where('id', '=', id).execute();

export const listPages = (tx: Tx, templateId: string): Promise<LandingPage[]> =>
  tx
    .selectFrom('landing_pages')
    .select(pageColumns)
    .where('template_id', '=', templateId)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const findPage = (tx: Tx, id: string): Promise<LandingPage | undefined> =>
  tx.selectFrom('landing_pages').select(pageColumns).where('id', '=', id).executeTakeFirst();

export const lockPage = (tx: Tx, id: string): Promise<LandingPage | undefined> =>
  tx.selectFrom('landing_pages').select(pageColumns).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertPage = async (tx: Tx, page: Omit<LandingPage, 'id' | 'version'>): Promise<string> =>
  (await tx.insertInto('landing_pages').values(page).returning('id').executeTakeFirstOrThrow()).id;

export const updatePage = (tx: Tx, id: string, changes: Partial<Pick<LandingPage, 'name' | 'language' | 'html'>>) =>
  tx
    .updateTable('landing_pages')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Stores the unsaved text of a person for the live preview, in place of the earlier draft of this kind. */
export const keepDraft = (tx: Tx, draft: { employee_id: string; kind: 'email' | 'page' | 'redirect'; html: string }) =>
  tx
    .insertInto('preview_drafts')
    .values({ ...draft, updated_at: now() })
    .onConflict((oc) =>
      oc.columns(['organization_id', 'employee_id', 'kind']).doUpdateSet({ html: draft.html, updated_at: now() }),
    )
    .execute();

export const findDraft = (tx: Tx, employeeId: string, kind: 'email' | 'page' | 'redirect') =>
  tx
    .selectFrom('preview_drafts')
    .select('html')
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Sets automatic phishing of the organisation and returns the previous value. */
export const setAutophish = async (tx: Tx, active: boolean): Promise<boolean> => {
  const before = await tx.selectFrom('organizations').select('autophish').forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('organizations').set({ autophish: active }).execute();
  return before.autophish;
};

export const autophishIsOn = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('autophish').executeTakeFirstOrThrow()).autophish;
