import { type ApiError, isApiError } from './api-error.ts';

export const ERROR_TEXT_LIMIT = 256;
const ipv4 = /(?<![\d.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?!\.?\d)/;
// The full form, or the form compressed with «::» between or next to hexadecimal groups.
const ipv6 =
  /(?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?)(?![\w:])/i;

/** Whether a text contains the IP address of a machine. */
export const containsIpAddress = (value: string): boolean =>
  ipv4.test(value) || [...value.matchAll(new RegExp(ipv6, 'gi'))].some(([found]) => found.length > 2);

/** The texts inside `details`: a string, a list, or objects with a `message`. */
const detailsText = (details: unknown): string => {
  if (typeof details === 'string') return details.trim();
  if (Array.isArray(details))
    return details
      .map(detailsText)
      .filter((word) => word !== '')
      .join('; ');
  if (typeof details === 'object' && details !== null && 'message' in details) return detailsText(details.message);
  return '';
};

export type ErrorTexts = {
  /** Our text for an error code, or undefined if there is none. */
  readonly ofCode: (code: string) => string | undefined;
  readonly network: string;
  readonly unexpected: string;
  readonly tooLong: string;
  readonly noLicences: string;
};

/** `message`: the form of a person shows the server's message even if the error has details, as the specification says. */
export type FirstText = 'details' | 'message';
/**
 * The sentence about an error, or null if nothing may be shown. The first one present is used: details, detail, the text of the
 * code, message. A sentence that is too long is replaced by a generic one; a text with an IP address is not shown.
 */
export const errorText = (error: unknown, words: ErrorTexts, first: FirstText = 'details'): string | null => {
  if (!isApiError(error)) return words.unexpected;
  if (error.status === 0) return words.network;
  const said = [detailsText(error.details), error.detail?.trim() ?? '', error.message.trim()].filter(
    (part) => part !== '',
  );
  if (said.some((part) => part.includes('Number of users'))) return words.noLicences;
  const outer = detailsText(error.details) || error.detail?.trim();
  const message = words.ofCode(error.code) || error.message.trim();
  const chosen = (first === 'message' ? message || outer : outer || message) || words.unexpected;
  if (containsIpAddress(chosen)) return null;
  return chosen.length > ERROR_TEXT_LIMIT ? words.tooLong : chosen;
};

export type ErrorContext = { date: string; page: string; user_id: string; organization_id: string };

/** The text that «Copy details» puts on the clipboard for support. */
export const errorDetails = (error: unknown, scene: ErrorContext): string => {
  const api: Partial<ApiError> = isApiError(error) ? error : {};
  const lines: [string, unknown][] = [
    ['date', scene.date],
    ['page', scene.page],
    ['user_id', scene.user_id],
    ['organization_id', scene.organization_id],
    ['request_url', api.url],
    ['method', api.method],
    ['status', api.status],
    ['code', api.code],
    ['request_id', api.request_id],
    ['error', error instanceof Error ? error.message : String(error)],
    ['details', api.details ?? api.detail],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
};
