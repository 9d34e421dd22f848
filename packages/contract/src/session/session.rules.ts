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

/** Maximum number of characters of a consent text in one language. */
export const CONSENT_MAX = 20_000;
/** Languages of the interface and of everything that people read. */
export const languages = ['ru', 'en', 'uz'] as const;

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
