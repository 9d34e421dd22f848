import { asksForResults, shownBy, sortsByResults, type Shown } from '@sergak/contract/privacy/anonymous.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { hasLargeTotal, isAnonymous } from '../anonymous.query.ts';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { ParsedCall } from './call.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const refused = () => new AppError('privacy.anonymous');

/** The rule that applies to the answer of this call; null if the answer is shown as it is. */
export const anonymousRule = async (tx: Tx, { call, input, place }: ParsedCall): Promise<Shown | null> => {
  const shown = shownBy(call.route.id) ?? 'refused';
  if (shown === 'own') return null;
  const asked = asksForResults(input) || ((shown === 'rows' || shown === 'departments') && sortsByResults(input));
  if (shown === 'free' && !asked) return null;
  // Only the list of descendant organisations reads a subtree, and it has no results.
  if (place.mode === 'subtree' || !(await isAnonymous(tx))) return null;
  if (shown === 'refused' || asked) throw refused();
  if (shown === 'total' && !(await hasLargeTotal(tx))) throw refused();
  return shown;
};

const personal = new Set(['risk_level', 'phishing_indicator', 'risk_level_statistic', 'phishing_statistic']);
const isFunnel = (value: Fields): boolean => typeof value['sent'] === 'number' && typeof value['clicked'] === 'number';
const isSmall = (n: unknown): boolean => typeof n === 'number' && n > 0 && n < SMALLEST_GROUP;
const emptied = (value: Fields): Fields =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'number' ? 0 : one]));

/** Empties the results of persons and of funnels with fewer than five people, however deep they are in the answer. */
export const hidePersons = (value: unknown, ofPerson = false): unknown => {
  if (Array.isArray(value)) return value.map((one) => hidePersons(one, ofPerson));
  if (!isFields(value)) return value;
  const inPerson = ofPerson || typeof value['full_name'] === 'string';
  const shown = isFunnel(value) && isSmall(value['recipients'] ?? value['sent']) ? emptied(value) : value;
  const fell = typeof shown['fell'] === 'number' && isSmall(shown['sent']) ? { ...shown, fell: 0 } : shown;
  return Object.fromEntries(
    Object.entries(fell).map(([name, one]) => [
      name,
      inPerson && personal.has(name) ? null : hidePersons(one, inPerson),
    ]),
  );
};

/** The departments of a list without results: people who move between two departments would show theirs in both means. */
const hideDepartments = (answer: unknown): unknown => {
  const { data, ...rest } = answer as { data: Fields[] };
  return { ...rest, data: data.map((one) => ({ ...one, risk_level: null, phishing_indicator: null })) };
};

/** What an anonymous organisation shows of an answer. */
export const hideResults = (shown: Shown, answer: unknown): unknown =>
  shown === 'departments' ? hideDepartments(answer) : hidePersons(answer);
