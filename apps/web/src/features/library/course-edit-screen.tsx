import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import { slideText } from '@sergak/contract/library/slide-doc.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import type { CallOutput } from '../../shared/api.ts';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { useFormLeaving } from '../../shared/forms/leaving.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { type T, text, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { StaleChanges, type StaleRow } from '../../shared/ui/stale-changes.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { CourseCover } from './course-cover.tsx';
import { CourseFields, type CourseValues, courseValues } from './course-form.tsx';
import { PublishButton, PublishState, usePublish } from './course-publish.tsx';
import { CourseStateBadge } from './course-state.tsx';
import { CourseTree } from './course-tree.tsx';
import css from './editor.module.css';
import { useCourseEditing } from './use-course-editing.ts';

const LabelsInput = lazy(() => import('./labels-input.tsx'));

/** What the stored course has that the shown one has not. */
const staleRows = (t: T<'library__editor'>, mine: CourseDetail, theirs: CourseDetail): StaleRow[] => {
  const outline = (course: CourseDetail): string =>
    course.sections
      .map((section) => `${section.title} (${section.themes.map((theme) => theme.title).join(', ')})`)
      .join('; ');
  const words = ({ summary }: CourseDetail): string => (summary ? slideText(summary) : '');
  const rows = [
    { key: 'title', label: t('field.title'), from: mine.title, to: theirs.title },
    { key: 'description', label: t('field.description'), from: mine.description, to: theirs.description },
    { key: 'minutes', label: t('field.minutes'), from: String(mine.minutes), to: String(theirs.minutes) },
    { key: 'summary', label: t('field.summary'), from: words(mine), to: words(theirs) },
    { key: 'labels', label: t('labels.field'), from: mine.tags.join(', '), to: theirs.tags.join(', ') },
    { key: 'sections', label: t('tree.title'), from: outline(mine), to: outline(theirs) },
  ];
  return rows.filter((row) => row.from !== row.to);
};

const Editor = ({ stored }: { stored: CallOutput<'library.course'> }): ReactNode => {
  const t = useT('library__editor');
  const editing = useCourseEditing(stored);
  const { course, busy, theirs, take, compare, overwrite, write } = editing;
  const publish = usePublish();
  const form = useForm<CourseValues>(courseValues(stored));
  const { isDirty } = form.formState;
  // The state also changes with the themes and modules of the course, which have versions of their own.
  const shown = stored.version === course.version ? stored : course;
  const save = (values: CourseValues): Promise<boolean> =>
    write('library.update-course', { ...values, picture: null }).then((next) => {
      if (next === null) return false;
      form.reset(courseValues(next));
      showToast({ kind: 'success', text: text('tips:course.update') });
      return true;
    });
  const leaving = useFormLeaving(form, save);
  return (
    <>
      <PageHead
        title={course.title === stored.title ? stored.shown_title : course.title}
        trail={[
          <ScreenLink key="courses" screen="learning.courses">
            {t('trail.courses')}
          </ScreenLink>,
        ]}
        badge={<CourseStateBadge course={shown} />}
        actions={
          <>
            <ButtonLink variant="default" screen="learning.course-preview" params={{ course_id: course.id }}>
              {t('preview.open')}
            </ButtonLink>
            <PublishButton
              course={shown}
              publish={publish}
              unsaved={isDirty}
              onStale={() => void compare(async () => undefined)}
            />
          </>
        }
      />
      <div className={css['column']}>
        {theirs !== null && (
          <StaleChanges
            title={t('stale.title')}
            same={t('stale.same')}
            rows={staleRows(t, course, theirs)}
            busy={busy}
            onTake={() => {
              take(theirs);
              form.reset(courseValues(theirs));
            }}
            onOverwrite={overwrite}
          />
        )}
        <PublishState course={shown} publish={publish} />
        <CourseTree editing={editing} />
        <Form form={form} call="library.create-course" onSubmit={save}>
          <Section title={t('properties.title')}>
            <CourseFields />
            {leaving.question}
            <FormSaveBar busy={busy} />
          </Section>
        </Form>
        <CourseCover editing={editing} />
        <Section title={t('labels.title')}>
          <Suspense fallback={<Skeleton height={60} />}>
            <LabelsInput value={course.tags} onChange={(tags) => void write('library.set-labels', { tags })} />
          </Suspense>
        </Section>
      </div>
    </>
  );
};

/** Edits a course: content, properties, cover, labels; and publishes it. */
export default function CourseEditScreen(): ReactNode {
  const t = useT('library__editor');
  const { course_id } = useScreenParams('learning.course-edit');
  const answer = useRead('library.course', { id: course_id }, { fresh: true, quiet: true, staleTime: 0 });
  // Not with an earlier response of the cache: the editor would begin with an old version.
  if (answer.data !== undefined && answer.isFetchedAfterMount) return <Editor key={course_id} stored={answer.data} />;
  if (failedWith(answer.error, 'course.not_found', 'request.invalid'))
    return (
      <NotFound
        title={t('gone.course')}
        action={<ButtonLink screen="learning.courses">{t('trail.courses')}</ButtonLink>}
      />
    );
  return answer.isError ? (
    <ErrorState onRetry={() => void answer.refetch()} />
  ) : (
    <Skeleton height={420} radius={14} aria-hidden />
  );
}
