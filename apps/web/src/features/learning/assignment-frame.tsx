import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import css from './admin.module.css';
import { AssignmentActions } from './assignment-actions.tsx';
import { audienceWords } from './audience.ts';
import { AssignmentStatusBadge } from './assignment-status.tsx';

type Assignment = CallOutput<'learning.assignment'>;
type Props = { id: string; page: 'course' | 'people'; children: (one: Assignment) => ReactNode };

/** The head of the pages of an assigned course, native or SCORM: title, state and actions. */
export const AssignmentFrame = ({ id, page, children }: Props): ReactNode => {
  const t = useT('learning');
  const answer = useRead('learning.any-assignment', { id }, { fresh: true, quiet: true });
  if (answer.data === undefined) {
    if (failedWith(answer.error, 'assignment.not_found', 'request.invalid'))
      return (
        <NotFound
          title={t('one.gone')}
          hint={t('one.gone_hint')}
          action={<ButtonLink screen="learning.assigned">{t('list.title')}</ButtonLink>}
        />
      );
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={420} radius={14} aria-hidden />
    );
  }
  const one = answer.data;
  const list = (
    <ScreenLink key="list" screen="learning.assigned">
      {t('list.title')}
    </ScreenLink>
  );
  const course = (
    <ScreenLink key="one" screen="learning.assigned-one" params={{ course_id: one.id }}>
      {one.title}
    </ScreenLink>
  );
  return (
    <>
      <PageHead
        title={page === 'course' ? one.title : t('one.people')}
        {...(page === 'people' && { count: one.learners_count })}
        trail={page === 'course' ? [list] : [list, course]}
        badge={<AssignmentStatusBadge one={one} />}
        hint={audienceWords(t, one.audience) || undefined}
        actions={
          page === 'course' ? (
            <>
              <ButtonLink variant="default" screen="learning.course-figures" params={{ course_id: one.course.id }}>
                {t('figures.open')}
              </ButtonLink>
              <ButtonLink variant="default" screen="learning.assigned-people" params={{ course_id: one.id }}>
                {t('one.people')}: {formatNumber(one.learners_count)}
              </ButtonLink>
              <AssignmentActions one={one} />
            </>
          ) : undefined
        }
      />
      {one.status === 'active' && one.paused_at !== null && (
        <p className={css['note']}>{t('one.paused_note', { date: formatDate(one.paused_at) })}</p>
      )}
      {children(one)}
    </>
  );
};
