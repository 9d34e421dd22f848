import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { makeTestCertificate } from '@sergak/mail/test-certificate.ts';
import { expect, test } from 'vitest';
import { platform, stored } from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { startSlapd, whyNoSlapd } from '../../test/slapd.ts';
import { cloneDatabase } from '../../test/database.ts';
import { readConfig, type Config } from '../config.ts';
import { atTime } from '../platform/clock.ts';
import { checkCertificates, checkDisk, checkDns, checkSettings } from './doctor-checks.ts';
import { checkDatabase, checkMail, checkStorage } from './doctor-services.ts';
import { checkDirectories } from './doctor-directories.ts';
import { checkSso } from './doctor-sso.ts';
import { reportOf, runDoctor } from './doctor.ts';

const configOf = (env: Record<string, string>): Config => readConfig({ SERGAK_LOG_LEVEL: 'silent', ...env });
const withTlsServer = async <T>(certificate: { expired?: boolean }, work: (url: string) => Promise<T>): Promise<T> => {
  const server = createServer(makeTestCertificate(certificate));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await work(`https://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};

test('settings of a public installation are complete, or each gap is named with what to do', () => {
  const complete = {
    SERGAK_PORTAL_URL: 'https://learn.example.org',
    SERGAK_CONTENT_URL: 'https://content.example.org',
    SERGAK_PHISHING_URL: 'https://pages.example.net',
    SERGAK_TRUST_PROXY: 'true',
    SERGAK_DEMO: 'false',
  };
  expect(checkSettings(configOf(complete))).toEqual([{ check: 'settings', state: 'ok', text: 'complete' }]);
  const gaps = checkSettings(
    configOf({
      SERGAK_PORTAL_URL: 'http://learn.example.org',
      SERGAK_PHISHING_URL: 'http://pages.example.org',
      DATABASE_URL: 'postgres://db.test/sergak',
      SERGAK_NEW_SECRET: 'true',
    }),
  );
  expect(gaps.map(({ text }) => text)).toEqual([
    'the portal has no TLS',
    'SERGAK_TRUST_PROXY is off',
    'SERGAK_CONTENT_URL is not set',
    'portal and phishing origin share one domain',
    'the demo organisation is on',
    'SERGAK_SECRET is not set',
    'SERGAK_NEW_SECRET is on',
  ]);
  expect(gaps.every(({ state, advice }) => state === 'warning' && advice)).toBe(true);
});

test('an unknown host name fails, a known one shows its addresses', async () => {
  const found = await checkDns(
    configOf({ SERGAK_PORTAL_URL: 'http://localhost:4100', SERGAK_PHISHING_URL: 'http://unknown.invalid' }),
  );
  expect(found.map(({ state }) => state)).toEqual(['ok', 'failed']);
  expect(await checkDns(configOf({}))).toMatchObject([{ state: 'skipped' }]);
});

test('a certificate that is not trusted, an ended one and a closed port fail', async () => {
  const look = (certificate: { expired?: boolean }) =>
    withTlsServer(certificate, (url) => checkCertificates(configOf({ SERGAK_PORTAL_URL: url })));
  expect(await look({})).toMatchObject([{ state: 'failed', text: expect.stringMatching(/SELF_SIGNED/) }]);
  expect(await look({ expired: true })).toMatchObject([{ state: 'failed', advice: 'renew the certificate' }]);
  const closed = await withTlsServer({}, async (url) => url);
  expect(await checkCertificates(configOf({ SERGAK_PORTAL_URL: closed }))).toMatchObject([
    { state: 'failed', text: expect.stringMatching(/ECONNREFUSED/) },
  ]);
  expect(await checkCertificates(configOf({ SERGAK_PORTAL_URL: 'http://localhost' }))).toMatchObject([
    { state: 'skipped' },
  ]);
});

test('a migrated database passes; a missing, changed or unknown migration is reported', async () => {
  const url = await cloneDatabase();
  expect(await checkDatabase(url)).toMatchObject([
    { check: 'database', state: 'ok' },
    { check: 'clock', state: 'ok' },
    { check: 'migrations', state: 'ok' },
  ]);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const after = async (change: string) => {
    await client.query('begin');
    await client.query(change);
    await client.query('commit');
    return (await checkDatabase(url)).at(-1);
  };
  try {
    const newer = (name: string) => `insert into public.schema_migrations (name, hash) values ('${name}', '')`;
    expect(await after(newer('29990101000000_x.sql'))).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/and 1 of a newer release/),
    });
    expect(await after(newer('29990101000001_x.breaking.sql'))).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/belongs to a newer release/),
    });
    await client.query(`delete from public.schema_migrations where name > '2999'`);
    const gone = `delete from public.schema_migrations where name > '20261201000600'`;
    expect(await after(gone)).toMatchObject({ state: 'warning', text: expect.stringMatching(/wait/) });
    const changed = `update public.schema_migrations set hash = 'x' where name like '%_platform.sql'`;
    expect(await after(changed)).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/_platform.sql differs/),
    });
  } finally {
    await client.end();
  }
});

test('a database that cannot be reached fails with advice', async () => {
  const [found] = await checkDatabase('postgres://nobody@127.0.0.1:1/none');
  expect(found).toMatchObject({ check: 'database', state: 'failed', advice: expect.stringMatching(/DATABASE_URL/) });
});

test('storage and disk of a working installation pass; a folder that cannot be made fails', async () => {
  const { files, config } = await platform();
  expect(await checkStorage(files)).toMatchObject({ state: 'ok' });
  expect((await checkDisk(config)).text).toMatch(/GB are free/);
  expect(await checkDisk({ ...config, dataDir: '/dev/null/data' })).toMatchObject({ state: 'failed' });
});

test('a mail server that does not answer fails with its step', async () => {
  const organization = await make.organization();
  const one = await platform();
  await stored(
    `insert into mail_settings (organization_id, host, port, security, username, sender_name, sender_address, connections)
     values ($1, '127.0.0.1', 1, 'none', '', 'Обучение', 'learn@example.test', 1)`,
    [organization.id],
  );
  const found = await checkMail(one);
  expect(found.some(({ state, text }) => state === 'failed' && /127\.0\.0\.1, step connect/.test(text))).toBe(true);
});

test('a provider certificate that ends within 30 days or has ended, and an unreadable discovery document are reported', async () => {
  const on = await platform();
  const organization = await make.organization();
  const certificate = makeTestCertificate().cert;
  await stored(`update organizations set title = 'Банк доктора' where id = $1`, [organization.id]);
  const put = (values: object) =>
    stored(
      `insert into sso_settings (organization_id, protocol, enabled, issuer, idp_certificates, attributes, group_roles)
       select $1, protocol, true, issuer, certificates, '{}', '[]'
       from jsonb_to_record($2) as x(protocol text, issuer text, certificates text[])
       on conflict (organization_id) do update
         set protocol = excluded.protocol, issuer = excluded.issuer, idp_certificates = excluded.idp_certificates`,
      [organization.id, JSON.stringify(values)],
    );
  const look = async (at = '2026-01-01') =>
    (await atTime(new Date(at), () => checkSso(on))).filter(({ text }) => text.startsWith('Банк доктора'));
  await put({ protocol: 'saml', issuer: '', certificates: [certificate] });
  expect(await look()).toMatchObject([{ state: 'ok' }]);
  expect(await look('2099-12-10')).toMatchObject([
    { state: 'warning', text: expect.stringMatching(/ends in 21 days/) },
  ]);
  expect(await look('2100-01-02')).toMatchObject([{ state: 'warning', text: expect.stringMatching(/has ended/) }]);
  await put({ protocol: 'oidc', issuer: 'http://127.0.0.1:1', certificates: [] });
  expect(await look()).toMatchObject([
    { state: 'warning', text: expect.stringMatching(/step address: connection_refused/), advice: expect.any(String) },
  ]);
});

test('a SAML certificate of the portal, in use or waiting, is reported before and after its end', async () => {
  const on = await platform();
  const organization = await make.organization({ title: 'Завод доктора' });
  const [mine, next] = [makeTestCertificate({ name: 'mine' }).cert, makeTestCertificate({ name: 'next' }).cert];
  const put = (protocol: string) =>
    stored(
      `insert into sso_settings (organization_id, protocol, enabled, attributes, group_roles, certificate, key_sealed, next_certificate, next_key_sealed)
       values ($1, $2, true, '{}', '[]', $3, 'x', $4, 'x')
       on conflict (organization_id) do update set protocol = excluded.protocol`,
      [organization.id, protocol, mine, next],
    );
  const look = async (at: string) =>
    (await atTime(new Date(at), () => checkSso(on))).filter(({ text }) => text.startsWith('Завод доктора'));
  await put('saml');
  expect(await look('2026-01-01')).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  expect(await look('2099-12-10')).toMatchObject([
    { state: 'warning', text: expect.stringMatching(/CN=mine ends in 21 days/), advice: expect.any(String) },
    { state: 'warning', text: expect.stringMatching(/CN=next/) },
  ]);
  expect(await look('2100-01-02')).toMatchObject([
    { state: 'failed', text: expect.stringMatching(/certificate of the portal CN=mine has ended/) },
    { state: 'failed' },
  ]);
  await put('oidc');
  expect((await look('2100-01-02')).some(({ text }) => text.includes('CN='))).toBe(false);
});

test.skipIf(whyNoSlapd !== null)(
  'the trusted certificate and the server certificate of a directory are reported before and after their end',
  async () => {
    const on = await platform();
    const server = await startSlapd([]);
    try {
      const organization = await make.organization({ title: 'Каталог доктора' });
      const put = (security: string, port: number, ca = server.cert) =>
        stored(
          `insert into directories (organization_id, host, port, security, ca, bind_dn, base_dn, filter, attributes,
             department_from, department_attribute, saved_by)
           values ($1, '127.0.0.1', $3, $2, $4, '', '', '', '{}', 'none', '', $1)
           on conflict (organization_id) do update set security = $2, port = $3, ca = $4`,
          [organization.id, security, port, ca],
        );
      const look = async (at = '2026-01-01') =>
        (await atTime(new Date(at), () => checkDirectories(on))).filter(({ text }) =>
          text.startsWith('Каталог доктора'),
        );
      for (const [security, port] of [
        ['ldaps', server.secure],
        ['starttls', server.plain],
      ] as const) {
        await put(security, port);
        expect(await look()).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
        const warning = {
          state: 'warning',
          text: expect.stringMatching(/ends in 21 days/),
          advice: expect.any(String),
        };
        expect(await look('2099-12-10')).toMatchObject([warning, warning]);
        expect(await look('2100-01-02')).toMatchObject([{ state: 'warning' }, { state: 'failed' }]);
      }
      await put('ldaps', server.secure, makeTestCertificate().cert);
      expect((await look()).at(-1)).toMatchObject({ state: 'failed', text: expect.stringMatching(/step tls/) });
      await put('ldaps', 1);
      expect((await look()).at(-1)).toMatchObject({ state: 'warning', text: expect.stringMatching(/step connect/) });
      await put('none', server.plain);
      expect(await look()).toEqual([]);
    } finally {
      await server.stop();
    }
  },
);

test('the report has a line for each finding, with what to do below it', async () => {
  const { config } = await platform();
  const text = reportOf(await runDoctor(config, undefined));
  expect(text).toMatch(/^warning {2}settings {7}SERGAK_PORTAL_URL is not set\n {24}→ set it/);
  expect(text).toMatch(/skipped {2}database {7}there is no database yet/);
});
