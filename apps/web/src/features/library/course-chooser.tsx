import { type ReactNode, Suspense } from 'react';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import type { CourseChooserProps } from './course-chooser-dialog.tsx';

const Dialog = lazyWindow(() => import('./course-chooser-dialog.tsx'));

/** Chooses courses in a dialog; its code is loaded when it first opens. */
export const CourseChooser = (props: CourseChooserProps): ReactNode =>
  props.opened ? (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  ) : null;
