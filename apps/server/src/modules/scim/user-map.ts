import { storedAddress, strayLetter } from '@sergak/contract/email-address.rules.ts';
import { isEmail, NAME_MAX, POSITION_MAX } from '@sergak/contract/employees/employees.limits.ts';
import { ENTERPRISE_SCHEMA, SCIM_BASE, type ScimResource, USER_SCHEMA } from '@sergak/contract/scim/scim.schema.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { weakTag } from './resources.ts';
import { badRequest } from './scim-error.ts';
import type { ScimUserRow } from './users.query.ts';

/** The fields of a person in a resource. Undefined: the resource does not mention the field, so it does not change. */
export type Draft = {
  readonly user_name?: string;
  readonly external_id?: string | null;
  readonly email?: string;
  readonly last_name?: string;
  readonly first_name?: string;
  readonly middle_name?: string;
  readonly position?: string;
  /** The path of the department; empty for no department. */
  readonly department?: string;
  readonly active?: boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const get = (object: unknown, name: string): unknown =>
  isObject(object) ? Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] : undefined;

/** Reads a text. Null and undefined become an empty text, a number becomes its digits. */
const text = (value: unknown, name: string, maxLength: number): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw badRequest('invalidValue', `“${name}” must be a string.`);
  const trimmed = value.trim();
  if (trimmed.length > maxLength) throw badRequest('invalidValue', `“${name}” is longer than ${maxLength} characters.`);
  return trimmed;
};

/** Reads a text of one line and cleans it like the forms of the portal. */
const line = (value: unknown, name: string, maxLength: number): string => cleanLine(text(value, name, maxLength));

/** Entra sends "True" and "False" as texts. */
const flag = (value: unknown): boolean | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw badRequest('invalidValue', '“active” must be true or false.');
};

/** The email address of the person: the work address, else the primary one, else the first. */
const emailOf = (resource: ScimResource): string => {
  const emails = get(resource, 'emails');
  const list = Array.isArray(emails) ? emails : isObject(emails) ? [emails] : [];
  const word = (one: unknown, name: string) => String(get(one, name) ?? '').toLowerCase();
  const rank = (one: unknown) => (word(one, 'type') === 'work' ? 0 : 2) + (word(one, 'primary') === 'true' ? 0 : 1);
  const values = list
    .map((one) => (typeof one === 'string' ? { value: one } : one))
    .filter((one) => text(get(one, 'value'), 'emails.value', 400) !== '')
    .sort((a, b) => rank(a) - rank(b));
  return storedAddress(text(get(values[0], 'value'), 'emails.value', 400));
};

const names = (resource: ScimResource) => {
  const name = get(resource, 'name');
  const one = (key: string) => line(get(name, key), `name.${key}`, NAME_MAX);
  const [last_name, first_name, middle_name] = [one('familyName'), one('givenName'), one('middleName')];
  if (last_name || first_name) return { last_name, first_name, middle_name };
  const whole = one('formatted') || line(get(resource, 'displayName'), 'displayName', NAME_MAX);
  return { last_name: whole, first_name, middle_name };
};

/** Throws unless this is an address whose parts do not mix alphabets. */
export const requireAddress = (email: string): void => {
  if (!isEmail(email)) throw badRequest('invalidValue', `“${email}” is not an email address.`);
  const stray = strayLetter(email);
  if (stray)
    throw badRequest(
      'invalidValue',
      `“${email}” mixes alphabets: “${stray.letter}” is ${stray.script}, not ${stray.among}.`,
    );
};

/** Reads a resource. Attributes missing in a POST or PUT do not change; after a PATCH (`whole`) a missing one was removed. */
export const draftOf = (resource: ScimResource, whole = false): Draft => {
  const extension = get(resource, ENTERPRISE_SCHEMA);
  const mentions = (object: unknown, key: string) => whole || get(object, key) !== undefined;
  const user_name = text(get(resource, 'userName'), 'userName', 254);
  const email = emailOf(resource);
  if (email !== '') requireAddress(email);
  const active = flag(get(resource, 'active'));
  const external = text(get(resource, 'externalId'), 'externalId', 500);
  const named = whole || get(resource, 'name') !== undefined || get(resource, 'displayName') !== undefined;
  return {
    ...(user_name === '' ? {} : { user_name }),
    ...(email === '' ? {} : { email }),
    ...(mentions(resource, 'externalId') ? { external_id: external || null } : {}),
    ...(named ? names(resource) : {}),
    ...(mentions(resource, 'title') ? { position: line(get(resource, 'title'), 'title', POSITION_MAX) } : {}),
    ...(mentions(extension, 'department')
      ? { department: text(get(extension, 'department'), 'department', 2000) }
      : {}),
    ...(active === undefined ? {} : { active }),
  };
};

type Place = {
  /** The titles of the department, empty for «Без отдела». */
  readonly path: readonly string[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly base: string;
};

/** A person in the format of SCIM. */
export const resourceOf = (row: ScimUserRow, { path, groups, base }: Place): ScimResource => {
  const location = `${base}${SCIM_BASE}/Users/${row.id}`;
  const department = path.join(' / ');
  const name = {
    ...(row.last_name ? { familyName: row.last_name } : {}),
    ...(row.first_name ? { givenName: row.first_name } : {}),
    ...(row.middle_name ? { middleName: row.middle_name } : {}),
  };
  const named = Object.keys(name).length > 0;
  const shown = {
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...(named ? { name: { ...name, formatted: row.full_name }, displayName: row.full_name } : {}),
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(row.position ? { title: row.position } : {}),
    active: row.active,
    [ENTERPRISE_SCHEMA]: department ? { department } : {},
    groups: groups.map(({ id, name: display }) => ({
      value: id,
      display,
      type: 'direct',
      $ref: `${base}${SCIM_BASE}/Groups/${id}`,
    })),
  };
  const { created_at: created, updated_at: lastModified } = row;
  return { ...shown, meta: { resourceType: 'User', created, lastModified, location, version: weakTag(shown) } };
};
