export type Fields = Record<string, string | string[]>;

/** Adds a text under its name. `a` and `a` again, `a[]` and `a[0]` all become a list under `a`; a name given once is a plain text. */
export const addText = (found: Fields, name: string, value: string): void => {
  const bare = name.replace(/\[\d*\]$/, '');
  const before = found[bare];
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) found[bare] = [before, value];
  else found[bare] = name === bare ? value : [value];
};

/** Fields without a prototype, so that no name of a sender can set a property of Object.prototype. */
export const noFields = (): Fields => Object.create(null) as Fields;

/** Parses a query string or an urlencoded form. Nothing is nested. */
export const parseQuery = (text: string): Fields => {
  const found = noFields();
  for (const [name, value] of new URLSearchParams(text)) addText(found, name, value);
  return { ...found };
};
