import { asksForResults, shownBy, sortsByResults, type Shown } from '@sergak/contract/privacy/anonymous.rules.ts';
import { hiddenDepartments, hiddenGroups } from '@sergak/contract/privacy/groups.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { departmentSizes, hasLargeTotal, isAnonymous, isSmallCampaign } from '../anonymous.query.ts';
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
  const asked = asksForResults(input) || (shown === 'rows' && sortsByResults(input));
  if (shown === 'free' && !asked) return null;
  // Only the list of descendant organisations reads a subtree, and it has no results.
  if (place.mode === 'subtree' || !(await isAnonymous(tx))) return null;
  if (shown === 'refused' || asked) throw refused();
  if (shown === 'total' && !(await hasLargeTotal(tx))) throw refused();
  // An email of the campaign and a department together would be a smaller group than either.
  if (shown === 'campaign' && (input['template_id'] || (await isSmallCampaign(tx, String(input['id'])))))
    throw refused();
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

/** The departments of a list, the hidden ones without results and at the end: their place would show how bad they are. */
const hideDepartments = async (tx: Tx, answer: unknown): Promise<unknown> => {
  const { data, ...rest } = answer as { data: Fields[] };
  const hidden = hiddenDepartments(await departmentSizes(tx));
  const isHidden = (one: Fields) => hidden.has(String(one['id']));
  const empty = (one: Fields): Fields => ({
    ...one,
    ...('risk_level' in one ? { risk_level: null, phishing_indicator: null, incident_risk: null } : {}),
    ...('risk_level_statistic' in one
      ? {
          risk_level_statistic: { ...(one['risk_level_statistic'] as Fields), value: null, change: null, color: 'red' },
        }
      : {}),
    ...('phishing_statistic' in one ? { phishing_statistic: withoutCounts(one['phishing_statistic']) } : {}),
  });
  return { ...rest, data: [...data.filter((one) => !isHidden(one)), ...data.filter(isHidden).map(empty)] };
};
const withoutCounts = (value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutCounts(one)]))
    : typeof value === 'number'
      ? 0
      : value;

const recipientsOf = (one: Fields): number => Number((one['statistics'] as Fields)['recipients']);
/** The parts of a campaign by department or email, without the small ones and those that would show a small one. */
const hideParts = (answer: unknown): unknown => {
  if (!isFields(answer) || !Array.isArray(answer['data'])) return answer;
  const rows = answer['data'] as Fields[];
  if (!rows.every((one) => isFields(one['statistics']))) return answer;
  const hidden = hiddenGroups(rows.map((one, i) => ({ id: String(i), people: recipientsOf(one) })));
  const shown = rows.filter((_, i) => !hidden.has(String(i)));
  return { ...answer, data: shown, ...('total_count' in answer ? { total_count: shown.length } : {}) };
};

/** What an anonymous organisation shows of an answer. */
export const hideResults = async (tx: Tx, shown: Shown, answer: unknown): Promise<unknown> => {
  if (shown === 'departments') return hideDepartments(tx, answer);
  return hidePersons(shown === 'campaign' ? hideParts(answer) : answer);
};
