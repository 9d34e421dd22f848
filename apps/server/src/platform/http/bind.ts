import type { Endpoint, Endpoints, Input, Output } from '@sergak/contract/endpoint.ts';
import type { ViewPolicy } from '../answer-view.ts';
import type { Tx } from '../db.ts';
import type { Ctx, FileAnswer, Finished, Logged, OpenCtx, OwnCtx } from '../context.ts';

type Answer<E extends Endpoint> = E['response'] extends 'file' ? FileAnswer : Output<E>;
type Own = { transaction: { own: string } };
type Result<E extends Endpoint> = E extends { audit: { action: string } }
  ? E extends Own
    ? Finished<Answer<E>>
    : Logged<Answer<E>>
  : Answer<E>;
type CtxOf<E extends Endpoint> = E['permission'] extends 'public' | 'half-open'
  ? OpenCtx
  : E extends Own
    ? OwnCtx
    : Ctx;
export type Handlers<T extends Endpoints> = {
  readonly [K in keyof T]: (ctx: CtxOf<T[K]>, input: Input<T[K]>) => Promise<Result<T[K]>>;
};
export type Bound = {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly handle: (ctx: never, input: never) => Promise<unknown>;
};

/** A bound call as the server offers it. */
export type Route = Bound & {
  readonly view: ViewPolicy;
  /** Throws if the call may not run in the organisation of the transaction; null: it always may. */
  readonly guard: ((tx: Tx) => Promise<void>) | null;
};

/** Binds each call of a table to its handler. A missing or an extra handler does not compile. */
export const bind = <const T extends Endpoints>(table: T, handlers: Handlers<T>): Bound[] =>
  Object.entries(table).map(([id, endpoint]) => ({ id, endpoint, handle: handlers[id as keyof T] as Bound['handle'] }));
