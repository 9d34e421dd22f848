import type { Input } from '@sergak/contract/endpoint.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import { emailFaults, pageFaults, type Fault, type FaultCode } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email } from '@sergak/contract/phishing/phishing.schema.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { cleanMarkup } from './cleaning.ts';
import * as repo from './phishing.repo.ts';
import { changesOf, requireVersion } from './saving.ts';
import { requireSenders } from './senders.service.ts';

type In<K extends keyof typeof phishingEndpoints> = Input<(typeof phishingEndpoints)[K]>;

const codeOf: Partial<Record<FaultCode, ErrorCode>> = {
  link_missing: 'email.link_missing',
  attachment_missing: 'email.attachment_missing',
  form_missing: 'page.form_missing',
  variable_misplaced: 'email.variable_misplaced',
};

/** Turns the first fault into the refusal that fits it; all of them go along, each with its place. */
export const refuseFaults = (faults: readonly Fault[], more: object = {}): void => {
  const first = faults[0];
  if (first) throw new AppError(codeOf[first.code] ?? 'email.unknown_variable', { ...more, faults });
};

const requirePage = async (tx: Tx, id: string | null | undefined, templateId: string) => {
  if (!id) return;
  const page = await repo.findPage(tx, id);
  if (page?.template_id !== templateId) throw new AppError('page.not_found');
};

const requireEmail = async (tx: Tx, id: string): Promise<Email> => {
  const email = await repo.lockEmail(tx, id);
  if (!email) throw new AppError('email.not_found');
  return email;
};

/** One email as it is edited and chosen. */
export const getEmail = async (tx: Tx, id: string): Promise<Email> => {
  const email = await repo.findEmail(tx, id);
  if (!email) throw new AppError('email.not_found');
  return email;
};

/** Adds an email to a scenario, in the viewer's language unless another is named. */
export const createEmail = async (ctx: Ctx, input: In<'phishing.email-create'>) => {
  const template = await repo.findTemplate(ctx.tx, input.template_id);
  if (!template) throw new AppError('template.not_found');
  await requirePage(ctx.tx, input.page_id, template.id);
  refuseFaults(emailFaults(template.attack_vector, input));
  await requireSenders(ctx, [input.sender_address]);
  const { html, warnings } = await cleanMarkup('email', input.html, ctx.viewer.id);
  const id = await repo.insertEmail(ctx.tx, { ...input, html, language: input.language ?? ctx.viewer.language });
  return new Logged({ ...(await getEmail(ctx.tx, id)), warnings }, id, { name: [null, input.name] });
};

/** Saves an email. Campaigns keep the copy they began with. */
export const updateEmail = async (ctx: Ctx, input: In<'phishing.email-update'>) => {
  const { id, version, ...changes } = input;
  const before = await requireEmail(ctx.tx, id);
  requireVersion(before, version);
  const template = (await repo.findTemplate(ctx.tx, before.template_id))!;
  await requirePage(ctx.tx, changes.page_id, template.id);
  refuseFaults(emailFaults(template.attack_vector, { ...before, ...changes }));
  await requireSenders(ctx, [changes.sender_address ?? before.sender_address]);
  const { warnings, ...cleaned } = await cleanedChange(ctx, 'email', changes.html);
  const saved = { ...changes, ...cleaned };
  await repo.updateEmail(ctx.tx, id, saved);
  return new Logged({ ...(await getEmail(ctx.tx, id)), warnings }, id, changesOf(before, saved));
};

/** Takes an email out of its scenario; campaigns that sent it go on speaking of it. */
export const deleteEmail = async (ctx: Ctx, input: In<'phishing.email-delete'>) => {
  const before = await requireEmail(ctx.tx, input.id);
  await repo.hideEmail(ctx.tx, before.id);
  return new Logged(null, before.id, { name: [before.name, null] });
};

/** The cleaned text of a change, or nothing where the text stays as it is. */
const cleanedChange = async (ctx: Ctx, kind: 'email' | 'page', html: string | undefined) =>
  html === undefined ? { warnings: [] } : cleanMarkup(kind, html, ctx.viewer.id);

export const getPage = async (tx: Tx, id: string) => {
  const page = await repo.findPage(tx, id);
  if (!page) throw new AppError('page.not_found');
  return page;
};

/** Adds a landing page to a scenario. */
export const createPage = async (ctx: Ctx, input: In<'phishing.page-create'>) => {
  if (!(await repo.findTemplate(ctx.tx, input.template_id))) throw new AppError('template.not_found');
  refuseFaults(pageFaults(input.html));
  const { html, warnings } = await cleanMarkup('page', input.html, ctx.viewer.id);
  const id = await repo.insertPage(ctx.tx, { ...input, html, language: input.language ?? ctx.viewer.language });
  return new Logged({ ...(await getPage(ctx.tx, id)), warnings }, id, { name: [null, input.name] });
};

/** Saves a landing page. Campaigns keep the copy they began with. */
export const updatePage = async (ctx: Ctx, input: In<'phishing.page-update'>) => {
  const { id, version, ...changes } = input;
  const before = await repo.lockPage(ctx.tx, id);
  if (!before) throw new AppError('page.not_found');
  requireVersion(before, version);
  if (changes.html !== undefined) refuseFaults(pageFaults(changes.html));
  const { warnings, ...cleaned } = await cleanedChange(ctx, 'page', changes.html);
  const saved = { ...changes, ...cleaned };
  await repo.updatePage(ctx.tx, id, saved);
  return new Logged({ ...(await getPage(ctx.tx, id)), warnings }, id, changesOf(before, saved));
};
