import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { call, type CallOutput } from '../../shared/api.ts';
import { nobody, PeoplePicker } from '../departments/public.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const TagsChoice = lazy(() => import('./tags-choice.tsx'));

export type PeopleChoice = {
  readonly departments_ids: string[];
  readonly users_ids: string[];
  readonly exclude_users_ids: string[];
  readonly tags_ids: string[];
};
export const noPeople: PeopleChoice = { departments_ids: [], users_ids: [], exclude_users_ids: [], tags_ids: [] };
export const isNobody = (choice: PeopleChoice): boolean =>
  choice.departments_ids.length + choice.users_ids.length + choice.tags_ids.length === 0;

/**
 * Number of people in a choice, and how many of them would get the course; undefined until the server has responded.
 */
export const useAssignmentPreview = (
  choice: PeopleChoice,
  of: { course_id?: string; assignment_id?: string },
): CallOutput<'learning.preview'> | undefined =>
  useQuery({
    queryKey: ['learning', 'preview', choice, of],
    queryFn: ({ signal }) => call('learning.preview', { ...choice, ...of }, { signal }),
    enabled: !isNobody(choice),
    placeholderData: (before) => before,
    meta: { endpoint: 'learning.preview' },
  }).data;

/** Chooses departments, people and tags that get a course. */
export const PeopleChooser = ({
  value,
  onChange,
  label,
  count,
  courseId,
}: {
  value: PeopleChoice;
  onChange: (value: PeopleChoice) => void;
  label: string;
  /** How many people will get the course. */
  count: number | undefined;
  /** People who already learn this course are shown ticked; empty while no course is chosen. */
  courseId: string;
}): ReactNode => {
  const { tags_ids, ...picked } = value;
  return (
    <>
      <PeoplePicker
        key={courseId}
        label={label}
        count={count}
        forced={courseId === '' ? {} : { forced_course_id: courseId }}
        value={{ ...nobody, ...picked }}
        onChange={(next) =>
          onChange({
            ...value,
            ...next,
            departments_ids: [...next.departments_ids],
            users_ids: [...next.users_ids],
            exclude_users_ids: [...next.exclude_users_ids],
          })
        }
      />
      <Suspense fallback={null}>
        <TagsChoice value={tags_ids} onChange={(next) => onChange({ ...value, tags_ids: next })} />
      </Suspense>
    </>
  );
};
