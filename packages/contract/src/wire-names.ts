/**
 * Names that the specification fixes on the wire, by ours. JSON is translated where it enters and leaves a process
 * (`send-json.ts` and `input-body.ts` of the server, `api.ts` and `request.ts` of the web); inside, only our names are used.
 * The misspellings that the specification fixes are listed in docs/glossary.md: each is written once, in its endpoint.
 */
const wireNames = { task_id: 'event_id' } as const;

// A quotation mark inside a JSON string is escaped, so an unescaped name before a colon is a key.
const keyed = (name: string): RegExp => new RegExp(`"${name}"(?=\\s*:)`, 'g');
const pairs = Object.entries(wireNames).map(([ours, theirs]) => ({
  ours,
  theirs,
  out: keyed(ours),
  in: keyed(theirs),
}));

/** Names the keys of a JSON text as the wire does. */
export const toWire = (json: string): string =>
  pairs.reduce((text, pair) => text.replace(pair.out, `"${pair.theirs}"`), json);

/** Names the keys of a JSON text of the wire as we do. */
export const fromWire = (json: string): string =>
  pairs.reduce((text, pair) => text.replace(pair.in, `"${pair.ours}"`), json);

const inside: Readonly<Record<string, string>> = Object.fromEntries(pairs.map(({ ours, theirs }) => [theirs, ours]));
/** Our name of a field of a form or query string. */
export const nameInside = (name: string): string => (Object.hasOwn(inside, name) ? inside[name]! : name);

/** Names a document that describes the wire: the keys, and also the names listed in it. */
export const namesOnWire = <T>(document: T): T =>
  JSON.parse(
    pairs.reduce((text, { ours, theirs }) => text.replaceAll(`"${ours}"`, `"${theirs}"`), JSON.stringify(document)),
  ) as T;
