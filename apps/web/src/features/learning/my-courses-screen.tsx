import { Skeleton } from '@mantine/core';
import { IconBook2, IconConfetti } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MyCourse } from '@sergak/contract/learning/learner.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { CourseBar, CourseFacts, Cover } from './course-parts.tsx';
import { nextTarget } from './go-to-step.ts';
import css from './learner.module.css';

/** Answers «what do I do now?»: one course, its progress, one button. */
const NowCard = ({ course }: { course: MyCourse }): ReactNode => {
  const t = useT('learning__learner');
  const begun = course.started_at !== null;
  return (
    <section className={css['now']} aria-labelledby="now-title">
      <Cover path={course.image_path} />
      <div className={css['now-body']}>
        <h2 id="now-title" className={css['now-title']}>
          {course.title}
        </h2>
        {!begun && <p className={css['text']}>{course.description}</p>}
        <CourseFacts course={course} />
        {begun && <CourseBar course={course} />}
        <div className={css['go']}>
          <ButtonLink size="lg" {...nextTarget(course, course.next!)}>
            {t(begun ? 'action.continue' : 'action.start')}
          </ButtonLink>
          {begun && (
            <span className={css['go-next']}>
              {t(course.next!.kind === 'quiz' ? 'step.quiz' : 'step.theory')}: {course.next!.title}
            </span>
          )}
        </div>
      </div>
    </section>
  );
};

const Card = ({ course }: { course: MyCourse }): ReactNode => (
  <li>
    <article className={css['card']}>
      <Cover path={course.image_path} />
      <div className={css['card-body']}>
        <h3 className={css['card-title']}>
          <ScreenLink screen="learner.course" params={{ course_id: course.assigned_course_id }}>
            {course.title}
          </ScreenLink>
        </h3>
        <CourseFacts course={course} />
        <CourseBar course={course} />
      </div>
    </article>
  </li>
);

const Cards = ({ title, courses }: { title: string; courses: readonly MyCourse[] }): ReactNode =>
  courses.length === 0 ? null : (
    <section>
      <h2 className={css['block']}>{title}</h2>
      <ul className={css['cards']}>
        {courses.map((course) => (
          <Card key={course.assigned_course_id} course={course} />
        ))}
      </ul>
    </section>
  );

const Waiting = (): ReactNode => (
  <div aria-hidden>
    <Skeleton height={32} width="50%" mb={20} />
    <Skeleton height={260} radius={18} />
  </div>
);

/** My courses: the next one on top, then the other assigned ones, then the completed ones. */
export default function MyCoursesScreen(): ReactNode {
  const t = useT('learning__learner');
  const answer = useRead('learner.courses', {});
  if (answer.data === undefined)
    return answer.isError ? <ErrorState onRetry={() => void answer.refetch()} /> : <Waiting />;
  const { data } = answer.data;
  const isDone = (course: MyCourse): boolean => course.completed_at !== null || course.status === 'completed';
  // Started courses precede courses that are not started; both lists are ordered by deadline.
  const ready = data.filter((course) => course.next !== null && !isDone(course));
  const now = ready.find((course) => course.started_at !== null) ?? ready[0];
  const others = data.filter((course) => course !== now && !isDone(course));
  const finished = data.filter(isDone);
  if (data.length === 0)
    return (
      <>
        <PageHead title={t('my.title')} />
        <EmptyState icon={IconBook2} title={t('my.none')} hint={t('my.none_hint')} />
      </>
    );
  return (
    <>
      <h1 className={css['hello']}>
        {now === undefined ? t('my.title') : t(now.started_at === null ? 'my.begin' : 'my.continue')}
      </h1>
      {now !== undefined && <NowCard course={now} />}
      {now === undefined && others.length === 0 && (
        <EmptyState icon={IconConfetti} title={t('my.all_done')} hint={t('my.all_done_hint')} />
      )}
      <Cards title={t('my.others')} courses={others} />
      <Cards title={t('my.finished')} courses={finished} />
    </>
  );
}
