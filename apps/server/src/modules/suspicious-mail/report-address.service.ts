import { isSameServer } from '@sergak/contract/connection.rules.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import {
  type MailboxSecurity,
  mailboxSteps,
  usualImapPorts,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { MailboxDiagnosis, ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { connectionSettings, TEST_STEP_MS } from '../../platform/connection.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import { diagnose } from '../../platform/diagnosis.ts';
import { AppError } from '../../platform/errors.ts';
import { storedGuard } from '../../platform/outgoing.ts';
import { MailboxFault, openMailbox, type MailboxConfig } from './mailbox-client.ts';
import * as repo from './report-address.repo.ts';

type In<K extends keyof typeof suspiciousMailEndpoints> = Input<(typeof suspiciousMailEndpoints)[K]>;

export const reportMailboxConnection = connectionSettings('report_mailboxes', 'passwords of report mailboxes');

type Reach = { host: string; port: number; security: MailboxSecurity; ca: string; username: string; folder: string };
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
export const storedMailboxConfig = (platform: Platform, row: repo.ReportMailboxRow): MailboxConfig => {
  const { state, text } = reportMailboxConnection.readPassword(platform, row);
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
    password_state: reportMailboxConnection.passwordState(platform, row),
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
  const before = await repo.lockReportMailbox(ctx.tx);
  const accepted = await reportMailboxConnection.accept(ctx, before, input);
  // Such emails would be read as reports again.
  if (input.forward_to?.toLowerCase() === input.address.toLowerCase())
    throw new AppError('suspicious.forwards_to_itself');
  const { password: _given, ...row } = input;
  const after = { ...row, ...accepted };
  const isSameFolder =
    before !== undefined &&
    isSameServer(before, input) &&
    before.username === input.username &&
    before.folder === input.folder;
  await repo.putReportMailbox(ctx.tx, after, !isSameFolder);
  return new Logged(await readReportAddress(ctx), {
    kind: 'report_address',
    title: input.address,
    changes: reportMailboxConnection.changes(ctx, before, after, [
      'address',
      'username',
      'folder',
      'forward_to',
      'thanks',
    ]),
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
  const { password, allowAddress } = await reportMailboxConnection.prepareTest(ctx, input, repo.findReportMailbox);
  return testMailbox({ ...configOf(input, password, allowAddress), timeoutMs: TEST_STEP_MS });
};

/** Tries every step up to the folder; the last step is the failed one. */
export const testMailbox = async (config: MailboxConfig): Promise<MailboxDiagnosis> => {
  const order = mailboxSteps.filter((step) => step !== 'tls' || config.security !== 'none');
  const { ok, steps } = await diagnose(order, config.password, async (onStep) => {
    const client = await openMailbox(config, onStep);
    await client.logout().catch(() => {});
    client.close();
  });
  return { ok, steps } as MailboxDiagnosis;
};
