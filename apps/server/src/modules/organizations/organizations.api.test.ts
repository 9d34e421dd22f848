import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  actionLog,
  call,
  inOrganization,
  openTransactions,
  platform,
  queued,
  runJobs,
  stored,
} from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY } from '../../platform/clock.ts';
import { translateError } from '../../platform/errors.ts';
import { sweepDomains } from './domain-checks.service.ts';

test('the licence counts the organisation’s people and the places given to children', async () => {
  const org = await make.organization({ usersLimit: 100 });
  await make.organization({ usersLimit: 30, parent: org });
  await make.organization({ usersLimit: 12, parent: org });
  const administrator = await make.operator(org);
  const { license } = await call('organizations.current', administrator, {});
  expect(license).toMatchObject({ users_count: 1, users_limit: 100, children_limit: 42, expired: false });
});

test('a .test domain needs no proof, other domains do, and a domain cannot be added twice', async () => {
  const administrator = await make.operator(await make.organization());
  expect((await call('organizations.domain-add', administrator, { domain: 'Zavod.TEST' })).verified_at).not.toBeNull();
  expect(await call('organizations.domain-add', administrator, { domain: 'zavod.example' })).toMatchObject({
    verified_at: null,
    people: 0,
  });
  await expect(call('organizations.domain-add', administrator, { domain: 'zavod.test' })).rejects.toThrow();
  await expect(call('organizations.domain-add', administrator, { domain: 'not a domain' })).rejects.toThrow();
});

