import { LIST_MESSAGE, type ScimQuery, type ScimResource } from '@sergak/contract/scim/scim.schema.ts';
import { digest } from '../../platform/secrets.ts';
import { attributePath } from './filter.ts';
import type { ScimAnswer, ScimCtx } from './scim-ctx.ts';
import { ScimError } from './scim-error.ts';

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

/**
 * The weak entity tag of a resource (RFC 7644 §3.14): a digest of what the resource shows. The version of the row alone would miss
 * a renamed department, a changed name at the provider, and members.
 */
export const weakTag = (shown: unknown): string =>
  `W/"${digest(JSON.stringify(shown)).toString('base64url').slice(0, 22)}"`;

/** Whether a header names this tag. Tags are compared weakly; `*` means any. */
export const namesTag = (header: string, tag: string): boolean => {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag));
};

type Meta = { readonly location: string; readonly version: string };
const metaOf = (resource: ScimResource) => resource['meta'] as Meta;

/** The answer with one resource, its address and its tag. */
export const resourceAnswer = (
  resource: ScimResource,
  status: number,
  q: Pick<ScimQuery, 'attributes' | 'excludedAttributes'> = { attributes: '', excludedAttributes: '' },
): ScimAnswer => {
  const { location, version } = metaOf(resource);
  return {
    status,
    body: selectAttributes(resource, q),
    etag: version,
    location,
  };
};

/** Rejects a change whose headers expect another version of the resource. The resource must be locked. */
export const requireResourceVersion = ({ conditions }: Pick<ScimCtx, 'conditions'>, resource: ScimResource): void => {
  const { version } = metaOf(resource);
  const { ifMatch, ifNoneMatch } = conditions;
  const isOther = ifMatch !== undefined && !namesTag(ifMatch, version);
  if (isOther || (ifNoneMatch !== undefined && namesTag(ifNoneMatch, version)))
    throw new ScimError(412, `The resource has changed. Its version is ${version}.`);
};
