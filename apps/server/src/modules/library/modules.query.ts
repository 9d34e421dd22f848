import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { matchesSearch, soundsLikeSearch } from '../../platform/search.query.ts';

type ModuleFilter = {
  limit: number;
  offset: number;
  search: string;
  sort_by: 'title' | 'created_at' | 'updated_at';
  sort_order: 'asc' | 'desc';
};
type Named = { id: string; title: string };

const themesOf = sql<Named[]>`coalesce((
  select jsonb_agg(distinct jsonb_build_object('id', t.id, 'title', t.title))
  from theme_steps p join themes t on t.id = p.theme_id where p.module_id = m.id), '[]')`;
const coursesOf = sql<(Named & { archived: boolean })[]>`coalesce((
  select jsonb_agg(distinct jsonb_build_object('id', c.id, 'title', c.title, 'archived', c.archived))
  from theme_steps p join section_themes st on st.theme_id = p.theme_id
    join course_sections s on s.id = st.section_id join courses c on c.id = s.course_id
  where p.module_id = m.id), '[]')`;
const order = {
  title: sql`m.title collate "ru-RU-x-icu"`,
  created_at: sql`m.created_at`,
  updated_at: sql`m.updated_at`,
} as const;

/** One page of modules with the themes and courses that use them, and their total number. */
export const selectModules = async (tx: Tx, f: ModuleFilter) => {
  // Pictures of imported presentations have their text as a description.
  const wanted = sql<boolean>`(${soundsLikeSearch(sql`m.title`, f.search)} or exists (
    select from slides s where s.module_id = m.id and ${matchesSearch(sql`concat_ws(' ', s.title, s.image_alt)`, f.search)}))`;
  const data = await tx
    .selectFrom('modules as m')
    .select([
      'm.id',
      'm.title',
      'm.version',
      'm.created_at',
      'm.updated_at',
      themesOf.as('themes'),
      coursesOf.as('courses'),
      sql<number>`(select count(*) from slides s where s.module_id = m.id)`.as('slides_count'),
      sql<number>`(select count(*) from questions q where q.module_id = m.id)`.as('questions_count'),
    ])
    .where(wanted)
    .orderBy(order[f.sort_by], f.sort_order)
    .orderBy('m.id')
    .limit(f.limit)
    .offset(f.offset)
    .execute();
  const { n } = await tx
    .selectFrom('modules as m')
    .where(wanted)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return { data, total_count: n };
};

/** The themes and courses whose steps use a module. */
export const findModuleUses = (tx: Tx, id: string) =>
  tx
    .selectFrom('modules as m')
    .select([themesOf.as('themes'), coursesOf.as('courses')])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
