import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'ldapts';
import { makeTestCertificate } from '@sergak/mail/test-certificate.ts';
import { onFreePorts } from './free-ports.ts';

const whereIs = (name: string): string | null => {
  try {
    return execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
};
const slapd = whereIs('slapd');
const slapadd = whereIs('slapadd');
/** Why tests with a real directory are skipped; null if they run. */
export const whyNoSlapd = slapd && slapadd ? null : 'skipped, because slapd (Debian: slapd) is not installed';

export const BASE = 'dc=bank,dc=uz';
export const BIND_DN = `cn=reader,${BASE}`;
export const PASSWORD = 'geheim-7';
/** Wrong passwords after which the server locks an account. */
const LOCKED_AFTER = 5;
export type Slapd = Awaited<ReturnType<typeof startSlapd>>;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A line of LDIF; other characters than ASCII are in base64. */
const line = (name: string, value: string | Buffer) =>
  typeof value === 'string' && /^[\x21-\x39\x3b\x3d-\x7e][\x20-\x7e]*$/.test(value)
    ? `${name}: ${value}`
    : `${name}:: ${Buffer.from(value).toString('base64')}`;
export type TestEntry = { dn: string } & Record<string, string | Buffer | string[]>;
const ldif = (entries: readonly TestEntry[]): string =>
  entries
    .map((entry) =>
      Object.entries(entry)
        .flatMap(([name, value]) => [value].flat().map((one) => line(name, one)))
        .join('\n'),
    )
    .join('\n\n');

export const ou = (name: string, parent = BASE): TestEntry => ({
  dn: `ou=${name},${parent}`,
  objectClass: 'organizationalUnit',
  ou: name,
});
export const person = (
  uid: string,
  parent: string,
  more: Record<string, string | Buffer | string[]> = {},
): TestEntry => ({
  dn: `uid=${uid},${parent}`,
  objectClass: ['inetOrgPerson'],
  uid,
  cn: uid,
  sn: 'Азимова',
  givenName: 'Лола',
  userPassword: PASSWORD,
  ...more,
});

/** slapd ends if another process has one of the ports. */
const launch = async (conf: string, plain: number, secure: number) => {
  const child = spawn(slapd!, ['-d', '0', '-f', conf, '-h', `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${secure}`], {
    stdio: 'ignore',
  });
  while (child.exitCode !== null || !(await answers(plain)) || !(await answers(secure))) {
    if (child.exitCode !== null) throw new Error('slapd did not start');
    await pause(50);
  }
  return { child, plain, secure };
};

/**
 * Starts slapd with these entries below {@link BASE}, with LDAP, StartTLS and LDAPS on free ports of this machine. It can name itself
 * Active Directory, whose rule for nested groups it does not know.
 */
export const startSlapd = async (
  entries: readonly TestEntry[],
  { certificateName = 'localhost', activeDirectory = false } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-slapd-'));
  await mkdir(join(folder, 'data'));
  const { key, cert } = makeTestCertificate({ name: certificateName });
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const conf = join(folder, 'slapd.conf');
  await writeFile(join(folder, 'root.ldif'), 'dn:\nsupportedCapabilities: 1.2.840.113556.1.4.800\n');
  await writeFile(
    conf,
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.146 NAME 'objectSid' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.98 NAME 'primaryGroupID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.1458 NAME 'supportedCapabilities' SYNTAX 1.3.6.1.4.1.1466.115.121.1.38 )
${activeDirectory ? `rootDSE ${folder}/root.ldif` : ''}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
maxsize 268435456
suffix "${BASE}"
rootdn "cn=root,${BASE}"
rootpw ${PASSWORD}
directory ${folder}/data
index objectClass,mail eq
overlay memberof
overlay ppolicy
ppolicy_default "cn=lockout,${BASE}"
access to attrs=userPassword by anonymous auth by * none
access to * by users read by anonymous auth
limits users size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited
`,
  );
  const first: TestEntry[] = [
    { dn: BASE, objectClass: ['dcObject', 'organization'], dc: 'bank', o: 'Банк' },
    { dn: BIND_DN, objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'reader', userPassword: PASSWORD },
    {
      dn: `cn=lockout,${BASE}`,
      objectClass: ['organizationalRole', 'pwdPolicy'],
      cn: 'lockout',
      pwdAttribute: 'userPassword',
      pwdLockout: 'TRUE',
      pwdMaxFailure: String(LOCKED_AFTER),
    },
  ];
  await writeFile(join(folder, 'all.ldif'), `${ldif([...first, ...entries])}\n`);
  execFileSync(slapadd!, ['-q', '-f', conf, '-l', join(folder, 'all.ldif')], { stdio: 'pipe' });
  const { child, plain, secure } = await onFreePorts(2, ([first, second]) => launch(conf, first!, second!));
  return {
    plain,
    secure,
    cert,
    /** Changes entries as the administrator of the directory. */
    async edit(work: (client: Client) => Promise<unknown>) {
      const client = new Client({ url: `ldap://127.0.0.1:${plain}` });
      await client.bind(`cn=root,${BASE}`, PASSWORD);
      await work(client);
      await client.unbind();
    },
    /** A paused one accepts connections and never answers. */
    async pause() {
      child.kill('SIGSTOP');
      // A busy machine delivers the signal later.
      while (!execFileSync('ps', ['-o', 'stat=', '-p', String(child.pid)], { encoding: 'utf8' }).startsWith('T'))
        await pause(5);
    },
    resume: () => child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGCONT');
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
