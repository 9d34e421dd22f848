import type { SsoFailure } from '@sergak/contract/sso/sso.rules.ts';

/** A rejected sign-in. The person reads the text of the code; the exact reason is for the log. */
export class SsoRejected extends Error {
  readonly code: SsoFailure;
  /** The person whose account the answer did not open, if the administrator has to know it. */
  readonly employeeId: string | undefined;
  constructor(code: SsoFailure, reason: string, employeeId?: string) {
    super(reason);
    this.code = code;
    this.employeeId = employeeId;
  }
}
export const rejected = (reason: string): SsoRejected => new SsoRejected('rejected', reason);
