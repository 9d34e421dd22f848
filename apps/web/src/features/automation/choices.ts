import {
  actionTypesOf,
  isSingle,
  LINK_DAYS_MAX,
  type ActionType,
} from '@sergak/contract/automation/automation.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { RISK_MAX, RISK_MIN } from '@sergak/contract/employees/employees.limits.ts';
import { PERIOD_MAX } from '@sergak/contract/learning/limits.rules.ts';
import type { Line } from './draft.ts';

export type TypeChoice = { readonly type: ActionType | 'none'; readonly taken: boolean };

/** The types offered to a line: those of its tag. A type that is allowed once is disabled if another line has it. */
export const typeChoices = (
  tag: Pick<Tag, 'type' | 'is_system'>,
  lines: readonly Line[],
  line: Line,
): readonly TypeChoice[] => [
  { type: 'none', taken: false },
  ...actionTypesOf(tag).map((type) => ({
    type,
    taken: isSingle(type) && lines.some((one) => one.key !== line.key && one.type === type),
  })),
];

/** Parses a typed number: text that is not a number keeps the old value; a number is clamped. */
export const numberTyped = (typed: string, old: number, clamp: (n: number) => number): number =>
  /^\d+$/.test(typed.trim()) ? clamp(Number(typed)) : old;

const within = (min: number, max: number) => (n: number) => Math.min(max, Math.max(min, Math.trunc(n)));
export const clampLinkDays = within(1, LINK_DAYS_MAX);
export const clampPeriod = within(1, PERIOD_MAX);
export const clampRisk = within(RISK_MIN, RISK_MAX);
