/** Limits of people that the forms check and the server enforces. */
export const NAME_MAX = 255;
export const POSITION_MAX = 255;
export const NOTE_MAX = 10_000;
/** Largest file of an import, in bytes. */
export const PEOPLE_IMPORT_BYTES = 50_000_000;
export const RISK_MIN = 0;
export const RISK_MAX = 10;
/** Validity of a registration link in days. */
export const INVITATION_DAYS = 7;
/** Days in which a removed person can be restored; then the personal data is erased. */
export const REMOVED_DAYS = 30;

export { domainOf, EMAIL_MAX, isEmail } from '../text.rules.ts';

/** `unknown`: an email that was not sent, or whose sending is not certain. */
export const phishingEvents = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'unknown'] as const;
/** What an import does with a row. returned: was removed recently and is restored with the stored history. */
export const importVerdicts = ['added', 'returned', 'changed', 'unchanged', 'rejected'] as const;

/** Reasons of an import that do not reject a row. */
export const importWarnings = ['name_from_address', 'domain_unverified'] as const;

export const learningStates = ['NORMAL', 'BEHIND'] as const;
export const courseProgresses = ['NOT_START', 'COMPLETED', 'NOT_COMPLETED', 'WITHOUT_COURSE'] as const;
