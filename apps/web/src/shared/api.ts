import type { Output, ClientInput } from '@sergak/contract/endpoint.ts';
import type { EndpointId, EndpointTable } from '@sergak/contract/endpoints.ts';
import type { ErrorBody } from '@sergak/contract/errors.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { fromWire } from '@sergak/contract/wire-names.ts';
import type { Wire } from '@sergak/contract/wire.gen.ts';
import { ApiError, isSessionError } from './api-error.ts';
import { buildRequest, type Request } from './request.ts';
import { findWire } from './wire-table.ts';

type Files<E> = E extends { readonly upload: infer U } ? { [K in keyof U]?: Blob | readonly Blob[] | null } : {};
/** Path, query, body and files of a call as one object. */
export type CallInput<K extends EndpointId> = ClientInput<EndpointTable[K]> & Files<EndpointTable[K]>;
export type CallOutput<K extends EndpointId> = Output<EndpointTable[K]>;
export type CallOptions = {
  signal?: AbortSignal;
  /** Makes a repeated write harmless: the server returns the result of the first call. */
  idempotencyKey?: string;
  /** Lets the call outlive the page, to save data while a tab closes. */
  keepalive?: boolean;
  /** Called with 0…1 while files are sent; the call then uses XMLHttpRequest. */
  onProgress?: (share: number) => void;
};

const wireOf = async (id: EndpointId): Promise<Wire> => {
  if (findWire(id) === undefined) await import('./wire.ts');
  return findWire(id)!;
};
/** Families of cached responses that a write makes stale. */
export const touchedFamilies = (id: EndpointId): readonly string[] => findWire(id)?.touches ?? [];

let onSessionEnd: () => void = () => {};
let onSessionChange: () => void = () => {};

/** Sets what happens when a call finds that the session has ended, or that a step of signing in is required again. */
export const configureApi = (options: { onSessionEnd: () => void; onSessionChange: () => void }): void => {
  onSessionEnd = options.onSessionEnd;
  onSessionChange = options.onSessionChange;
};

let shownLanguage: Language | undefined;
/** Sets the language of the page, in which answers give names and texts; that of the profile may be another. */
export const setShownLanguage = (language: Language): void => {
  shownLanguage = language;
};

const headersOf = (method: string, request: Request, options: CallOptions): Record<string, string> => {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (shownLanguage !== undefined) headers['x-language'] = shownLanguage;
  if (method !== 'GET') headers['x-requested-with'] = 'sergak';
  if (request.json !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
};

const parse = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(fromWire(text));
  } catch {
    return undefined;
  }
};

/** A response: status, text, and the header `retry-after` in seconds. */
type Reply = readonly [status: number, text: string, retryAfter: number | null];
const secondsOf = (header: string | null): number | null => {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

const readReply = <T>(call: { url: string; method: string }, [status, text, retryAfter]: Reply): T => {
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) return body as T;
  const failure = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  const error = new ApiError(call, status, failure, retryAfter);
  if (status === 401) onSessionEnd();
  else if (isSessionError(error)) onSessionChange();
  throw error;
};

const send = (url: string, method: string, request: Request, options: CallOptions): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headersOf(method, request, options))) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (e) => e.lengthComputable && options.onProgress?.(e.loaded / e.total);
    xhr.onload = () => resolve([xhr.status, xhr.responseText, secondsOf(xhr.getResponseHeader('retry-after'))]);
    xhr.onerror = () => reject(new TypeError('network'));
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    options.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(request.form ?? request.json ?? null);
  });

const transport = async (url: string, method: string, request: Request, options: CallOptions): Promise<Reply> => {
  if (options.onProgress !== undefined) return send(url, method, request, options);
  const response = await fetch(url, {
    method,
    headers: headersOf(method, request, options),
    credentials: 'same-origin',
    body: request.form ?? request.json ?? null,
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });
  return [response.status, await response.text(), secondsOf(response.headers.get('retry-after'))];
};

/** Makes one call of the contract. Throws {@link ApiError}; an aborted call throws the AbortError of the browser. */
export const call = async <K extends EndpointId>(
  id: K,
  input: CallInput<K>,
  options: CallOptions = {},
): Promise<CallOutput<K>> => {
  const wire = await wireOf(id);
  const { method } = wire;
  const request = buildRequest(wire, input as Record<string, unknown>);
  const { url } = request;
  try {
    return readReply<CallOutput<K>>({ url, method }, await transport(url, method, request, options));
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    throw new ApiError({ url, method }, 0, {});
  }
};

/**
 * The address of a call that returns a file, for links, pictures and downloads. Use it only inside the frames, which
 * register all calls.
 */
export const hrefFor = <K extends EndpointId>(id: K, input: CallInput<K>): string =>
  buildRequest(findWire(id)!, input as Record<string, unknown>).url;

/** Reads the portal's own page from the server, bypassing every cache. */
export const loadText = async (address: string): Promise<string> => {
  const response = await fetch(address, { cache: 'no-store', headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response.text();
};

/** Reads a static JSON file of the portal (configuration, translations). */
export const loadJson = async <T>(address: string): Promise<T> => {
  const response = await fetch(address, { credentials: 'same-origin' });
  return readReply<T>({ url: address, method: 'GET' }, [response.status, await response.text(), null]);
};
