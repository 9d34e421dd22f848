/** Rules of people that the forms clamp and check with, and the server refuses with. */
export const NAME_MAX = 255;
export const POSITION_MAX = 255;
export const EMAIL_MAX = 254;
export const NOTE_MAX = 10_000;
export const RISK_MIN = 0;
export const RISK_MAX = 10;
/** A registration link works so many days. */
export const INVITATION_DAYS = 7;
/** A removed person can be brought back for so many days; then the personal data are wiped. */
export const REMOVED_DAYS = 30;

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;

/** Whether `text` is one bare address: no display name, quotes, comments or second address. */
export const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  if (text.length > EMAIL_MAX || at < 1 || at > 64) return false;
  return LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
};

/** The part of an address after the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
