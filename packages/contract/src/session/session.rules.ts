import { roles } from '../access/roles.ts';

/** Rules of sign-in that the forms show and the server enforces. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Largest picture of a profile, in bytes. */
export const AVATAR_BYTES = 5_000_000;
/** Longest name of an API token, in characters. */
export const TOKEN_TITLE_MAX = 100;
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
/** Number of backup codes that are made at once. */
export const BACKUP_CODES = 10;
/** A backup code: twelve letters and digits that cannot be confused; hyphens and case are ignored. */
export const BACKUP_CODE = /^[a-z2-9]{12}$/;

/** Roles that can be required to use an authenticator app: all roles of people. */
export const policyRoles = roles.filter((role) => role !== 'pdf_service');
export type PolicyRole = (typeof policyRoles)[number];
type AppPolicy = { readonly roles: readonly PolicyRole[]; readonly due_on: string | null };
/** Whether a policy for authenticator apps requires an app of fewer roles than the previous one, or from a later day. */
export const loosensPolicy = (before: AppPolicy, after: AppPolicy): boolean =>
  before.roles.some((role) => !after.roles.includes(role)) ||
  (before.due_on !== null && after.due_on !== null && after.due_on > before.due_on);

/** Maximum number of characters of a consent text in one language. */
export const CONSENT_MAX = 20_000;
/** Languages of the interface and of everything that people read. */
export const languages = ['ru', 'en', 'uz'] as const;

/** How long a sign-in through the organisation proves identity in place of the own password. */
export const PROOF_MINUTES = 10;
/** What the caller has to give before a powerful change. `sign_in`: there is no password, and the sign-in is too long ago. */
export const proofs = ['nothing', 'password', 'sign_in'] as const;
/** Errors of a call whose caller has not proved the own identity. */
export const proofErrors = ['session.wrong_credentials', 'session.sign_in_again', 'request.rate_limited'] as const;

/** Entries of the audit log that a person sees as the history of the own sign-ins. */
export const signInActions = [
  'session.signed_in',
  'session.second_factor_passed',
  'session.registered',
  'session.password_changed',
  'session.password_recovered',
  'session.address_changed',
  'session.others_ended',
  'session.one_ended',
] as const;
export type SignInAction = (typeof signInActions)[number];

/** Version of a release, such as 0.1.0. */
export const RELEASE = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;
