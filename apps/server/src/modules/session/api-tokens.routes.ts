import { apiTokensEndpoints } from '@sergak/contract/session/api-tokens.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { createToken, listTokens, revokeToken } from './api-tokens.service.ts';

export const apiTokensRoutes = bind(apiTokensEndpoints, {
  'tokens.list': listTokens,
  'tokens.create': createToken,
  'tokens.revoke': revokeToken,
});
