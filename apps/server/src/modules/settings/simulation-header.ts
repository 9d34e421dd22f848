import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Header of every simulated phishing email, for gateways, the incident team and the built-in mailbox. */
export const SIMULATION_HEADER = 'X-Awareness-Simulation';
/** Keys as Node keeps them: making one from bytes takes five times as long as the MAC itself. */
const keys = new WeakMap<Buffer, KeyObject>();
const keyOf = (bytes: Buffer): KeyObject => {
  const cached = keys.get(bytes);
  if (cached) return cached;
  const key = createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
};

/**
 * Value of the header: a MAC of the Message-ID with the organisation's key, so that only the key's holder can make
 * it.
 */
export const simulationMac = (headerKey: Buffer, messageId: string): string =>
  createHmac('sha256', keyOf(headerKey)).update(messageId).digest('hex');

/** Whether `value` is the header of the email with this Message-ID; letters may have been changed to upper case on the way. */
export const isSimulationMac = (headerKey: Buffer, messageId: string, value: string): boolean => {
  const [wanted, given] = [simulationMac(headerKey, messageId), value.toLowerCase()].map((text) => Buffer.from(text));
  return wanted!.length === given!.length && timingSafeEqual(wanted!, given!);
};
