import { IconAlertTriangle, IconPencil, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CourseDetail, PublishProblem } from '@sergak/contract/library/library.schema.ts';
import { detailsOf, failedWith } from '../../shared/api-error.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { notifyError } from '../../shared/query-client.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './editor.module.css';

/** Publishing, with its error: what a course lacks is shown on the page, not as a toast. */
export const usePublish = () => useWrite('library.publish-course', { tip: 'tips:course.published', quiet: true });
type Publish = ReturnType<typeof usePublish>;

/** Publishes the course. `unsaved`: the properties have changes that a version would not contain. */
export const PublishButton = ({
  course,
  publish,
  unsaved,
  onStale,
}: {
  course: CourseDetail;
  publish: Publish;
  unsaved: boolean;
  /** Another person changed the course in between. */
  onStale: () => void;
}): ReactNode => {
  const t = useT('library__editor');
  return (
    <ActionButton
      leftSection={<IconSend size={16} aria-hidden />}
      loading={publish.isPending}
      blocked={
        (course.steps_count === 0 && t('publish.empty')) ||
        (unsaved && t('publish.unsaved')) ||
        (!course.has_changes && t('publish.nothing'))
      }
      onClick={() =>
        publish.mutate(
          { id: course.id, version: course.version },
          {
            onError: (error) => {
              if (failedWith(error, 'common.stale_version')) onStale();
              else if (!failedWith(error, 'course.not_ready')) notifyError(error);
            },
          },
        )
      }
    >
      {t('publish.action')}
    </ActionButton>
  );
};

const problemsOf = (error: unknown): readonly PublishProblem[] => detailsOf(error, 'course.not_ready')?.problems ?? [];

/** What keeps the course from being published, or what changed since it was. */
export const PublishState = ({ course, publish }: { course: CourseDetail; publish: Publish }): ReactNode => {
  const t = useT('library__editor');
  const problems = problemsOf(publish.error);
  const wanted = course.published_version > 0 && course.has_changes;
  const { data } = useRead('library.course-changes', { id: course.id }, { quiet: true, fresh: true, enabled: wanted });
  if (problems.length > 0)
    return (
      <Notice icon={IconAlertTriangle} tone="bad" title={t('publish.not_ready')} alert>
        <ul className={css['problems']}>
          {problems.map(({ kind, title }) => (
            <li key={`${kind} ${title}`}>{t(`problem.${kind}`, { title })}</li>
          ))}
        </ul>
      </Notice>
    );
  if (!wanted || !data || data.published_at === null || data.changes.length === 0) return null;
  return (
    <Notice icon={IconPencil} title={t('publish.changed', { date: formatDateTime(data.published_at) })}>
      <ul className={css['problems']}>
        {data.changes.map(({ kind, id, title, changed_at }) => (
          <li key={id}>{t(`change.${kind}`, { title, date: formatDateTime(changed_at) })}</li>
        ))}
      </ul>
      {t('publish.changed_text')}
    </Notice>
  );
};
