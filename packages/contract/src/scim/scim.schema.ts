import { z } from 'zod';

/** Names of schemas and messages of SCIM 2.0 (RFC 7643, RFC 7644). */
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const LIST_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Path below the portal's origin, outside the API: providers accept no other form of address. */
export const SCIM_BASE = '/scim/v2';
export const SCIM_PAGE = 100;
export const SCIM_PAGE_MAX = 200;
/** Maximum number of calls a minute with one token. */
export const SCIM_RATE = 1500;
export const SCIM_BODY_MAX = 5_000_000;

/** Error types of RFC 7644 §3.12. */
export const scimTypes = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'sensitive',
] as const;
export type ScimType = (typeof scimTypes)[number];

const whole = (least: number, most: number) =>
  z.coerce
    .number()
    .int()
    .transform((n) => Math.min(Math.max(n, least), most));

/** Values out of range are adjusted, not rejected (RFC 7644 §3.4.2.4): a start below 1 means 1, a negative count means 0. */
export const scimQuery = z.object({
  filter: z.string().trim().max(4000).optional(),
  startIndex: whole(1, 10_000_000).default(1),
  count: whole(0, SCIM_PAGE_MAX).default(SCIM_PAGE),
  attributes: z.string().max(2000).default(''),
  excludedAttributes: z.string().max(2000).default(''),
});
export type ScimQuery = z.output<typeof scimQuery>;

/** A resource as received: attributes that the product does not store are accepted and ignored. */
export const scimResource = z.record(z.string(), z.unknown());
export type ScimResource = z.output<typeof scimResource>;

/** One change of a PATCH. Entra capitalises «Replace»; the path may be missing. */
export const patchOperation = z.object({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(2000).optional(),
  value: z.unknown().optional(),
});
export type PatchOperation = z.output<typeof patchOperation>;
export const patchMessage = z.object({
  schemas: z.array(z.string()).refine((names) => names.includes(PATCH_MESSAGE)),
  Operations: z.array(patchOperation).min(1).max(1000),
});