test('when two administrators save the organisation, the second gets a conflict and nothing is overwritten', async () => {
  const administrator = await make.operator(await make.organization());
  const before = await call('organizations.get', administrator, { id: administrator.organization_id });
  await call('organizations.save', administrator, { title: 'Первая', version: before.version });
  await expect(
    call('organizations.save', administrator, { title: 'Вторая', version: before.version }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect((await call('organizations.get', administrator, { id: administrator.organization_id })).title).toBe('Первая');
  expect((await actionLog(administrator.organization_id)).at(-1)).toMatchObject({ action: 'organization.changed' });
});

test('system administrators and above change sign-in rules; operators change the rest of the page too', async () => {
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
  // A value that the form sends unchanged is not a change.
  expect((await save(operator, { title: 'Иначе', consent_required: true })).title).toBe('Иначе');
  expect(await call('organizations.two-factor', admin, { active: 'true' })).toEqual({ two_factor: true });
});

test('an operator changes no limit of simulations; a system administrator does', async () => {
  const org = await make.organization();
  const [operator, admin] = [await make.operator(org), await make.employee(org, { role: 'system_admin' })];
  const { version, ...before } = await call('organizations.get', operator, { id: org.id });
  const looser = {
    approval_above: 5,
    daily_cap: 1_000_000,
    minute_cap: 600,
    person_weekly_cap: 7,
    person_gap_hours: 1,
    work_from: 0,
    work_to: 1440,
    work_days: [1, 2, 3, 4, 5, 6, 7],
    holidays: ['2027-01-01'],
    time_zone: 'Europe/London',
  };
  for (const change of Object.entries(looser).map(([field, value]) => ({ [field]: value })))
    await expect(call('organizations.save', operator, { ...change, version })).rejects.toMatchObject({
      code: 'session.forbidden',
    });
  expect(await call('organizations.get', operator, { id: org.id })).toEqual({ version, ...before });
  // A form also sends the values that it does not change.
  const { daily_cap, work_days, holidays } = before;
  const same = { daily_cap, work_days, holidays, title: 'Иначе' };
  const saved = await call('organizations.save', operator, { ...same, version });
  expect(await queued('statistics.refresh-people', org.id)).toEqual([]);
  expect(await call('organizations.save', admin, { ...looser, version: saved.version })).toMatchObject(looser);
  // The days of emails belong to the time zone.
  expect(await queued('statistics.refresh-people', org.id)).toMatchObject([{ employee_ids: null }]);
});

test('a parent’s system administrator changes limits of a child; its operator does not', async () => {
  const org = await make.organization();
  const child = await make.organization({ parent: org });
  const readable = [org.id, child.id];
  const operator = { ...(await make.operator(org)), readable };
  const admin = { ...(await make.employee(org, { role: 'system_admin' })), readable };
  const input = { id: child.id, version: 1, daily_cap: 9_999 };
  await expect(call('organizations.save-child', operator, input)).rejects.toMatchObject({ code: 'session.forbidden' });
  expect(await call('organizations.save-child', admin, input)).toMatchObject({ daily_cap: 9_999 });
});

test('all administrators get an email when a limit is loosened or the kill switch is switched off', async () => {
  const org = await make.organization();
  const [operator, admin] = [await make.operator(org), await make.employee(org, { role: 'system_admin' })];
  await make.employee(org);
  const emails = () =>
    stored<{ employee_id: string; text: string }>(
      `select employee_id, text from outbox where organization_id = $1 and kind = 'limits_loosened' order by created_at`,
      [org.id],
    );
  let { version } = await call('organizations.get', admin, { id: org.id });
  const save = async (change: object) => {
    ({ version } = await call('organizations.save', admin, { ...change, version }));
  };
  await save({ approval_above: 40, daily_cap: 200, person_gap_hours: 48 });
  expect(await emails()).toEqual([]); // stricter than before
  await save({ approval_above: null, work_from: 0 });
  const reports = await emails();
  expect(reports.map((one) => one.employee_id).sort()).toEqual([operator.id, admin.id].sort());
  expect(reports[0]!.text).toContain('если получателей больше: 40 → не нужно');
  expect(reports[0]!.text).toContain('→ 00:00');
  expect(reports[0]!.text).toContain(admin.name);
  await call('organizations.sending', operator, { paused: true });
  expect(await emails()).toHaveLength(2);
  await call('organizations.sending', operator, { paused: false });
  const after = await emails();
  expect(after).toHaveLength(4);
  expect(after[3]!.text).toContain('Рассылки: снова разрешены');
  await call('organizations.sending', operator, { paused: false });
  expect(await emails()).toHaveLength(4); // nothing changed
});

test('rejects a working day that ends before it begins and an unknown time zone', async () => {
  const administrator = await make.employee(await make.organization(), { role: 'system_admin' });
  await expect(
    call('organizations.save', administrator, { work_from: 1000, work_to: 600, version: 1 }),
  ).rejects.toMatchObject({ code: 'organization.working_hours' });
  await expect(
    call('organizations.save', administrator, { time_zone: 'Mars/Olympus', version: 1 }),
  ).rejects.toMatchObject({
    code: 'organization.time_zone',
  });
});

/** Starts a name server that answers every query with these TXT records, after `before` resolves. */
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
      // The question ends with the zero byte of its name, type and class; the EDNS part after it is dropped.
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

test('no transaction is open while a slow name server is waited for; then the proof verifies the domain', async () => {
  const administrator = await make.operator(await make.organization());
  const { proof } = await call('organizations.domain-add', administrator, { domain: 'zavod.example' });
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
  const verify = () => call('organizations.domain-verify', administrator, { domain: 'zavod.example' });
  await expect(verify()).rejects.toMatchObject({
    code: 'organization.domain_unverified',
    details: { wanted: proof, found: ['v=spf1 -all'] },
  });
  const logged = async () => (await actionLog(administrator.organization_id)).map((line) => line.action);
  expect(await logged()).toEqual(['organization.domain_added']);
  records = ['v=spf1 -all', proof];
  expect((await verify()).verified_at).not.toBeNull();
  expect(await logged()).toEqual(['organization.domain_added', 'organization.domain_verified']);
  expect((await verify()).verified_at).not.toBeNull(); // stays verified, without another query
  expect([asked, open]).toEqual([2, []]);
});

test('a domain that is removed during its DNS query is not verified', async () => {
  const administrator = await make.operator(await make.organization());
  const { proof } = await call('organizations.domain-add', administrator, { domain: 'fabrika.example' });
  await nameServer(
    () => [proof],
    async () => {
      await call('organizations.domain-remove', administrator, { domain: 'fabrika.example' });
      await call('organizations.domain-add', administrator, { domain: 'fabrika.example' });
    },
  );
  await expect(call('organizations.domain-verify', administrator, { domain: 'fabrika.example' })).rejects.toMatchObject(
    {
      code: 'organization.domain_unverified',
      details: { found: [proof] },
    },
  );
});

const unique = () => `d-${Math.random().toString(36).slice(2, 10)}.example`;
const verified = (org: { id: string }, domain: string, at = new Date()) =>
  inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('organization_domains').values({ domain, proof: 'proof-1', verified_at: at }).execute(),
  );

test('one verified domain belongs to one tree of organisations; parent and child share it', async () => {
  const [org, other] = [await make.organization(), await make.organization()];
  const child = await make.organization({ parent: org });
  const stranger = await make.operator(other);
  const domain = unique();
  await verified(org, domain);
  await verified(child, domain);
  const { proof } = await call('organizations.domain-add', stranger, { domain }); // any organisation may add it unverified
  await nameServer(
    () => [proof],
    () => Promise.resolve(),
  );
  const verify = () =>
    call('organizations.domain-verify', stranger, { domain }).catch((error) => Promise.reject(translateError(error)));
  await expect(verify()).rejects.toMatchObject({ code: 'organization.domain_elsewhere' });
  await expect(verified(await make.organization({ parent: other }), domain)).rejects.toMatchObject({ code: 'SG002' });
  // Names below .test have no owner.
  for (const one of [org, other]) await verified(one, 'common-name.test');
  await call('organizations.domain-remove', await make.operator(org), { domain });
  await expect(verify()).rejects.toMatchObject({ code: 'organization.domain_elsewhere' }); // the child still has it
  await call('organizations.domain-remove', await make.operator(child), { domain });
  expect((await verify()).verified_at).not.toBeNull();
});

test('when two trees verify one domain concurrently, only one of them gets it', async () => {
  const domain = unique();
  const orgs = [await make.organization(), await make.organization(), await make.organization()];
  const ended = await Promise.allSettled(orgs.map((org) => verified(org, domain)));
  expect(ended.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a verified domain is checked monthly: a missing record is reported, and after two weeks the domain is lost', async () => {
  const org = await make.organization();
  const admins = [await make.operator(org), await make.employee(org, { role: 'super_user' })];
  await make.employee(org);
  const domain = unique();
  const start = new Date('2026-12-01T05:00:00Z');
  await verified(org, domain, start);
  let records = ['proof-1'];
  let asked = 0;
  const open: unknown[] = [];
  await nameServer(
    () => records,
    async () => {
      asked += 1;
      open.push(...(await openTransactions()));
    },
  );
  const day = (n: number) =>
    atTime(after(start, n * DAY), async () => {
      await sweepDomains(await platform());
      await runJobs('organizations.check-domains', org.id);
    });
  const row = async () =>
    (await call('organizations.domains', admins[0]!, {})).data.find((one) => one.domain === domain)!;
  const emails = async (kind: string) =>
    await stored<{ employee_id: string; text: string }>(
      'select employee_id, text from outbox where organization_id = $1 and kind = $2',
      [org.id, kind],
    );
  await day(29);
  expect(asked).toBe(0);
  await day(30);
  await day(31);
  expect([asked, await row()]).toMatchObject([1, { lost_at: null }]);
  records = ['v=spf1 -all'];
  await day(61);
  expect(await row()).toMatchObject({ lost_at: after(start, 75 * DAY).toISOString() });
  expect((await row()).verified_at).not.toBeNull();
  const reports = await emails('domain_failing');
  expect(reports.map((one) => one.employee_id).sort()).toEqual(admins.map((one) => one.id).sort());
  expect(reports[0]!.text).toContain('до 14.02.2027');
  await day(62);
  await day(70);
  expect(await emails('domain_failing')).toHaveLength(2); // reported once
  expect(await emails('domain_lost')).toEqual([]);
  await day(75.1);
  expect(await row()).toMatchObject({ verified_at: null, lost_at: null });
  expect(await emails('domain_lost')).toHaveLength(2);
  expect((await actionLog(org.id)).map((line) => [line.action, line.kind, line.title])).toEqual([
    ['organization.domain_failing', 'domain', domain],
    ['organization.domain_lost', 'domain', domain],
  ]);
  await day(120);
  expect(await queued('organizations.check-domains', org.id)).toEqual([]);
  expect(open).toEqual([]);
});

test('a record restored within the grace period keeps the domain, by the daily check or by the button', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const domain = unique();
  const start = new Date('2026-12-01T05:00:00Z');
  await verified(org, domain, start);
  let records: string[] = [];
  await nameServer(
    () => records,
    () => Promise.resolve(),
  );
  const day = (n: number) =>
    atTime(after(start, n * DAY), async () => {
      await sweepDomains(await platform());
      await runJobs('organizations.check-domains', org.id);
    });
  const failing = async () =>
    (await call('organizations.domains', administrator, {})).data.find((one) => one.domain === domain)!.lost_at;
  await day(30);
  expect(await failing()).not.toBeNull();
  records = ['proof-1'];
  await day(31);
  expect(await failing()).toBeNull();
  records = [];
  await day(62);
  const verify = () =>
    atTime(after(start, 62.5 * DAY), () => call('organizations.domain-verify', administrator, { domain }));
  await expect(verify()).rejects.toMatchObject({ code: 'organization.domain_unverified' });
  records = ['proof-1'];
  expect(await verify()).toMatchObject({ domain, lost_at: null });
});

test('the organisation’s networks are stored in canonical form; invalid networks are rejected', async () => {
  const administrator = await make.operator(await make.organization());
  const { version } = await call('organizations.get', administrator, { id: administrator.organization_id });
  const saved = await call('organizations.save', administrator, {
    version,
    own_networks: ['203.0.113.7', ' 198.51.100.9/24', '2001:DB8:0:0::/48'],
  });
  expect(saved.own_networks).toEqual(['203.0.113.7/32', '198.51.100.0/24', '2001:db8::/48']);
  for (const wrong of ['0.0.0.0/0', 'office', '203.0.113.0/33', ''])
    await expect(
      call('organizations.save', administrator, { version: saved.version, own_networks: [wrong] }),
    ).rejects.toThrow();
});
