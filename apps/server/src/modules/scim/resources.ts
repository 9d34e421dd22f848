import { LIST_MESSAGE, type ScimQuery, type ScimResource } from '@sergak/contract/scim/scim.schema.ts';
import { attributePath } from './filter.ts';
import type { ScimAnswer } from './scim-ctx.ts';

const namesOf = (text: string): Set<string> =>
  new Set(
    text
      .split(',')
      .map((name) => attributePath(name.trim()).split(/[.[]/)[0]!)
      .filter(Boolean),
  );

/** Keeps only the requested attributes, or removes the excluded ones. Identifying attributes are always kept. */
export const selectAttributes = (
  resource: ScimResource,
  q: Pick<ScimQuery, 'attributes' | 'excludedAttributes'>,
): ScimResource => {
  const [wanted, left] = [namesOf(q.attributes), namesOf(q.excludedAttributes)];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase().split('.')[0]!;
      if (name === 'id' || name === 'schemas') return true;
      return wanted.size > 0 ? wanted.has(name) : !left.has(name);
    }),
  );
};

export const excludes = (q: Pick<ScimQuery, 'attributes' | 'excludedAttributes'>, name: string): boolean =>
  namesOf(q.excludedAttributes).has(name) || (q.attributes !== '' && !namesOf(q.attributes).has(name));

export const listAnswer = (q: ScimQuery, total: number, resources: readonly ScimResource[]): ScimAnswer => ({
  status: 200,
  body: {
    schemas: [LIST_MESSAGE],
    totalResults: total,
    startIndex: q.startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((one) => selectAttributes(one, q)),
  },
});
