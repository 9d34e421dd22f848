import type { Check, checkCodes } from '@sergak/contract/campaigns/campaigns.schema.ts';

export type CheckCode = (typeof checkCodes)[number];

const at =
  (level: Check['level']) =>
  (code: CheckCode, reason: string, details: Record<string, unknown> = {}): Check => ({ code, level, reason, details });
/** Results of a check before the launch: passed, a warning, or a problem that prevents the launch. */
export const ok = at('ok');
export const warn = at('warn');
export const stop = at('stop');
