import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import { kindsFor } from '@sergak/contract/reports/reports.rules.ts';
import { INSIDE_MIN, mayHaveMistakes, type ThingKind, type wordsOf } from '@sergak/contract/search/search.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Viewer as Person } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';

export type Row = {
  kind: ThingKind;
  id: string;
  title: string;
  detail: string;
  at: string | null;
  /** Whether a course can be assigned: it was published. False for things of other kinds. */
  assignable: boolean;
  search_text: string;
};
type Words = ReturnType<typeof wordsOf>;
type Viewer = Pick<Person, 'permissions'>;

/** Where the things of a kind are read: their table as `x` with a column `search_text`, what is shown, and which of them a page shows. */
type Source = {
  readonly from: RawBuilder<unknown>;
  readonly title: RawBuilder<unknown>;
  readonly detail?: RawBuilder<unknown>;
  readonly at?: RawBuilder<unknown>;
  readonly shown?: RawBuilder<unknown>;
  readonly assignable?: RawBuilder<unknown>;
};

const campaigns = (byTag: boolean): Source => ({
  from: sql`campaigns x`,
  title: sql`x.name`,
  at: sql`x.start_at`,
  shown: sql`x.is_autophish = ${byTag}`,
});

const courses = (kind: CourseKind): Source => ({
  from: sql`courses x`,
  title: sql`x.title`,
  shown: sql`x.kind = ${kind} and not x.archived`,
  assignable: sql`x.published_version > 0`,
});

/** Departments of the first learners of assignment `x`, which tell equal courses apart; reading all learners would be slow. */
const someDepartments = sql`(select string_agg(title, ', ' order by title) from (
  select distinct d.title from (
    select e.department_id from learners l join employees e on e.id = l.employee_id and e.deleted_at is null
    where l.assignment_id = x.id limit 50) s
  join departments d on d.id = s.department_id order by d.title limit 3) n)`;

/** The tables of all kinds, limited to what this person sees in the lists of the pages. */
const sourcesFor = ({ permissions }: Viewer): Readonly<Record<ThingKind, Source>> => ({
  employee: {
    from: sql`employees x join departments d on d.id = x.department_id`,
    title: sql`x.full_name`,
    detail: sql`case when d.is_default then '' else d.title || ' · ' end || x.email`,
    shown: sql`x.deleted_at is null and x.role <> 'pdf_service'`,
  },
  department: {
    from: sql`departments x left join departments d on d.id = x.parent_id`,
    title: sql`x.title`,
    detail: sql`coalesce(d.title, '')`,
  },
  tag: { from: sql`tags x`, title: sql`x.title` },
  campaign: campaigns(false),
  tag_campaign: campaigns(true),
  template: { from: sql`templates x`, title: sql`x.name`, shown: sql`not x.archived` },
  assignment: {
    from: sql`assignments x join courses c on c.id = x.course_id`,
    title: sql`x.title`,
    detail: sql`concat_ws(' · ', case when c.title <> x.title then c.title end, ${someDepartments})`,
    at: sql`x.deadline::timestamptz`,
  },
  course: courses('native'),
  scorm_course: courses('scorm'),
  // Modules are few, so their titles are folded as they are read, once each.
  module: {
    from: sql`(select m.id, m.title, search_text(m.title) as search_text from modules m offset 0) x`,
    title: sql`x.title`,
  },
  report: {
    from: sql`reports x`,
    title: sql`x.title`,
    at: sql`x.created_at`,
    shown: sql`x.expires_at > ${iso(now())}::timestamptz and not x.params ? 'own' and x.category = any(${kindsFor(permissions)}::text[])`,
  },
  certificate: {
    from: sql`(select c.*, search_text(c.number) as search_text from certificates c) x`,
    title: sql`x.number`,
    detail: sql`x.person_name || ' · ' || x.course_title`,
    at: sql`x.issued_at`,
  },
});

const read = (kind: ThingKind, source: Source, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql`(
  select ${kind}::text as kind, x.id, ${source.title} as title, ${source.detail ?? sql`''`} as detail, ${source.at ?? sql`null::timestamptz`} as at,
    ${source.assignable ?? sql`false`} as assignable, x.search_text from ${source.from} where ${source.shown ?? sql`true`} and ${where} ${rest})`;

const run = async (tx: Tx, parts: readonly RawBuilder<unknown>[]): Promise<Row[]> =>
  parts.length === 0 ? [] : (await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(tx)).rows;

/** Things by their ids, without those that a list would not show. */
export const thingsByIds = (
  tx: Tx,
  viewer: Viewer,
  ids: Readonly<Partial<Record<ThingKind, readonly string[]>>>,
): Promise<Row[]> => {
  const sources = sourcesFor(viewer);
  const parts = (Object.keys(ids) as ThingKind[])
    .filter((kind) => ids[kind]!.length > 0)
    .map((kind) => read(kind, sources[kind], sql`x.id = any(${ids[kind]!}::uuid[])`, sql``));
  return run(tx, parts);
};

/** The certificate with this number. Others are found at their people: there are as many as people times courses. */
export const findCertificate = async (tx: Tx, number: string): Promise<string[]> =>
  (await tx.selectFrom('certificates').select('id').where('number', '=', number).execute()).map(({ id }) => id);

/** Things of each kind that are read to choose the best. */
const READ_MAX = 30;
const anyOf = (word: Words[number], test: (spelling: string) => RawBuilder<unknown>) =>
  sql`(${sql.join([...new Set(word)].filter((one) => one !== '').map(test), sql` or `)})`;
const startsWord = (one: string) => sql`strpos(x.search_text, ${` ${one}`}) > 0`;
const isInside = (one: string) => (one.length < INSIDE_MIN ? startsWord(one) : sql`strpos(x.search_text, ${one}) > 0`);
const contains = (word: Words[number]) => anyOf(word, word[0].length < INSIDE_MIN ? startsWord : isInside);
const and = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` and `)})`;

/** How similar a text must be to a word to be judged at all, as trigrams count it. */
const SIMILAR_MIN = 0.3;
const similarity = (word: Words[number]) => sql`word_similarity(${word[1]}, x.search_text)`;
const isSimilar = (word: Words[number]) =>
  mayHaveMistakes(word[1]) ? sql`${similarity(word)} >= ${SIMILAR_MIN}` : contains(word);

/**
 * Things whose titles contain all words, or are similar to them, but no people and certificates, which are found in their own ways. An organisation has
 * thousands of titles at most, which are read without an index.
 */
export const findTitles = (
  tx: Tx,
  viewer: Viewer,
  kinds: readonly ThingKind[],
  words: Words,
  how: 'exact' | 'similar' = 'exact',
): Promise<Row[]> => {
  const sources = sourcesFor(viewer);
  const where = and(words.map(how === 'exact' ? contains : isSimilar));
  const order =
    how === 'exact'
      ? sql`order by ${and(words.map((word) => anyOf(word, startsWord)))} desc, length(x.search_text), x.id`
      : sql`order by ${sql.join(words.map(similarity), sql` + `)} desc, x.id`;
  const parts = kinds
    .filter((kind) => kind !== 'employee' && kind !== 'certificate')
    .map((kind) => read(kind, sources[kind], where, sql`${order} limit ${READ_MAX}`));
  return run(tx, parts);
};
