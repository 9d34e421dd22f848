/** Stages of sending an email, in the order in which they happen. */
export type Stage = 'connect' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body';

/**
 * What is known about one email after one try. The four kinds never overlap:
 * - accepted: the server answered 2xx after the final dot;
 * - rejected: the server answered 4xx (permanent: false) or 5xx (permanent: true), so it does not have the email;
 * - not_sent: something broke before the first byte of the email was handed over; trying again cannot double it;
 * - unknown: the email was handed over, but no answer came; it must not be sent again automatically.
 */
export type Outcome =
  | { kind: 'accepted'; reply: string }
  | { kind: 'rejected'; permanent: boolean; stage: Stage; code: number; reply: string }
  | { kind: 'not_sent'; stage: Stage; reason: string }
  | { kind: 'unknown'; reason: string };

/** Machine-readable reasons why a mail server cannot be used at all. */
export type ServerFaultCode =
  | 'host_not_found'
  | 'address_not_allowed'
  | 'connection_refused'
  | 'network_unreachable'
  | 'connection_closed'
  | 'timeout'
  | 'not_smtp'
  | 'greeting_rejected'
  | 'hello_rejected'
  | 'tls_not_offered'
  | 'tls_rejected'
  | 'tls_certificate'
  | 'tls_failed'
  | 'tls_required'
  | 'auth_failed'
  | 'auth_not_offered'
  | 'auth_needs_tls';

/** Steps at which opening a session can fail; finer than Stage, for a diagnosis. */
export type SessionStep = 'dns' | 'connect' | 'greeting' | 'tls' | 'auth';

/** The server could not be reached, trusted or signed in to; nothing was sent. */
export class ServerFault extends Error {
  readonly step: SessionStep;
  readonly code: ServerFaultCode;
  readonly detail: string;
  readonly smtpCode: number | null;
  constructor(step: SessionStep, code: ServerFaultCode, detail: string, smtpCode: number | null = null) {
    super(`${step}: ${code}: ${detail}`);
    this.step = step;
    this.code = code;
    this.detail = detail;
    this.smtpCode = smtpCode;
  }
}

export const stageOf = ({ step }: ServerFault): Stage => (step === 'tls' || step === 'auth' ? step : 'connect');

/** The outcome of an email whose session could not be opened. */
export const outcomeOfFault = (fault: ServerFault): Outcome => {
  const stage = stageOf(fault);
  return fault.smtpCode === null
    ? { kind: 'not_sent', stage, reason: fault.code }
    : { kind: 'rejected', permanent: fault.smtpCode >= 500, stage, code: fault.smtpCode, reply: fault.detail };
};

/** True if the server rather than the email is at fault: the email may be tried again whatever the code. */
export const isServerTrouble = (outcome: Outcome): boolean =>
  outcome.kind === 'not_sent' || (outcome.kind === 'rejected' && ['connect', 'tls', 'auth'].includes(outcome.stage));
