import { domainToASCII } from 'node:url';

/** An address that has passed `checkAddress`: safe in a command and in a header. */
export type Address = string & { readonly __checked: true };

export class AddressError extends Error {}

// \p{C} keeps out control characters, and invisible or direction-changing ones.
const ATOM = /^[^\s\p{C}()<>[\]:;@\\,"]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Accepts only `local@domain` of plain atoms and returns it with the domain in ASCII; quoted local parts, comments,
 * address literals, routes and anything that could end a command are rejected.
 */
export const checkAddress = (text: string): Address => {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || !ATOM.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) reject();
  if (Buffer.byteLength(local) > 64) reject();
  const raw = text.slice(at + 1);
  const domain = /^[a-z0-9.-]+$/i.test(raw) ? raw : ATOM.test(raw) ? domainToASCII(raw) : '';
  if (!domain || domain.length > 253 || !domain.split('.').every((label) => LABEL.test(label))) reject();
  return `${local}@${domain}` as Address;
};

// The message does not contain the address: it may be hostile, and errors are logged.
const reject = (): never => {
  throw new AddressError('Not a usable e-mail address');
};
