import type { Input } from '@sergak/contract/endpoint.ts';
import type { templatesEndpoints } from '@sergak/contract/phishing/templates.endpoints.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './categories.repo.ts';
import { listCategories } from './phishing.query.ts';
import { categoryTitles } from './starter-titles.ts';

type In<K extends keyof typeof templatesEndpoints> = Input<(typeof templatesEndpoints)[K]>;
const kind = 'template_category';

/** The categories with their titles in the language of the reader. */
export const categoriesFor = async (tx: Tx, language: Language) => {
  const titleOf = await categoryTitles(language);
  return (await listCategories(tx)).map((one) => ({ ...one, title: titleOf(one) }));
};

const requireCategory = async (tx: Tx, id: string) => {
  const category = await repo.lockCategory(tx, id);
  if (!category) throw new AppError('template_category.not_found');
  return category;
};
const requireFreeTitle = async (tx: Tx, title: string, exceptId: string | null) => {
  if (await repo.isTitleTaken(tx, title, exceptId)) throw new AppError('template_category.exists', { title });
};
const getCategory = async (tx: Tx, id: string) => (await listCategories(tx)).find((one) => one.id === id)!;

/** Adds a category of templates at the end of the list. */
export const createCategory = async ({ tx }: Ctx, { title }: In<'phishing.category-create'>) => {
  await requireFreeTitle(tx, title, null);
  const id = await repo.insertCategory(tx, title);
  return new Logged(await getCategory(tx, id), { kind, id, title, changes: { title: [null, title] } });
};

export const updateCategory = async ({ tx }: Ctx, { id, title }: In<'phishing.category-update'>) => {
  const before = await requireCategory(tx, id);
  await requireFreeTitle(tx, title, id);
  await repo.renameCategory(tx, id, title);
  return new Logged(await getCategory(tx, id), { kind, id, title, changes: { title: [before.title, title] } });
};

/** Puts the categories in another order, for everyone in the organisation. */
export const reorderCategories = async ({ tx }: Ctx, { ids }: In<'phishing.categories-reorder'>) => {
  if ((await repo.orderCategories(tx, ids)) < new Set(ids).size) throw new AppError('template_category.not_found');
  return new Logged(null, { kind, title: null, details: { affected: ids.length } });
};

/** Deletes a category that no template uses, archived ones included. */
export const deleteCategory = async ({ tx }: Ctx, { id }: In<'phishing.category-delete'>) => {
  const before = await requireCategory(tx, id);
  const { count, names } = await repo.templatesIn(tx, id);
  if (count > 0) throw new AppError('template_category.in_use', { count, templates: names });
  await repo.deleteCategoryRow(tx, id);
  return new Logged(null, { kind, id, title: before.title, changes: { title: [before.title, null] } });
};
