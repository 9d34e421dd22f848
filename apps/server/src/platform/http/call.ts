import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { OpenCtx, Platform, RequestFacts, SessionState, Upload, Viewer } from '../context.ts';
import type { Scope, TenantMode } from '../db.ts';
import type { Route } from './bind.ts';

/** A call as received, before any check. */
export type Call = {
  readonly platform: Platform;
  readonly route: Route;
  readonly session: SessionState | null;
  readonly request: RequestFacts;
  readonly cookie: OpenCtx['cookie'];
  readonly uploads: Readonly<Record<string, Upload>>;
  readonly idempotencyKey: string | null;
};
/** Where a call reads and writes. */
export type CallTarget = { readonly scope: Scope; readonly mode: TenantMode };
/** A call after its permission was checked and its input parsed. */
export type ParsedCall = {
  readonly call: Call;
  readonly input: Record<string, unknown>;
  readonly viewer: Viewer;
  readonly tokenHash: Buffer;
  readonly place: CallTarget;
};

export const isWrite = (e: Endpoint): e is Extract<Endpoint, { audit: unknown }> => e.method !== 'GET';

/** Whether administrators change something with this call. */
export const isAdministratorsWrite = (e: Endpoint): boolean => isWrite(e) && /^admin\b/.test(e.permission);

export const checkResponse = (e: Endpoint, output: unknown): unknown =>
  e.response === 'file' ? output : e.response.parse(output);
