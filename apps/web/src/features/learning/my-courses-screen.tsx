import { isFound } from '@sergak/contract/fold.rules.ts';
import { Skeleton } from '@mantine/core';
import { IconBook2, IconConfetti } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { firstCourse, isFirstCourseDone } from '@sergak/contract/learning/first-course.rules.ts';
import type { MyCourse } from '@sergak/contract/learning/learner.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { today } from '../../shared/format.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { CourseBar, CourseFacts, Cover, useStepName } from './course-parts.tsx';
import { nextTarget } from './go-to-step.ts';
import css from './learner.module.css';

/** Answers «what do I do now?»: one course, its progress, one button. */
const NowCard = ({ course }: { course: MyCourse }): ReactNode => {
  const t = useT('learning__learner');
  const stepName = useStepName();
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
          {begun && <span className={css['go-next']}>{stepName(course.next!)}</span>}
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

const filters = ['all', 'overdue', 'started', 'new', 'done'] as const;
type Filter = (typeof filters)[number];
const usual = { search: '', show: 'all' } as const;
/** From this number of courses on, there is a search. */
const SEARCH_FROM = 4;

const fits = (course: MyCourse, filter: Filter, search: string): boolean => {
  const found = isFound(course.title, search);
  const begun = course.started_at !== null;
  const done = isFirstCourseDone(course);
  return (
    found &&
    (filter === 'all' ||
      (filter === 'done' && done) ||
      (filter === 'overdue' && course.overdue && !done) ||
      (filter === 'started' && begun && !done) ||
      (filter === 'new' && !begun && !done))
  );
};

const Tools = ({
  search,
  filter,
  onChange,
}: {
  search: string;
  filter: Filter;
  onChange: (patch: { search?: string; show?: Filter }) => void;
}): ReactNode => {
  const t = useT('learning__learner');
  return (
    <div className={css['tools']}>
      <SearchBox value={search} onChange={(next) => onChange({ search: next })} placeholder={t('my.search')} />
      <Select
        aria-label={t('my.filter')}
        w={190}
        value={filter}
        data={filters.map((value) => ({ value, label: t(`my.filter_${value}`) }))}
        onChange={(next) => onChange({ show: filters.find((one) => one === next) ?? 'all' })}
      />
    </div>
  );
};

/** My courses: the one to do first on top, then the other assigned ones, then the completed ones. */
export default function MyCoursesScreen(): ReactNode {
  const t = useT('learning__learner');
  const answer = useRead('learner.courses', {});
  const [{ search, show }, set] = useSearchState(usual);
  if (answer.data === undefined)
    return answer.isError ? <ErrorState onRetry={() => void answer.refetch()} /> : <Waiting />;
  const { data } = answer.data;
  const filter = filters.find((one) => one === show) ?? 'all';
  if (data.length === 0)
    return (
      <>
        <PageHead title={t('my.title')} />
        <EmptyState icon={IconBook2} title={t('my.none')} hint={t('my.none_hint')} />
      </>
    );
  const searching = search !== '' || filter !== 'all';
  const found = data.filter((course) => fits(course, filter, search));
  const first = searching ? undefined : firstCourse(data, today());
  const now = first?.course;
  const others = found.filter((course) => course !== now && !isFirstCourseDone(course));
  const finished = found.filter(isFirstCourseDone);
  return (
    <>
      <h1 className={css['hello']}>{first === undefined ? t('my.title') : t(`my.${first.reason}`)}</h1>
      {now !== undefined && <NowCard course={now} />}
      {!searching && now === undefined && others.length === 0 && (
        <EmptyState icon={IconConfetti} title={t('my.all_done')} hint={t('my.all_done_hint')} />
      )}
      {(data.length >= SEARCH_FROM || searching) && (
        <Tools search={search} filter={filter} onChange={(patch) => set(patch, { replace: true })} />
      )}
      {searching && found.length === 0 && <EmptyState title={t('my.nothing')} hint={t('my.nothing_hint')} />}
      <Cards title={t('my.others')} courses={others} />
      <Cards title={t('my.finished')} courses={finished} />
    </>
  );
}
