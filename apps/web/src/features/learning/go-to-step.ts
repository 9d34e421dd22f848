import { useCallback } from 'react';
import type { MyCourse } from '@sergak/contract/learning/learner.schema.ts';
import { useGo } from '../../shared/nav/nav.tsx';

export type StepPlace = {
  readonly id: string;
  readonly kind: 'theory' | 'quiz' | 'scorm';
  readonly module_id: string | null;
};

/** The place of a step: slides by their module, a quiz or a package by its step. */
export const stepTarget = (course_id: string, step: StepPlace, slide?: number) => {
  const params = { course_id, module_id: step.module_id ?? '', quiz_id: step.id };
  if (step.kind === 'scorm') return { screen: 'learner.scorm', params, search: { step: step.id } } as const;
  return step.kind === 'quiz'
    ? ({ screen: 'learner.quiz', params, search: {} } as const)
    : ({ screen: 'learner.module', params, search: { step: step.id, slide } } as const);
};

export const nextTarget = (course: Pick<MyCourse, 'assigned_course_id'>, next: NonNullable<MyCourse['next']>) =>
  stepTarget(course.assigned_course_id, { id: next.step_id, kind: next.kind, module_id: next.module_id });

/** Navigates to a step of a course. */
export const useGoToStep = (
  course_id: string,
): ((step: StepPlace, options?: { slide?: number; replace?: boolean }) => void) => {
  const go = useGo();
  return useCallback(
    (step, options = {}) => go(stepTarget(course_id, step, options.slide), { replace: options.replace ?? false }),
    [go, course_id],
  );
};
