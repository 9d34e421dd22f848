import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import { BASE, ou, person, startSlapd, type TestEntry, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { runSchedule, save, settingsOf, start } from './test-directory.ts';

const people = `ou=People,${BASE}`;
const dnOf = (uid: string) => `uid=${uid},${people}`;
const groupDn = (cn: string) => `cn=${cn},ou=Groups,${BASE}`;
const group = (cn: string, ...member: string[]): TestEntry => ({
  dn: groupDn(cn),
  objectClass: 'groupOfNames',
  cn,
  member,
});
/** A chain of groups, each of which contains the next one. */
const chain = (name: string, length: number, last: string) =>
  Array.from({ length }, (_, n) => group(`${name}${n}`, n === length - 1 ? last : groupDn(`${name}${n + 1}`)));
let server: Slapd;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'groups of a directory without memberOf', () => {
  beforeAll(async () => {
    server = await startSlapd([
      ou('People'),
      ou('Groups'),
      person('lola', people, { mail: 'lola@groups.uz' }),
      person('anna', people, { mail: 'anna@groups.uz' }),
      person('olim', people, { mail: 'olim@groups.uz', memberOf: groupDn('direct') }),
      person('umid', people, {
        mail: 'umid@groups.uz',
        objectClass: ['inetOrgPerson', 'posixAccount'],
        uidNumber: '1',
        gidNumber: '700',
        homeDirectory: '/',
      }),
      group('names', `UID=Lola, ou=people,${BASE}`, `uid=gone,${people}`),
      {
        dn: groupDn('unique'),
        objectClass: 'groupOfUniqueNames',
        cn: 'unique',
        uniqueMember: [`${dnOf('lola')}#'01'B`, dnOf('anna')],
      },
      { dn: groupDn('posix'), objectClass: 'posixGroup', cn: 'posix', gidNumber: '500', memberUid: ['anna', 'umid'] },
      { dn: groupDn('primary'), objectClass: 'posixGroup', cn: 'primary', gidNumber: '700' },
      group('direct', dnOf('anna')),
      group('outer', groupDn('inner'), dnOf('anna')),
      group('inner', groupDn('outer'), groupDn('names')),
      ...chain('deep', 15, dnOf('olim')),
      ...chain('abyss', 25, dnOf('olim')),
    ]);
  }, 60_000);
  afterAll(() => server?.stop());

  /** The addresses of the people who are operators after a sync with this group. */
  const operatorsOf = async (dn: string, of = server) => {
    const { org, admin } = await start();
    const group_roles = [{ group: dn, role: 'operator' as const }];
    await save(admin, settingsOf(of, { base_dn: people, schedule: 'hourly', group_roles }));
    await runSchedule(org.id);
    const { failure } = await call('directory-sync.get', admin, {});
    const found = await call('employees.list', admin, { limit: 50, roles: ['operator'] });
    return failure?.code ?? found.data.map((one) => one.email.split('@')[0]!).toSorted();
  };

  test.each([
    ['groupOfNames, with another spelling of the name', groupDn('names'), ['lola']],
    ['groupOfUniqueNames', groupDn('unique'), ['anna', 'lola']],
    ['posixGroup', groupDn('posix'), ['anna', 'umid']],
    ['the primary group of a person', groupDn('primary'), ['umid']],
    ['the group itself and memberOf together', groupDn('direct'), ['anna', 'olim']],
    ['groups inside each other, in a circle', groupDn('outer'), ['anna', 'lola']],
    ['fifteen levels of groups', groupDn('deep0'), ['olim']],
    ['a group that does not exist', groupDn('nowhere'), []],
    ['a name that is no DN', 'operators', []],
  ])('%s', async (_, dn, expected) => {
    expect(await operatorsOf(dn)).toEqual(expected);
  });

  test('too many levels change nobody and are named', async () => {
    expect(await operatorsOf(groupDn('abyss0'))).toBe('groups_many');
  });

  test('the check names groups that the directory does not show', async () => {
    const { admin } = await start();
    const group_roles = [groupDn('names'), groupDn('nowhere'), 'operators'].map((dn) => ({
      group: dn,
      role: 'operator' as const,
    }));
    const checked = await call('directory-sync.test', admin, settingsOf(server, { base_dn: people, group_roles }));
    expect(checked).toMatchObject({ ok: true, missing_groups: [groupDn('nowhere'), 'operators'] });
  });

  test('a server that names itself Active Directory and finds nobody by its rule is read group by group', async () => {
    const sid = Buffer.from('010500000000000515000000a065cf7e784b9b5fe77c8770' + '01020000', 'hex');
    const extended = { objectClass: ['inetOrgPerson', 'extensibleObject'] };
    const domain = await startSlapd(
      [
        ou('People'),
        ou('Groups'),
        person('lola', people, { mail: 'lola@groups.uz' }),
        person('anna', people, { mail: 'anna@groups.uz', primaryGroupID: '513', ...extended }),
        group('inner', dnOf('lola')),
        { ...group('outer', groupDn('inner')), objectClass: ['groupOfNames', 'extensibleObject'], objectSid: sid },
      ],
      { activeDirectory: true },
    );
    try {
      expect(await operatorsOf(groupDn('outer'), domain)).toEqual(['anna', 'lola']);
    } finally {
      await domain.stop();
    }
  }, 60_000);
});
