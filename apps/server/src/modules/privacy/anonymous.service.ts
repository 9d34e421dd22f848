import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { StaleDetails } from '@sergak/contract/error-details.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { asksForResults, sortsByResults } from '@sergak/contract/privacy/anonymous.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import {
  resultFields,
  type ResultFields,
  type ResultContent,
  shownOf,
} from '@sergak/contract/privacy/results.rules.ts';
import type { View, ViewPolicy } from '../../platform/answer-view.ts';
import { isAnonymous } from '../directory/public.ts';
import { DAY, now } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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

/** The same value with null for each marked field that is not shown. */
const hideResults = (value: unknown, fields: ResultFields): unknown => {
  if (Array.isArray(value)) return value.map((one) => hideResults(one, fields));
  if (!isFields(value)) return value;
  const shown = (name: string, one: unknown): unknown => {
    const mark = fields.get(name) ?? fields.get('*');
    if (mark === undefined) return one;
    if (mark === 'total') return isFunnel(one) && isShown(value, one) ? one : null;
    return mark === true ? null : hideResults(one, mark);
  };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(name, one)]));
};

const totalsOf = (fields: ResultFields): View => ({
  answer: (value) => hideResults(value, fields),
  // A stale version shows the thing as it is stored now, as the response does.
  errorDetails: (details) =>
    isFields(details) && 'current' in details
      ? ({ ...(details as StaleDetails), current: hideResults(details['current'], fields) } satisfies StaleDetails)
      : details,
});

type Rule = { readonly shown: ResultContent; readonly totals: View };
const rules = new WeakMap<Endpoint, Rule>();
const ruleOf = (endpoint: Endpoint): Rule => {
  const cached = rules.get(endpoint);
  if (cached) return cached;
  const rule = { shown: shownOf(endpoint), totals: totalsOf(resultFields(endpoint.response)) };
  rules.set(endpoint, rule);
  return rule;
};

/** What an anonymous organisation shows of a call, by the marks of its response (decision 0272). */
export const anonymousView: ViewPolicy = async (tx, { endpoint, input, mode }) => {
  const { shown, totals } = ruleOf(endpoint);
  if (shown === 'own') return null;
  const wantsResults = asksForResults(input) || sortsByResults(input);
  if (shown === 'free' && !wantsResults) return null;
  // Only the list of descendant organisations reads a subtree, and it has no results.
  if (mode === 'subtree' || !(await isAnonymous(tx))) return null;
  if (shown === 'rejected' || wantsResults) throw new AppError('privacy.anonymous');
  return totals;
};
