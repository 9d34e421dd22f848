import type { ReactNode } from 'react';
import type { CourseCard, PublicationState } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';

export const courseStates = ['published', 'changed', 'draft'] as const satisfies readonly PublicationState[];
export const stateOf = (course: Pick<CourseCard, 'published_version' | 'has_changes'>): PublicationState =>
  course.published_version === 0 ? 'draft' : course.has_changes ? 'changed' : 'published';

const tones = { draft: 'neutral', changed: 'warning', published: 'good' } as const;
/** Whether a course is published, and changed since. */
export const CourseStateBadge = ({ course }: { course: CourseCard }): ReactNode => {
  const t = useT('library');
  if (course.archived) return <StatusBadge tone="neutral">{t('card.archived')}</StatusBadge>;
  const state = stateOf(course);
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
};
