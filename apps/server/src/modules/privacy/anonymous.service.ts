import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { asksForResults, shownBy, sortsByResults } from '@sergak/contract/privacy/anonymous.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import type { View, ViewPolicy } from '../../platform/answer-view.ts';
import { isAnonymous } from '../directory/public.ts';
import { DAY, now } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Results of persons and of groups that can have fewer than five people. */
const hidden = new Set([
  'risk_level',
  'phishing_indicator',
  'incident_risk',
  'fell',
  'opened_by',
  'simulations',
  'traces',
]);

const isFunnel = (value: unknown): value is { sent: number } =>
  isFields(value) && typeof value['sent'] === 'number' && typeof value['clicked'] === 'number';

/**
 * Whether the funnel of this campaign is shown: it is final, so that two readings do not differ by one person, and at least
 * five people received an email.
 */
const isShown = ({ status, end_date }: Fields, { sent }: { sent: number }): boolean =>
  status === 'completed' &&
  Date.parse(String(end_date)) + RESULTS_RISE_DAYS * DAY <= now().getTime() &&
  sent >= SMALLEST_GROUP;

/** The same value with null for each result that is not shown, at any depth. */
const hideResults = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hideResults);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (hidden.has(name) && !isFields(one)) return [name, null];
      if (isFunnel(one)) return [name, isShown(value, one) ? one : null];
      return [name, hideResults(one)];
    }),
  );
};
const totalsOnly: View = { answer: hideResults, errorDetails: hideResults };

/** What an anonymous organisation shows of a call, by the table of the contract (decision 0272). */
export const anonymousView: ViewPolicy = async (tx, { id, input, mode }) => {
  const shown = shownBy(id) ?? 'refused';
  if (shown === 'own') return null;
  const asked = asksForResults(input) || (shown === 'totals' && sortsByResults(input));
  if (shown === 'free' && !asked) return null;
  // Only the list of descendant organisations reads a subtree, and it has no results.
  if (mode === 'subtree' || !(await isAnonymous(tx))) return null;
  if (shown === 'refused' || asked) throw new AppError('privacy.anonymous');
  return totalsOnly;
};
