import type { Platform } from '../../platform/context.ts';
import type { MailTransport } from '../settings/public.ts';
import type { Pauses } from './delivery.rules.ts';

export type { MailTransport } from '../settings/public.ts';

export type SenderOptions = {
  readonly transport: (platform: Platform, organizationId: string) => Promise<MailTransport>;
  /** Number of emails per claim. */
  readonly batch: number;
  readonly pollMs: number;
  readonly leaseMs: number;
  readonly recoverMs: number;
  readonly pauses: Pauses;
  readonly awayStepsMs: readonly number[] | undefined;
  /** How long emails in transfer may take to finish at a shutdown. */
  readonly graceMs: number;
};
