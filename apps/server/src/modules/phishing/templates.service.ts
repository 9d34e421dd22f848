import type { Input } from '@sergak/contract/endpoint.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import type { templatesEndpoints } from '@sergak/contract/phishing/templates.endpoints.ts';
import { emailFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { Logged, type Ctx, type OwnCtx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { callerOf, discardFiles, redrawUpload, storePicture } from '../files/public.ts';
import { findCategory } from './categories.repo.ts';
import { estimateDifficulty } from './difficulty.service.ts';
import { logoAddress, templateWasUsed, unusedLogos } from './phishing.query.ts';
import { findPreviewOrganization } from './preview.query.ts';
import * as repo from './phishing.repo.ts';
import { copyLibrary } from './pictures.repo.ts';
import { discardUnused, libraryFiles } from './pictures.service.ts';
import { shortChanges } from './saving.ts';
import { rejectFaults } from './emails.service.ts';
import { requireSenders } from './senders.service.ts';
import type { StarterTexts } from './starter-files.ts';
import { categoryTitles, starterText } from './starter-titles.ts';

type In<K extends keyof typeof phishingEndpoints> = Input<(typeof phishingEndpoints)[K]>;

const requireTemplate = async (tx: Tx, id: string): Promise<repo.TemplateRow> => {
  const row = await repo.lockTemplate(tx, id);
  if (!row) throw new AppError('template.not_found');
  return row;
};

const isBase = (one: { translation_of: string | null }): boolean => one.translation_of === null;

/** A template with its emails and landing pages; their translations are named in `versions`. */
export const getTemplate = async (tx: Tx, id: string, reader?: Language): Promise<Template> => {
  const row = await repo.findTemplate(tx, id);
  if (!row) throw new AppError('template.not_found');
  const category = await findCategory(tx, row.category_id);
  const { category_id: _, logo_file_id, starter_slug, starter_texts, ...rest } = row;
  const shown = reader ?? row.language;
  const titleOf = await categoryTitles(shown);
  return {
    ...rest,
    name: starterText(row.name, starter_texts?.title, row.language, shown),
    description: starterText(row.description, starter_texts?.description, row.language, shown),
    category: { id: category!.id, title: titleOf(category!) },
    logo: logoAddress(logo_file_id),
    starter: starter_slug !== null,
    emails: (await repo.listEmails(tx, id)).filter(isBase),
    pages: (await repo.listPages(tx, id)).filter(isBase),
  };
};

const requireCategory = async (tx: Tx, id: string | undefined) => {
  if (id !== undefined && !(await findCategory(tx, id))) throw new AppError('common.not_found');
};

/** Creates an empty template. */
export const createTemplate = async (ctx: Ctx, input: In<'phishing.template-create'>) => {
  await requireCategory(ctx.tx, input.category_id);
  const language = input.language ?? (await findPreviewOrganization(ctx.tx)).language;
  const id = await repo.insertTemplate(ctx.tx, { ...input, language });
  const createdTemplate = await getTemplate(ctx.tx, id);
  return new Logged(createdTemplate, {
    kind: 'template',
    id,
    title: createdTemplate.name,
    changes: { name: [null, createdTemplate.name] },
  });
};

/** Copies a template with its emails and pages. */
export const copyTemplate = async (ctx: Ctx, input: In<'phishing.template-copy'>) => {
  const { tx } = ctx;
  const source = await requireTemplate(tx, input.id);
  const name = `${source.name.slice(0, 245)} (2)`;
  const id = await repo.insertTemplate(tx, {
    category_id: source.category_id,
    name,
    description: source.description,
    difficulty: source.difficulty,
    difficulty_set: source.difficulty_set,
    language: source.language,
    attack_vector: source.attack_vector,
    logo_file_id: source.logo_file_id,
  });
  await copyLibrary(tx, source.id, id);
  const pages = new Map<string, string>();
  for (const { id: old, version: _, versions: __, ...page } of await repo.listPages(tx, source.id)) {
    const translation_of = pages.get(page.translation_of ?? '') ?? null;
    pages.set(old, await repo.insertPage(tx, { ...page, template_id: id, translation_of }));
  }
  const emails = await repo.listEmails(tx, source.id);
  await requireSenders(
    ctx,
    emails.map((email) => email.sender_address),
  );
  const copies = new Map<string, string>();
  for (const email of emails) {
    const { id: old, version: __, created_at: ___, versions: ____, ...values } = email;
    const page_id = pages.get(email.page_id ?? '') ?? null;
    const translation_of = copies.get(email.translation_of ?? '') ?? null;
    copies.set(old, await repo.insertEmail(tx, { ...values, template_id: id, page_id, translation_of }));
  }
  return new Logged(await getTemplate(tx, id), {
    kind: 'template',
    id,
    title: name,
    changes: { copied_from: [null, source.id], name: [null, name] },
  });
};

/** A difficulty that a person sets stays; `difficulty_set: false` returns to the estimate. */
const withDifficulty = async (
  tx: Tx,
  id: string,
  changes: Omit<In<'phishing.template-update'>, 'id' | 'version'>,
): Promise<repo.TemplateValues> => {
  if (changes.difficulty_set === false) {
    const estimate = await estimateDifficulty(tx, id);
    return estimate ? { ...changes, difficulty: estimate } : changes;
  }
  return changes.difficulty === undefined ? changes : { ...changes, difficulty_set: true };
};

/** A form sends the texts of a copy as its reader sees them; they are not changed by that. */
const withoutShown = (
  before: repo.TemplateRow,
  changes: repo.TemplateValues,
  reader: Language,
): repo.TemplateValues => {
  const { starter_texts, language } = before;
  const { name, description, ...rest } = changes;
  const isShown = (sent: string | undefined, stored: string, texts: StarterTexts | undefined) =>
    sent !== undefined && sent !== stored && sent === starterText(stored, texts, language, reader);
  return {
    ...rest,
    ...(name !== undefined && !isShown(name, before.name, starter_texts?.title) && { name }),
    ...(description !== undefined &&
      !isShown(description, before.description, starter_texts?.description) && { description }),
  };
};

/** Changes a template. A new attack vector must fit its emails. */
export const updateTemplate = async (ctx: Ctx, input: In<'phishing.template-update'>) => {
  const { id, version, ...sent } = input;
  const before = await requireTemplate(ctx.tx, id);
  requireVersion(before, version);
  const changes = withoutShown(before, await withDifficulty(ctx.tx, id, sent), ctx.viewer.language);
  await requireCategory(ctx.tx, changes.category_id);
  if (changes.attack_vector && changes.attack_vector !== before.attack_vector)
    for (const email of await repo.listEmails(ctx.tx, id))
      rejectFaults(emailFaults(changes.attack_vector, email), { email: email.name });
  await repo.updateTemplateRow(ctx.tx, id, changes);
  const after = await getTemplate(ctx.tx, id, ctx.viewer.language);
  return new Logged(after, { kind: 'template', id, title: after.name, changes: shortChanges(before, changes) });
};

/** Deletes or archives a template. Returns whether it was archived. */
const removeTemplate = async (tx: Tx, template: repo.TemplateRow): Promise<boolean> => {
  const archived = await templateWasUsed(tx, template.id);
  if (archived) await repo.updateTemplateRow(tx, template.id, { archived: true });
  else {
    const pictures = await libraryFiles(tx, { template_id: template.id });
    await repo.deleteTemplateRow(tx, template.id);
    await discardUnused(tx, pictures);
    await discardFiles(tx, await unusedLogos(tx, template.logo_file_id));
  }
  return archived;
};

/** Archives, restores or deletes several templates in one transaction. Templates that were ever sent are archived. */
export const changeTemplates = async (
  ctx: Ctx,
  { ids, action }: Input<(typeof templatesEndpoints)['phishing.templates-bulk']>,
) => {
  const { tx } = ctx;
  const result = { done: 0, archived: 0, deleted: 0 };
  const names: string[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const template = await requireTemplate(tx, id);
    names.push(template.name);
    if (action === 'delete') {
      if (await removeTemplate(tx, template)) result.archived += 1;
      else result.deleted += 1;
    } else {
      const archived = action === 'archive';
      if (template.archived === archived) continue;
      await repo.updateTemplateRow(tx, id, { archived });
      if (archived) result.archived += 1;
    }
    result.done += 1;
  }
  return new Logged(result, {
    kind: 'template',
    title: names.slice(0, 10).join(', '),
    details: { affected: result.done },
  });
};

/** Deletes a template. A template that was ever sent is archived instead, because statistics refer to it. */
export const deleteTemplate = async (ctx: Ctx, input: In<'phishing.template-delete'>) => {
  const before = await requireTemplate(ctx.tx, input.id);
  const archived = await removeTemplate(ctx.tx, before);
  return new Logged(
    { archived },
    {
      kind: 'template',
      id: before.id,
      title: before.name,
      changes: archived ? { archived: [before.archived, true] } : { name: [before.name, null] },
    },
  );
};

/** How the picture of a template is drawn. */
export const LOGO = {
  box: { width: 256, height: 256 },
  look: { fit: 'contain', format: 'png' },
  drawings: true,
} as const;

const storeLogo = (ctx: Pick<Ctx, 'tx' | 'platform'>, bytes: Buffer, createdBy: string | null) =>
  storePicture(ctx.tx, ctx.platform, { bytes, name: 'logo.png', type: 'image/png', createdBy });

/**
 * Replaces the picture of a template. Copies of a template share a picture, so the old one is deleted with its last
 * use. No transaction is open while the picture is processed.
 */
export const setTemplateLogo = async (ctx: OwnCtx, input: In<'phishing.template-set-logo'>) => {
  const png = await redrawUpload(ctx.uploads.logo, 'logo', LOGO, callerOf(ctx.viewer));
  return ctx.finish(async (tx) => {
    const before = await requireTemplate(tx, input.id);
    const logo_file_id = await storeLogo({ tx, platform: ctx.platform }, png, ctx.viewer.id);
    await repo.updateTemplateRow(tx, before.id, { logo_file_id });
    await discardFiles(tx, await unusedLogos(tx, before.logo_file_id));
    return new Logged(await getTemplate(tx, before.id, ctx.viewer.language), {
      kind: 'template',
      id: before.id,
      title: before.name,
      changes: { logo: [before.logo_file_id, logo_file_id] },
    });
  });
};
