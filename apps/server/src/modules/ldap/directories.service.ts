import type { Input } from '@sergak/contract/endpoint.ts';
import type { directorySyncEndpoints } from '@sergak/contract/directory-sync/directory-sync.endpoints.ts';
import {
  directoryFields,
  type DirectorySecurity,
  type DirectoryStep,
  directorySteps,
  plainProblem,
  SAMPLE_PEOPLE,
  usualDirectoryAttributes,
  usualFilter,
  usualLdapPorts,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import {
  type DirectoryDiagnosis,
  type DirectorySettings,
  directorySettings,
} from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import { FilterParser } from 'ldapts';
import { connectionSettings, TEST_STEP_MS } from '../../platform/connection.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import { readCertificates as certificatesIn } from '../../platform/authorities.ts';
import { diagnose } from '../../platform/diagnosis.ts';
import { AppError } from '../../platform/errors.ts';
import { storedGuard } from '../../platform/outgoing.ts';
import { connectDirectory, type DirectoryConfig, openDirectory, searchPages } from './directory-client.ts';
import { toDirectoryFault, DirectoryFault, type FaultCode } from './directory-fault.ts';
import * as repo from './directories.repo.ts';
import { bufferAttributes, type EntryMap, neededAttributes, personOf } from './entries.ts';
import { missingGroups } from './groups.ts';

type In<K extends keyof typeof directorySyncEndpoints> = Input<(typeof directorySyncEndpoints)[K]>;

const connection = connectionSettings('directories', 'passwords of directories');
export const { sealedPasswords } = connection;

type Server = { host: string; port: number; security: DirectorySecurity };
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
export const storedDirectoryConfig = (platform: Platform, row: repo.DirectoryRow): DirectoryConfig => {
  const { state, text } = connection.readPassword(platform, row);
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
  attributes: usualDirectoryAttributes,
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
    password_state: connection.passwordState(platform, row),
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

const audited = [
  'plain_allowed',
  'bind_dn',
  'base_dn',
  'filter',
  'attributes',
  'department_from',
  'department_attribute',
  'key_attribute',
  'group_roles',
  'leavers',
  'sign_in',
  'schedule',
  'hour',
] as const;
/** Settings as the audit log shows them, in a fixed order: the database does not keep that of an object. */
const forLog = (s: Pick<repo.DirectoryRow, 'attributes' | 'group_roles'>) => ({
  attributes: directoryFields.map((field) => `${field}: ${s.attributes[field]}`),
  group_roles: s.group_roles.map(({ group, role }) => ({ role, group })),
});

/**
 * The certificates of an encrypted connection: those that the settings trust, and that of the server, or the fault that prevents
 * reading it. Sends no password.
 */
export const readDirectoryCertificates = async (platform: Platform, row: repo.DirectoryRow) => {
  const trusted = certificatesIn(row.ca) ?? [];
  try {
    const open = await connectDirectory({
      ...configOf(row, '', storedGuard(platform, row.host)),
      timeoutMs: TEST_STEP_MS,
    });
    const server = open.certificate()!;
    open.close();
    return { trusted, server };
  } catch (error) {
    return { trusted, fault: toDirectoryFault('tls', error) };
  }
};

/** Connects a directory. The stored password is kept only if host, port and security do not change. */
export const saveDirectory = async (ctx: Ctx, input: Omit<In<'directory-sync.save'>, 'own_password'>) => {
  const before = await repo.lockDirectory(ctx.tx);
  const accepted = await connection.accept(ctx, before, input);
  requireFilter(input.filter);
  requireEncryption(input);
  const { password: _given, ...row } = input;
  const after = { ...row, ...accepted, saved_by: ctx.viewer.id };
  await repo.putDirectory(ctx.tx, after);
  const was = before && { ...before, ...forLog(before) };
  return new Logged(await readDirectory(ctx), {
    kind: 'directory',
    title: input.host,
    changes: connection.changes(ctx, was, { ...after, ...forLog(after) }, audited),
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
  // The test sends the password of the account only.
  requireEncryption({ ...input, sign_in: false });
  const { password, allowAddress } = await connection.prepareTest(ctx, input, repo.findDirectory);
  return testSteps({ ...configOf(input, password, allowAddress), timeoutMs: TEST_STEP_MS }, input);
};

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
export const testSteps = async (config: DirectoryConfig, map: EntryMap): Promise<DirectoryDiagnosis> => {
  const order = directorySteps.filter((step) => step !== 'tls' || config.security !== 'none');
  const { ok, steps, found } = await diagnose<DirectoryStep, FaultCode, Awaited<ReturnType<typeof firstFound>>>(
    order,
    config.password,
    () =>
      firstFound(config, map).catch((error: unknown) => {
        throw toDirectoryFault('filter', error);
      }),
  );
  return { ok, steps, ...(found ?? { people: [], missing_groups: [] }) };
};
