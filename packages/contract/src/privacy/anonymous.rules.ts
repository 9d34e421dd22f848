type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const RESULT_ORDERS: readonly unknown[] = ['RISK_LEVEL', 'PHISHING_INDICATOR', 'PHISHING', 'INCIDENT_RISK', 'success'];

/** Whether an input selects people or campaigns by results of persons, or starts something that names people by their results. */
export const asksForResults = (input: unknown): boolean => {
  if (Array.isArray(input)) return input.some(asksForResults);
  if (!isFields(input)) return false;
  return (
    hasItems(input['phishing_events']) ||
    hasItems(input['oses']) ||
    Number(input['riskLevelMin'] ?? 0) > 0 ||
    Number(input['risk_level_from'] ?? 0) > 0 ||
    Number(input['riskLevelMax'] ?? 10) < 10 ||
    Number(input['risk_level_to'] ?? 10) < 10 ||
    input['hasAutoCourse'] === true ||
    (isFields(input['same_people']) && input['same_people']['reach'] !== null) ||
    // The number of recipients of a follow-up is a result of the people that its form keeps.
    isFields(input['post_campaign']) ||
    Object.values(input).some(asksForResults)
  );
};
/** Whether rows are sorted by results, which shows who or what has the worst. */
export const sortsByResults = (input: Fields): boolean =>
  RESULT_ORDERS.includes(input['sort_by']) || RESULT_ORDERS.includes(input['sort']);
