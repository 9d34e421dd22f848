import { apiTokensEndpoints } from '@sergak/contract/session/api-tokens.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listTokens } from './api-tokens.repo.ts';
import { createToken, revokeToken } from './api-tokens.service.ts';

export const apiTokensRoutes = bind(apiTokensEndpoints, {
  'api-tokens.list': async ({ tx }, { kind }) => ({ data: await listTokens(tx, kind) }),
  'api-tokens.create': createToken,
  'api-tokens.revoke': revokeToken,
});
