import type { ConsentTexts, StoredConsent } from '@sergak/contract/session/consent.endpoints.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import * as repo from './consent.repo.ts';
import { setConsent } from './session.repo.ts';

/** The text to agree to, in the caller's language, or in another language of the organisation if that text is empty. */
export const readConsentText = async (ctx: OpenCtx, input: { language?: Language }) => {
  const home = ctx.session?.viewer.homeOrganizationId ?? null;
  const found = await inSystem(ctx.platform.db, (tx) => repo.findPublicConsent(tx, home));
  const order = [input.language ?? ctx.session?.viewer.language, found?.language, 'ru', 'en', 'uz'] as (
    | Language
    | undefined
  )[];
  const text = order
    .map((one) => (one ? found?.texts?.[one] : undefined))
    .find((one) => one !== undefined && one !== '');
  return { version: found?.version ?? 0, text: text ?? null, organization: found?.title ?? '' };
};

export const readConsent = (ctx: Ctx): Promise<StoredConsent> => repo.findConsent(ctx.tx);

/** Sets a new text, or the default: a new version, to which all people must agree again. */
export const saveConsent = async (ctx: Ctx, input: { texts: ConsentTexts | null; version: number }) => {
  await repo.lockConsent(ctx.tx);
  const before = await repo.findConsent(ctx.tx);
  requireVersion(before, input.version);
  const { texts } = input;
  if (texts && Object.values(texts).every((text) => text === ''))
    throw new AppError('request.invalid', [{ field: 'texts', code: 'missing' }]);
  const same =
    JSON.stringify(texts && [texts.ru, texts.en, texts.uz]) ===
    JSON.stringify(before.texts && [before.texts.ru, before.texts.en, before.texts.uz]);
  if (!same) {
    const version = before.version + 1;
    await repo.insertConsent(ctx.tx, { version, texts, by: ctx.viewer.id, byName: ctx.viewer.name });
    // The author agrees to the text, or the next call from the same page would be rejected.
    await setConsent(ctx.tx, ctx.viewer.id, version);
  }
  const after = await repo.findConsent(ctx.tx);
  return new Logged(after, { kind: 'consent', changes: { version: [before.version, after.version] } });
};
