import type { Check, checkCodes } from '@sergak/contract/campaigns/campaigns.schema.ts';

export type CheckCode = (typeof checkCodes)[number];

const at =
  (level: Check['level']) =>
  (code: CheckCode, reason: string, details: Record<string, unknown> = {}): Check => ({ code, level, reason, details });
/** What a look before a launch found: well, worth a thought, or in the way. */
export const ok = at('ok');
export const warn = at('warn');
export const stop = at('stop');
