import type { Input } from '@sergak/contract/endpoint.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import { withoutStrayMarks } from '@sergak/contract/phishing/phish-scale.rules.ts';
import {
  emailFaults,
  emailVariables,
  markWarnings,
  pageFaults,
  personVariables,
  variableFaults,
  type Attachment,
  type Fault,
  type FaultCode,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email } from '@sergak/contract/phishing/phishing.schema.ts';
import { domainOf } from '@sergak/contract/text.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { resolveAttachments } from './attachments.service.ts';
import { cleanOwn } from './own-pictures.ts';
import * as repo from './phishing.repo.ts';
import { refreshDifficulty } from './difficulty.service.ts';
import { shortChanges } from './saving.ts';
import { requireSenders } from './senders.service.ts';

type In<K extends keyof typeof phishingEndpoints> = Input<(typeof phishingEndpoints)[K]>;

const codeOf: Partial<Record<FaultCode, ErrorCode>> = {
  link_missing: 'email.link_missing',
  attachment_missing: 'email.attachment_missing',
  attachment_name: 'email.attachment_name',
  attachments_size: 'email.attachments_size',
  form_missing: 'page.form_missing',
  variable_misplaced: 'email.variable_misplaced',
};

/**
 * Throws the error of the first fault, with all faults and their positions in its details. Does nothing without
 * faults.
 */
export const rejectFaults = (faults: readonly Fault[], more: object = {}): void => {
  const first = faults[0];
  if (first) throw new AppError(codeOf[first.code] ?? 'email.unknown_variable', { ...more, faults });
};

/** Throws if the email contains a variable that gets no value. An import keeps such variables, so that its author sees them. */
export const requireKnownVariables = ({
  subject,
  sender_name,
  html,
}: Pick<Email, 'subject' | 'sender_name' | 'html'>) =>
  rejectFaults([
    ...variableFaults('subject', subject, personVariables),
    ...variableFaults('sender_name', sender_name, []),
    ...variableFaults('html', html, emailVariables),
  ]);

const requirePage = async (tx: Tx, id: string | null | undefined, templateId: string) => {
  if (!id) return;
  const page = await repo.findLandingPage(tx, id);
  if (page?.template_id !== templateId || page.translation_of !== null) throw new AppError('page.not_found');
};

/** Throws if another version of an email or page is in this language. */
export const requireFreeLanguage = (
  code: 'email.language_exists' | 'page.language_exists',
  one: Pick<Email, 'id' | 'versions'>,
  language: Email['language'],
): void => {
  if (one.versions.some((version) => version.id !== one.id && version.language === language))
    throw new AppError(code, { language });
};

const requireEmail = async (tx: Tx, id: string): Promise<Email> => {
  const email = await repo.lockEmail(tx, id);
  if (!email) throw new AppError('email.not_found');
  return email;
};

/** One email as the editor and campaigns see it. */
export const getEmail = async (tx: Tx, id: string): Promise<Email> => {
  const email = await repo.findEmail(tx, id);
  if (!email) throw new AppError('email.not_found');
  return email;
};

/**
 * Adds an email to a template, in the template's language unless another language is given. An import may tolerate faults
 * that its author repairs afterwards.
 */
export const createEmail = async (
  ctx: Ctx,
  input: In<'phishing.email-create'>,
  isTolerated: (fault: Fault) => boolean = () => false,
) => {
  const template = await repo.findTemplate(ctx.tx, input.template_id);
  if (!template) throw new AppError('template.not_found');
  await requirePage(ctx.tx, input.page_id, template.id);
  const attachments = await resolveAttachments(ctx.tx, input.attachments);
  const faults = emailFaults(template.attack_vector, { ...input, attachments });
  rejectFaults(faults.filter((fault) => !isTolerated(fault)));
  await requireSenders(ctx, [input.sender_address]);
  const { html, warnings } = await cleanOwn(ctx, 'email', input.html, template.id);
  const id = await repo.insertEmail(ctx.tx, {
    ...input,
    attachments,
    html: withoutStrayMarks(html, input.tips.length),
    language: input.language ?? template.language,
  });
  await refreshDifficulty(ctx.tx, template.id);
  const createdEmail = await getEmail(ctx.tx, id);
  return new Logged(
    { ...createdEmail, warnings: [...warnings, ...markWarnings(html, createdEmail.tips.length)] },
    { kind: 'email', id, title: createdEmail.name, changes: { name: [null, createdEmail.name] } },
  );
};

/** A translation takes page and premise from its base, and the domain of its sender. */
const withoutShared = <T extends { sender_address?: string | undefined; page_id?: unknown; premise?: unknown }>(
  { page_id: _, premise: __, ...rest }: T,
  domain: string,
) =>
  ({
    ...rest,
    ...(rest.sender_address !== undefined && {
      sender_address: `${rest.sender_address.slice(0, rest.sender_address.lastIndexOf('@'))}@${domain}`,
    }),
  }) as Omit<T, 'page_id' | 'premise'> & Partial<Pick<T, 'page_id'>>;

