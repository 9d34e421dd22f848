import { Button, Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { isFound } from '@sergak/contract/fold.rules.ts';
import { CHOICE_OF_COURSES_MAX } from '@sergak/contract/library/library.rules.ts';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import type { StarterCourse } from '@sergak/contract/library/starter.schema.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { type CourseSort, courseSorts, sortInput } from '../../shared/course-sorts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './library.module.css';

export type CourseChooserProps = {
  opened: boolean;
  /** Several courses, or one. */
  multiple?: boolean;
  chosen?: readonly string[];
  /** Offers no courses of the library: the choice is about what people already have. */
  onlyOwn?: boolean;
  onChoose: (courses: readonly CourseCard[]) => void;
  onClose: () => void;
};

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

/** Courses of the library that the organisation does not have yet. */
const StarterChoices = ({
  entries,
  chosen,
  multiple,
  onToggle,
}: {
  entries: readonly StarterCourse[];
  chosen: ReadonlySet<string>;
  multiple: boolean;
  onToggle: (slug: string) => void;
}): ReactNode => {
  const t = useT('library');
  if (entries.length === 0) return null;
  return (
    <>
      <h3 className={css['block']}>{t('chooser.library')}</h3>
      <p className={css['block-hint']}>{t('chooser.library_hint')}</p>
      <fieldset className={css['choices']}>
        <legend className="sr-only">{t('chooser.library')}</legend>
        {entries.map((one) => (
          <label key={one.slug} className={css['choice']}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name="course"
              checked={chosen.has(one.slug)}
              onChange={() => onToggle(one.slug)}
            />
            <div className={css['cover']}>
              <img src={one.image_path} alt="" width={1200} height={630} loading="lazy" />
            </div>
            <span className={css['tick']} aria-hidden>
              <IconCheck size={16} stroke={3} />
            </span>
            <div className={css['choice-body']}>
              <span className={css['choice-name']}>{one.title}</span>
              <div className={css['facts']}>
                <span>{t('card.minutes', { count: one.minutes })}</span>
              </div>
            </div>
          </label>
        ))}
      </fieldset>
    </>
  );
};

/** Courses that nobody can get before they are published. */
const Drafts = ({ courses, multiple }: { courses: readonly CourseCard[]; multiple: boolean }): ReactNode => {
  const t = useT('library');
  if (courses.length === 0) return null;
  return (
    <>
      <h3 className={css['block']}>{t('chooser.drafts')}</h3>
      <p className={css['block-hint']}>{t('chooser.drafts_hint')}</p>
      <Choices courses={courses} chosen={new Set()} multiple={multiple} disabled onToggle={() => undefined} />
    </>
  );
};

/** Chooses courses in a dialog: active ones, courses of the library, and on request archived ones, which are read-only. */
export default function CourseChooserDialog({
  opened,
  multiple = false,
  chosen = [],
  onlyOwn = false,
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
  const library = useRead('library.starter-courses', {}, { enabled: opened && !onlyOwn, quiet: true });
  const adopt = useWrite('library.starter-adopt');
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const language = me.acting_organization.language;
  const entries = (library.data?.data ?? []).filter(
    (one) => one.copies.every((copy) => copy.language !== language) && isFound(one.title, search),
  );
  const toggleEntry = (slug: string): void => {
    if (!multiple) setPicked(new Set());
    const next = new Set(multiple ? taken : []);
    if (!next.delete(slug)) next.add(slug);
    setTaken(next);
  };
  const toggle = (id: string): void => {
    if (!multiple) setTaken(new Set());
    if (!multiple) return setPicked(new Set([id]));
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const listed = active.data?.data;
  // Only published courses are assigned; a filter by courses may name any.
  const courses = listed?.filter((course) => onlyOwn || course.published_version > 0);
  const drafts = listed?.filter((course) => courses?.includes(course) === false) ?? [];
  // Picked courses stay picked while a search hides them.
  const seen = useRef(new Map<string, CourseCard>()).current;
  for (const course of listed ?? []) seen.set(course.id, course);
  const found = [...picked].flatMap((id) => seen.get(id) ?? []);
  const choose = (): void => {
    if (taken.size === 0) return onChoose(found);
    adopt.mutate(
      { courses: [...taken].map((slug) => ({ slug, language })) },
      { onSuccess: ({ data }) => onChoose([...found, ...data]) },
    );
  };
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
          entries.length + drafts.length === 0 && <EmptyState title={t('chooser.none')} />
        ) : (
          <Choices courses={courses} chosen={picked} multiple={multiple} onToggle={toggle} />
        )}
        <StarterChoices entries={entries} chosen={taken} multiple={multiple} onToggle={toggleEntry} />
        <Drafts courses={drafts} multiple={multiple} />
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
        <ActionButton
          blocked={found.length + taken.size === 0 && t('commons:blocked.choose')}
          loading={adopt.isPending}
          onClick={choose}
        >
          {t('chooser.choose')}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
}
