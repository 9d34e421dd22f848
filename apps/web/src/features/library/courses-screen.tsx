import { Button, Skeleton } from '@mantine/core';
import { IconBooks, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { StarterWaiting } from '../../shared/starter/starter-waiting.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { MultiSelect, Select } from '../../shared/ui/select.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { KindTabs, ScormCourses } from '../scorm/public.ts';
import { ExportPack, ImportPack } from '../packs/public.ts';
import { Cards, type Picking } from './course-card.tsx';
import { courseSorts, sortInput } from '../../shared/course-sorts.ts';
import { courseStates } from './course-state.tsx';
import { DeleteCourses } from './delete-courses.tsx';
import css from './library.module.css';

const usual = { search: '', sort: 'title_asc', state: '', labels: [] as string[] } as const;
/** Courses are few, so all of them are shown. */
const LIMIT = 200;

const Filters = ({ labels, state, set }: FiltersProps): ReactNode => {
  const t = useT('library');
  const labelList = useRead('library.labels', {}, { quiet: true }).data?.data ?? [];
  return (
    <div className={css['filters']}>
      <div role="group" aria-label={t('state.label')} className={css['states']}>
        {courseStates.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={state === one}
            onClick={() => set({ state: state === one ? '' : one })}
          >
            {t(`state.${one}`)}
          </button>
        ))}
      </div>
      {(labelList.length > 0 || labels.length > 0) && (
        <MultiSelect
          aria-label={t('courses.labels')}
          placeholder={labels.length === 0 ? t('courses.labels') : ''}
          data={[...new Set([...labelList.map((label) => label.title), ...labels])]}
          value={[...labels]}
          searchable
          clearable
          onChange={(next) => set({ labels: next })}
        />
      )}
    </div>
  );
};
type FiltersProps = {
  labels: readonly string[];
  state: string;
  set: (patch: { labels?: string[]; state?: string }) => void;
};

const useCourses = () => {
  const [state, setState] = useSearchState(usual);
  const sort = courseSorts.find((one) => one === state.sort) ?? 'title_asc';
  const states = courseStates.filter((one) => one === state.state);
  const input = { search: state.search, tags: [...state.labels], states, ...sortInput(sort), limit: LIMIT };
  const active = useRead('library.courses', input);
  const archived = useRead('library.archived-courses', input, { quiet: true });
  return { state, set: setState, sort, active, archived };
};

/** Native courses, SCORM courses (`?kind=scorm`) or the library (`?kind=library`). */
export default function CoursesScreen(): ReactNode {
  const [{ kind }] = useSearchState({ kind: 'native' });
  if (kind === 'library') return <LibraryCourses />;
  if (kind !== 'scorm') return <NativeCourses />;
  return (
    <Suspense fallback={null}>
      <ScormCourses />
    </Suspense>
  );
}

const Library = lazy(() => import('./starter-library.tsx'));

/** The courses of the product. */
function LibraryCourses(): ReactNode {
  const t = useT('library');
  return (
    <>
      <PageHead title={t('courses.title')} hint={t('courses.hint')} />
      <KindTabs value="library" />
      <Suspense fallback={<StarterWaiting covers />}>
        <Library />
      </Suspense>
    </>
  );
}

/** The library: courses that can be assigned, then the archive. An organisation without courses sees those of the product. */
function NativeCourses(): ReactNode {
  const t = useT('library');
  const { state, set, sort, active, archived } = useCourses();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const packs = useT('packs');
  const [packing, setPacking] = useState(false);
  const [importing, setImporting] = useState(false);
  const [deleting, setDeleting] = useState<readonly CourseCard[]>([]);
  const all = [...(active.data?.data ?? []), ...(archived.data?.data ?? [])];
  const picked = all.filter((course) => chosen.has(course.id));
  const picking: Picking = {
    chosen,
    toggle: (id) =>
      setChosen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    remove: setDeleting,
  };
  const filtered = state.search !== '' || state.state !== '' || state.labels.length > 0;
  const create = (
    <ButtonLink screen="learning.course-create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('courses.create')}
    </ButtonLink>
  );
  return (
    <>
      <PageHead
        title={t('courses.title')}
        count={active.data?.total_count}
        hint={t('courses.hint')}
        actions={
          <>
            <Button variant="default" onClick={() => setImporting(true)}>
              {packs('import')}
            </Button>
            {create}
          </>
        }
      />
      <KindTabs value="native" />
      <div className={css['tools']}>
        <SearchBox
          value={state.search}
          onChange={(search) => set({ search }, { replace: true })}
          placeholder={t('courses.search')}
        />
        <Select
          aria-label={t('courses.sort')}
          w={220}
          value={sort}
          data={courseSorts.map((value) => ({ value, label: t(`courses.sort_${value}`) }))}
          onChange={(value) => set({ sort: value ?? 'title_asc' })}
        />
      </div>
      <Filters labels={state.labels} state={state.state} set={set} />
      {picked.length > 0 && (
        <div className={css['bulk']} role="region" aria-label={t('commons:table.bulk')}>
          <strong aria-live="polite">{t('courses.picked', { count: picked.length })}</strong>
          <Button variant="subtle" onClick={() => setChosen(new Set())}>
            {t('commons:table.clear')}
          </Button>
          <Button variant="default" onClick={() => setPacking(true)}>
            {packs('export')}
          </Button>
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDeleting(picked)}
          >
            {t('card.delete')}
          </Button>
        </div>
      )}
      {active.isError && active.data === undefined ? (
        <ErrorState onRetry={() => void active.refetch()} />
      ) : active.data === undefined ? (
        <ul className={css['cards']} aria-hidden>
          {[1, 2, 3].map((n) => (
            <li key={n}>
              <Skeleton height={380} radius={16} />
            </li>
          ))}
        </ul>
      ) : active.data.data.length > 0 ? (
        <Cards courses={active.data.data} level="h2" picking={picking} />
      ) : filtered ? (
        <EmptyState title={t('courses.nothing')} hint={t('courses.nothing_hint')} />
      ) : (
        <>
          <EmptyState icon={IconBooks} title={t('courses.none')} action={create} />
          <Suspense fallback={null}>
            <Library />
          </Suspense>
        </>
      )}
      {archived.data !== undefined && archived.data.data.length > 0 && (
        <section aria-labelledby="archive">
          <h2 id="archive" className={css['block']}>
            {t('courses.archive')}
          </h2>
          <p className={css['block-hint']}>{t('courses.archive_hint')}</p>
          <Cards courses={archived.data.data} level="h3" picking={picking} />
        </section>
      )}
      {packing && (
        <Suspense fallback={null}>
          <ExportPack courses={picked.map((course) => course.id)} onClose={() => setPacking(false)} />
        </Suspense>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportPack onClose={() => setImporting(false)} />
        </Suspense>
      )}
      <DeleteCourses
        courses={deleting}
        onClose={() => {
          setDeleting([]);
          setChosen(new Set());
        }}
      />
    </>
  );
}
