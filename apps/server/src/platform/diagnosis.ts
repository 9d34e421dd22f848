/** The step at which a connection failed. `detail` is the answer of the server or the system. */
export class StepFault<S extends string, C extends string> extends Error {
  readonly step: S;
  readonly code: C;
  readonly detail: string;
  constructor(step: S, code: C, detail: string) {
    super(`${step}: ${code}: ${detail}`);
    this.step = step;
    this.code = code;
    this.detail = detail;
  }
}

/** Called after each step that passed, with what the server or the system answered. */
export type OnStep<S extends string> = (step: S, detail: string) => void;

type Step<S, C> = { step: S; ok: boolean; code: C | 'ok'; detail: string };
type Diagnosis<S extends string, C extends string, T> = {
  ok: boolean;
  steps: Step<S, C>[];
  /** What the work returned; undefined after a fault. */
  found: T | undefined;
};

/** Network errors of Node that have a sentence of their own, whatever the protocol. */
export const networkCodes = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  EHOSTUNREACH: 'network_unreachable',
  ENETUNREACH: 'network_unreachable',
} as const;
/** Error codes of Node about a certificate that is not trusted. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME/;

/**
 * Runs work that throws a StepFault, and lists its steps up to the failed one. `order`: all steps of this connection. `secret` is
 * removed from the answer of the server.
 */
export const diagnose = async <S extends string, C extends string, T>(
  order: readonly S[],
  secret: string,
  work: (onStep: OnStep<S>) => Promise<T>,
): Promise<Diagnosis<S, C, T>> => {
  const details = new Map<S, string>();
  const passed = (steps: readonly S[]): Step<S, C>[] =>
    steps.map((step) => ({ step, ok: true, code: 'ok', detail: details.get(step) ?? '' }));
  try {
    const found = await work((step, detail) => details.set(step, detail));
    return { ok: true, steps: passed(order), found };
  } catch (error) {
    if (!(error instanceof StepFault)) throw error;
    const { step, code, detail } = error as StepFault<S, C>;
    const clean = secret === '' ? detail : detail.replaceAll(secret, '…');
    const steps = [...passed(order.slice(0, order.indexOf(step))), { step, ok: false, code, detail: clean }];
    return { ok: false, steps, found: undefined };
  }
};
