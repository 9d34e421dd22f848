import { usualDirectoryAttributes } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { makeTestCertificate } from '@sergak/mail/test-certificate.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, BIND_DN, PASSWORD, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { testSteps } from './directories.service.ts';
import type { DirectoryConfig } from './directory-client.ts';
import type { EntryMap } from './entries.ts';

const map: EntryMap = {
  base_dn: BASE,
  attributes: usualDirectoryAttributes,
  department_from: 'ou',
  department_attribute: 'department',
  group_roles: [],
  key_attribute: '',
};
let server: Slapd;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'the connection to a directory', () => {
  beforeAll(async () => {
    server = await startSlapd([person('azimova', BASE, { mail: 'azimova@bank.uz' })], {
      certificateName: 'dc.bank.uz',
    });
  }, 120_000);
  afterAll(() => server?.stop());

  const verdict = async (changes: Partial<DirectoryConfig>) => {
    const { ok, steps } = await testSteps(
      {
        host: '127.0.0.1',
        port: server.plain,
        security: 'none',
        ca: server.cert,
        bind_dn: BIND_DN,
        password: PASSWORD,
        base_dn: BASE,
        filter: '(mail=*)',
        allowAddress: () => true,
        ...changes,
      },
      map,
    );
    const { step, code } = steps.at(-1)!;
    return ok ? 'ok' : `${step}: ${code}`;
  };
  const secure = () =>
    [
      { security: 'starttls', port: server.plain },
      { security: 'ldaps', port: server.secure },
    ] as const;

  test('a certificate of a trusted authority for another server is rejected', async () => {
    expect(await verdict({})).toBe('ok');
    for (const one of secure()) expect(await verdict(one)).toBe('tls: tls_certificate');
  });

  test('a certificate of an authority that is not trusted is rejected', async () => {
    const ca = makeTestCertificate().cert;
    for (const one of secure()) expect(await verdict({ ...one, ca })).toBe('tls: tls_certificate');
  });

  test('a server that accepts connections and never answers ends with a timeout at its step', async () => {
    await server.pause();
    try {
      expect(await verdict({ timeoutMs: 300 })).toBe('bind: timeout');
      for (const one of secure()) expect(await verdict({ ...one, timeoutMs: 300 })).toBe('tls: timeout');
    } finally {
      server.resume();
    }
  });

  test('an address that the installation does not allow is not connected to', async () => {
    expect(await verdict({ allowAddress: () => false })).toBe('connect: connection_refused');
  });
});
