import { usualDirectoryAttributes } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { expect, test } from 'vitest';
import { dnKey, ousOf, parseDn } from './dn.ts';
import { type EntryMap, personOf } from './entries.ts';

const map: EntryMap = {
  base_dn: 'DC=bank,DC=uz',
  attributes: usualDirectoryAttributes,
  department_from: 'ou',
  department_attribute: 'department',
  group_roles: [],
  key_attribute: '',
};

test('a DN is split with its escapes, and compared without letter case and spaces', () => {
  expect(parseDn(String.raw`CN=Azimova\, Lola,OU=\D0\9A\D0\B0\D1\81\D1\81\D0\B0,DC=uz`)).toEqual([
    { type: 'cn', value: 'Azimova, Lola' },
    { type: 'ou', value: 'Касса' },
    { type: 'dc', value: 'uz' },
  ]);
  expect(dnKey('CN=IT, OU=Groups,dc=UZ')).toBe(dnKey('cn=it,ou=groups,DC=uz'));
});

test('the department is the path of OUs below the base, from the top', () => {
  expect(ousOf('cn=a,ou=Касса,ou=Финансы,dc=bank,dc=uz', map.base_dn)).toEqual(['Финансы', 'Касса']);
  expect(ousOf('cn=a,ou=Касса,ou=Финансы,dc=bank,dc=uz', 'ou=Финансы,dc=bank,dc=uz')).toEqual(['Касса']);
  expect(personOf({ dn: 'cn=a,ou=IT / Связь,dc=bank,dc=uz' }, map).department).toBe('IT/Связь');
});

test('attributes are found in any letter case, and the first of several values counts', () => {
  const entry = { dn: 'cn=a,dc=bank,dc=uz', MAIL: ['a@bank.uz', 'b@bank.uz'], SN: '  Азимова ', givenname: 'Лола' };
  expect(personOf(entry, map)).toMatchObject({
    email: 'a@bank.uz',
    last_name: 'Азимова',
    first_name: 'Лола',
    position: '',
  });
});

test('the key is that of the settings or the first usual one, as text, GUID or bytes, and names its attribute', () => {
  const bytes = Buffer.from('e004253f894fd3419a0c0305e82c3301', 'hex');
  const keyOf = (entry: object, key_attribute = '') =>
    personOf({ dn: 'cn=a,dc=bank,dc=uz', ...entry } as never, { ...map, key_attribute }).key;
  expect(keyOf({ objectGUID: bytes, entryUUID: 'x' })).toBe('objectguid:3f2504e0-4f89-41d3-9a0c-0305e82c3301');
  expect(keyOf({ ENTRYUUID: Buffer.from('0c1d-2') })).toBe('entryuuid:0c1d-2');
  expect(keyOf({ entryUUID: 'x', employeeNumber: ['17', '18'] }, 'employeenumber')).toBe('employeenumber:17');
  expect(keyOf({ entryUUID: 'x' }, 'employeeNumber')).toBe('');
  expect(keyOf({ ms: bytes }, 'ms')).toBe('ms:e004253f894fd3419a0c0305e82c3301');
  expect(keyOf({ ms: 'a'.repeat(500) }, 'ms')).toBe('');
  expect(keyOf({})).toBe('');
});

test('the highest role of the groups applies, and without a group a person is an employee', () => {
  const withRoles: EntryMap = {
    ...map,
    group_roles: [
      { group: 'cn=editors,dc=bank,dc=uz', role: 'content_manager' },
      { group: 'CN=Operators,DC=bank,DC=uz', role: 'operator' },
    ],
  };
  const inGroups = (...memberOf: string[]) => personOf({ dn: 'cn=a,dc=bank,dc=uz', memberOf }, withRoles).role;
  expect(inGroups('cn=operators,dc=bank,dc=uz', 'cn=editors,dc=bank,dc=uz')).toBe('operator');
  expect(inGroups('cn=others,dc=bank,dc=uz')).toBe('employee');
  expect(personOf({ dn: 'cn=a,dc=bank,dc=uz', memberOf: 'cn=editors,dc=bank,dc=uz' }, map).role).toBe('');
});
