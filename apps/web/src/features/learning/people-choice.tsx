import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { isAnyoneSelected } from '@sergak/contract/employees/people-selection.rules.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { call, type CallOutput } from '../../shared/api.ts';
import { PeoplePicker } from '../departments/public.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const TagsChoice = lazy(() => import('./tags-choice.tsx'));

/**
 * Number of people in a choice, and how many of them would get the course; undefined until the server has responded.
 */
export const useAssignmentPreview = (
  choice: PeopleSelection,
  of: { course_id?: string; assignment_id?: string },
): CallOutput<'learning.preview'> | undefined =>
  useQuery({
    queryKey: ['learning', 'preview', choice, of],
    queryFn: ({ signal }) => call('learning.preview', { selection: choice, ...of }, { signal }),
    enabled: isAnyoneSelected(choice),
    placeholderData: (before) => before,
    meta: { endpoint: 'learning.preview' },
  }).data;

const withTags = (selection: PeopleSelection, include_tags: string[] | undefined): PeopleSelection => ({
  ...selection,
  ids: { ...selection.ids, include_tags },
});

/** Chooses departments, people and tags that get a course. */
export const PeopleChooser = ({
  value,
  onChange,
  label,
  count,
  courseId,
}: {
  value: PeopleSelection;
  onChange: (value: PeopleSelection) => void;
  label: string;
  /** How many people will get the course. */
  count: number | undefined;
  /** People who already learn this course are shown ticked; empty while no course is chosen. */
  courseId: string;
}): ReactNode => {
  return (
    <>
      <PeoplePicker
        key={courseId}
        label={label}
        count={count}
        forced={courseId === '' ? {} : { forced_course_id: courseId }}
        value={value}
        onChange={(next) => onChange(withTags(next, value.ids.include_tags))}
      />
      <Suspense fallback={null}>
        <TagsChoice value={value.ids.include_tags ?? []} onChange={(next) => onChange(withTags(value, next))} />
      </Suspense>
    </>
  );
};
