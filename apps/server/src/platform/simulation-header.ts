import { createHmac } from 'node:crypto';

/** Header of every simulated phishing email, for gateways, the incident team and the built-in mailbox. */
export const SIMULATION_HEADER = 'X-Awareness-Simulation';
/**
 * Value of the header: a MAC of the Message-ID with the organisation's key, so that only the key's holder can make
 * it.
 */
export const simulationMac = (headerKey: Buffer, messageId: string): string =>
  createHmac('sha256', headerKey).update(messageId).digest('hex');
