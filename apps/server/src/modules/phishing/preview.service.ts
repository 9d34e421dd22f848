import { markStyles } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import { permissionsOf } from '@sergak/contract/access/roles.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import type { starterTemplatesEndpoints } from '@sergak/contract/phishing/starter.endpoints.ts';
import { type Language, language as languageSchema } from '@sergak/contract/session/session.schema.ts';
import { fillText, momentValues, personValues, type PersonValues } from '@sergak/contract/phishing/phishing.rules.ts';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import type { Ctx, OwnCtx, Platform } from '../../platform/context.ts';
import { inSystem, inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { MarkupKind } from './cleaning.ts';
import { cleanOwn } from './own-pictures.ts';
import { findPreviewEmail, findPreviewOrganization, findMaker, findPreviewPerson } from './preview.query.ts';
import * as drafts from './drafts.repo.ts';
import * as repo from './phishing.repo.ts';
import { fillPreview, samplePerson } from './preview-filling.ts';
import { prepareTemplate } from './starter-copies.ts';
import { starterPhishing } from './starter-files.ts';
import { findRedirectPage } from './redirect-pages.repo.ts';

/** Payload of a signed preview link. It contains nothing secret, cannot be forged and expires. */
export type PhishingPreview = {
  /** Selects the page of this module on the content origin. */
  readonly kind: 'phishing';
  readonly organization_id: string;
  readonly what: MarkupKind;
  /** A stored email or page, or `draft`: the unsaved text of this viewer. */
  readonly source:
    | { readonly id: string }
    | { readonly campaign_id: string; readonly id: string }
    | { readonly starter: string; readonly language: Language }
    | { readonly draft: true };
  readonly viewer_id: string;
  readonly employee_id: string | null;
  /** Whether the marks of red flags are shown. */
  readonly marks?: boolean;
};

/** Long enough to return to a page; a link that is passed on soon stops working. */
const LINK_LIFE = 15 * MINUTE;

/** The part of a preview's payload by which its pictures are served. */
export type PicturePreview = Pick<PhishingPreview, 'organization_id' | 'viewer_id'> & { readonly file_id: string };

const pictureAddress = (platform: Platform, payload: PhishingPreview, file_id: string): string => {
  const { organization_id, viewer_id } = payload;
  const picture = { kind: 'phishing-picture', organization_id, viewer_id, file_id };
  return `${platform.urls.content}/preview-pictures/${platform.secrets.sign(picture, after(now(), LINK_LIFE))}`;
};

/** The address of a preview on the content origin. */
export const previewAddress = (platform: Platform, payload: PhishingPreview, milliseconds = LINK_LIFE) => {
  const expires = after(now(), milliseconds);
  return {
    url: `${platform.urls.content}/preview/${platform.secrets.sign(payload, expires)}`,
    expires_at: iso(expires),
  };
};

/** Variable values of this person; of an invented person if `employeeId` is null. */
export const valuesFor = async (tx: Tx, employeeId: string | null, language: string): Promise<PersonValues> => {
  const organization = await findPreviewOrganization(tx);
  const person = employeeId ? await findPreviewPerson(tx, employeeId) : undefined;
  if (employeeId && !person) throw new AppError('employee.not_found');
  const addressee = person ?? samplePerson(languageSchema.catch('ru').parse(language));
  return personValues(addressee, organization.title, momentValues(now(), language, organization.time_zone));
};

type Shown = {
  html: string;
  subject: string | null;
  sender_name: string | null;
  sender_address: string | null;
  language: string;
};

const bare = { subject: null, sender_name: null, sender_address: null };

/** The email or page of a template of the starter library. */
const loadStarter = async (slug: string, language: Language, kind: MarkupKind): Promise<Shown | undefined> => {
  const template = (await starterPhishing()).templates.find((one) => one.slug === slug);
  if (!template) return undefined;
  const { page, email } = (await prepareTemplate(template)).versions[language];
  return kind === 'email' ? { ...email, language } : { ...bare, html: page.html, language };
};

const load = async (tx: Tx, payload: PhishingPreview): Promise<Shown | undefined> => {
  const { source, what: kind } = payload;
  if ('starter' in source) return loadStarter(source.starter, source.language, kind);
  if ('draft' in source) {
    const draft = await drafts.findDraft(tx, payload.viewer_id, kind);
    return draft && { ...bare, html: draft.html, language: (await findPreviewOrganization(tx)).language };
  }
  if ('campaign_id' in source) return findPreviewEmail(tx, source.campaign_id, source.id, payload.employee_id);
  if (kind === 'email') return repo.findEmail(tx, source.id);
  if (kind === 'page') return withLanguage(await repo.findLandingPage(tx, source.id));
  const page = await findRedirectPage(tx, source.id);
  return page && { ...bare, html: page.html, language: (await findPreviewOrganization(tx)).language };
};
const withLanguage = (page: { html: string; language: string } | undefined) =>
  page && { ...bare, html: page.html, language: page.language };

/** Whether the person who made the link may still read emails of this organisation. */
export const mayStillRead = (
  platform: Platform,
  { viewer_id, organization_id }: Pick<PhishingPreview, 'viewer_id' | 'organization_id'>,
): Promise<boolean> =>
  inSystem(platform.db, async (tx) => {
    const role = await findMaker(tx, viewer_id, organization_id);
    return role !== undefined && permissionsOf(role).has('admin.phishing');
  });

/**
 * Renders the page for the payload of a preview link; the content origin serves it in a sandboxed frame. Returns null
 * if the person who made the link has lost the permission.
 */
export const renderPreview = async (platform: Platform, payload: PhishingPreview): Promise<{ html: string } | null> => {
  if (!(await mayStillRead(platform, payload))) return null;
  const { source } = payload;
  if ('starter' in source) await loadStarter(source.starter, source.language, payload.what);
  return inTenant(
    platform.db,
    { organizationId: payload.organization_id, readable: [payload.organization_id] },
    'read',
    async (tx) => {
      const shown = await load(tx, payload);
      if (!shown) throw new AppError(payload.what === 'email' ? 'email.not_found' : 'page.not_found');
      const values = await valuesFor(tx, payload.employee_id, shown.language);
      const html = withPictures(shown.html, (id) => pictureAddress(platform, payload, id));
      const filled = fillPreview(html, values, payload.what);
      return { html: payload.marks === true ? `${filled}<style>${markStyles}</style>` : filled };
    },
  );
};

const sourceOf = (
  input: Input<(typeof phishingEndpoints)['phishing.preview']>,
): Pick<PhishingPreview, 'what' | 'source'> => {
  if ('email_id' in input) {
    const { email_id: id, campaign_id } = input;
    return { what: 'email', source: campaign_id ? { campaign_id, id } : { id } };
  }
  if ('page_id' in input) return { what: 'page', source: { id: input.page_id } };
  if ('redirect_page_id' in input) return { what: 'redirect', source: { id: input.redirect_page_id } };
  return { what: input.kind, source: { draft: true } };
};

/** Creates the link to the preview of an email or page, filled with the data of a chosen employee. */
export const makePreview = async (ctx: Ctx, input: Input<(typeof phishingEndpoints)['phishing.preview']>) => {
  const { what, source } = sourceOf(input);
  const draft = 'html' in input ? await cleanOwn(ctx, what, input.html) : null;
  if (draft) await drafts.keepDraft(ctx.tx, { employee_id: ctx.viewer.id, kind: what, html: draft.html });
  const payload: PhishingPreview = {
    kind: 'phishing',
    organization_id: ctx.viewer.scope.organizationId,
    what,
    source,
    viewer_id: ctx.viewer.id,
    employee_id: input.employee_id ?? null,
    ...('marks' in input && input.marks === true && { marks: true }),
  };
  const shown = await load(ctx.tx, payload);
  if (!shown)
    throw new AppError(
      what === 'email' ? 'email.not_found' : what === 'page' ? 'page.not_found' : 'redirect_page.not_found',
    );
  const values = await valuesFor(ctx.tx, payload.employee_id, shown.language);
  return {
    ...previewAddress(ctx.platform, payload),
    subject: shown.subject === null ? null : fillText(shown.subject, values),
    sender_name: shown.sender_name,
    sender_address: shown.sender_address,
    warnings: draft?.warnings ?? [],
  };
};

/** Creates the link to the preview of a template of the starter library, filled with the data of an invented person. */
export const makeStarterPreview = async (
  ctx: OwnCtx,
  {
    slug,
    what,
    language = ctx.viewer.language,
    marks,
  }: Input<(typeof starterTemplatesEndpoints)['phishing.starter-preview']>,
) => {
  const payload: PhishingPreview = {
    kind: 'phishing',
    organization_id: ctx.viewer.scope.organizationId,
    what,
    source: { starter: slug, language },
    viewer_id: ctx.viewer.id,
    employee_id: null,
    ...(marks === true && { marks: true }),
  };
  // No transaction is open while the texts are cleaned.
  const shown = await loadStarter(slug, language, what);
  if (!shown) throw new AppError('template.not_found');
  const values = await ctx.run('read', (tx) => valuesFor(tx, null, language));
  return {
    ...previewAddress(ctx.platform, payload),
    subject: shown.subject === null ? null : fillText(shown.subject, values),
    sender_name: shown.sender_name,
    sender_address: shown.sender_address,
    warnings: [],
  };
};
