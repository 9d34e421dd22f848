import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { type ReactNode, Suspense } from 'react';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const BulkCourse = lazyWindow(() => import('./bulk-course.tsx'));

/** Assigns a course to the selected people; the form is loaded when it is opened. */
export const BulkCourseDialog = (props: {
  selection: PeopleSelection;
  /** Says that these are only some of the people of the list. */
  partial?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}): ReactNode => (
  <Suspense fallback={null}>
    <BulkCourse {...props} />
  </Suspense>
);
