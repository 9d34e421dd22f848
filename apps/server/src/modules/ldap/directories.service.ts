import type { Input } from '@sergak/contract/endpoint.ts';
import type { directorySyncEndpoints } from '@sergak/contract/directory-sync/directory-sync.endpoints.ts';
import {
  type DirectorySecurity,
  directorySteps,
  plainProblem,
  SAMPLE_PEOPLE,
  usualAttributes,
  usualFilter,
  usualLdapPorts,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import {
  type DirectoryDiagnosis,
  type DirectorySettings,
  directorySettings,
} from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { FilterParser } from 'ldapts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import { fingerprintsOf, readCertificates as certificatesIn, requireCertificates } from '../../platform/authorities.ts';
import { AppError } from '../../platform/errors.ts';
import { isHostRefused, storedGuard, testGuard } from '../../platform/outgoing.ts';
import { limitRate } from '../../platform/rate.ts';
import { openSealed, readSealed, sealedChange, sealedColumn, sealGiven, stateOf } from '../../platform/sealed.ts';
import { connectDirectory, type DirectoryConfig, openDirectory, searchPages } from './directory-client.ts';
import { asFault, DirectoryFault } from './directory-fault.ts';
import * as repo from './directories.repo.ts';
import { bufferAttributes, type EntryMap, neededAttributes, personOf } from './entries.ts';
import { missingGroups } from './groups.ts';

type In<K extends keyof typeof directorySyncEndpoints> = Input<(typeof directorySyncEndpoints)[K]>;

const STEP_TIMEOUT_MS = 8_000;
const passwordContext = (organizationId: string) => `directories:${organizationId}`;

const sealedPassword = (row: Pick<repo.DirectoryRow, 'password_sealed' | 'organization_id'>) => ({
  sealed: row.password_sealed,
  about: passwordContext(row.organization_id),
});

/** The stored passwords, for the change of the secret of the installation. */
export const sealedPasswords = sealedColumn(
  'passwords of directories',
  { table: 'directories', column: 'password_sealed', key: ['organization_id'] },
  (key) => passwordContext(key['organization_id']!),
);

type Server = { host: string; port: number; security: DirectorySecurity };
const isSameServer = (row: Server, input: Server): boolean =>
  row.host === input.host && row.port === input.port && row.security === input.security;
/** The password to use with settings: their own, or the stored one if the server is the same. */
const passwordFor = (
  platform: Platform,
  row: repo.DirectoryRow | undefined,
  input: Server & { password?: string | undefined },
): string => input.password ?? (row && isSameServer(row, input) ? openSealed(platform, sealedPassword(row)) : '');

type Reach = Server & { ca: string; bind_dn: string; base_dn: string; filter: string };
const configOf = (row: Reach, password: string, allowAddress: DirectoryConfig['allowAddress']): DirectoryConfig => ({
  host: row.host,
  port: row.port,
  security: row.security,
  ca: row.ca,
  bind_dn: row.bind_dn,
  base_dn: row.base_dn,
  filter: row.filter,
  password,
  allowAddress,
});

/** How the stored directory is reached. Throws a fault if its password cannot be opened. */
export const storedConfig = (platform: Platform, row: repo.DirectoryRow): DirectoryConfig => {
  const { state, text } = readSealed(platform, sealedPassword(row));
  if (state === 'lost') throw new DirectoryFault('bind', 'password_missing', 'the secret that sealed it is lost');
  return configOf(row, text, storedGuard(platform, row.host));
};

const unset: Omit<repo.DirectoryRow, 'organization_id' | 'password_sealed' | 'saved_by'> = {
  host: '',
  port: usualLdapPorts.ldaps,
  security: 'ldaps',
  plain_allowed: false,
  ca: '',
  bind_dn: '',
  base_dn: '',
  filter: usualFilter,
  attributes: usualAttributes,
  department_from: 'none',
  department_attribute: 'department',
  group_roles: [],
  key_attribute: '',
  leavers: 'keep',
  sign_in: false,
  schedule: 'off',
  hour: 3,
  next_at: null,
  read_at: null,
  failure: null,
  import_id: null,
  version: 0,
};

/** The settings for the page; default values while no directory is connected. */
export const readDirectory = async ({ tx, platform }: Pick<Ctx, 'tx' | 'platform'>): Promise<DirectorySettings> => {
  const row = await repo.findDirectory(tx);
  return directorySettings.parse({
    ...(row ?? unset),
    configured: row !== undefined,
    password_state: row ? stateOf(platform, sealedPassword(row)) : 'none',
  });
};

const requireFilter = (filter: string): void => {
  try {
    FilterParser.parseString(filter);
  } catch {
    throw new AppError('directory.invalid', [{ field: 'filter' }]);
  }
};

const requireEncryption = (input: Parameters<typeof plainProblem>[0]): void => {
  const problem = plainProblem(input);
  if (problem !== null) throw new AppError(problem);
};

/** What the audit log shows of settings: the certificates by fingerprint, and never the password. */
const audited = (s: Pick<In<'directory-sync.save'>, AuditedAsIs | 'ca' | 'attributes' | 'group_roles'>) => ({
  ...(Object.fromEntries(auditedAsIs.map((field) => [field, s[field]])) as Record<AuditedAsIs, unknown>),
  ca: fingerprintsOf(s.ca),
  email_attribute: s.attributes.email,
  group_roles: s.group_roles.map(({ group, role }) => ({ role, group })),
});
const auditedAsIs = [
  'host',
  'port',
  'security',
  'plain_allowed',
  'bind_dn',
  'base_dn',
  'filter',
  'key_attribute',
  'leavers',
  'sign_in',
  'schedule',
] as const;
type AuditedAsIs = (typeof auditedAsIs)[number];

/**
 * The certificates of an encrypted connection: those that the settings trust, and that of the server, or the fault that prevents
 * reading it. Sends no password.
 */
export const readCertificates = async (platform: Platform, row: repo.DirectoryRow) => {
  const trusted = certificatesIn(row.ca) ?? [];
  try {
    const open = await connectDirectory({
      ...configOf(row, '', storedGuard(platform, row.host)),
      timeoutMs: STEP_TIMEOUT_MS,
    });
    const server = open.certificate()!;
    open.close();
    return { trusted, server };
  } catch (error) {
    return { trusted, fault: asFault('tls', error) };
  }
};

/** Connects a directory. The stored password is kept only if host, port and security do not change. */
export const saveDirectory = async (ctx: Ctx, input: Omit<In<'directory-sync.save'>, 'own_password'>) => {
  const { platform, viewer } = ctx;
  const before = await repo.lockDirectory(ctx.tx);
  if ((before?.version ?? 0) !== input.version) throw new AppError('common.stale_version');
  requireCertificates(input.ca);
  if (await isHostRefused(ctx, input, before)) throw new AppError('directory.address_refused', { host: input.host });
  requireFilter(input.filter);
  requireEncryption(input);
  const { password: given, version, ...row } = input;
  const about = passwordContext(viewer.scope.organizationId);
  const kept = before && isSameServer(before, input) ? before.password_sealed : null;
  const password_sealed = sealGiven(platform, given, { sealed: kept, about });
  await repo.putDirectory(ctx.tx, {
    ...row,
    password_sealed,
    saved_by: viewer.id,
    version: version + 1,
  });
  const was = before && audited(before);
  return new Logged(await readDirectory(ctx), {
    kind: 'directory',
    title: input.host,
    changes: {
      ...Object.fromEntries(
        Object.entries(audited(input)).map(([field, value]) => [field, [was?.[field as keyof typeof was], value]]),
      ),
      password: sealedChange(platform, about, before?.password_sealed ?? null, password_sealed),
    },
  });
};

/** Disconnects the directory: no syncs, and no sign-in with its passwords. */
export const removeDirectory = async (ctx: Ctx) => {
  const before = await repo.lockDirectory(ctx.tx);
  await repo.deleteDirectory(ctx.tx);
  return new Logged(await readDirectory(ctx), {
    kind: 'directory',
    title: before?.host ?? null,
    changes: { host: [before?.host, null] },
  });
};

/** Tests a directory step by step, with the stored password if none is given. */
export const testDirectory = async (ctx: OwnCtx, input: In<'directory-sync.test'>): Promise<DirectoryDiagnosis> => {
  const { platform, viewer } = ctx;
  // The test sends the password of the account only.
  requireEncryption({ ...input, sign_in: false });
  requireCertificates(input.ca);
  await limitRate(platform.db, `directory-test:${viewer.id}`, 20, 300);
  const stored = await ctx.run('read', repo.findDirectory);
  const config = configOf(input, passwordFor(platform, stored, input), await testGuard(ctx, input, stored));
  return diagnose({ ...config, timeoutMs: STEP_TIMEOUT_MS }, input);
};

const withoutPassword = (text: string, password: string): string =>
  password === '' ? text : text.replaceAll(password, '…');

const firstFound = async (config: DirectoryConfig, map: EntryMap) => {
  const open = await openDirectory(config);
  try {
    for await (const page of searchPages(open, config, neededAttributes(map), {
      page: SAMPLE_PEOPLE,
      buffers: bufferAttributes(map),
    })) {
      if (page.length === 0) continue;
      const people = page.slice(0, SAMPLE_PEOPLE).map((entry) => personOf(entry, map));
      const groups = map.group_roles.map(({ group }) => group);
      return { people, missing_groups: await missingGroups(open, groups) };
    }
    throw new DirectoryFault('filter', 'nobody_found', config.filter);
  } finally {
    open.close();
  }
};

/** Tries every step; the last step is the failed one. With all steps passed, shows the first people of the filter. */
export const diagnose = async (config: DirectoryConfig, map: EntryMap): Promise<DirectoryDiagnosis> => {
  const order = directorySteps.filter((step) => step !== 'tls' || config.security !== 'none');
  try {
    const found = await firstFound(config, map);
    return { ok: true, steps: order.map((step) => ({ step, ok: true, code: 'ok' as const, detail: '' })), ...found };
  } catch (error) {
    const fault = asFault('filter', error);
    const passed = order.slice(0, order.indexOf(fault.step));
    return {
      ok: false,
      steps: [
        ...passed.map((step) => ({ step, ok: true, code: 'ok' as const, detail: '' })),
        { step: fault.step, ok: false, code: fault.code, detail: withoutPassword(fault.detail, config.password) },
      ],
      people: [],
      missing_groups: [],
    };
  }
};
