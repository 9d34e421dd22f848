import { addressKey } from '@sergak/contract/email-address.rules.ts';

/** Longer values are not read: the time of reading grows with the square of the length. */
const VALUE_MAX = 2_000;
const word = String.raw`[^\s<>"(),;:@[\]]+@[^\s<>"(),;:@[\]]+`;
const angled = new RegExp(String.raw`<\s*(${word})\s*>`, 'g');
const bare = new RegExp(`^${word}$`);

/** The value without its quoted texts; a quote that is never closed ends with the value. */
const unquoted = (value: string): string => value.replace(/"(?:[^"\\]|\\[^])*"?/g, ' ').trim();

/**
 * The address of the one field From, in lower case: the one in angle brackets, never one of the display name. Null if there are
 * several fields or several addresses, or none: nobody knows which one a mail program shows.
 */
export const senderAddress = (fields: readonly string[]): string | null => {
  const [value] = fields;
  if (value === undefined || fields.length > 1 || value.length > VALUE_MAX) return null;
  const text = unquoted(value);
  const found = [...text.matchAll(angled)].map(([, address]) => address!);
  if (found.length > 1) return null;
  const address = found[0] ?? (bare.test(text) ? text : undefined);
  return address === undefined ? null : addressKey(address);
};

/** The addresses of fields such as To, in lower case, without what the display names contain. */
export const addresseesOf = (fields: readonly string[]): string[] =>
  fields
    .flatMap((value) => unquoted(value.slice(0, VALUE_MAX)).split(/[\s<>"(),;:]+/))
    .filter((part) => part.includes('@'))
    .map(addressKey);

const inBrackets = new RegExp(String.raw`[<[]\s*(?:mailto:)?(${word})\s*[>\]<]`, 'gi');

/** The address in what a mail program wrote about the sender of a forwarded email; null if it wrote the name only. */
export const forwardedAddress = (sender: string): string | null => {
  const text = sender.slice(0, VALUE_MAX).trim();
  const found = [...text.matchAll(inBrackets)].at(-1)?.[1] ?? (bare.test(text) ? text : null);
  return found === null ? null : addressKey(found);
};
