import { storedAddress } from '@sergak/contract/email-address.rules.ts';
import { isUtf8 } from 'node:buffer';
import type { DirectoryField } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectoryPerson } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { mayGrant, type AssignableRole } from '@sergak/contract/access/roles.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import type { Entry } from 'ldapts';
import { ousOf, valuesOf } from './dn.ts';
import { type Groups, isIn, memberAttributes } from './groups.ts';

/** How entries become people. */
export type EntryMap = {
  readonly base_dn: string;
  readonly attributes: Readonly<Record<DirectoryField, string>>;
  readonly department_from: 'none' | 'ou' | 'attribute';
  readonly department_attribute: string;
  readonly group_roles: readonly { readonly group: string; readonly role: AssignableRole }[];
  /** The attribute of the stable key; empty: the first of {@link usualKeys} that the entry has. */
  readonly key_attribute: string;
};
const firstOf = (entry: Entry, name: string): string =>
  cleanLine((valuesOf(entry, name)[0] ?? '').replaceAll('\0', ''));

/** The attributes that directories never change: Active Directory, OpenLDAP and others, FreeIPA, 389 Directory Server. */
const usualKeys = ['objectGUID', 'entryUUID', 'ipaUniqueID', 'nsUniqueId'];
const keyAttributes = ({ key_attribute }: Pick<EntryMap, 'key_attribute'>): string[] =>
  key_attribute === '' ? usualKeys : [key_attribute];
/** The attributes whose values must arrive as bytes. A server may answer with its own spelling of the name. */
export const bufferAttributes = (map: Pick<EntryMap, 'key_attribute'>): string[] => [
  ...keyAttributes(map),
  ...usualKeys,
];

const KEY_MAX = 200;

/** A GUID of Active Directory as its tools show it: the first three groups are stored with the lowest byte first. */
const guidText = (bytes: Buffer): string => {
  const hex = (from: number, to: number, reverse: boolean) => {
    const part = Buffer.from(bytes.subarray(from, to));
    return (reverse ? part.reverse() : part).toString('hex');
  };
  return [hex(0, 4, true), hex(4, 6, true), hex(6, 8, true), hex(8, 10, false), hex(10, 16, false)].join('-');
};

const keyText = (name: string, bytes: Buffer): string => {
  if (name === 'objectguid' && bytes.length === 16) return guidText(bytes);
  const text = bytes.toString('utf8');
  return isUtf8(bytes) && !/\p{Cc}/u.test(text) ? text.trim() : bytes.toString('hex');
};

/**
 * The stable key of an entry, «attribute:value»; empty if the entry has none. The name of the attribute is a part of it, so that
 * another attribute of the settings never means another person.
 */
const keyOf = (entry: Entry, map: Pick<EntryMap, 'key_attribute'>): string => {
  for (const wanted of keyAttributes(map)) {
    const name = wanted.toLowerCase();
    const found = Object.keys(entry).find((one) => one.toLowerCase() === name);
    const [value] = found === undefined ? [] : [entry[found]!].flat();
    const text = value === undefined ? '' : keyText(name, Buffer.from(value as string));
    if (text !== '' && text.length <= KEY_MAX) return `${name}:${text}`;
  }
  return '';
};

/** The highest role of the person's groups; `employee` in none of them; empty if groups give no roles. */
const roleOf = (entry: Entry, groupRoles: EntryMap['group_roles'], groups: Groups): string => {
  if (groupRoles.length === 0) return '';
  const mappedRoles = groupRoles.filter(({ group }) => isIn(groups, group, entry)).map(({ role }) => role);
  return mappedRoles.reduce((best, role) => (mayGrant(role, best) ? role : best), 'employee' as AssignableRole);
};

/** A separator inside a title would split it into two departments. */
const asTitle = (title: string): string => cleanLine(title).replaceAll(/(?<!\s)\s+([/\\>→|])\s+/g, '$1');

const departmentOf = (entry: Entry, map: EntryMap): string => {
  if (map.department_from === 'none') return '';
  if (map.department_from === 'attribute') return firstOf(entry, map.department_attribute);
  return ousOf(entry.dn, map.base_dn).map(asTitle).filter(Boolean).join(' / ');
};

/** The attributes to ask the directory for. */
export const neededAttributes = (map: EntryMap): string[] => [
  ...new Set(
    [
      ...Object.values(map.attributes),
      ...keyAttributes(map),
      map.department_from === 'attribute' ? map.department_attribute : '',
      ...(map.group_roles.length > 0 ? memberAttributes : []),
    ].filter(Boolean),
  ),
];

/**
 * A person as an entry and the attribute map give it. Of an attribute with several values the first one counts. Without `groups`
 * only `memberOf` gives a role.
 */
export const personOf = (entry: Entry, map: EntryMap, groups: Groups = new Map()): DirectoryPerson => ({
  dn: entry.dn,
  key: keyOf(entry, map),
  email: storedAddress(firstOf(entry, map.attributes.email)),
  last_name: firstOf(entry, map.attributes.last_name),
  first_name: firstOf(entry, map.attributes.first_name),
  middle_name: firstOf(entry, map.attributes.middle_name),
  position: firstOf(entry, map.attributes.position),
  department: departmentOf(entry, map),
  role: roleOf(entry, map.group_roles, groups),
});
