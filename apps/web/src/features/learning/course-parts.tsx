import {
  IconAlertTriangle,
  IconCalendar,
  IconCircleCheck,
  IconClock,
  IconDeviceLaptop,
  IconLock,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SOON_DAYS } from '@sergak/contract/learning/first-course.rules.ts';
import type { MyCourse, MyStep } from '@sergak/contract/learning/learner.schema.ts';
import { formatDate, formatPercent, toDate, today } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './learner.module.css';

const DAY_MS = 86_400_000;
/** Whole days from today to a calendar day. */
const daysUntil = (day: string): number => Math.round((toDate(day).getTime() - toDate(today()).getTime()) / DAY_MS);

const Deadline = ({ course }: { course: MyCourse }): ReactNode => {
  const t = useT('learning__learner');
  const shown = (tone: string | undefined, Mark: typeof IconClock, words: string): ReactNode => (
    <span data-tone={tone}>
      <Mark size={16} stroke={1.8} aria-hidden />
      {words}
    </span>
  );
  if (course.completed_at !== null)
    return shown(
      'good',
      IconCircleCheck,
      t(course.completed_manually ? 'deadline.manual' : 'deadline.finished', { date: formatDate(course.completed_at) }),
    );
  if (course.status === 'completed') return shown(undefined, IconLock, t('deadline.closed'));
  if (course.status === 'planned')
    return shown(undefined, IconCalendar, t('deadline.starts', { date: formatDate(course.start_date) }));
  if (course.paused) return shown(undefined, IconPlayerPause, t('deadline.paused'));
  if (course.overdue)
    return shown('bad', IconAlertTriangle, t('deadline.overdue', { date: formatDate(course.deadline) }));
  const left = daysUntil(course.deadline);
  if (left > SOON_DAYS)
    return shown(undefined, IconCalendar, t('deadline.until', { date: formatDate(course.deadline) }));
  return shown('warning', IconCalendar, left <= 0 ? t('deadline.today') : t('deadline.left', { count: left }));
};

/** Titles that only say that a step is a quiz, in the languages of the product. */
const bareTitles: readonly string[] = ['Тест', 'Quiz', 'Test'];

/** A step by its kind and title. A quiz is often called «Тест», which is said once. */
export const useStepName = (): ((step: Pick<MyStep, 'kind' | 'title'>) => string) => {
  const t = useT('learning__learner');
  return ({ kind, title }) =>
    kind === 'quiz' && bareTitles.includes(title.trim()) ? t('step.quiz') : `${t(`step.${kind}`)}: ${title}`;
};

/** The duration and deadline of a course. */
export const CourseFacts = ({ course }: { course: MyCourse }): ReactNode => {
  const t = useT('learning__learner');
  return (
    <div className={css['facts']}>
      {course.minutes > 0 && (
        <span>
          <IconClock size={16} stroke={1.8} aria-hidden />
          {t('minutes', { count: course.minutes })}
        </span>
      )}
      {course.kind === 'scorm' && (
        <span>
          <IconDeviceLaptop size={16} stroke={1.8} aria-hidden />
          {t('my.interactive')}
        </span>
      )}
      <Deadline course={course} />
    </div>
  );
};

/** The progress of a course. */
export const CourseBar = ({ course }: { course: MyCourse }): ReactNode => {
  const t = useT('learning__learner');
  const done = course.completed_at !== null;
  return (
    <div className={css['bar']}>
      <div
        className={css['track']}
        data-done={done || undefined}
        role="img"
        aria-label={t('progress.label', { percent: formatPercent(course.progress) })}
      >
        <span style={{ width: `${course.progress}%` }} />
      </div>
      <span aria-hidden>{formatPercent(course.progress)}</span>
    </div>
  );
};

export const Cover = ({ path }: { path: string | null }): ReactNode => (
  <div className={css['cover']}>
    {path !== null && <img src={path} alt="" width={1200} height={630} decoding="async" />}
  </div>
);