/** Saves an email. Campaigns keep the copy made at their start. */
export const updateEmail = async (ctx: Ctx, input: In<'phishing.email-update'>) => {
  const { id, version, ...sent } = input;
  const before = await requireEmail(ctx.tx, id);
  requireVersion(before, version);
  const changes = before.translation_of === null ? sent : withoutShared(sent, domainOf(before.sender_address));
  if (changes.language) requireFreeLanguage('email.language_exists', before, changes.language);
  const template = (await repo.findTemplate(ctx.tx, before.template_id))!;
  await requirePage(ctx.tx, changes.page_id, template.id);
  if (changes.attachments) changes.attachments = await resolveAttachments(ctx.tx, changes.attachments);
  rejectFaults(emailFaults(template.attack_vector, { ...before, ...changes }));
  await requireSenders(ctx, [changes.sender_address ?? before.sender_address]);
  const { warnings, ...cleaned } = await cleanedChange(ctx, 'email', changes.html, template.id);
  const tips = changes.tips ?? before.tips;
  const marked = cleaned.html ?? before.html;
  const html = withoutStrayMarks(marked, tips.length);
  // The text that was sent is never stored, even where the cleaned text is the stored one.
  const { html: _sent, ...others } = changes;
  const saved = { ...others, ...(html !== before.html && { html }) };
  await repo.updateEmailRow(ctx.tx, id, saved);
  await repo.alignTranslations(ctx.tx, id, before.sender_address);
  await refreshDifficulty(ctx.tx, template.id);
  const after = await getEmail(ctx.tx, id);
  return new Logged(
    { ...after, warnings: [...warnings, ...markWarnings(marked, tips.length)] },
    { kind: 'email', id, title: after.name, changes: shortChanges(forLog(before), forLog(saved)) },
  );
};

/** The log names attachments instead of showing their contents. */
const forLog = <T extends { attachments?: readonly Attachment[] }>({ attachments, ...rest }: T) => ({
  ...rest,
  ...(attachments && { attachments: attachments.map(({ name }) => name).join(', ') }),
});

/** Removes an email with its translations from its template; campaigns that sent it still refer to it. */
export const deleteEmail = async (ctx: Ctx, input: In<'phishing.email-delete'>) => {
  const before = await requireEmail(ctx.tx, input.id);
  await repo.hideEmail(ctx.tx, before.id);
  await refreshDifficulty(ctx.tx, before.template_id);
  return new Logged(null, { kind: 'email', id: before.id, title: before.name, changes: { name: [before.name, null] } });
};

/** Returns the cleaned text of a change, or nothing if the text does not change. */
const cleanedChange = async (
  ctx: Ctx,
  kind: 'email' | 'page',
  html: string | undefined,
  templateId: string,
): Promise<{ html?: string; warnings: Fault[] }> =>
  html === undefined ? { warnings: [] } : cleanOwn(ctx, kind, html, templateId);

export const getPage = async (tx: Tx, id: string) => {
  const page = await repo.findLandingPage(tx, id);
  if (!page) throw new AppError('page.not_found');
  return page;
};

/** Leads emails of the template to its new page: the given ones, by default those that lead to no page. */
const leadEmails = async (tx: Tx, templateId: string, pageId: string, wanted?: readonly string[]): Promise<number> => {
  const emails = (await repo.listEmails(tx, templateId)).filter((email) => email.translation_of === null);
  if (wanted?.some((id) => !emails.some((email) => email.id === id))) throw new AppError('email.not_found');
  const ids = wanted ?? emails.filter((email) => email.page_id === null).map((email) => email.id);
  if (ids.length > 0) await repo.leadToPage(tx, pageId, ids);
  return ids.length;
};

/** Adds a landing page to a template, and leads emails to it. */
export const createPage = async (ctx: Ctx, { email_ids, ...input }: In<'phishing.page-create'>) => {
  const template = await repo.findTemplate(ctx.tx, input.template_id);
  if (!template) throw new AppError('template.not_found');
  rejectFaults(pageFaults(input.html));
  const { html, warnings } = await cleanOwn(ctx, 'page', input.html, template.id);
  const id = await repo.insertPage(ctx.tx, { ...input, html, language: input.language ?? template.language });
  const leading = await leadEmails(ctx.tx, template.id, id, email_ids);
  await refreshDifficulty(ctx.tx, template.id);
  const createdPage = await getPage(ctx.tx, id);
  return new Logged(
    { ...createdPage, warnings },
    {
      kind: 'landing_page',
      id,
      title: createdPage.name,
      changes: { name: [null, createdPage.name], ...(leading > 0 && { emails: [null, leading] }) },
    },
  );
};

/** Saves a landing page. Campaigns keep the copy made at their start. */
export const updatePage = async (ctx: Ctx, input: In<'phishing.page-update'>) => {
  const { id, version, ...changes } = input;
  const before = await repo.lockPage(ctx.tx, id);
  if (!before) throw new AppError('page.not_found');
  requireVersion(before, version);
  if (changes.language) requireFreeLanguage('page.language_exists', before, changes.language);
  if (changes.html !== undefined) rejectFaults(pageFaults(changes.html));
  const { warnings, ...cleaned } = await cleanedChange(ctx, 'page', changes.html, before.template_id);
  const saved = { ...changes, ...cleaned };
  await repo.updatePageRow(ctx.tx, id, saved);
  await refreshDifficulty(ctx.tx, before.template_id);
  const after = await getPage(ctx.tx, id);
  return new Logged(
    { ...after, warnings },
    { kind: 'landing_page', id, title: after.name, changes: shortChanges(before, saved) },
  );
};
