import type { ProcessRole } from '../config.ts';
import { startTrackingListener } from '../modules/campaigns/tracking/public.ts';
import { startSending } from '../modules/campaigns/sending/public.ts';
import { startMailbox } from '../modules/settings/public.ts';
import type { Platform } from '../platform/context.ts';

/** A long-running part of the process besides the portal and the job worker. */
export type Service = {
  readonly name: string;
  readonly roles: readonly ProcessRole[];
  /** Starts it and answers how to stop it. */
  start(platform: Platform): Promise<() => Promise<void>>;
};

/** In the order in which they start; they stop in reverse. */
export const services: readonly Service[] = [
  { name: 'mailbox', roles: ['all', 'worker'], start: startMailbox },
  { name: 'tracking', roles: ['all', 'tracking'], start: startTrackingListener },
  { name: 'sending', roles: ['all', 'worker'], start: startSending },
];
