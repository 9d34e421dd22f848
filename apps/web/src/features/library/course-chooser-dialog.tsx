import { Button, Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { CHOICE_OF_COURSES_MAX } from '@sergak/contract/library/library.rules.ts';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { type CourseSort, courseSorts, sortInput } from '../../shared/course-sorts.ts';
import type { CourseChooserProps } from './course-chooser.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './library.module.css';

const Choices = ({
  courses,
  chosen,
  multiple,
  disabled = false,
  onToggle,
}: {
  courses: readonly CourseCard[];
  chosen: ReadonlySet<string>;
  multiple: boolean;
  disabled?: boolean;
  onToggle: (id: string) => void;
}): ReactNode => {
  const t = useT('library');
  return (
    <fieldset className={css['choices']}>
      <legend className="sr-only">{t('courses.title')}</legend>
      {courses.map((course) => (
        <label key={course.id} className={css['choice']}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name="course"
            checked={chosen.has(course.id)}
            disabled={disabled}
            onChange={() => onToggle(course.id)}
          />
          <div className={css['cover']}>
            {course.image_path !== null && (
              <img src={course.image_path} alt="" width={1200} height={630} loading="lazy" />
            )}
          </div>
          <span className={css['tick']} aria-hidden>
            <IconCheck size={16} stroke={3} />
          </span>
          <div className={css['choice-body']}>
            <span className={css['choice-name']}>{course.title}</span>
            <div className={css['facts']}>
              {course.kind === 'scorm' ? (
                <span className={css['kind']}>{t('chooser.scorm')}</span>
              ) : (
                <span>{t('card.sections', { count: course.sections_count })}</span>
              )}
              {course.minutes > 0 && <span>{t('card.minutes', { count: course.minutes })}</span>}
            </div>
          </div>
        </label>
      ))}
    </fieldset>
  );
};

/** Chooses courses in a dialog: active ones, and on request archived ones, which are read-only. */
export default function CourseChooserDialog({
  opened,
  multiple = false,
  chosen = [],
  onChoose,
  onClose,
}: CourseChooserProps): ReactNode {
  const t = useT('library');
  const me = useMe();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(chosen));
  const [withArchive, setWithArchive] = useState(false);
  const [sort, setSort] = useState<CourseSort>('title_asc');
  const input = { id: me.acting_organization.id, search, limit: CHOICE_OF_COURSES_MAX, ...sortInput(sort) } as const;
  const active = useRead('library.choice-of-courses', input, { enabled: opened, quiet: true });
  const archived = useRead(
    'library.choice-of-courses',
    { ...input, archived: 'true' },
    { enabled: opened, quiet: true },
  );
  const toggle = (id: string): void => {
    if (!multiple) return setPicked(new Set([id]));
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const courses = active.data?.data;
  // Picked courses stay picked while a search hides them.
  const seen = useRef(new Map<string, CourseCard>()).current;
  for (const course of courses ?? []) seen.set(course.id, course);
  const found = [...picked].flatMap((id) => seen.get(id) ?? []);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('chooser.title')}
      size={820}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['dialog-tools']}>
        <SearchBox value={search} onChange={setSearch} placeholder={t('courses.search')} />
        <Select
          aria-label={t('courses.sort')}
          value={sort}
          onChange={(next) => setSort(courseSorts.find((one) => one === next) ?? 'title_asc')}
          data={courseSorts.map((one) => ({ value: one, label: t(`courses.sort_${one}`) }))}
          w={220}
        />
      </div>
      <div className={css['dialog-scroll']}>
        {active.isError ? (
          <ErrorState title={t('commons:error.unexpected')} onRetry={() => void active.refetch()} />
        ) : courses === undefined ? (
          <Skeleton height={200} radius={12} aria-hidden />
        ) : courses.length === 0 ? (
          <EmptyState title={t('chooser.none')} />
        ) : (
          <Choices courses={courses} chosen={picked} multiple={multiple} onToggle={toggle} />
        )}
        {archived.data !== undefined && archived.data.data.length > 0 && (
          <>
            <Button
              className={css['archive']!}
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-expanded={withArchive}
              onClick={() => setWithArchive(!withArchive)}
            >
              {t(withArchive ? 'chooser.archive_hide' : 'chooser.archive_show')} ({archived.data.total_count})
            </Button>
            {withArchive && (
              <>
                <p className={css['block-hint']}>{t('chooser.archive_note')}</p>
                <Choices
                  courses={archived.data.data}
                  chosen={new Set()}
                  multiple={multiple}
                  disabled
                  onToggle={() => undefined}
                />
              </>
            )}
          </>
        )}
      </div>
      <DialogFooter onCancel={onClose}>
        <ActionButton blocked={found.length === 0 && t('commons:blocked.choose')} onClick={() => onChoose(found)}>
          {t('chooser.choose')}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
}
