import type { z } from 'zod';
import type { Permission } from './access/permissions.ts';
import type { Role } from './access/roles.ts';
import type { Cost } from './costs.rules.ts';
import type { ErrorCode } from './errors.ts';

/** The contract needs only `parse` of a schema, which avoids comparisons of zod's deep types. */
export type Schema = { parse(raw: unknown): unknown };
/** The schema of one field, as forms check it. */
export type FieldSchema = z.ZodType;
/** Type of a parsed value, as handlers receive it. */
type Parsed<S> = S extends { parse(raw: unknown): infer T } ? T : {};
/** Type of the input of a caller, before defaults are filled in. */
type Raw<S> = S extends z.ZodType ? z.input<S> : {};

/**
 * Permission to call: a permission name of the tree, `signed-in` (any complete session), `half-open` (a session before its
 * second factor or consent) or `public`.
 */
export type Access = Permission | 'signed-in' | 'half-open' | 'public';

/**
 * Which organisations a call reads. `own`: the one in which the session acts. `subtree`: that one and its descendants.
 * `home`: the person's own one, even while the session acts in a child (profile and courses of the person).
 * `{ param }`: the one in this parameter of path or query, which must be in the subtree; `own` if the parameter is absent.
 */
export type Tenant = 'own' | 'subtree' | 'home' | { readonly param: string };

type Base = {
  /** Relative to /lk/api/v2, unless the path begins with /lk/, /gateway/ or /learning/api/. */
  readonly path: `/${string}`;
  readonly permission: Access;
  /** Lowest role that may call, in addition to the permission. */
  readonly least?: Role;
  /** One English sentence for the API reference. */
  readonly about: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** `file` streams a stored or generated file. */
  readonly response: Schema | 'file';
  /**
   * The call shows no results of simulations. Required where results are shown, of calls without a marked result: they are rejected
   * in anonymous organisations otherwise (`privacy/results.rules.ts`).
   */
  readonly results?: 'none';
  readonly errors?: readonly ErrorCode[];
  readonly tenant?: Tenant;
  /** Kind of costly work that the call starts, which is limited per hour. */
  readonly costs?: Cost;
};
type Read = Base & { readonly method: 'GET' };
type Write = Base & {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: Schema;
  /** Multipart: names of the file fields with their limit in bytes; `body` parses the other fields. */
  readonly upload?: Readonly<Record<string, number>>;
  /** `action` is logged by the executor, `own` by the handler itself (no session yet), `none` states why nothing is logged. */
  readonly audit: { readonly action: string } | { readonly own: string } | { readonly none: string };
  /** Families of cached responses that the call makes stale. */
  readonly touches: readonly string[];
  /** The handler waits for a network (`own` is the reason), so it opens short transactions itself and holds none meanwhile. */
  readonly transaction?: { readonly own: string };
  /** The response contains a secret that is shown once. It is never stored, so a repeated call is rejected, not replayed. */
  readonly secret?: true;
  /** The session gets a new token, the field `token` of the response, which is also set as the cookie. */
  readonly renewsToken?: true;
  /** The call starts something new: rejected after the licence has expired. */
  readonly licensed?: true;
};
export type Endpoint = Read | Write;
export type Endpoints = Readonly<Record<string, Endpoint>>;
type Body<E> = E extends { readonly body: infer B } ? B : undefined;
/** The parsed parameters, query and body of a call, merged into one object. */
export type Input<E extends Endpoint> = Parsed<E['params']> & Parsed<E['query']> & Parsed<Body<E>>;
/** The input of a client, merged into one object. */
export type ClientInput<E extends Endpoint> = Raw<E['params']> & Raw<E['query']> & Raw<Body<E>>;
export type Output<E extends Endpoint> = E['response'] extends 'file' ? never : Parsed<E['response']>;

export const defineEndpoints = <const T extends Endpoints>(table: T): T => table;

/** Full path of an endpoint below the portal's origin. */
export const addressOf = (path: string): string =>
  /^\/(lk|gateway|learning\/api)\//.test(path) ? path : `/lk/api/v2${path}`;
