import { IconBooks } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import type { StarterCourse } from '@sergak/contract/library/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { COURSES_AT_ONCE } from '@sergak/contract/learning/limits.rules.ts';
import { formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState, useSelection } from '../../shared/table/list-state.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import css from './admin.module.css';

/** Courses are few, so all of them are on one page. */
const SIZE = 200;
const options = { sort: 'title', order: 'asc', size: SIZE } as const;
/** A course of the organisation, or one of the library, which has no id before the organisation gets its copy. */
type Row = Pick<CourseCard, 'id' | 'title' | 'image_path' | 'minutes' | 'kind' | 'learners_count'> & {
  readonly slug?: string;
};
const rowId = (row: Row): string => row.id;

const ofLibrary = ({ slug, title, image_path, minutes }: StarterCourse): Row => {
  return { id: slug, slug, title, image_path, minutes, kind: 'native', learners_count: 0 };
};

/** Courses of the library that the organisation does not have yet in its language, as this search and order show them. */
const useLibraryRows = (search: string, order: 'asc' | 'desc', language: Language): readonly Row[] | undefined => {
  const library = useRead('library.starter-courses', {}, { quiet: true });
  return useMemo(() => {
    if (library.data === undefined) return library.isError ? [] : undefined;
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = library.data.data.filter(
      ({ copies, title }) =>
        copies.every((copy) => copy.language !== language) && words.every((word) => title.toLowerCase().includes(word)),
    );
    const rows = found.map(ofLibrary).sort((a, b) => a.title.localeCompare(b.title));
    return order === 'asc' ? rows : rows.reverse();
  }, [library.data, library.isError, search, order, language]);
};

const columnsOf = (t: T<'learning'>): readonly Column<Row>[] => [
  {
    id: 'title',
    title: t('select.col_course'),
    sort: 'title',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        {row.image_path !== null && <img src={row.image_path} alt="" width={56} height={36} loading="lazy" />}
        <span>
          <span>{row.title}</span>
          {row.kind === 'scorm' && <span className={css['kind']}>{t('kind.scorm')}</span>}
          {row.slug !== undefined && <span className={css['kind']}>{t('select.of_library')}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'minutes',
    title: t('select.col_minutes'),
    width: 110,
    cell: (row) => (row.minutes > 0 ? formatNumber(row.minutes) : '—'),
  },
  { id: 'learners', title: t('select.col_learners'), width: 130, cell: (row) => formatNumber(row.learners_count) },
];

/** Chooses the courses to assign; people and dates follow on the next page. */
export default function SelectCoursesScreen(): ReactNode {
  const t = useT('learning');
  const go = useGo();
  const me = useMe();
  const state = useListState(options);
  const list = useRead('library.choice-of-courses', {
    id: me.acting_organization.id,
    search: state.search,
    sort_by: 'title',
    sort_order: state.order,
    limit: SIZE,
  });
  const { language } = me.acting_organization;
  const library = useLibraryRows(state.search, state.order, language);
  const own = list.data?.data.filter((course) => course.published_version > 0);
  const rows: readonly Row[] | undefined = own && library && [...own, ...library];
  const selection = useSelection(rows?.length ?? 0, state.search);
  const columns = useMemo(() => columnsOf(t), [t]);
  const { value } = selection;
  const chosen =
    value.kind === 'all' ? (rows ?? []).map(rowId).filter((id) => !value.excluded.has(id)) : [...value.ids];
  const adopt = useWrite('library.starter-adopt');
  const next = (): void => {
    const slugs = chosen.filter((id) => library?.some((row) => row.id === id));
    const ids = chosen.filter((id) => !slugs.includes(id));
    const proceed = (all: readonly string[]): void =>
      go({ screen: 'learning.assigned-create', search: { course: all.join(',') } });
    if (slugs.length === 0) return proceed(ids);
    adopt.mutate(
      { courses: slugs.map((slug) => ({ slug, language })) },
      { onSuccess: ({ data }) => proceed([...ids, ...data.map((course) => course.id)]) },
    );
  };
  return (
    <>
      <PageHead
        title={t('select.title')}
        hint={t('select.hint')}
        trail={[
          <ScreenLink key="list" screen="learning.assigned">
            {t('list.title')}
          </ScreenLink>,
        ]}
      />
      <DataTable
        name="assign-courses"
        label={t('select.title')}
        columns={columns}
        rows={rows}
        total={rows?.length}
        size={SIZE}
        rowId={rowId}
        rowName={(row) => row.title}
        query={list}
        state={state}
        selection={selection}
        search={{ placeholder: t('select.search') }}
        bulk={
          <ActionButton
            size="compact-md"
            blocked={chosen.length > COURSES_AT_ONCE && t('select.too_many', { count: COURSES_AT_ONCE })}
            loading={adopt.isPending}
            onClick={next}
          >
            {t('select.next', { count: chosen.length })}
          </ActionButton>
        }
        empty={{
          icon: IconBooks,
          title: t('select.none'),
          hint: t('select.none_hint'),
          // Courses of the library are offered there.
          action: <ButtonLink screen="learning.assigned-create">{t('select.from_library')}</ButtonLink>,
        }}
      />
    </>
  );
}
