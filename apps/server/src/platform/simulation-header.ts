import { createHmac } from 'node:crypto';

/** The header that simulations carry, for gateways, the incident team and the built-in mailbox. */
export const SIMULATION_HEADER = 'X-Awareness-Simulation';
/** Its value: the organisation's key over the Message-ID, so nobody without that key can make it. */
export const simulationMac = (headerKey: Buffer, messageId: string): string =>
  createHmac('sha256', headerKey).update(messageId).digest('hex');
