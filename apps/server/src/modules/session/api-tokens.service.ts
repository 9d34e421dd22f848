import type { Input } from '@sergak/contract/endpoint.ts';
import {
  API_TOKENS_MAX,
  type ApiTokenKind,
  type apiTokensEndpoints,
} from '@sergak/contract/session/api-tokens.endpoints.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import * as repo from './api-tokens.repo.ts';
import { notifyAdministrators } from './notices.service.ts';
import { requireProof } from './proof.service.ts';

/** Machine accounts of one kind, working accounts first. */
export const listTokens = async (ctx: Ctx, input: { kind: ApiTokenKind }) => ({
  data: await repo.selectTokens(ctx.tx, input.kind),
});

/** Creates a machine account with a proof of identity and reports it to the administrators; its token is returned only once. */
export const createToken = async (
  ctx: Ctx,
  { kind, title, password }: Input<(typeof apiTokensEndpoints)['tokens.create']>,
) => {
  await requireProof(ctx, password);
  if ((await repo.lockWorkingTokens(ctx.tx, kind)) >= API_TOKENS_MAX)
    throw new AppError('api_token.limit', { most: API_TOKENS_MAX });
  const tokenRow = await repo.insertToken(ctx.tx, {
    kind,
    title,
    createdBy: ctx.viewer.id,
    createdByName: ctx.viewer.name,
  });
  await notifyAdministrators(ctx.tx, ctx.viewer, 'api_token_created', (language, by) =>
    emailTexts(language, 'session__server', 'email.token_created', { title, by }),
  );
  return new Logged(tokenRow, {
    kind: 'api_token',
    id: tokenRow.id,
    title: tokenRow.title,
    changes: { title: [null, tokenRow.title], kind: [null, tokenRow.kind] },
  });
};

/** Revokes a machine's access at once; its row stays for readers of the audit log. */
export const revokeToken = async (ctx: Ctx, input: { id: string }) => {
  const ended = await repo.revokeTokenRow(ctx.tx, input.id);
  if (!ended) throw new AppError('common.not_found');
  return new Logged(null, {
    kind: 'api_token',
    id: ended.id,
    title: ended.title,
    changes: { title: [ended.title, null], kind: [ended.kind, null] },
  });
};

/** The machine account of a token of this kind, or null. */
export const findMachine = (platform: Platform, token: string, kind: ApiTokenKind) =>
  token.startsWith(repo.API_TOKEN_PREFIX)
    ? inSystem(platform.db, async (tx) => {
        const found = await repo.findByToken(tx, token, kind);
        return found
          ? { id: found.id, title: found.title, organizationId: found.organization_id, timeZone: found.time_zone }
          : null;
      })
    : Promise.resolve(null);
