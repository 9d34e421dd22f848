/**
 * Parses a query string: `a=1&a=2`, `a[]=1` and `a[0]=1` all become lists under `a`; a name given once is a plain
 * text. Nothing is nested, and no property of Object.prototype can be set.
 */
export const parseQuery = (text: string): Record<string, string | string[]> => {
  const found = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const bare = name.replace(/\[\d*\]$/, '');
    const before = found[bare];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) found[bare] = [before, value];
    else found[bare] = name === bare ? value : [value];
  }
  return { ...found };
};
