import type { z } from 'zod';
import type { Permission } from './access/permissions.ts';
import type { Role } from './access/roles.ts';
import type { ErrorCode } from './errors.ts';

/** All the contract asks of a schema. Zod fits; nothing here compares against zod's own deep types. */
export type Schema = { parse(raw: unknown): unknown };
/** What a handler sees of a schema: the parsed value. */
type Parsed<S> = S extends { parse(raw: unknown): infer T } ? T : {};
/** What a caller may send: before defaults are filled in. */
type Raw<S> = S extends z.ZodType ? z.input<S> : {};

/**
 * Who may call: a permission name of the tree, `signed-in` (any complete session), `half-open` (a session that
 * still owes its second factor or consent) or `public`.
 */
export type Access = Permission | 'signed-in' | 'half-open' | 'public';

/**
 * Which organisations a call reads. `own`: the one the session acts in. `subtree`: that one and its descendants.
 * `home`: the one the person belongs to, also while acting in one below it: one's own profile and courses.
 * `{ param }`: the one named by this parameter of path or query, which must be in the subtree; absent means own.
 */
export type Tenant = 'own' | 'subtree' | 'home' | { readonly param: string };

type Base = {
  /** Below /lk/api/v2, unless it begins with /lk/, /gateway/ or /learning/api/. */
  readonly path: `/${string}`;
  readonly permission: Access;
  /** Only from this role up, whoever else holds the permission. */
  readonly least?: Role;
  /** One English sentence for the API reference. */
  readonly about: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** `file` streams a stored or generated file. */
  readonly response: Schema | 'file';
  readonly errors?: readonly ErrorCode[];
  readonly tenant?: Tenant;
};
type Read = Base & { readonly method: 'GET' };
type Write = Base & {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: Schema;
  /** Multipart: names of the file fields with their limit in bytes; the other fields are parsed by `body`. */
  readonly upload?: Readonly<Record<string, number>>;
  /** `action` is logged by the executor, `own` by the handler itself (no session yet), `none` says why it is not. */
  readonly audit: { readonly action: string } | { readonly own: string } | { readonly none: string };
  /** Families of cached answers that are stale afterwards. */
  readonly touches: readonly string[];
  /** The handler waits for a network (`own` says for what), so it opens short transactions itself and none is held meanwhile. */
  readonly transaction?: { readonly own: string };
  /** The answer holds a secret that is shown once: it is never stored, so a repeated call is refused instead of answered. */
  readonly secret?: true;
  /** Starts something new: refused once the licence has ended. */
  readonly licensed?: true;
};
export type Endpoint = Read | Write;
export type Endpoints = Readonly<Record<string, Endpoint>>;
type Body<E> = E extends { readonly body: infer B } ? B : undefined;
/** The parsed parameters, query and body of a call, in one object. */
export type Input<E extends Endpoint> = Parsed<E['params']> & Parsed<E['query']> & Parsed<Body<E>>;
/** What a client sends, in one object. */
export type Sent<E extends Endpoint> = Raw<E['params']> & Raw<E['query']> & Raw<Body<E>>;
export type Output<E extends Endpoint> = E['response'] extends 'file' ? never : Parsed<E['response']>;

export const defineEndpoints = <const T extends Endpoints>(table: T): T => table;

/** The full address of an endpoint below the portal's origin. */
export const addressOf = (path: string): string =>
  /^\/(lk|gateway|learning\/api)\//.test(path) ? path : `/lk/api/v2${path}`;
