/** Rules of people that the forms clamp and check with, and the server refuses with. */
export const NAME_MAX = 255;
export const POSITION_MAX = 255;
export const NOTE_MAX = 10_000;
/** Largest file of an import, in bytes. */
export const IMPORT_BYTES = 50_000_000;
export const RISK_MIN = 0;
export const RISK_MAX = 10;
/** A registration link works so many days. */
export const INVITATION_DAYS = 7;
/** A removed person can be brought back for so many days; then the personal data are wiped. */
export const REMOVED_DAYS = 30;

export { domainOf, EMAIL_MAX, isEmail } from '../text.rules.ts';
