import { Skeleton } from '@mantine/core';
import { IconBook, IconListCheck, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import css from './library.module.css';

const usual = { search: '' } as const;

/** Themes with their steps and the courses that use them. */
export default function ThemesScreen(): ReactNode {
  const t = useT('library');
  const [state, set] = useSearchState(usual);
  const answer = useRead('library.themes', { search: state.search });
  const themes = answer.data?.data;
  return (
    <>
      <PageHead title={t('themes.title')} count={themes?.length} hint={t('themes.hint')} />
      <div className={css['tools']}>
        <SearchBox
          value={state.search}
          onChange={(search) => set({ search }, { replace: true })}
          placeholder={t('themes.search')}
        />
      </div>
      {answer.isError && themes === undefined ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : themes === undefined ? (
        <ul className={css['themes']} aria-hidden>
          {[1, 2, 3].map((n) => (
            <li key={n}>
              <Skeleton height={190} radius={14} />
            </li>
          ))}
        </ul>
      ) : themes.length === 0 ? (
        <EmptyState icon={IconStack2} title={t(state.search === '' ? 'themes.none' : 'courses.nothing')} />
      ) : (
        <ul className={css['themes']}>
          {themes.map((theme) => (
            <li key={theme.id}>
              <article className={css['theme']}>
                <div>
                  <h2 className={css['name']}>{theme.title}</h2>
                  <span className={css['facts']}>{t('themes.steps', { count: theme.steps.length })}</span>
                </div>
                <ol>
                  {theme.steps.map((step) => (
                    <li key={step.id}>
                      {step.kind === 'quiz' ? (
                        <IconListCheck size={18} stroke={1.7} aria-hidden />
                      ) : (
                        <IconBook size={18} stroke={1.7} aria-hidden />
                      )}
                      <span>
                        {t(`preview.${step.kind}`)}: {step.module_title}
                      </span>
                    </li>
                  ))}
                </ol>
                <div className={css['used']}>
                  {theme.courses.length === 0 ? (
                    t('themes.unused')
                  ) : (
                    <>
                      {t('themes.courses')}:{' '}
                      {theme.courses.map((course, i) => (
                        <span key={course.id}>
                          {i > 0 && ', '}
                          <ScreenLink screen="learning.course-preview" params={{ course_id: course.id }}>
                            {course.title}
                          </ScreenLink>
                        </span>
                      ))}
                    </>
                  )}
                </div>
              </article>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
