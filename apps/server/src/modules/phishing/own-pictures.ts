import { picturesIn } from '@sergak/contract/phishing/pictures.rules.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { callerOf } from '../files/public.ts';
import { cleanMarkup, type MarkupKind } from './cleaning.ts';
import { adoptPictures, ownPictures, type LibraryOwner } from './pictures.repo.ts';

/**
 * Cleans a text that may show pictures of the organisation; pictures of other libraries of the organisation are added to
 * the library of the template.
 */
export const cleanOwn = async (ctx: Ctx, kind: MarkupKind, html: string, templateId?: string) => {
  const cleaned = await cleanMarkup(kind, html, callerOf(ctx.viewer), await ownPictures(ctx.tx, picturesIn(html)));
  if (templateId !== undefined) await keepOwn(ctx.tx, cleaned.html, { template_id: templateId });
  return cleaned;
};

/** Adds the pictures of a cleaned text to a library. */
export const keepOwn = (tx: Tx, html: string, owner: LibraryOwner): Promise<void> =>
  adoptPictures(tx, owner, picturesIn(html));
