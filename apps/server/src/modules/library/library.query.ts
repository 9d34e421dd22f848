import type {
  CourseCard,
  CourseDetail,
  PublicationState,
  LibraryModule,
} from '@sergak/contract/library/library.schema.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../db-types.ts';
import type { Tx } from '../../platform/db.ts';
import { inSearchText, soundsLikeSearch } from '../../platform/search.query.ts';

export type CourseFilter = {
  limit: number;
  offset: number;
  search: string;
  sort_by: 'title' | 'created_at';
  sort_order: 'asc' | 'desc';
  archived: boolean;
  kind: 'native' | 'all';
  tags: readonly string[];
  states: readonly PublicationState[];
};

const filePath = (column: string) => sql<string | null>`'/lk/files/' || ${sql.ref(column)}::text`;

/** Whether the course, or a theme or module that it uses, is newer than its published version. */
const hasChanges = sql<boolean>`not exists (
  select from course_versions v
  where v.course_id = c.id and v.number = c.published_version and v.published_at >= greatest(c.updated_at, (
    select max(greatest(t.updated_at, m.updated_at))
    from course_sections s join section_themes st on st.section_id = s.id join themes t on t.id = st.theme_id
      left join theme_steps p on p.theme_id = t.id left join modules m on m.id = p.module_id
    where s.course_id = c.id)))`;

/** The state of a course, as its list filters by it. */
const courseState = sql<PublicationState>`case when c.published_version = 0 then 'draft'
  when ${hasChanges} then 'changed' else 'published' end`;

/** A text of a copy of the starter library in the language of the reader, while nobody has changed it. */
const textFor = (field: 'title' | 'description', reader: Language | undefined) =>
  reader === undefined
    ? sql<string>`${sql.ref(`c.${field}`)}`
    : sql<string>`starter_text(${sql.ref(`c.${field}`)}, c.starter_texts, ${field}, c.language, ${reader})`;

/** Courses of both kinds, as lists show them to this reader; without a reader with the stored texts. */
export const courseCards = (tx: Tx, reader?: Language) =>
  tx.selectFrom('courses as c').select((eb) => [
    'c.id',
    'c.kind',
    textFor('title', reader).as('title'),
    'c.tags',
    textFor('description', reader).as('description'),
    'c.language',
    'c.minutes',
    'c.archived',
    'c.published_version',
    'c.version',
    'c.created_at',
    hasChanges.as('has_changes'),
    filePath('c.image_file_id').as('image_path'),
    eb
      .selectFrom('course_sections as s')
      .whereRef('s.course_id', '=', 'c.id')
      .select(sql<number>`count(*)`.as('n'))
      .$asScalar()
      .as('sections_count'),
    eb
      .selectFrom('course_sections as s')
      .innerJoin('section_themes as st', 'st.section_id', 's.id')
      .innerJoin('theme_steps as t', 't.theme_id', 'st.theme_id')
      .whereRef('s.course_id', '=', 'c.id')
      .select(sql<number>`count(*)`.as('n'))
      .$asScalar()
      .as('steps_count'),
    eb
      .selectFrom('assignments as a')
      .innerJoin('learners as l', 'l.assignment_id', 'a.id')
      .whereRef('a.course_id', '=', 'c.id')
      .where('a.status', '<>', 'completed')
      .where('l.completed_at', 'is', null)
      .select(sql<number>`count(*)`.as('n'))
      .$asScalar()
      .as('learners_count'),
  ]);

type Page = Pick<CourseFilter, 'limit' | 'offset' | 'sort_by' | 'sort_order'>;
/** One page of these cards, and the total number of wanted courses. */
export const pageOfCards = async <D extends { c: DB['courses'] }, C>(
  tx: Tx,
  cards: SelectQueryBuilder<D, keyof D & ('c' | 'p'), C>,
  wanted: RawBuilder<boolean>,
  f: Page,
  title: RawBuilder<string> = sql`c.title`,
): Promise<{ data: C[]; total_count: number }> => {
  const order = f.sort_by === 'title' ? sql`${title} collate "ru-RU-x-icu"` : sql`c.created_at`;
  const data = await cards
    .where(wanted)
    .orderBy(order, f.sort_order)
    .orderBy(sql`c.id`)
    .limit(f.limit)
    .offset(f.offset)
    .execute();
  const { n } = await tx
    .selectFrom('courses as c')
    .where(wanted)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return { data, total_count: n };
};

