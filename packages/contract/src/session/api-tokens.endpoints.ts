import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list } from '../paging.ts';
import { proofErrors } from './proof.rules.ts';
import { TOKEN_TITLE_MAX } from './session.rules.ts';
import { ownPassword } from './session.schema.ts';

const allow = 'admin.settings.adfs';
export const apiTokenKinds = ['statistics', 'scim'] as const;
export const apiTokenKind = z.enum(apiTokenKinds);
export type ApiTokenKind = z.output<typeof apiTokenKind>;
/** Maximum number of valid tokens of one kind in an organisation: enough to replace one without a pause. */
export const API_TOKENS_MAX = 20;

export const apiToken = z.object({
  id: z.uuid(),
  kind: apiTokenKind,
  title: z.string(),
  /** The last characters of the token. */
  hint: z.string(),
  created_by_name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

export const apiTokensEndpoints = defineEndpoints({
  'tokens.list': {
    method: 'GET', path: '/settings/api-tokens', permission: allow,
    about: 'Tokens of machine accounts, newest first, including revoked ones.',
    query: z.strictObject({ kind: apiTokenKind }), response: list(apiToken),
  },
  'tokens.create': {
    method: 'POST', path: '/settings/api-tokens', permission: allow, least: 'system_admin',
    about: 'Creates a machine account with a proof of identity (session.proof) and reports it to the administrators by email. This response contains its token, which is stored nowhere.',
    body: z.strictObject({ kind: apiTokenKind, title: z.string().trim().min(1).max(TOKEN_TITLE_MAX), password: ownPassword }),
    response: apiToken.extend({ token: z.string() }), errors: ['api_token.limit', ...proofErrors],
    audit: { action: 'api_token.created' }, touches: ['tokens'], secret: true,
  },
  'tokens.revoke': {
    method: 'DELETE', path: '/settings/api-tokens/:id', permission: allow, least: 'system_admin',
    about: 'Revokes a token at once.',
    params: idParam, response: z.null(), errors: ['common.not_found'],
    audit: { action: 'api_token.revoked' }, touches: ['tokens'],
  },
});
