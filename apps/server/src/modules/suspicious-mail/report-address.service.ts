import type { Input } from '@sergak/contract/endpoint.ts';
import type { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import type { MailboxSecurity, MailboxStep } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { usualImapPorts } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { MailboxDiagnosis, ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import { fingerprintsOf, requireCertificates } from '../../platform/authorities.ts';
import { AppError } from '../../platform/errors.ts';
import { isHostRefused, storedGuard, testGuard } from '../../platform/outgoing.ts';
import { limitRate } from '../../platform/rate.ts';
import { openSealed, readSealed, sealedColumn, sealGiven, stateOf } from '../../platform/sealed.ts';
import { MailboxFault, openMailbox, type MailboxConfig } from './mailbox-client.ts';
import * as repo from './report-address.repo.ts';

type In<K extends keyof typeof suspiciousMailEndpoints> = Input<(typeof suspiciousMailEndpoints)[K]>;

const STEP_TIMEOUT_MS = 8_000;
const passwordContext = (organizationId: string) => `report_mailboxes:${organizationId}`;

const sealedPassword = (row: repo.ReportMailboxRow) => ({
  sealed: row.password_sealed,
  about: passwordContext(row.organization_id),
});

/** The stored passwords, for the change of the secret of the installation. */
export const sealedPasswords = sealedColumn(
  'passwords of report mailboxes',
  { table: 'report_mailboxes', column: 'password_sealed', key: ['organization_id'] },
  (key) => passwordContext(key['organization_id']!),
);

type Reach = { host: string; port: number; security: MailboxSecurity; ca: string; username: string; folder: string };
const isSameServer = (row: repo.ReportMailboxRow, input: Reach): boolean =>
  row.host === input.host && row.port === input.port && row.security === input.security;
/** The password to use with settings: their own, or the stored one if the server is the same. */
const passwordFor = (
  platform: Platform,
  row: repo.ReportMailboxRow | undefined,
  input: Reach & { password?: string | undefined },
): string => input.password ?? (row && isSameServer(row, input) ? openSealed(platform, sealedPassword(row)) : '');

const configOf = (row: Reach, password: string, allowAddress: MailboxConfig['allowAddress']): MailboxConfig => ({
  host: row.host,
  port: row.port,
  security: row.security,
  ca: row.ca,
  username: row.username,
  password,
  folder: row.folder,
  allowAddress,
});

/** How the stored mailbox is reached. Throws a fault if its password cannot be opened. */
export const storedConfig = (platform: Platform, row: repo.ReportMailboxRow): MailboxConfig => {
  const { state, text } = readSealed(platform, sealedPassword(row));
  if (state === 'lost') throw new MailboxFault('login', 'password_lost', '');
  const reach = { ...row, security: row.security as MailboxSecurity };
  return configOf(reach, text, storedGuard(platform, row.host));
};

/** The settings for the page; default values while no mailbox is set. */
export const readReportAddress = async ({ tx, platform }: Pick<Ctx, 'tx' | 'platform'>): Promise<ReportMailbox> => {
  const row = await repo.findReportMailbox(tx);
  const counts = await repo.countReports(tx);
  return {
    configured: row !== undefined,
    address: row?.address ?? '',
    host: row?.host ?? '',
    port: row?.port ?? usualImapPorts.tls,
    security: (row?.security ?? 'tls') as MailboxSecurity,
    username: row?.username ?? '',
    password_state: row ? stateOf(platform, sealedPassword(row)) : 'none',
    ca: row?.ca ?? '',
    folder: row?.folder ?? 'INBOX',
    forward_to: row?.forward_to ?? null,
    thanks: row?.thanks ?? true,
    read_at: row?.read_at ?? null,
    failure: (row?.failure ?? null) as ReportMailbox['failure'],
    full: row?.is_full ?? false,
    ...counts,
    version: row?.version ?? 0,
  };
};

/** Sets the report mailbox. The stored password is kept only if host, port and security do not change. */
export const saveReportAddress = async (ctx: Ctx, input: In<'suspicious-mail.address-save'>) => {
  const { platform, viewer } = ctx;
  const before = await repo.lockReportMailbox(ctx.tx);
  if ((before?.version ?? 0) !== input.version) throw new AppError('common.stale_version');
  requireCertificates(input.ca);
  if (await isHostRefused(ctx, input, before)) throw new AppError('mail.address_refused', { host: input.host });
  // Such emails would be read as reports again.
  if (input.forward_to?.toLowerCase() === input.address.toLowerCase())
    throw new AppError('suspicious.forwards_to_itself');
  const { password: given, version, ...row } = input;
  const isSameFolder =
    before !== undefined &&
    isSameServer(before, input) &&
    before.username === input.username &&
    before.folder === input.folder;
  await repo.putReportMailbox(
    ctx.tx,
    {
      ...row,
      password_sealed: sealGiven(platform, given, {
        sealed: before && isSameServer(before, input) ? before.password_sealed : null,
        about: passwordContext(viewer.scope.organizationId),
      }),
      version: version + 1,
    },
    !isSameFolder,
  );
  return new Logged(await readReportAddress(ctx), {
    kind: 'report_address',
    title: input.address,
    changes: {
      address: [before?.address, input.address],
      host: [before?.host, input.host],
      port: [before?.port, input.port],
      security: [before?.security, input.security],
      ca: [fingerprintsOf(before?.ca ?? ''), fingerprintsOf(input.ca)],
      folder: [before?.folder, input.folder],
      forward_to: [before?.forward_to, input.forward_to],
      thanks: [before?.thanks, input.thanks],
    },
  });
};

/** Stops reading the mailbox. */
export const removeReportAddress = async (ctx: Ctx) => {
  const before = await repo.lockReportMailbox(ctx.tx);
  await repo.deleteReportMailbox(ctx.tx);
  return new Logged(await readReportAddress(ctx), {
    kind: 'report_address',
    title: before?.address ?? null,
    changes: { address: [before?.address, null] },
  });
};

/** Tests a mailbox step by step, with the stored password if none is given. */
export const testReportAddress = async (
  ctx: OwnCtx,
  input: In<'suspicious-mail.address-test'>,
): Promise<MailboxDiagnosis> => {
  const { platform, viewer } = ctx;
  requireCertificates(input.ca);
  await limitRate(platform.db, `report-address-test:${viewer.id}`, 20, 300);
  const stored = await ctx.run('read', repo.findReportMailbox);
  const config = configOf(input, passwordFor(platform, stored, input), await testGuard(ctx, input, stored));
  return diagnose({ ...config, timeoutMs: STEP_TIMEOUT_MS });
};

const withoutPassword = (text: string, password: string): string =>
  password === '' ? text : text.replaceAll(password, '…');

/** Tries every step up to the folder; the last step is the failed one. */
export const diagnose = async (config: MailboxConfig): Promise<MailboxDiagnosis> => {
  const steps: MailboxDiagnosis['steps'] = [];
  try {
    const client = await openMailbox(config, (step: MailboxStep, detail) =>
      steps.push({ step, ok: true, code: 'ok', detail }),
    );
    await client.logout().catch(() => {});
    client.close();
    return { ok: true, steps };
  } catch (error) {
    if (!(error instanceof MailboxFault)) throw error;
    // The steps that came before the failed one have passed.
    const passed = passedBefore(error.step, config);
    const known = new Set(steps.map(({ step }) => step));
    for (const step of passed) if (!known.has(step)) steps.push({ step, ok: true, code: 'ok', detail: '' });
    const { step, code } = error;
    return {
      ok: false,
      steps: [...steps, { step, ok: false, code, detail: withoutPassword(error.detail, config.password) }],
    };
  }
};

const passedBefore = (failed: MailboxStep, { security }: MailboxConfig): MailboxStep[] => {
  const order: MailboxStep[] = [
    'name',
    'connect',
    ...(security === 'none' ? [] : (['tls'] as const)),
    'login',
    'folder',
  ];
  return order.slice(0, order.indexOf(failed));
};
