/** How long a sign-in through the organisation proves identity in place of the own password. */
export const PROOF_MINUTES = 10;
/** What the caller has to give before a powerful change. `sign_in`: there is no password, and the sign-in is too long ago. */
export const proofs = ['nothing', 'password', 'sign_in'] as const;
/** Errors of a call whose caller has not proved the own identity. */
export const proofErrors = ['session.wrong_credentials', 'session.sign_in_again', 'request.rate_limited'] as const;
