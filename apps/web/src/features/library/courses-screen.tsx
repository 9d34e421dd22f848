import { Skeleton } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconBooks, IconDots, IconEye } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMay } from '../../shared/session.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { KindTabs, ScormCourses } from '../scorm/public.ts';
import { courseSorts, sortInput } from './course-sorts.ts';
import css from './library.module.css';

const usual = { search: '', sort: 'title_asc' } as const;
/** Courses are few, so all of them are shown. */
const LIMIT = 200;

/** `level`: level of the card's heading, one below the heading above the cards. */
const Card = ({ course, level: Title }: { course: CourseCard; level: 'h2' | 'h3' }): ReactNode => {
  const t = useT('library');
  const go = useGo();
  const mayAssign = useMay('admin.learning.assigned');
  const archive = useWrite('library.archive-course', {
    tip: course.archived ? 'tips:course.restore' : 'tips:course.archive',
  });
  const params = { course_id: course.id };
  return (
    <li>
      <article className={css['card']} data-archived={course.archived || undefined}>
        <div className={css['cover']}>
          {course.image_path !== null && (
            <img src={course.image_path} alt="" width={1200} height={630} loading="lazy" />
          )}
        </div>
        <div className={css['body']}>
          <div className={css['line']}>
            <Title className={css['name']}>
              <ScreenLink screen="learning.course-preview" params={params}>
                {course.title}
              </ScreenLink>
            </Title>
            <ActionMenu
              label={t('card.actions', { title: course.title })}
              className={css['more']!}
              lines={[
                {
                  key: 'preview',
                  label: t('card.preview'),
                  icon: IconEye,
                  run: () => go({ screen: 'learning.course-preview', params }),
                },
                {
                  key: 'archive',
                  label: t(course.archived ? 'card.restore' : 'card.archive'),
                  icon: course.archived ? IconArchiveOff : IconArchive,
                  run: () => archive.mutate({ id: course.id, archived: !course.archived, version: course.version }),
                },
              ]}
            >
              <IconDots size={20} stroke={1.7} aria-hidden />
            </ActionMenu>
          </div>
          <p className={css['text']}>{course.description}</p>
          <div className={css['facts']}>
            <span>{t('card.sections', { count: course.sections_count })}</span>
            <span>{t('card.minutes', { count: course.minutes })}</span>
            {course.learners_count > 0 && <span>{t('card.learners', { count: course.learners_count })}</span>}
          </div>
          <div className={css['foot']}>
            {mayAssign && !course.archived && (
              <ButtonLink screen="learning.assigned-create" search={{ course: course.id }}>
                {t('card.assign')}
              </ButtonLink>
            )}
            <ButtonLink variant="default" screen="learning.course-preview" params={params}>
              {t('card.preview')}
            </ButtonLink>
          </div>
        </div>
      </article>
    </li>
  );
};

const Cards = ({ courses, level }: { courses: readonly CourseCard[]; level: 'h2' | 'h3' }): ReactNode => (
  <ul className={css['cards']}>
    {courses.map((course) => (
      <Card key={course.id} course={course} level={level} />
    ))}
  </ul>
);

/** Native courses, or SCORM courses (`?kind=scorm`). */
export default function CoursesScreen(): ReactNode {
  const [{ kind }] = useSearchState({ kind: 'native' });
  if (kind !== 'scorm') return <NativeCourses />;
  return (
    <Suspense fallback={null}>
      <ScormCourses />
    </Suspense>
  );
}

/** The library: courses that can be assigned, then the archive. */
function NativeCourses(): ReactNode {
  const t = useT('library');
  const [state, set] = useSearchState(usual);
  const sort = courseSorts.find((one) => one === state.sort) ?? 'title_asc';
  const input = { search: state.search, ...sortInput(sort), limit: LIMIT } as const;
  const active = useRead('library.courses', input);
  const archived = useRead('library.archived-courses', input, { quiet: true });
  const empty =
    state.search === '' ? (
      <EmptyState icon={IconBooks} title={t('courses.none')} />
    ) : (
      <EmptyState title={t('courses.nothing')} hint={t('courses.nothing_hint')} />
    );
  return (
    <>
      <PageHead title={t('courses.title')} count={active.data?.total_count} hint={t('courses.hint')} />
      <KindTabs value="native" />
      <div className={css['tools']}>
        <SearchBox
          value={state.search}
          onChange={(search) => set({ search }, { replace: true })}
          placeholder={t('courses.search')}
        />
        <Select
          aria-label={t('courses.sort')}
          w={220}
          value={sort}
          data={courseSorts.map((value) => ({ value, label: t(`courses.sort_${value}`) }))}
          onChange={(value) => set({ sort: value ?? 'title_asc' })}
        />
      </div>
      {active.isError && active.data === undefined ? (
        <ErrorState onRetry={() => void active.refetch()} />
      ) : active.data === undefined ? (
        <ul className={css['cards']} aria-hidden>
          {[1, 2, 3].map((n) => (
            <li key={n}>
              <Skeleton height={380} radius={16} />
            </li>
          ))}
        </ul>
      ) : active.data.data.length === 0 ? (
        empty
      ) : (
        <Cards courses={active.data.data} level="h2" />
      )}
      {archived.data !== undefined && archived.data.data.length > 0 && (
        <section aria-labelledby="archive">
          <h2 id="archive" className={css['block']}>
            {t('courses.archive')}
          </h2>
          <p className={css['block-hint']}>{t('courses.archive_hint')}</p>
          <Cards courses={archived.data.data} level="h3" />
        </section>
      )}
    </>
  );
}
