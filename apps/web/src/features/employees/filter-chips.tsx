import type { ReactNode } from 'react';
import { hasText, textOf, useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import type { Chip } from '../../shared/table/data-table.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useDepartmentOptions } from '../../shared/department-options.ts';
import { useCampaignNames, useCourseNames } from './filter-names.ts';
import type { StaffState } from './selection.ts';

type Lists =
  | 'departments'
  | 'phishing_events'
  | 'roles'
  | 'in_course'
  | 'course_progress'
  | 'in_phishing'
  | 'learning'
  | 'tags';

/** The label of a choice; an unknown value from the address is shown as it is. */
const wordOf = (kind: 'role' | 'event' | 'learning' | 'course') => (value: string) => {
  const key = `employees:${kind}.${value}`;
  return hasText(key) ? textOf(key) : value;
};

/** The active filters, one chip per value. Names are looked up only if such a filter is active. */
export const useFilterChips = (state: StaffState): readonly Chip[] => {
  const t = useT('employees');
  const { filters, setFilters } = state;
  const departments = useDepartmentOptions(filters.departments.length > 0).options;
  const campaigns = useCampaignNames(filters.in_phishing);
  const courses = useCourseNames(filters.in_course);
  const tags =
    useRead('tags.list', {}, { enabled: filters.tags.length > 0, staleTime: 60_000, quiet: true }).data?.data ?? [];
  const chips = (name: Lists, label: (value: string) => ReactNode): Chip[] =>
    filters[name].map((value) => ({
      key: `${name}:${value}`,
      label: label(value),
      onRemove: () => setFilters({ [name]: filters[name].filter((one) => one !== value) }),
    }));
  const risk: Chip[] =
    filters.risk_from === 0 && filters.risk_to === 10
      ? []
      : [
          {
            key: 'risk',
            label:
              filters.risk_from === filters.risk_to
                ? t('chip.risk_level', { level: filters.risk_from })
                : t('chip.risk', { from: filters.risk_from, to: filters.risk_to }),
            onRemove: () => setFilters({ risk_from: 0, risk_to: 10 }),
          },
        ];
  return [
    ...chips('departments', (id) => departments.find((one) => one.value === id)?.label ?? t('filter.departments')),
    ...chips('roles', wordOf('role')),
    ...chips('tags', (id) => ownTitle(tags.find((one) => one.id === id)?.title ?? t('filter.tags'))),
    ...risk,
    ...chips('phishing_events', wordOf('event')),
    ...chips('in_phishing', (id) => campaigns.get(id) ?? t('chip.campaign')),
    ...chips('learning', wordOf('learning')),
    ...chips('course_progress', wordOf('course')),
    ...chips('in_course', (id) => courses.get(id) ?? t('chip.course')),
  ];
};
