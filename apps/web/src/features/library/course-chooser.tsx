import { type ReactNode, Suspense } from 'react';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

export type CourseChooserProps = {
  opened: boolean;
  /** Several courses, or one. */
  multiple?: boolean;
  chosen?: readonly string[];
  /** Offers no courses of the library: the choice is about what people already have. */
  onlyOwn?: boolean;
  onChoose: (courses: readonly CourseCard[]) => void;
  onClose: () => void;
};
const Dialog = lazyWindow(() => import('./course-chooser-dialog.tsx'));

/** Chooses courses in a dialog; its code is loaded when it first opens. */
export const CourseChooser = (props: CourseChooserProps): ReactNode =>
  props.opened ? (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  ) : null;
