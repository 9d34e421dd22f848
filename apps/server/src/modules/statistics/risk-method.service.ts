import { emailPoints, emailWeight, round2 } from '@sergak/contract/statistics/risk.rules.ts';
import type { RiskExample, RiskMethod } from '@sergak/contract/statistics/insights.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findCountedPerson, personCourseFacts, personEmailFacts } from './person.query.ts';
import { findStatisticsOrganization } from './period.query.ts';
import * as method from './risk-method.query.ts';

const exampleOf = async (tx: Tx, id: string): Promise<RiskExample | null> => {
  const person = await findCountedPerson(tx, id);
  if (!person) return null;
  const organization = await findStatisticsOrganization(tx);
  const emails = await personEmailFacts(tx, organization, id);
  const courses = await personCourseFacts(tx, organization, id);
  const { risk_computed_at: _, ...figures } = person;
  return {
    ...figures,
    emails: emails
      .toSorted((a, b) => a.age_days - b.age_days)
      .map(({ title, date, result, reported, age_days }) => ({
        title,
        date,
        result,
        reported,
        age_days: Math.max(0, Math.floor(age_days)),
        points: emailPoints({ result, reported }),
        weight: round2(emailWeight(Math.max(0, age_days))),
      })),
    courses: courses.map(({ title, date, progress }) => ({ title, date, progress })),
  };
};

/** The same computation without what names the person: nobody chose this person. */
const anonymous = (example: RiskExample | null): RiskExample | null =>
  example && {
    ...example,
    id: null,
    full_name: null,
    emails: example.emails.map((one) => ({ ...one, title: null })),
  };

const nobody = { people: 0, phishing_indicator: null, learning_progress: null, risk_level: null };

/** The computation of the organisation's risk with its own numbers, and of one person's: the given or a typical one. */
export const riskMethod = async (
  { tx }: Pick<Ctx, 'tx'>,
  input: { employee_id?: string | undefined },
): Promise<RiskMethod> => {
  const groups = await method.methodGroups(tx);
  const rated = groups.filter((one) => one.risk_level !== null);
  const people_with_level = rated.reduce((sum, one) => sum + one.people, 0);
  const risk_level =
    people_with_level === 0 ? null : round2(rated.reduce((sum, one) => sum + one.level_sum, 0) / people_with_level);
  const groupOf = (phishing: boolean, learning: boolean) => {
    const found = groups.find((one) => one.phishing === phishing && one.learning === learning);
    if (!found) return nobody;
    const { phishing: _p, learning: _l, level_sum: _s, ...figures } = found;
    return figures;
  };
  const typical = risk_level === null ? undefined : await method.typicalPerson(tx, risk_level);
  const id = input.employee_id ?? typical;
  const example = id === undefined ? null : await exampleOf(tx, id);
  if (input.employee_id !== undefined && example === null) throw new AppError('employee.not_found');
  return {
    risk_level,
    people: groups.reduce((sum, one) => sum + one.people, 0),
    people_with_level,
    both: groupOf(true, true),
    phishing_only: groupOf(true, false),
    learning_only: groupOf(false, true),
    none: groupOf(false, false).people,
    example: input.employee_id === undefined ? anonymous(example) : example,
  };
};
