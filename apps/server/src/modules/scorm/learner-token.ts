import { newToken } from '../../platform/secrets.ts';

// A launch token names its organisation, so that a request on the content origin needs no search across organisations. The rest is
// 256 random bits; the database stores the digest of the whole token.
const ORGANIZATION_LENGTH = 22;
const FORM = /^[\w-]{65}$/;

export const newLaunchToken = (organizationId: string): string =>
  Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url') + newToken();

/** The organisation of a token; null if the text is no launch token. */
export const organizationOfToken = (token: string): string | null => {
  if (!FORM.test(token)) return null;
  const hex = Buffer.from(token.slice(0, ORGANIZATION_LENGTH), 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
