import type { ReminderRules } from './learning.schema.ts';

/** The rules that new assignments start with while an organisation has none of its own. */
export const USUAL_REMINDERS: ReminderRules = { before_days: 3, on_deadline: true, after_every: 3, after_times: 3 };

export const hasReminders = (rules: ReminderRules): boolean =>
  rules.before_days !== null || rules.on_deadline || rules.after_every !== null;

/** Days from the deadline on which a learner is reminded, in order; negative: before it. */
export const reminderOffsets = (rules: ReminderRules): number[] => [
  ...(rules.before_days === null ? [] : [-rules.before_days]),
  ...(rules.on_deadline ? [0] : []),
  ...(rules.after_every === null
    ? []
    : Array.from({ length: rules.after_times }, (_, n) => (n + 1) * rules.after_every!)),
];
