import type { Platform } from '../../../platform/context.ts';
import type { ServerConfig } from '../../../platform/smtp/connection.ts';
import type { Mailbox } from '../../../platform/smtp/message.ts';
import type { Pauses } from './sending.rules.ts';

/** How an organisation's letters leave: its own server, or the built-in mailbox. */
export type MailTransport = {
  readonly config: ServerConfig;
  /** Its address is the envelope's sender. */
  readonly from: Mailbox;
  readonly connections: number;
  readonly builtIn: boolean;
  readonly helloDomain: string;
};
export type SenderOptions = {
  readonly transport: (platform: Platform, organizationId: string) => Promise<MailTransport>;
  /** Letters claimed at once. */
  readonly batch: number;
  readonly pollMs: number;
  readonly leaseMs: number;
  readonly recoverMs: number;
  readonly pauses: Pauses;
  readonly awayStepsMs: readonly number[] | undefined;
  /** How long letters in transfer may take to end at a shutdown. */
  readonly graceMs: number;
};