/** Whether the title of a course contains the words of a search. */
export const hasTitle = (search: string) => inSearchText(sql`c.search_text`, search);

/** One page of courses of this kind, and their total number. */
export const selectCourses = (
  tx: Tx,
  f: CourseFilter,
  reader: Language,
): Promise<{ data: CourseCard[]; total_count: number }> =>
  pageOfCards(
    tx,
    courseCards(tx, reader).$castTo<CourseCard>(),
    sql<boolean>`(${f.kind} = 'all' or c.kind = ${f.kind}) and c.archived = ${f.archived}
      and ${soundsLikeSearch(sql`c.title || ' ' || ${textFor('title', reader)}`, f.search)}
      and (${f.tags.length} = 0 or c.tags && ${[...f.tags]}::text[])
      and (${f.states.length} = 0 or ${courseState} = any(${f.states}::text[]))`,
    f,
    textFor('title', reader),
  );

/** The title of a course as lists show it to this reader. */
export const findShownTitle = async (tx: Tx, id: string, reader: Language): Promise<string> =>
  (
    await tx
      .selectFrom('courses as c')
      .select(textFor('title', reader).as('title'))
      .where('c.id', '=', id)
      .executeTakeFirstOrThrow()
  ).title;

/** A course with its sections, themes and steps in their order. */
export const findCourse = async (tx: Tx, id: string): Promise<CourseDetail | undefined> => {
  const card = await courseCards(tx).where('c.id', '=', id).executeTakeFirst();
  if (!card) return undefined;
  const sections = await tx
    .selectFrom('course_sections')
    .select(['id', 'title', 'order_id'])
    .where('course_id', '=', id)
    .orderBy('order_id')
    .execute();
  const themes = await tx
    .selectFrom('section_themes as st')
    .innerJoin('course_sections as s', 's.id', 'st.section_id')
    .innerJoin('themes as t', 't.id', 'st.theme_id')
    .select(['st.section_id', 't.id', 't.title', 'st.order_id'])
    .where('s.course_id', '=', id)
    .orderBy('st.order_id')
    .execute();
  const steps = await stepsOfThemes(tx, [...new Set(themes.map((theme) => theme.id))]);
  return {
    ...(card as CourseCard),
    summary: await findSummary(tx, id),
    sections: sections.map((section) => ({
      ...section,
      themes: themes
        .filter((theme) => theme.section_id === section.id)
        .map((theme) => ({
          id: theme.id,
          title: theme.title,
          order_id: theme.order_id,
          steps: steps.filter((step) => step.theme_id === theme.id),
        })),
    })),
  };
};

/** Steps of these themes, in the order of each theme. */
export const stepsOfThemes = (tx: Tx, themeIds: readonly string[]) =>
  tx
    .selectFrom('theme_steps as p')
    .leftJoin('modules as m', 'm.id', 'p.module_id')
    .leftJoin('scorm_packages as k', 'k.id', 'p.scorm_package_id')
    .select((eb) => [
      'p.id',
      'p.theme_id',
      'p.kind',
      'p.order_id',
      'p.module_id',
      'p.scorm_package_id',
      'p.score_policy',
      'p.pass_mark',
      'p.attempts_limit',
      'p.shuffle',
      'p.draw_count',
      'p.time_limit_minutes',
      sql<string>`coalesce(m.title, k.title, '')`.as('module_title'),
      eb
        .selectFrom('slides as s')
        .whereRef('s.module_id', '=', 'p.module_id')
        .select(sql<number>`count(*)`.as('n'))
        .$asScalar()
        .$notNull()
        .as('slides_count'),
      eb
        .selectFrom('questions as q')
        .whereRef('q.module_id', '=', 'p.module_id')
        .select(sql<number>`count(*)`.as('n'))
        .$asScalar()
        .$notNull()
        .as('questions_count'),
    ])
    .where(sql<boolean>`p.theme_id = any(${themeIds}::uuid[])`)
    .orderBy('p.order_id')
    .execute();

