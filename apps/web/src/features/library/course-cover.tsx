import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { COVER_BYTES } from '@sergak/contract/library/library.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useFocusAfter } from '../../shared/ui/focus-return.ts';
import { paused } from '../../shared/ui/paused.ts';
import { courseValues } from './course-form.tsx';
import css from './editor.module.css';
import type { CourseEditing } from './use-course-editing.ts';

export const COVER_TYPES = ['.png', '.jpg', '.jpeg', '.webp'] as const;

/** The cover of a course: saved at once, apart from the other properties. */
export const CourseCover = ({ editing }: { editing: CourseEditing }): ReactNode => {
  const t = useT('library__editor');
  const { course, busy, write } = editing;
  const place = useFocusAfter(course.image_path !== null);
  return (
    <Section
      title={t('cover.title')}
      hint={t('cover.hint')}
      actions={
        course.image_path !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            {...paused(busy, () => void write('library.remove-cover', {}))}
          >
            {t('cover.remove')}
          </Button>
        )
      }
    >
      {course.image_path !== null && (
        <img className={css['cover']} src={course.image_path} alt={t('cover.alt')} width={1200} height={630} />
      )}
      <div ref={place}>
        <FileDrop
          label={t(course.image_path === null ? 'cover.choose' : 'cover.replace')}
          accept={COVER_TYPES}
          maxBytes={COVER_BYTES}
          file={null}
          disabled={busy}
          onFile={(picture) => picture && void write('library.update-course', { ...courseValues(course), picture })}
        />
      </div>
    </Section>
  );
};
