import type { Input } from '@sergak/contract/endpoint.ts';
import type { templatesEndpoints } from '@sergak/contract/phishing/templates.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { refreshDifficulty } from './difficulty.service.ts';
import { getEmail, getPage, requireFreeLanguage } from './emails.service.ts';
import * as repo from './phishing.repo.ts';

type In<K extends keyof typeof templatesEndpoints> = Input<(typeof templatesEndpoints)[K]>;

/** Adds a language to an email: a copy of the base that is then translated. */
export const translateEmail = async (ctx: Ctx, { id, language }: In<'phishing.email-translate'>) => {
  const found = await getEmail(ctx.tx, id);
  const base = await repo.lockEmail(ctx.tx, found.translation_of ?? id);
  if (!base) throw new AppError('email.not_found');
  requireFreeLanguage('email.language_exists', { id: '', versions: base.versions }, language);
  const { id: _, version: __, created_at: ___, versions: ____, ...values } = base;
  const translation = await repo.insertEmail(ctx.tx, { ...values, premise: null, language, translation_of: base.id });
  await refreshDifficulty(ctx.tx, base.template_id);
  return new Logged(await getEmail(ctx.tx, translation), {
    kind: 'email',
    id: base.id,
    title: base.name,
    changes: { language: [null, language] },
  });
};

/** Adds a language to a landing page: a copy of the base that is then translated. */
export const translatePage = async (ctx: Ctx, { id, language }: In<'phishing.page-translate'>) => {
  const found = await getPage(ctx.tx, id);
  const base = await repo.lockPage(ctx.tx, found.translation_of ?? id);
  if (!base) throw new AppError('page.not_found');
  requireFreeLanguage('page.language_exists', { id: '', versions: base.versions }, language);
  const { template_id, name, html } = base;
  const translation = await repo.insertPage(ctx.tx, { template_id, name, html, language, translation_of: base.id });
  await refreshDifficulty(ctx.tx, base.template_id);
  return new Logged(await getPage(ctx.tx, translation), {
    kind: 'landing_page',
    id: base.id,
    title: base.name,
    changes: { language: [null, language] },
  });
};

/** Deletes a landing page with its translations, unless an email leads to it. Campaigns keep their copy. */
export const deletePage = async (ctx: Ctx, { id }: In<'phishing.page-delete'>) => {
  const page = await repo.lockPage(ctx.tx, id);
  if (!page) throw new AppError('page.not_found');
  const emails = (await repo.listEmails(ctx.tx, page.template_id)).filter((email) => email.page_id === id);
  if (emails.length > 0) throw new AppError('page.in_use', { emails: emails.map((email) => email.name) });
  await repo.leavePage(ctx.tx, id);
  await repo.deletePageRow(ctx.tx, id);
  await refreshDifficulty(ctx.tx, page.template_id);
  return new Logged(null, { kind: 'landing_page', id, title: page.name, changes: { name: [page.name, null] } });
};
