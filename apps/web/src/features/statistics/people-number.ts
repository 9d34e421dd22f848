import { funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import { emptyFilter, selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import type { EmployeeFilter, PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { createContext, useContext } from 'react';
import type { CallInput, CallOutput } from '../../shared/api.ts';

type Input = Omit<CallInput<'statistics.people-behind'>, 'id' | 'limit' | 'offset'>;
type Group = CallOutput<'statistics.progress-groups'>['data'][number]['name'];

/** A number whose people can be listed: a progress group, or any number of `statistics.people-behind`. */
export type PeopleNumber = { readonly title: string } & (
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'number'; readonly input: Input }
);

/** A number in the address, without its title. */
export const writeNumber = (number: PeopleNumber): string => {
  const { title: _, ...rest } = number;
  return JSON.stringify(rest);
};
/** Reverts `writeNumber`; null if it is unreadable. The server checks the values. */
export const readNumber = (text: string, title: string): PeopleNumber | null => {
  if (text === '') return null;
  try {
    const found = JSON.parse(text) as Partial<PeopleNumber> | null;
    if (found?.kind === 'group' && typeof found.group === 'string') return { ...found, title } as PeopleNumber;
    if (found?.kind === 'number' && typeof found.input?.of === 'string') return { ...found, title } as PeopleNumber;
    return null;
  } catch {
    return null;
  }
};

/** Whether the number counts emails: a person with several emails is listed once. */
export const countsEmails = (number: PeopleNumber): boolean =>
  number.kind === 'number' && (funnelSteps as readonly string[]).includes(number.input.of);

const riskRange: Partial<Record<Input['of'], readonly [number, number]>> = {
  low: [0, 3],
  middle: [4, 6],
  high: [7, 10],
};

/** The filter of the staff list that finds the same people; null if there is none. */
export const staffFilter = (number: PeopleNumber): Partial<EmployeeFilter> | null => {
  if (number.kind === 'group')
    return number.group === 'BEHIND' ? { learning: ['BEHIND'] } : { courseProgress: [number.group] };
  const range = riskRange[number.input.of];
  return range && number.input.department_id === undefined ? { riskLevelMin: range[0], riskLevelMax: range[1] } : null;
};

/** The same filter in the address of the staff list. */
export const staffSearch = (number: PeopleNumber): Record<string, unknown> | null => {
  const filter = staffFilter(number);
  if (filter === null) return null;
  return {
    ...(filter.learning && { learning: filter.learning }),
    ...(filter.courseProgress && { course_progress: filter.courseProgress }),
    ...(filter.riskLevelMin !== undefined && { risk_from: filter.riskLevelMin, risk_to: filter.riskLevelMax }),
  };
};

/** The people as a selection of the bulk calls, from the filter or from their ids. */
export const selectionOf = (number: PeopleNumber, ids: readonly string[], count: number): PeopleSelection => {
  const filter = staffFilter(number);
  return filter === null
    ? selectionOfIds(ids)
    : {
        all: true,
        ids: { include_ids: [], exclude_ids: [] },
        filter: { ...emptyFilter, ...filter },
        expected_count: count,
      };
};

/** Opens the list of the people behind a number. */
export const PeopleContext = createContext<(number: PeopleNumber) => void>(() => undefined);
export const useShowPeople = (): ((number: PeopleNumber) => void) => useContext(PeopleContext);
