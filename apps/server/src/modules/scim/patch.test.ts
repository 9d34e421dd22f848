import { ENTERPRISE_SCHEMA, type PatchOperation } from '@sergak/contract/scim/scim.schema.ts';
import { describe, expect, it } from 'vitest';
import { matches, parseFilter } from './filter.ts';
import { applyPatch } from './patch.ts';

const user = () => ({
  id: 'a',
  userName: 'anna@org.test',
  name: { familyName: 'Каримова', givenName: 'Анна' },
  emails: [{ value: 'anna@org.test', type: 'work', primary: true }],
  active: true,
});
const patched = (...operations: PatchOperation[]) => applyPatch(user(), operations);

describe('a filter', () => {
  const anna = {
    userName: 'Anna@org.test',
    name: { familyName: "O'Neil" },
    active: true,
    emails: [{ type: 'work', value: 'a@b.c' }],
  };
  it.each([
    ['userName eq "anna@ORG.test"', true],
    ['USERNAME Eq "anna@org.test"', true],
    ['userName ne "x"', true],
    ['name.familyName co "neil" and active eq true', true],
    ['active eq false or userName sw "anna"', true],
    ['not (userName pr)', false],
    ['emails[type eq "work" and value co "@b"]', true],
    ['emails.value eq "A@B.C"', true],
    ['emails[type eq "work"].value eq "A@B.C"', true],
    ['emails[type eq "home"].value eq "A@B.C"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName ew "org.test"', true],
    ['title pr or (userName eq "x" and active eq true)', false],
    ['active eq "True"', true],
  ])('%s → %s', (text, expected) => expect(matches(parseFilter(text), anna)).toBe(expected));

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq x',
    'userName like "x"',
    '(userName eq "x"',
    'userName eq "x" userName eq "y"',
    'userName eq "x" and',
    `userName eq "x'; drop table employees; --`,
    'emails[type eq "work"',
    'userName eq "a\\u0000b"',
    `${'('.repeat(60)}userName pr${')'.repeat(60)}`,
    '"x" eq userName',
  ])('rejects %j', (text) =>
    expect(() => parseFilter(text)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidFilter' })),
  );
});

describe('a patch', () => {
  it('replaces by a path with a filter, and creates a missing element', () => {
    expect(patched({ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@org.test' })['emails']).toEqual([
      { value: 'new@org.test', type: 'work', primary: true },
    ]);
    expect(patched({ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '+998' })['phoneNumbers']).toEqual(
      [{ type: 'mobile', value: '+998' }],
    );
  });

  it('accepts every notation for attributes of the extension', () => {
    const wanted = { department: 'Финансы' };
    const ways: PatchOperation[] = [
      { op: 'add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Финансы' },
      { op: 'replace', value: { [`${ENTERPRISE_SCHEMA}:department`]: 'Финансы' } },
      { op: 'replace', value: { [ENTERPRISE_SCHEMA]: { department: 'Финансы' } } },
      { op: 'replace', path: ENTERPRISE_SCHEMA, value: { department: 'Финансы' } },
    ];
    for (const way of ways) expect(patched(way)[ENTERPRISE_SCHEMA], JSON.stringify(way)).toEqual(wanted);
  });

  it('accepts dotted names and ids without a path, as Okta and Entra send them', () => {
    const after = patched({ op: 'replace', value: { id: 'b', active: 'False', 'name.givenName': 'Нигора' } });
    expect(after).toMatchObject({ id: 'a', active: 'False', name: { familyName: 'Каримова', givenName: 'Нигора' } });
  });

  it('removes members by filter, by value and all at once, and adds no member twice', () => {
    const group = { members: [{ value: '1' }, { value: '2' }, { value: '3' }] };
    const left = (operation: PatchOperation) => applyPatch(group, [operation])['members'];
    expect(left({ op: 'remove', path: 'members[value eq "2"]' })).toEqual([{ value: '1' }, { value: '3' }]);
    expect(left({ op: 'remove', path: 'members', value: [{ $ref: null, value: '2' }] })).toEqual([
      { value: '1' },
      { value: '3' },
    ]);
    expect(left({ op: 'remove', path: 'members' })).toEqual([]);
    expect(left({ op: 'add', path: 'members', value: [{ value: '3' }, { value: '4' }] })).toEqual([
      ...group.members,
      { value: '4' },
    ]);
    expect(left({ op: 'replace', path: 'members', value: { value: '9' } })).toEqual([{ value: '9' }]);
  });

  it('does not change its input', () => {
    const before = user();
    applyPatch(before, [{ op: 'replace', path: 'name.givenName', value: 'x' }]);
    expect(before).toEqual(user());
  });

  it('cannot change the prototype of objects', () => {
    for (const path of ['__proto__.polluted', 'name.__proto__', '__proto__'])
      expect(() => patched({ op: 'add', path, value: { polluted: 1 } }), path).toThrow();
    patched({ op: 'add', value: JSON.parse('{"constructor": {"prototype": {"polluted": 1}}}') });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each<[string, PatchOperation, string]>([
    ['a path that cannot be read', { op: 'replace', path: 'emails[type eq', value: 1 }, 'invalidPath'],
    ['a removal without a path', { op: 'remove' }, 'noTarget'],
    ['a text without a path', { op: 'replace', value: 'x' }, 'invalidValue'],
    ['the removal of the id', { op: 'remove', path: 'id' }, 'mutability'],
    ['a change of the groups', { op: 'add', path: 'groups', value: [] }, 'mutability'],
  ])('rejects %s', (_, operation, scimType) =>
    expect(() => patched(operation)).toThrow(expect.objectContaining({ status: 400, scimType })),
  );
});
