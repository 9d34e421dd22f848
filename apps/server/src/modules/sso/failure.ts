import type { SsoFailure } from '@sergak/contract/sso/sso.rules.ts';

/** A rejected sign-in. The person reads the text of the code; the exact reason is for the log. */
export class SsoRejected extends Error {
  readonly code: SsoFailure;
  constructor(code: SsoFailure, reason: string) {
    super(reason);
    this.code = code;
  }
}
export const rejected = (reason: string): SsoRejected => new SsoRejected('rejected', reason);
