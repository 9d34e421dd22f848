import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, type CallOutput } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { NeededPart, useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { CourseChooser } from '../library/public.ts';
import css from './admin.module.css';

/** A chosen course of either kind. */
export type Course = Pick<
  CallOutput<'library.course'>,
  'id' | 'title' | 'kind' | 'image_path' | 'sections_count' | 'minutes'
> &
  Partial<Pick<CallOutput<'scorm.course'>, 'completion_rule' | 'reports'>>;
/** Reads a course of either kind: the call of native courses does not find SCORM courses. */
const readCourse = async (id: string, signal: AbortSignal): Promise<Course> => {
  try {
    return await call('library.course', { id }, { signal });
  } catch (error) {
    if (!failedWith(error, 'course.not_found')) throw error;
    return call('scorm.course', { id }, { signal });
  }
};
/** The chosen courses, as far as they are loaded. */
export const useCourses = (ids: readonly string[]): readonly Course[] =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['library', 'chosen', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readCourse(id, signal),
      meta: { quiet: true },
    })),
  }).flatMap((one) => one.data ?? []);

/** The chosen courses, and the button that chooses others. */
export const CourseChoice = ({
  courses,
  onChoose,
}: {
  courses: readonly Course[];
  onChoose: (ids: readonly string[]) => void;
}): ReactNode => {
  const t = useT('learning');
  const l = useT('library');
  const missing = useMissing();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('create.course')}>
      {courses.length > 0 && (
        <ul className={css['chosen-list']}>
          {courses.map((course) => (
            <li key={course.id} className={css['chosen']}>
              {course.image_path !== null && <img src={course.image_path} alt="" width={1200} height={630} />}
              <div>
                <strong>
                  {course.title}
                  {course.kind === 'scorm' && <span className={css['kind']}>{t('kind.scorm')}</span>}
                </strong>
                <p>
                  {[
                    ...(course.kind === 'native' ? [l('card.sections', { count: course.sections_count })] : []),
                    ...(course.minutes > 0 ? [l('card.minutes', { count: course.minutes })] : []),
                  ].join(', ')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NeededPart error={missing(courses.length === 0, t('commons:blocked.course'))}>
        <Button variant={courses.length > 0 ? 'default' : 'light'} onClick={() => setOpen(true)}>
          {t(courses.length > 0 ? 'create.change' : 'create.choose')}
        </Button>
      </NeededPart>
      {open && (
        <CourseChooser
          opened
          multiple
          chosen={courses.map((course) => course.id)}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChoose(chosen.map((course) => course.id));
          }}
        />
      )}
    </Section>
  );
};
