import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Header of every simulated phishing email, for gateways, the incident team and the built-in mailbox. */
export const SIMULATION_HEADER = 'X-Awareness-Simulation';
/** Keys as Node keeps them: making one from bytes takes five times as long as the MAC itself. */
const keys = new WeakMap<Buffer, KeyObject>();
const keyOf = (bytes: Buffer): KeyObject => {
  const known = keys.get(bytes);
  if (known) return known;
  const made = createSecretKey(bytes);
  keys.set(bytes, made);
  return made;
};

/**
 * Value of the header: a MAC of the Message-ID with the organisation's key, so that only the key's holder can make
 * it.
 */
export const simulationMac = (headerKey: Buffer, messageId: string): string =>
  createHmac('sha256', keyOf(headerKey)).update(messageId).digest('hex');
