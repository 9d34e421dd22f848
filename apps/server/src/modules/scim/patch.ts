import { ENTERPRISE_SCHEMA, type PatchOperation, type ScimResource } from '@sergak/contract/scim/scim.schema.ts';
import { attributePath, comparisonsOf, ENTERPRISE_PATH, type ScimFilter, matches, parseFilter } from './filter.ts';
import { badRequest } from './scim-error.ts';
import { ownValue } from '../../platform/own-value.ts';

type Json = Record<string, unknown>;
type Target = {
  readonly extension: boolean;
  readonly name: string;
  readonly filter: ScimFilter | null;
  readonly sub: string | null;
};

/** Attributes that are always lists, even if a provider sends a single value. */
const lists = new Set([
  'emails',
  'members',
  'phonenumbers',
  'addresses',
  'roles',
  'entitlements',
  'photos',
  'ims',
  'groups',
]);
const readOnly = new Set(['id', 'meta', 'schemas', 'groups']);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

const parsePath = (text: string): Target => {
  const lower = text.trim().toLowerCase();
  const extension = lower.startsWith(ENTERPRISE_PATH);
  // Remove the URN of a core schema. The filter keeps its letter case, because it matters for values.
  const bare = extension
    ? text.trim().slice(ENTERPRISE_PATH.length)
    : text.trim().slice(lower.length - attributePath(lower).length);
  const match = PATH.exec(bare);
  if (!match) throw badRequest('invalidPath', `The path “${text.slice(0, 200)}” is invalid.`);
  const [, name, filter, sub] = match;
  return {
    extension,
    name: name!.toLowerCase(),
    filter: filter === undefined ? null : parseFilter(filter, 'invalidPath'),
    sub: sub?.toLowerCase() ?? null,
  };
};

/** The key of this attribute in an object, in any letter case. */
const keyIn = (object: Json, name: string): string =>
  Object.keys(object).find((key) => key.toLowerCase() === name) ?? ownValue(camel, name) ?? name;
const camel: Record<string, string> = Object.fromEntries(
  [
    'userName',
    'externalId',
    'displayName',
    'familyName',
    'givenName',
    'middleName',
    'phoneNumbers',
    'employeeNumber',
  ].map((name) => [name.toLowerCase(), name]),
);

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const idOf = (element: unknown): unknown => (isObject(element) ? element['value'] : element);
const withId = (element: unknown): unknown => (isObject(element) ? element : { value: element });

const setSub = (object: Json, sub: string, op: PatchOperation['op'], value: unknown) => {
  const key = keyIn(object, sub);
  if (op === 'remove') delete object[key];
  else object[key] = value;
};

/** A new element for `emails[type eq "work"].value` if none matches: Entra expects the server to create it. */
const elementFrom = (filter: ScimFilter): Json =>
  Object.fromEntries(
    comparisonsOf(filter)
      .filter((one) => one.op === 'eq')
      .map((one) => [one.path, one.value]),
  );

const changeElements = (holder: Json, key: string, target: Target, operation: PatchOperation) => {
  const { filter, sub } = target;
  const { op, value } = operation;
  const elements = asList(holder[key]);
  const found = elements.filter((element) => matches(filter!, withId(element)));
  if (op === 'remove' && sub === null) {
    holder[key] = elements.filter((element) => !found.includes(element));
    return;
  }
  if (found.length === 0) {
    if (op === 'remove') return;
    const newElement = elementFrom(filter!);
    holder[key] = [
      ...elements,
      sub === null ? { ...newElement, ...(isObject(value) ? value : { value }) } : { ...newElement, [sub]: value },
    ];
    return;
  }
  for (const element of found.filter(isObject)) {
    if (sub !== null) setSub(element, sub, op, value);
    else Object.assign(element, isObject(value) ? value : { value });
  }
};

const changeList = (holder: Json, key: string, { op, value }: PatchOperation) => {
  const before = asList(holder[key]);
  const newElements = asList(value);
  if (op === 'replace') holder[key] = newElements;
  else if (op === 'add') {
    const have = new Set(before.map(idOf));
    holder[key] = [...before, ...newElements.filter((element) => !have.has(idOf(element)))];
  } else {
    // Entra lists the elements to remove in `value`; the standard uses a filter in the path.
    const gone = new Set(newElements.map(idOf));
    holder[key] = value === undefined || value === null ? [] : before.filter((element) => !gone.has(idOf(element)));
  }
};

const apply = (resource: Json, operation: PatchOperation, path: string): void => {
  if (path.trim().toLowerCase() === ENTERPRISE_SCHEMA.toLowerCase()) {
    if (operation.op === 'remove') delete resource[ENTERPRISE_SCHEMA];
    else if (!isObject(operation.value)) throw badRequest('invalidValue', 'The extension must be an object.');
    else
      for (const [sub, value] of Object.entries(operation.value))
        apply(resource, { ...operation, value }, `${ENTERPRISE_SCHEMA}:${sub}`);
    return;
  }
  const target = parsePath(path);
  if (!target.extension && readOnly.has(target.name)) {
    if (operation.op === 'remove' || target.name === 'groups')
      throw badRequest('mutability', `“${target.name}” cannot be changed.`);
    return; // Okta repeats the id next to the changes
  }
  if (target.extension) resource[ENTERPRISE_SCHEMA] = { ...(resource[ENTERPRISE_SCHEMA] as Json | undefined) };
  const holder = target.extension ? (resource[ENTERPRISE_SCHEMA] as Json) : resource;
  const key = keyIn(holder, target.name);
  if (target.filter) return changeElements(holder, key, target, operation);
  if (target.sub !== null) {
    if (Array.isArray(holder[key])) {
      for (const element of holder[key].filter(isObject)) setSub(element, target.sub, operation.op, operation.value);
      return;
    }
    holder[key] = isObject(holder[key]) ? holder[key] : {};
    return setSub(holder[key] as Json, target.sub, operation.op, operation.value);
  }
  if (lists.has(target.name)) return changeList(holder, key, operation);
  if (operation.op === 'remove') delete holder[key];
  else if (isObject(operation.value) && isObject(holder[key])) Object.assign(holder[key], operation.value);
  else holder[key] = operation.value;
};

/** Applies the operations of a PATCH in order. Returns a changed copy of the resource. */
export const applyPatch = (before: ScimResource, operations: readonly PatchOperation[]): ScimResource => {
  const resource = structuredClone(before);
  for (const operation of operations) {
    if (operation.path !== undefined && operation.path.trim() !== '') {
      apply(resource, operation, operation.path);
      continue;
    }
    if (operation.op === 'remove') throw badRequest('noTarget', 'The operation “remove” requires a path.');
    if (!isObject(operation.value)) throw badRequest('invalidValue', 'Without a path, the value must be an object.');
    for (const [name, value] of Object.entries(operation.value)) apply(resource, { ...operation, value }, name);
  }
  return resource;
};
