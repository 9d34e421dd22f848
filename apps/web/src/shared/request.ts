import { toWire } from '@sergak/contract/wire-names.ts';
import type { Wire } from '@sergak/contract/wire.gen.ts';

/** A call as an HTTP request: pure, so that it can be tested without a network. */
export type Request = { readonly url: string; readonly json?: string; readonly form?: FormData };

const append = (search: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const item of value) append(search, name, item);
  else search.append(name, String(value));
};

const fill = (form: FormData, name: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) form.append(name, value);
  else if (Array.isArray(value)) for (const item of value) fill(form, name, item);
  else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/**
 * Splits one input object into path, query and body. A list repeats its key. The remaining fields are sent as multipart
 * if the call uploads files, otherwise as JSON; `undefined` is always omitted.
 */
export const buildRequest = (wire: Wire, input: Readonly<Record<string, unknown>>): Request => {
  const rest: Record<string, unknown> = { ...input };
  const path = wire.address.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === '') throw new Error(`${wire.address}: parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  const names = wire.method === 'GET' ? Object.keys(rest) : (wire.query ?? []);
  for (const name of names) {
    append(search, name, rest[name]);
    delete rest[name];
  }
  const query = search.toString();
  const url = query === '' ? path : `${path}?${query}`;
  if (wire.method === 'GET') return { url };
  if (wire.upload !== undefined) {
    const form = new FormData();
    // Plain fields come first, so that a server that reads a stream knows them before the file begins.
    for (const [name, value] of Object.entries(rest)) if (!wire.upload.includes(name)) fill(form, name, value);
    for (const name of wire.upload) fill(form, name, rest[name]);
    return { url, form };
  }
  const hasBody = Object.values(rest).some((value) => value !== undefined);
  return hasBody ? { url, json: toWire(JSON.stringify(rest)) } : { url };
};
