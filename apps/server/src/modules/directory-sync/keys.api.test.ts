import { Attribute, Change, type Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionLog, call, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD as OWN_PASSWORD } from '../../../test/own-password.ts';
import { BASE, ou, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { preview, runSchedule, save, settingsOf, start } from './test-directory.ts';

/** 3f2504e0-4f89-41d3-9a0c-0305e82c3301, as Active Directory stores it. */
const GUID = Buffer.from('e004253f894fd3419a0c0305e82c3301', 'hex');
let server: Slapd;
let folders = 0;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'people are matched by the key of their entry', () => {
  beforeAll(async () => {
    server = await startSlapd([]);
  }, 60_000);
  afterAll(() => server?.stop());

  /** A part of the directory of its own with these people, and an organisation that reads it. */
  const folder = async (addresses: Record<string, string>, settings: object = {}) => {
    const base = `ou=f${(folders += 1)},${BASE}`;
    const dnOf = (uid: string) => `uid=${uid},${base}`;
    const add = (uid: string, mail: string, more: object = {}) =>
      server.edit(async (client) => {
        const { dn, ...entry } = person(uid, base, { mail, sn: 'Азимова', givenName: uid, ...more });
        await client.add(dn, entry as Record<string, string>);
      });
    await server.edit(async (client) => {
      const { dn, ...entry } = ou(`f${folders}`);
      await client.add(dn, entry as Record<string, string>);
    });
    for (const [uid, mail] of Object.entries(addresses)) await add(uid, mail);
    const set = (client: Client, uid: string, name: string, value: string) =>
      client.modify(
        dnOf(uid),
        new Change({ operation: 'replace', modification: new Attribute({ type: name, values: [value] }) }),
      );
    const { org, admin } = await start();
    const reads = (changes: object = {}) =>
      save(
        admin,
        settingsOf(server, { base_dn: base, leavers: 'remove', schedule: 'hourly', ...settings, ...changes }),
      );
    await reads();
    return {
      org,
      admin,
      add,
      reads,
      rename: (uid: string, mail: string) => server.edit((client) => set(client, uid, 'mail', mail)),
      remove: (uid: string) => server.edit((client) => client.del(dnOf(uid))),
      sync: () => runSchedule(org.id),
    };
  };
  /** The present people of the directory: id by address. */
  const people = async (organizationId: string) =>
    Object.fromEntries(
      (
        await stored<{ email: string; id: string }>(
          `select email, id from employees where organization_id = $1 and deleted_at is null and role <> 'system_admin' order by email`,
          [organizationId],
        )
      ).map(({ email, id }) => [email, id]),
    );
  const lines = async (admin: Person, id: string, verdict: 'rejected' | 'changed') =>
    (await call('imports.rows', admin, { id, verdict })).data;

  test('a changed address is a change of the person: the old address is notified, links end, and the log names both', async () => {
    const it = await folder({ lola: 'lola@keys.uz', anna: 'anna@keys.uz' });
    await it.sync();
    const before = await people(it.org.id);
    await stored(`update employees set is_registered = true where id = $1`, [before['lola@keys.uz']]);
    await it.rename('lola', 'l.karimova@keys.uz');
    const { id, summary } = await preview(it.admin);
    expect(summary).toMatchObject({ added: 0, changed: 1, unchanged: 1, leavers: 0 });
    expect(await lines(it.admin, id, 'changed')).toMatchObject([
      { email: 'l.karimova@keys.uz', before: { email: 'lola@keys.uz' } },
    ]);
    await it.sync();
    expect(await people(it.org.id)).toEqual({
      'anna@keys.uz': before['anna@keys.uz'],
      'l.karimova@keys.uz': before['lola@keys.uz'],
    });
    const notices = await stored(`select recipient from outbox where employee_id = $1 and kind = 'address_changed'`, [
      before['lola@keys.uz'],
    ]);
    expect(notices).toEqual([{ recipient: 'lola@keys.uz' }]);
    expect((await actionLog(it.org.id)).filter(({ action }) => action === 'employee.changed')).toMatchObject([
      { changes: { email: ['lola@keys.uz', 'l.karimova@keys.uz'] } },
    ]);
  });

  test('people exchange addresses, and a newcomer gets an address that became free', async () => {
    const it = await folder({ one: 'one@keys.uz', two: 'two@keys.uz', three: 'three@keys.uz' });
    await it.sync();
    const before = await people(it.org.id);
    await it.rename('one', 'two@keys.uz');
    await it.rename('two', 'one@keys.uz');
    await it.rename('three', 'third@keys.uz');
    await it.add('four', 'three@keys.uz');
    await it.sync();
    const after = await people(it.org.id);
    expect(after).toMatchObject({
      'one@keys.uz': before['two@keys.uz'],
      'two@keys.uz': before['one@keys.uz'],
      'third@keys.uz': before['three@keys.uz'],
    });
    expect(Object.values(before)).not.toContain(after['three@keys.uz']);
    expect(Object.keys(after)).toHaveLength(4);
    expect((await preview(it.admin)).summary).toMatchObject({ unchanged: 4, leavers: 0 });
  });

  test('the address of a person with a role stays, as do addresses that somebody else has, and nobody leaves', async () => {
    const it = await folder({ boss: 'boss@keys.uz', chief: 'chief@keys.uz', two: 'two@keys.uz' });
    await it.sync();
    const before = await people(it.org.id);
    await stored(`update employees set role = 'operator' where id = $1`, [before['boss@keys.uz']]);
    await stored(`update employees set role = 'super_user' where id = $1`, [before['chief@keys.uz']]);
    await make.employee(it.org, { email: 'hand@keys.uz' });
    await it.rename('boss', 'thief@keys.uz');
    await it.rename('chief', 'thief2@keys.uz');
    await it.rename('two', 'hand@keys.uz');
    const { id, summary } = await preview(it.admin);
    expect(summary).toMatchObject({ added: 0, rejected: 3, leavers: 0 });
    const reasons = (await lines(it.admin, id, 'rejected')).map((row) => `${row.email} ${row.reasons[0]!.code}`);
    expect(reasons.toSorted()).toEqual([
      'hand@keys.uz address_taken',
      'thief2@keys.uz address_protected',
      'thief@keys.uz address_protected',
    ]);
    await it.sync();
    expect(await people(it.org.id)).toMatchObject(before);
  });

  test('a person does not move from a verified domain to one that is not', async () => {
    const it = await folder({});
    await it.add('lola', `lola@${it.org.domain}`);
    await it.sync();
    await it.rename('lola', 'lola@elsewhere.example');
    const { id } = await preview(it.admin);
    expect((await lines(it.admin, id, 'rejected'))[0]!.reasons[0]!.code).toBe('address_unverified');
    await it.rename('lola', `karimova@${it.org.domain}`);
    await it.sync();
    expect(Object.keys(await people(it.org.id))).toContain(`karimova@${it.org.domain}`);
  });

  test('an entry that was made again is the person with its address, and a leaver is recognised by the key', async () => {
    const it = await folder({ lola: 'lola@keys.uz', anna: 'anna@keys.uz' });
    await it.sync();
    const before = await people(it.org.id);
    await it.remove('lola');
    await it.add('lola', 'lola@keys.uz');
    expect((await preview(it.admin)).summary).toMatchObject({ unchanged: 2, leavers: 0 });
    await it.sync();
    await it.rename('lola', 'new@keys.uz');
    await it.sync();
    expect((await people(it.org.id))['new@keys.uz']).toBe(before['lola@keys.uz']);

    await it.reads({ filter: '(&(objectClass=inetOrgPerson)(uid=lola))' });
    await it.sync();
    expect(Object.keys(await people(it.org.id))).toEqual(['new@keys.uz']);
    await it.rename('anna', 'back@keys.uz');
    await it.reads({ filter: '(objectClass=inetOrgPerson)' });
    await it.sync();
    expect((await people(it.org.id))['back@keys.uz']).toBe(before['anna@keys.uz']);
  });

  describe('a newcomer with the address of a person who left', () => {
    const ivanov = { sn: 'Иванов', givenName: 'Пётр' };
    const novichkov = { sn: 'Новичков', givenName: 'Тимур' };
    const named = async (organizationId: string) =>
      stored<{ id: string; name: string }>(
        `select id, last_name || ' ' || email as name from employees
         where organization_id = $1 and deleted_at is null and role <> 'system_admin' order by name`,
        [organizationId],
      );
    const hired = async (settings: object = {}) => {
      const it = await folder({ anna: 'anna@keys.uz' }, settings);
      await it.add('ivanov', 'ivanov@keys.uz', ivanov);
      await it.sync();
      const [, { id }] = (await named(it.org.id)) as [unknown, { id: string }];
      await it.remove('ivanov');
      await it.add('novichkov', 'Ivanov@keys.uz', novichkov);
      return { ...it, former: id };
    };

    test('is rejected while that person is there, and added as a new person after the leaver was removed', async () => {
      const it = await hired();
      const { id, summary } = await preview(it.admin);
      expect(summary).toMatchObject({
        added: 0,
        changed: 0,
        rejected: 1,
        leavers: 1,
        reasons: { address_of_other: 1 },
      });
      expect(await lines(it.admin, id, 'rejected')).toMatchObject([{ employee_id: null, last_name: 'Новичков' }]);
      await it.sync();
      expect((await named(it.org.id)).map(({ name }) => name)).toEqual(['Азимова anna@keys.uz']);
      await it.sync();
      const [, newcomer] = await named(it.org.id);
      expect(newcomer).toMatchObject({ name: 'Новичков Ivanov@keys.uz' });
      expect(newcomer!.id).not.toBe(it.former);
      expect(await stored('select last_name from employees where id = $1', [it.former])).toEqual([
        { last_name: 'Иванов' },
      ]);
      expect((await preview(it.admin)).summary).toMatchObject({ unchanged: 2, rejected: 0, leavers: 0 });
    });

    test('waits until the former person is removed by hand, or is known as the same person by a corrected name', async () => {
      const it = await hired({ leavers: 'keep' });
      await it.sync();
      await it.sync();
      expect((await named(it.org.id)).map(({ name }) => name)).toContain('Иванов ivanov@keys.uz');
      await call('employees.remove', it.admin, { id: it.former });
      await it.sync();
      const [, newcomer] = await named(it.org.id);
      expect(newcomer).toMatchObject({ name: 'Новичков Ivanov@keys.uz' });
      expect(newcomer!.id).not.toBe(it.former);

      const other = await hired({ leavers: 'keep' });
      await stored(`update employees set last_name = 'новичков' where id = $1`, [other.former]);
      await other.sync();
      expect((await named(other.org.id))[1]).toEqual({ id: other.former, name: 'Новичков ivanov@keys.uz' });
    });

    test('does not make the person a leaver by a line that is rejected for another reason', async () => {
      const it = await hired();
      await it.remove('novichkov');
      await it.add('novichkov', 'ivanov@keys.uz', { ...novichkov, sn: 'я'.repeat(256) });
      expect((await preview(it.admin)).summary).toMatchObject({
        rejected: 1,
        leavers: 0,
        reasons: { name_too_long: 1 },
      });
    });

    test('is a colleague whose address changed: the leaver leaves, and the colleague gets the address', async () => {
      const it = await folder({ anna: 'anna@keys.uz' });
      await it.add('ivanov', 'ivanov@keys.uz', ivanov);
      await it.sync();
      const { 'anna@keys.uz': anna } = await people(it.org.id);
      await it.remove('ivanov');
      await it.rename('anna', 'ivanov@keys.uz');
      expect((await preview(it.admin)).summary).toMatchObject({ rejected: 1, leavers: 1 });
      await it.sync();
      await it.sync();
      expect(await people(it.org.id)).toEqual({ 'ivanov@keys.uz': anna });
    });
  });

  test('the key is binary in Active Directory, and can be an attribute of the settings', async () => {
    const it = await folder({});
    const more = { objectClass: ['inetOrgPerson', 'extensibleObject'], objectGUID: GUID, employeeNumber: '17' };
    await it.add('lola', 'lola@keys.uz', more);
    await it.sync();
    const keys = () =>
      stored<{ entry_key: string }>('select entry_key from directory_links where organization_id = $1', [it.org.id]);
    expect(await keys()).toEqual([{ entry_key: 'objectguid:3f2504e0-4f89-41d3-9a0c-0305e82c3301' }]);
    await it.reads({ key_attribute: 'EmployeeNumber' });
    await it.add('twin', 'twin@keys.uz', { employeeNumber: '17' });
    const { id } = await preview(it.admin);
    expect((await lines(it.admin, id, 'rejected')).map((row) => row.reasons[0]!.code)).toEqual(['key_twice']);
    await it.sync();
    expect(await keys()).toEqual([{ entry_key: 'employeenumber:17' }]);
  });

  test.each(['A{1', '"x"', 'a,b', 'c\\d'])(
    'the key %s and an address with a brace are texts like others: the person moves, a newcomer gets the free address',
    async (key) => {
      const it = await folder({}, { key_attribute: 'employeeNumber' });
      await it.add('lola', 'lola@keys.uz', { employeeNumber: key });
      await it.add('anna', 'anna@keys.uz', { employeeNumber: 'b' });
      await it.sync();
      const { 'lola@keys.uz': lola, 'anna@keys.uz': anna } = await people(it.org.id);
      await it.rename('lola', 'x{1@keys.uz');
      await it.add('new', 'lola@keys.uz', { employeeNumber: `${key}2` });
      await it.sync();
      const after = await people(it.org.id);
      expect(after).toMatchObject({ 'x{1@keys.uz': lola, 'anna@keys.uz': anna, 'lola@keys.uz': expect.any(String) });
      expect(Object.keys(after)).toHaveLength(3);
      await it.remove('lola');
      await it.sync();
      expect(Object.keys(await people(it.org.id))).toEqual(['anna@keys.uz', 'lola@keys.uz']);
    },
  );

  test('only people whom the directory has brought leave, and the confirmation names them', async () => {
    const it = await folder({ lola: 'lola@keys.uz', anna: 'anna@keys.uz', known: 'known@keys.uz' });
    await make.employee(it.org, { email: 'hand@keys.uz' });
    await make.employee(it.org, { email: 'known@keys.uz', last_name: 'Известная', first_name: 'Анна' });
    const first = await preview(it.admin);
    expect(first.summary).toMatchObject({ added: 2, changed: 1, leavers: 0 });
    await call('imports.apply', it.admin, { task_id: first.task_id, add_type: 'add_update_leave' });
    await runJobs('employees.apply-import', it.org.id);
    await it.remove('known');
    await it.remove('anna');
    const { id, task_id, summary } = await preview(it.admin);
    expect(summary).toMatchObject({ leavers: 2 });
    const named = await call('imports.leavers', it.admin, { id, limit: 1 });
    expect(named.total_count).toBe(2);
    const all = (await call('imports.leavers', it.admin, { id })).data.map((one) => one.email);
    expect(all.toSorted()).toEqual(['anna@keys.uz', 'known@keys.uz']);
    await call('imports.apply', it.admin, { task_id, add_type: 'add_update_leave' });
    await runJobs('employees.apply-import', it.org.id);
    expect(Object.keys(await people(it.org.id))).toEqual(['hand@keys.uz', 'lola@keys.uz']);
    expect((await call('imports.leavers', it.admin, { id })).data).toEqual([]);
  });

  test('a preview that nobody confirmed links nobody, and a sync without changes links the people whom it finds', async () => {
    const it = await folder({ lola: 'lola@keys.uz' });
    await it.add('hand', 'hand@keys.uz', { givenName: 'Анна' });
    await make.employee(it.org, { email: 'lola@keys.uz', last_name: 'Азимова', first_name: 'lola' });
    await make.employee(it.org, { email: 'hand@keys.uz', last_name: 'Азимова', first_name: 'Анна' });
    const narrow = { filter: '(&(objectClass=inetOrgPerson)(uid=lola))' };
    expect((await preview(it.admin)).summary).toMatchObject({ unchanged: 2, leavers: 0 });
    await it.reads(narrow);
    await it.sync();
    expect(Object.keys(await people(it.org.id))).toEqual(['hand@keys.uz', 'lola@keys.uz']);
    await it.reads();
    await it.sync();
    await it.reads(narrow);
    await it.sync();
    expect(Object.keys(await people(it.org.id))).toEqual(['lola@keys.uz']);
  });

  test('a person whose entry is rejected does not leave, and nobody leaves after the directory was disconnected', async () => {
    const it = await folder({ lola: 'lola@keys.uz', anna: 'anna@keys.uz' });
    await it.sync();
    await it.rename('lola', 'not an address');
    expect((await preview(it.admin)).summary).toMatchObject({ rejected: 1, leavers: 0 });
    await it.rename('lola', 'lola@keys.uz');
    await call('directory-sync.remove', it.admin, {
      own_password: OWN_PASSWORD,
    });
    await it.remove('anna');
    await it.reads();
    expect((await preview(it.admin)).summary).toMatchObject({ unchanged: 1, leavers: 0 });
  });
});
