import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { actionLog, call, openTransactions } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

test('the licence counts the people here and what was given to child organisations', async () => {
  const org = await make.organization({ usersLimit: 100 });
  await make.organization({ usersLimit: 30, parent: org });
  await make.organization({ usersLimit: 12, parent: org });
  const officer = await make.operator(org);
  const { license } = await call('organizations.current', officer, {});
  expect(license).toMatchObject({ users_count: 1, users_limit: 100, children_limit: 42, expired: false });
});

test('a .test domain needs no proof, another one does, and nobody names a domain twice', async () => {
  const officer = await make.operator(await make.organization());
  expect((await call('organizations.domain-add', officer, { domain: 'Zavod.TEST' })).confirmed_at).not.toBeNull();
  expect(await call('organizations.domain-add', officer, { domain: 'zavod.example' })).toMatchObject({
    confirmed_at: null,
    people: 0,
  });
  await expect(call('organizations.domain-add', officer, { domain: 'zavod.test' })).rejects.toThrow();
  await expect(call('organizations.domain-add', officer, { domain: 'not a domain' })).rejects.toThrow();
});

test('two administrators saving the organisation: the second is told, nothing is overwritten', async () => {
  const officer = await make.operator(await make.organization());
  const before = await call('organizations.get', officer, { id: officer.organization_id });
  await call('organizations.save', officer, { title: 'Первая', version: before.version });
  await expect(call('organizations.save', officer, { title: 'Вторая', version: before.version })).rejects.toMatchObject(
    { code: 'common.stale_version' },
  );
  expect((await call('organizations.get', officer, { id: officer.organization_id })).title).toBe('Первая');
  expect((await actionLog(officer.organization_id)).at(-1)).toMatchObject({ action: 'organization.changed' });
});

test('rules of signing in are changed from system administrators up; the rest of the page by operators too', async () => {
  const org = await make.organization();
  const [operator, admin] = [await make.operator(org), await make.employee(org, { role: 'system_admin' })];
  const forbidden = { code: 'session.forbidden' };
  await expect(call('organizations.two-factor', operator, { active: 'true' })).rejects.toMatchObject(forbidden);
  const before = await call('organizations.get', operator, { id: org.id });
  const save = (as: typeof admin, change: object) =>
    call('organizations.save', as, { ...change, version: before.version } as never);
  await expect(save(operator, { reveal_unknown_email: true })).rejects.toMatchObject(forbidden);
  await expect(save(operator, { title: 'Иначе', consent_required: false })).rejects.toMatchObject(forbidden);
  expect(await call('organizations.get', admin, { id: org.id })).toEqual(before);
  // What a form sends along unchanged is no change.
  expect((await save(operator, { title: 'Иначе', consent_required: true })).title).toBe('Иначе');
  expect(await call('organizations.two-factor', admin, { active: 'true' })).toEqual({ two_factor: true });
});

test('a working day that ends before it begins is refused, and so is a time zone that does not exist', async () => {
  const officer = await make.operator(await make.organization());
  await expect(
    call('organizations.save', officer, { work_from: 1000, work_to: 600, version: 1 }),
  ).rejects.toMatchObject({ code: 'organization.working_hours' });
  await expect(call('organizations.save', officer, { time_zone: 'Mars/Olympus', version: 1 })).rejects.toMatchObject({
    code: 'organization.time_zone',
  });
});

/** A name server of its own that answers every question with these TXT records, after `before` has passed. */
const nameServer = async (records: () => readonly string[], before: () => Promise<unknown>) => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const usual = dns.getServers();
  dns.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  onTestFinished(() => {
    dns.setServers(usual);
    socket.close();
  });
  socket.on('message', (asked, from) => {
    void before().then(() => {
      // The question ends with its name's zero byte, type and class; what follows (EDNS) is left out.
      const question = asked.subarray(12, asked.indexOf(0, 12) + 5);
      const head = Buffer.from([asked[0]!, asked[1]!, 0x81, 0x80, 0, 1, 0, records().length, 0, 0, 0, 0]);
      const answers = records().map((text) => {
        const data = Buffer.from(text);
        const length = data.length;
        return Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]), data]);
      });
      socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
    });
  });
};

test('while a slow name server is waited for, no transaction is open; then the proof confirms the domain', async () => {
  const officer = await make.operator(await make.organization());
  const { proof } = await call('organizations.domain-add', officer, { domain: 'zavod.example' });
  const open: unknown[] = [];
  let asked = 0;
  let records = ['v=spf1 -all'];
  await nameServer(
    () => records,
    async () => {
      asked += 1;
      open.push(...(await openTransactions()));
    },
  );
  const verify = () => call('organizations.domain-verify', officer, { domain: 'zavod.example' });
  await expect(verify()).rejects.toMatchObject({
    code: 'organization.domain_unconfirmed',
    details: { wanted: proof, found: ['v=spf1 -all'] },
  });
  const logged = async () => (await actionLog(officer.organization_id)).map((line) => line.action);
  expect(await logged()).toEqual(['organization.domain_added']);
  records = ['v=spf1 -all', proof];
  expect((await verify()).confirmed_at).not.toBeNull();
  expect(await logged()).toEqual(['organization.domain_added', 'organization.domain_verified']);
  expect((await verify()).confirmed_at).not.toBeNull(); // stays, and nobody is asked again
  expect([asked, open]).toEqual([2, []]);
});

test('a domain that was taken off the list while its name server was asked is not confirmed', async () => {
  const officer = await make.operator(await make.organization());
  const { proof } = await call('organizations.domain-add', officer, { domain: 'fabrika.example' });
  await nameServer(
    () => [proof],
    async () => {
      await call('organizations.domain-remove', officer, { domain: 'fabrika.example' });
      await call('organizations.domain-add', officer, { domain: 'fabrika.example' });
    },
  );
  await expect(call('organizations.domain-verify', officer, { domain: 'fabrika.example' })).rejects.toMatchObject({
    code: 'organization.domain_unconfirmed',
    details: { found: [proof] },
  });
});

test('the networks of the own people are stored in one form; anything that is no network is refused', async () => {
  const officer = await make.operator(await make.organization());
  const { version } = await call('organizations.get', officer, { id: officer.organization_id });
  const saved = await call('organizations.save', officer, {
    version,
    own_networks: ['203.0.113.7', ' 198.51.100.9/24', '2001:DB8:0:0::/48'],
  });
  expect(saved.own_networks).toEqual(['203.0.113.7/32', '198.51.100.0/24', '2001:db8::/48']);
  for (const wrong of ['0.0.0.0/0', 'office', '203.0.113.0/33', ''])
    await expect(
      call('organizations.save', officer, { version: saved.version, own_networks: [wrong] }),
    ).rejects.toThrow();
});
