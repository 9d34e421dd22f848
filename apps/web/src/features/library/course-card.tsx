import { Checkbox } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconReportAnalytics,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { TagBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { CourseStateBadge } from './course-state.tsx';
import css from './library.module.css';

export type Picking = {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly remove: (courses: readonly CourseCard[]) => void;
};
type CardProps = {
  course: CourseCard;
  /** Level of the card's heading, one below the heading above the cards. */
  level: 'h2' | 'h3';
  picking: Picking;
};

const Actions = ({ course, picking }: CardProps): ReactNode => {
  const t = useT('library');
  const go = useGo();
  const mayAssign = usePermission('admin.learning.assigned');
  const params = { course_id: course.id };
  const archive = useWrite('library.change-course', {
    tip: course.archived ? 'tips:course.restore' : 'tips:course.archive',
  });
  const copy = useWrite('library.copy-course', { tip: 'tips:course.copied' });
  return (
    <ActionMenu
      label={t('card.actions', { title: course.title })}
      className={css['more']!}
      lines={[
        {
          key: 'edit',
          label: t('card.edit'),
          icon: IconPencil,
          run: () => go({ screen: 'learning.course-edit', params }),
        },
        ...(mayAssign
          ? [
              {
                key: 'figures',
                label: t('card.figures'),
                icon: IconReportAnalytics,
                run: () => go({ screen: 'learning.course-figures', params }),
              },
            ]
          : []),
        {
          key: 'preview',
          label: t('card.preview'),
          icon: IconEye,
          run: () => go({ screen: 'learning.course-preview', params }),
        },
        {
          key: 'copy',
          label: t('card.copy'),
          icon: IconCopy,
          run: () =>
            copy.mutate(
              { id: course.id },
              { onSuccess: ({ id }) => go({ screen: 'learning.course-edit', params: { course_id: id } }) },
            ),
        },
        {
          key: 'archive',
          label: t(course.archived ? 'card.restore' : 'card.archive'),
          icon: course.archived ? IconArchiveOff : IconArchive,
          run: () => archive.mutate({ id: course.id, archived: !course.archived, version: course.version }),
        },
        { key: 'delete', label: t('card.delete'), icon: IconTrash, run: () => picking.remove([course]) },
      ]}
    >
      <IconDots size={20} stroke={1.7} aria-hidden />
    </ActionMenu>
  );
};

const Card = (props: CardProps): ReactNode => {
  const { course, level: Title, picking } = props;
  const t = useT('library');
  const mayAssign = usePermission('admin.learning.assigned');
  const params = { course_id: course.id };
  return (
    <li>
      <article
        className={css['card']}
        data-archived={course.archived || undefined}
        data-chosen={picking.chosen.has(course.id) || undefined}
      >
        <div className={css['cover']}>
          {course.image_path !== null && (
            <img src={course.image_path} alt="" width={1200} height={630} loading="lazy" />
          )}
        </div>
        <Checkbox
          className={css['pick']!}
          aria-label={t('card.select', { title: course.title })}
          checked={picking.chosen.has(course.id)}
          onChange={() => picking.toggle(course.id)}
        />
        <div className={css['body']}>
          <div className={css['line']}>
            <Title className={css['name']}>
              <ScreenLink screen="learning.course-edit" params={params}>
                {course.title}
              </ScreenLink>
            </Title>
            <Actions {...props} />
          </div>
          <div>
            <CourseStateBadge course={course} />
          </div>
          <p className={css['text']}>{course.description}</p>
          {course.tags.length > 0 && (
            <div className={css['labels']}>
              {course.tags.map((label) => (
                <TagBadge key={label}>{label}</TagBadge>
              ))}
            </div>
          )}
          <div className={css['facts']}>
            <span>{t('card.sections', { count: course.sections_count })}</span>
            <span>{t('card.minutes', { count: course.minutes })}</span>
            {course.learners_count > 0 && <span>{t('card.learners', { count: course.learners_count })}</span>}
          </div>
          <div className={css['foot']}>
            {mayAssign && !course.archived && course.published_version > 0 && (
              <ButtonLink
                variant="light"
                screen="learning.assigned-create"
                search={{ course: course.id }}
                aria-label={`${t('card.assign')}: ${course.title}`}
              >
                {t('card.assign')}
              </ButtonLink>
            )}
            <ButtonLink
              variant="default"
              screen="learning.course-edit"
              params={params}
              aria-label={`${t('card.edit')}: ${course.title}`}
            >
              {t('card.edit')}
            </ButtonLink>
          </div>
        </div>
      </article>
    </li>
  );
};

export const Cards = ({
  courses,
  ...rest
}: Omit<CardProps, 'course'> & { courses: readonly CourseCard[] }): ReactNode => (
  <ul className={css['cards']}>
    {courses.map((course) => (
      <Card key={course.id} course={course} {...rest} />
    ))}
  </ul>
);
