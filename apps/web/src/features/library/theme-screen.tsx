import { Skeleton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, type ScreenParams, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { IconStack2 } from '@tabler/icons-react';
import { ThemeEditor } from './theme-editor.tsx';

const NEW = '/lk/admin/learning/themes/new';

/**
 * The theme editor at each of its addresses. An address with a section adds the saved theme to that section and returns to
 * the course; `new/{theme_id}` begins a new theme with the steps of an existing one.
 */
export default function ThemeScreen(): ReactNode {
  const t = useT('library__editor');
  const go = useGo();
  const { theme_id: themeId, section_id: sectionId } = useScreenParams('learning.theme-copy-in-course') as Partial<
    ScreenParams<'learning.theme-copy-in-course'>
  >;
  const isNew = useLocation({ select: (location) => location.pathname }).startsWith(NEW);
  const theme = useRead(
    'library.theme',
    { id: themeId ?? '' },
    { enabled: themeId !== undefined, fresh: true, quiet: true },
  );
  const section = useRead(
    'library.section',
    { id: sectionId ?? '' },
    { enabled: sectionId !== undefined, fresh: true, quiet: true },
  );
  const needed = [...(themeId === undefined ? [] : [theme]), ...(sectionId === undefined ? [] : [section])];
  const failed = needed.find((one) => one.isError);
  if (failed && failed.data === undefined)
    return failedWith(failed.error, 'theme.not_found', 'section.not_found', 'request.invalid') ? (
      <NotFound
        title={t(failed === section ? 'gone.section' : 'gone.theme')}
        action={<ButtonLink screen="learning.themes">{t('trail.themes')}</ButtonLink>}
      />
    ) : (
      <ErrorState onRetry={() => void failed.refetch()} />
    );
  if (needed.some((one) => one.data === undefined)) return <Skeleton height={420} radius={14} aria-hidden />;
  const course = section.data?.course;
  const leave = (): void =>
    course === undefined
      ? go({ screen: 'learning.themes' })
      : go({ screen: 'learning.course-edit', params: { course_id: course.id } });
  const others = isNew ? [] : (theme.data?.courses ?? []).filter((one) => one.id !== course?.id);
  return (
    <>
      <PageHead
        title={isNew ? t('theme.new') : theme.data!.title}
        {...(section.data !== undefined && { hint: t('theme.in_section', { title: section.data.title }) })}
        trail={
          course === undefined
            ? [
                <ScreenLink key="themes" screen="learning.themes">
                  {t('trail.themes')}
                </ScreenLink>,
              ]
            : [
                <ScreenLink key="courses" screen="learning.courses">
                  {t('trail.courses')}
                </ScreenLink>,
                <ScreenLink key="course" screen="learning.course-edit" params={{ course_id: course.id }}>
                  {course.title}
                </ScreenLink>,
              ]
        }
      />
      {others.length > 0 && (
        <Notice icon={IconStack2} title={t('theme.shared', { count: others.length })}>
          {others.map((one) => one.title).join(', ')}. {t('theme.shared_text')}
        </Notice>
      )}
      <ThemeEditor
        key={`${themeId} ${sectionId} ${isNew}`}
        source={theme.data ?? null}
        isNew={isNew}
        sectionId={sectionId}
        onSaved={leave}
        onCancel={leave}
      />
    </>
  );
}
