/** The query string as the router sees it: strings, and lists for repeated names. Types are not guessed. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

export const parseSearch = (query: string): Search => {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found[name];
    found[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return found;
};

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
    }
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
};

export type StateValue = string | number | boolean | readonly string[];
export type StateShape = Readonly<Record<string, StateValue>>;
/** Widens the types of literal defaults. */
export type Widen<S> = {
  -readonly [K in keyof S]: S[K] extends string
    ? string
    : S[K] extends number
      ? number
      : S[K] extends boolean
        ? boolean
        : readonly string[];
};

/** Reads a state from the address: types follow the defaults, an unreadable value becomes its default. */
export const readState = <S extends StateShape>(search: Search, defaults: S): Widen<S> =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, usual]) => {
      const value = search[name];
      if (value === undefined) return [name, usual];
      if (Array.isArray(usual)) return [name, Array.isArray(value) ? value : [value]];
      const one = Array.isArray(value) ? value.at(-1)! : (value as string);
      if (typeof usual === 'number')
        return [name, one.trim() === '' || Number.isNaN(Number(one)) ? usual : Number(one)];
      if (typeof usual === 'boolean')
        return [name, one === 'true' || one === '1' ? true : one === 'false' || one === '0' ? false : usual];
      return [name, one];
    }),
  ) as Widen<S>;

/** Whether a text is an id. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** Drops everything that is not an id from a value of the address: the server would only reject it. */
export const keepIds = <V>(value: V): V =>
  (Array.isArray(value)
    ? value.filter((one) => isId(String(one)))
    : typeof value === 'string' && !isId(value)
      ? ''
      : value) as V;

const same = (a: StateValue, b: StateValue): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one, i) => one === b[i]) : a === b;

/** The query string for a state: values equal to their defaults are omitted, other names stay unchanged. */
export const writeState = <S extends StateShape>(search: Search, defaults: S, state: Widen<S>): Search => {
  const next: Record<string, string | readonly string[]> = { ...search };
  for (const [name, usual] of Object.entries(defaults)) {
    const value = (state as Record<string, StateValue>)[name]!;
    if (same(value, usual)) delete next[name];
    else next[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return next;
};