const moduleSlides = (tx: Tx, moduleIds: readonly string[]) =>
  tx
    .selectFrom('slides')
    .select([
      'id',
      'module_id',
      'order_id',
      'layout',
      'title',
      'doc',
      'image_alt',
      'transcript',
      'version',
      filePath('image_file_id').as('image_path'),
      filePath('audio_file_id').as('audio_path'),
    ])
    .where(sql<boolean>`module_id = any(${moduleIds}::uuid[])`)
    .orderBy('order_id')
    .execute();

const moduleQuestions = (tx: Tx, moduleIds: readonly string[]) =>
  tx
    .selectFrom('questions')
    .select([
      'id',
      'module_id',
      'order_id',
      'type',
      'text',
      filePath('image_file_id').as('image_path'),
      'image_alt',
      'points',
      'body',
      'explanation',
      'version',
    ])
    .where(sql<boolean>`module_id = any(${moduleIds}::uuid[])`)
    .orderBy('order_id')
    .execute();

/** Modules with their slides and questions, in no particular order. */
export const findModules = async (tx: Tx, ids: readonly string[]): Promise<LibraryModule[]> => {
  const modules = await tx
    .selectFrom('modules')
    .select(['id', 'title', 'version'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const [slides, questions] = [await moduleSlides(tx, ids), await moduleQuestions(tx, ids)];
  const of = <T extends { module_id: string }>(rows: readonly T[], id: string) =>
    rows.flatMap(({ module_id, ...row }) => (module_id === id ? [row] : []));
  return modules.map((one) => ({
    ...one,
    slides: of(slides, one.id) as LibraryModule['slides'],
    questions: of(questions, one.id) as LibraryModule['questions'],
  }));
};

export const findModule = async (tx: Tx, id: string): Promise<LibraryModule | undefined> =>
  (await findModules(tx, [id]))[0];

/** The package of a SCORM course; undefined for a native course. */
export type PublishedPackage = NonNullable<Awaited<ReturnType<typeof findPackageOfCourse>>>;
export const findPackageOfCourse = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses')
    .select(['id', 'title', 'score_policy', (eb) => eb.ref('scorm_package_id').$notNull().as('scorm_package_id')])
    .where('id', '=', courseId)
    .where('scorm_package_id', 'is not', null)
    .executeTakeFirst();

const coursesOfTheme = sql<{ id: string; title: string; archived: boolean }[]>`coalesce((
  select jsonb_agg(distinct jsonb_build_object('id', c.id, 'title', c.title, 'archived', c.archived))
  from courses c join course_sections s on s.course_id = c.id join section_themes st on st.section_id = s.id
  where st.theme_id = t.id), '[]')`;

/** All themes whose title contains these words; not paged, because themes are few. */
export const selectThemes = async (tx: Tx, search: string) => {
  const themes = await tx
    .selectFrom('themes as t')
    .select(['t.id', 't.title', 't.version', coursesOfTheme.as('courses')])
    .where(soundsLikeSearch(sql`t.title`, search))
    .orderBy(sql`t.title collate "ru-RU-x-icu"`)
    .orderBy('t.id')
    .execute();
  const steps = await stepsOfThemes(
    tx,
    themes.map((theme) => theme.id),
  );
  return themes.map((theme) => ({ ...theme, steps: steps.filter((step) => step.theme_id === theme.id) }));
};

export const lastVersion = async (tx: Tx, courseId: string): Promise<number> => {
  const row = await tx
    .selectFrom('course_versions')
    .select(sql<number>`coalesce(max(number), 0)`.as('n'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** The published version, used by new assignments; undefined if the course does not exist or was never published. */
export const findPublished = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses as c')
    .innerJoin('course_versions as v', (join) =>
      join.onRef('v.course_id', '=', 'c.id').onRef('v.number', '=', 'c.published_version'),
    )
    .select(['c.id', 'c.title', 'c.archived', 'v.id as version_id', 'v.steps_total'])
    .where('c.id', '=', courseId)
    .executeTakeFirst();

export const findTitle = (tx: Tx, courseId: string) =>
  tx.selectFrom('courses').select('title').where('id', '=', courseId).executeTakeFirst();

/** The page to print of a course; null if it has none. */
export const findSummary = async (tx: Tx, courseId: string): Promise<SlideDoc | null> => {
  const row = await tx.selectFrom('courses').select('summary').where('id', '=', courseId).executeTakeFirst();
  return (row?.summary ?? null) as SlideDoc | null;
};
