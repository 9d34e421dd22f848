import type { Endpoint } from '@sergak/contract/endpoint.ts';

const namesOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/**
 * Splits one input object into the three parts of an HTTP request. Values of path and query become text; a name that query and body
 * both have goes into the body.
 */
export const splitInput = (e: Endpoint, input: Record<string, unknown>) => {
  const parts = {
    params: {} as Record<string, unknown>,
    query: {} as Record<string, unknown>,
    body: {} as Record<string, unknown>,
  };
  const inPath = new Set([...e.path.matchAll(/:(\w+)/g)].map((match) => match[1]!));
  const inBody = new Set('body' in e ? namesOf(e.body) : []);
  const inQuery = new Set(namesOf(e.query).filter((name) => !inBody.has(name)));
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(String) : String(value));
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (inPath.has(name)) parts.params[name] = text(value);
    else if (e.method === 'GET' || inQuery.has(name)) parts.query[name] = text(value);
    else parts.body[name] = value;
  }
  return parts;
};
