import { Skeleton } from '@mantine/core';
import {
  IconBook,
  IconCheck,
  IconChevronRight,
  IconCircleCheck,
  IconInfoCircle,
  IconListCheck,
  IconLock,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MyCourseDetail, MyStep } from '@sergak/contract/learning/learner.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { CourseCertificate } from '../certificates/public.ts';
import { CourseSummary } from '../library/public.ts';
import { CourseBar, CourseFacts, Cover, useStepName } from './course-parts.tsx';
import { nextTarget, stepTarget } from './go-to-step.ts';
import { CourseGone } from './course-gone.tsx';
import css from './learner.module.css';

const marks = { done: IconCheck, locked: IconLock, failed: IconX } as const;

const useStepFacts = () => {
  const t = useT('learning__learner');
  return (step: MyStep): string => {
    const facts: string[] = [];
    if (step.kind === 'theory') facts.push(t('slides', { count: step.slides_count }));
    if (step.kind === 'quiz') facts.push(t('questions', { count: step.questions_count }));
    if (step.state === 'locked') facts.push(t('step.state.locked'));
    else if (step.state === 'failed') facts.push(t('step.state.failed'));
    else if (step.attempt_open) facts.push(t('step.attempt_open'));
    else if (step.kind === 'theory' && step.state === 'open' && step.slide > 0)
      facts.push(t('step.resume', { n: step.slide + 1 }));
    if (step.best_score !== null && step.kind !== 'theory')
      facts.push(t('step.best', { percent: formatPercent(step.best_score) }));
    else if (step.kind === 'quiz' && step.state === 'open')
      facts.push(t('step.pass', { percent: formatPercent(step.pass_mark) }));
    return facts.join(' · ');
  };
};

const Step = ({ course, step }: { course: MyCourseDetail; step: MyStep }): ReactNode => {
  const t = useT('learning__learner');
  const stepName = useStepName();
  const facts = useStepFacts()(step);
  const Mark = step.state === 'open' ? (step.kind === 'quiz' ? IconListCheck : IconBook) : marks[step.state];
  const here = course.next?.step_id === step.id;
  const inside = (
    <>
      <span className={css['mark']}>
        <Mark size={18} stroke={2} aria-hidden />
      </span>
      <span className={css['step-main']}>
        <span className={css['step-name']}>
          {stepName(step)}
          <span className="sr-only">, {t(`step.state.${step.state}`)}</span>
        </span>
        <span className={css['step-facts']}>{facts}</span>
      </span>
    </>
  );
  if (step.state === 'locked' || course.status === 'planned')
    return (
      <div className={css['step']} data-state="locked">
        {inside}
      </div>
    );
  return (
    <>
      <ScreenLink
        {...stepTarget(course.assigned_course_id, step)}
        className={css['step']}
        data-state={step.state}
        data-here={here || undefined}
        aria-current={here ? 'step' : undefined}
      >
        {inside}
        <IconChevronRight size={18} className={css['step-go']} aria-hidden />
      </ScreenLink>
      {step.kind === 'quiz' && step.best_score !== null && !step.attempt_open && step.module_id !== null && (
        <ScreenLink
          screen="learner.quiz-result"
          params={{ course_id: course.assigned_course_id, module_id: step.module_id, quiz_id: step.id }}
          className={css['result-link']}
        >
          {t('step.result')}
          <span className="sr-only">: {step.title}</span>
        </ScreenLink>
      )}
    </>
  );
};

const Note = ({ course }: { course: MyCourseDetail }): ReactNode => {
  const t = useT('learning__learner');
  if (course.completed_at !== null)
    return (
      <div className={css['note']}>
        <IconCircleCheck size={22} stroke={1.7} aria-hidden />
        <p>
          <strong>{t('course.finished')}</strong>
          {t(course.completed_manually ? 'course.manual' : 'course.finished_hint')}
        </p>
      </div>
    );
  if (course.status === 'active' && !course.paused) return null;
  return (
    <div className={css['note']}>
      <IconInfoCircle size={22} stroke={1.7} aria-hidden />
      <p>
        {course.status === 'completed'
          ? t('course.closed')
          : course.paused
            ? t('course.paused')
            : t('course.planned', { date: formatDate(course.start_date) })}
      </p>
    </div>
  );
};

const Head = ({ course }: { course: MyCourseDetail }): ReactNode => {
  const t = useT('learning__learner');
  return (
    <header className={css['course-head']}>
      <div>
        <ScreenLink screen="learner.courses" className={css['trail']}>
          {t('my.title')}
        </ScreenLink>
        <h1 className={css['course-title']}>{course.title}</h1>
        <p className={css['text']}>{course.description}</p>
        <CourseFacts course={course} />
        <CourseBar course={course} />
        {course.next !== null && course.status === 'active' && (
          <div className={css['go']}>
            <ButtonLink size="md" {...nextTarget(course, course.next)}>
              {t(course.started_at === null ? 'action.start' : 'action.continue')}
            </ButtonLink>
            <span className={css['go-next']}>
              {t('steps_done', { count: course.completed_steps, total: course.steps_total })}
            </span>
          </div>
        )}
      </div>
      <Cover path={course.image_path} />
    </header>
  );
};

/** One of my courses: my progress, the next step, and all steps with their states. */
export default function CourseScreen(): ReactNode {
  const t = useT('learning__learner');
  const { course_id } = useScreenParams('learner.course');
  const answer = useRead('learner.course', { id: course_id }, { fresh: true, quiet: true });
  if (answer.data === undefined) {
    if (failedWith(answer.error, 'assignment.not_found', 'request.invalid')) return <CourseGone />;
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={320} radius={16} aria-hidden />
    );
  }
  const course = answer.data;
  return (
    <>
      <Head course={course} />
      <Note course={course} />
      {course.completed_at !== null && (
        <CourseCertificate assignmentId={course.assigned_course_id} completedAt={course.completed_at} />
      )}
      {course.summary && <CourseSummary title={course.title} doc={course.summary} />}
      <h2 className="sr-only">{t('course.structure')}</h2>
      {course.sections.map((section, index) => (
        <section key={section.id} className={css['section']} aria-labelledby={`s-${section.id}`}>
          <h3 id={`s-${section.id}`} className={css['section-title']}>
            <span aria-hidden>{index + 1}</span>
            {section.title}
          </h3>
          {section.themes.map((theme) => (
            <div key={theme.id}>
              <h4 className={css['theme-title']}>{theme.title}</h4>
              <ol className={css['steps']}>
                {theme.steps.map((step) => (
                  <li key={step.id}>
                    <Step course={course} step={step} />
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
