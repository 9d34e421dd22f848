import type { Input } from '@sergak/contract/endpoint.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import { addressFaults, personVariables, variableFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { cleanOwn, keepOwn } from './own-pictures.ts';
import { rejectFaults } from './emails.service.ts';
import { discardUnused, libraryFiles } from './pictures.service.ts';
import * as repo from './redirect-pages.repo.ts';
import { shortChanges } from './saving.ts';

export { listRedirectPages } from './redirect-pages.repo.ts';

type In<K extends keyof typeof phishingEndpoints> = Input<(typeof phishingEndpoints)[K]>;

export const getRedirectPage = async (tx: Tx, id: string) => {
  const page = await repo.findRedirectPage(tx, id);
  if (!page) throw new AppError('redirect_page.not_found');
  return page;
};

const cleanPage = (ctx: Ctx, html: string) => {
  rejectFaults([...variableFaults('html', html, personVariables), ...addressFaults(html)]);
  return cleanOwn(ctx, 'redirect', html);
};

export const createRedirectPage = async (ctx: Ctx, input: In<'phishing.redirect-page-create'>) => {
  const { html, warnings } = await cleanPage(ctx, input.html);
  const id = await repo.insertRedirectPage(ctx.tx, { name: input.name, html });
  await keepOwn(ctx.tx, html, { redirect_page_id: id });
  return new Logged(
    { ...(await getRedirectPage(ctx.tx, id)), warnings },
    {
      kind: 'redirect_page',
      id,
      title: input.name,
      changes: { name: [null, input.name] },
    },
  );
};

/** Saves a redirect page. Campaigns keep the copy made at their start. */
export const updateRedirectPage = async (ctx: Ctx, input: In<'phishing.redirect-page-update'>) => {
  const before = await repo.lockRedirectPage(ctx.tx, input.id);
  if (!before) throw new AppError('redirect_page.not_found');
  requireVersion(before, input.version);
  const { warnings, ...cleaned } = input.html === undefined ? { warnings: [] } : await cleanPage(ctx, input.html);
  const changes = { ...(input.name === undefined ? {} : { name: input.name }), ...cleaned };
  await repo.updateRedirectPageRow(ctx.tx, input.id, changes);
  await keepOwn(ctx.tx, changes.html ?? '', { redirect_page_id: input.id });
  const saved = await getRedirectPage(ctx.tx, input.id);
  return new Logged(
    { ...saved, warnings },
    { kind: 'redirect_page', id: saved.id, title: saved.name, changes: shortChanges(before, changes) },
  );
};

/** Deletes a redirect page that no campaign uses. */
export const deleteRedirectPage = async (ctx: Ctx, input: In<'phishing.redirect-page-delete'>) => {
  const before = await repo.lockRedirectPage(ctx.tx, input.id);
  if (!before) throw new AppError('redirect_page.not_found');
  if (before.campaigns_count > 0) throw new AppError('redirect_page.in_use', { campaigns: before.campaigns_count });
  const pictures = await libraryFiles(ctx.tx, { redirect_page_id: input.id });
  await repo.deleteRedirectPageRow(ctx.tx, input.id);
  await discardUnused(ctx.tx, pictures);
  return new Logged(null, {
    kind: 'redirect_page',
    id: input.id,
    title: before.name,
    changes: { name: [before.name, null] },
  });
};
