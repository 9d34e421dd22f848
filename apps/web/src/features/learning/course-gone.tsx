import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { NotFound } from '../../shared/ui/states.tsx';

/** The course is not, or no longer, assigned to this person. */
export const CourseGone = (): ReactNode => {
  const t = useT('learning__learner');
  return (
    <NotFound
      title={t('course.gone')}
      hint={t('course.gone_hint')}
      action={<ButtonLink screen="learner.courses">{t('result.to_courses')}</ButtonLink>}
    />
  );
};
