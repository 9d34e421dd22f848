import type { Platform } from '../../platform/context.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

export { SENDER_DEFAULTS, startSender } from './senders.ts';
export type { SenderOptions } from './delivery.types.ts';

export * from './planned.repo.ts';
export { emailsHad } from './planned.query.ts';
export {
  dropSmallDepartments,
  findHeldPeople,
  lockEmails,
  mergeSmallDepartments,
  separateEmails,
} from './separate.repo.ts';

/** Starts the part of a worker process that sends the simulated emails of all organisations. */
export const startSending = async (platform: Platform): Promise<() => Promise<void>> => {
  const sender = await startSender(platform, SENDER_DEFAULTS);
  return () => sender.stop();
};
