import { isSameServer, type Server } from '@sergak/contract/connection.rules.ts';
import type { SealedState } from '@sergak/contract/sealed.schema.ts';
import { changesOf } from './audit.ts';
import { fingerprintsOf, requireCertificates } from './authorities.ts';
import type { Ctx, OwnCtx, Platform } from './context.ts';
import type { Tx } from './db.ts';
import { AppError } from './errors.ts';
import { isHostRejected, testGuard } from './outgoing.ts';
import { limitRate } from './rate.ts';
import { openSealed, readSealed, sealedChange, sealedColumn, sealGiven, stateOf } from './sealed.ts';
import { requireVersion } from './version.ts';

// The services of settings that lead to a server: mail server, report mailbox, directory.

/** Longest wait for one answer in a test, in milliseconds. */
export const TEST_STEP_MS = 8_000;

type Keys = Pick<Platform, 'secrets'>;
type Given = Server & { readonly ca: string; readonly password?: string | undefined };
type Stored = Server & {
  readonly organization_id: string;
  readonly ca: string;
  readonly password_sealed: Buffer | null;
  readonly version: number;
};

/** The services of a table that stores one connection for each organisation. `title` names its passwords for operators. */
export const connectionSettings = (table: string, title: string) => {
  const about = (organizationId: string) => `${table}:${organizationId}`;
  const sealedOf = (row: Pick<Stored, 'organization_id' | 'password_sealed'>) => ({
    sealed: row.password_sealed,
    about: about(row.organization_id),
  });
  /** The password to use with settings: their own, or the stored one if the server is the same. Throws `secret.lost`. */
  const passwordFor = (on: Keys, row: Stored | undefined, given: Given): string =>
    given.password ?? (row && isSameServer(row, given) ? openSealed(on, sealedOf(row)) : '');

  return {
    /** The stored passwords, for the change of the secret of the installation. */
    sealedPasswords: sealedColumn(title, { table, column: 'password_sealed', key: ['organization_id'] }, (key) =>
      about(key['organization_id']!),
    ),
    passwordState: (on: Keys, row: Stored | undefined): SealedState => (row ? stateOf(on, sealedOf(row)) : 'none'),
    readPassword: (on: Keys, row: Stored) => readSealed(on, sealedOf(row)),
    openPassword: (on: Keys, row: Stored): string => openSealed(on, sealedOf(row)),
    passwordFor,

    /**
     * Checks what a form saves: its version, certificates and host. Returns the columns that replace its password and version; the
     * stored password is kept for the same server only.
     */
    accept: async (ctx: Ctx, before: Stored | undefined, given: Given & { readonly version: number }) => {
      requireVersion(before, given.version);
      requireCertificates(given.ca);
      if (await isHostRejected(ctx, given, before))
        throw new AppError('connection.address_rejected', { host: given.host });
      const kept = before && isSameServer(before, given) ? before.password_sealed : null;
      const password = { sealed: kept, about: about(ctx.viewer.scope.organizationId) };
      return { password_sealed: sealGiven(ctx.platform, given.password, password), version: given.version + 1 };
    },

    /** The changes of the connection and of these fields, for the audit log. */
    changes: <F extends string>(
      { platform, viewer }: Ctx,
      before: (Stored & Readonly<Record<F, unknown>>) | undefined,
      after: Pick<Stored, 'ca' | 'password_sealed'> & Server & Readonly<Record<F, unknown>>,
      fields: readonly F[],
    ) => ({
      ...changesOf(before, after, ['host', 'port', 'security', ...fields]),
      ca: [fingerprintsOf(before?.ca ?? ''), fingerprintsOf(after.ca)] as const,
      password: sealedChange(
        platform,
        about(viewer.scope.organizationId),
        before?.password_sealed ?? null,
        after.password_sealed,
      ),
    }),

    /** What a test of the form connects with: at most 20 tests a person in five minutes. */
    prepareTest: async <R extends Stored>(ctx: OwnCtx, given: Given, find: (tx: Tx) => Promise<R | undefined>) => {
      requireCertificates(given.ca);
      await limitRate(ctx.platform.db, `${table}-test:${ctx.viewer.id}`, 20, 300);
      const stored = await ctx.run('read', find);
      const allowAddress = await testGuard(ctx, given, stored);
      return { stored, password: passwordFor(ctx.platform, stored, given), allowAddress };
    },
  };
};
