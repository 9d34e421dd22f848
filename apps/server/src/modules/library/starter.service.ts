import { Readable } from 'node:stream';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { starterCoursesEndpoints } from '@sergak/contract/library/starter.endpoints.ts';
import type { StarterCourse as Shown } from '@sergak/contract/library/starter.schema.ts';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { Logged, type Ctx, type FileAnswer, type OwnCtx, type Platform } from '../../platform/context.ts';
import { inSystem, inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { insertFile } from '../files/public.ts';
import { holdContent } from './courses.repo.ts';
import * as query from './library.query.ts';
import { insertCourse, insertParts, lockCourse } from './library.repo.ts';
import { publishCourse } from './publish.service.ts';
import { courseDifferences } from './starter-differences.ts';
import {
  drawPicture,
  picturesOf,
  readPicture,
  starterCourses,
  starterCourseSlugs,
  type StarterCourse,
} from './starter-files.ts';
import { rowsOf } from './starter-rows.ts';
import { starterSteps } from './starter-steps.ts';
import { newCourses, organizationLanguage } from './starter.query.ts';
import * as repo from './starter.repo.ts';

type In<K extends keyof typeof starterCoursesEndpoints> = Input<(typeof starterCoursesEndpoints)[K]>;

const entryOf = async (slug: string): Promise<StarterCourse> => {
  const found = (await starterCourses()).find((one) => one.slug === slug);
  if (!found) throw new AppError('course.not_found');
  return found;
};

const shownOf = (
  course: StarterCourse,
  language: Language,
  facts: { readonly isNew: boolean; readonly copies: readonly repo.CourseCopy[] },
): Shown => {
  const modules = Object.values(course.modules);
  return {
    slug: course.slug,
    title: course.title[language],
    description: course.description[language],
    category: course.category,
    audiences: course.audiences,
    minutes: course.minutes,
    short: course.short,
    reviewed: course.reviewed,
    languages: [...languages],
    sections_count: course.sections.length,
    slides_count: modules.reduce((sum, one) => sum + one.slides.length, 0),
    questions_count: modules.reduce((sum, one) => sum + one.questions.length, 0),
    image_path: `/lk/api/v2/library/starter/${course.slug}/pictures/${course.image}`,
    is_new: facts.isNew,
    copies: facts.copies
      .filter((copy) => copy.starter_slug === course.slug)
      .map((copy) => ({
        id: copy.id,
        language: copy.language,
        archived: copy.archived,
        changed: copy.changed,
        outdated: copy.starter_version !== course.versions[copy.language],
      })),
  };
};

/** The courses of the starter library in the language of the reader, with what the organisation has of them. */
export const listStarterCourses = async ({ tx, viewer }: Ctx) => {
  const copies = await repo.findCopies(tx);
  const fresh = await newCourses(tx);
  const courses = await starterCourses();
  return { data: courses.map((one) => shownOf(one, viewer.language, { isNew: fresh.has(one.slug), copies })) };
};

/** A course as a learner would see it, with the right answers. Nothing is stored. */
export const getStarterCourse = async (
  { tx, viewer }: Ctx,
  { slug, language = viewer.language }: In<'library.starter-course'>,
) => {
  const course = await entryOf(slug);
  const copies = await repo.findCopies(tx, [slug]);
  const facts = { isNew: (await newCourses(tx)).has(slug), copies };
  return {
    ...shownOf(course, language, facts),
    language,
    sources: course.sources,
    steps: starterSteps(course, language),
  };
};

/** A drawing of a course. The answer forbids everything that could run in it. */
export const readStarterPicture = async (
  _: Ctx,
  { slug, name }: In<'library.starter-picture'>,
): Promise<FileAnswer> => {
  const course = (await starterCourses()).find((one) => one.slug === slug);
  if (!course || !picturesOf(course).includes(name)) throw new AppError('file.not_found');
  const bytes = await readPicture(slug, name);
  return {
    stream: Readable.from([bytes]),
    name,
    type: 'image/svg+xml',
    size: bytes.length,
    inline: true,
    cacheSeconds: 3_600,
  };
};

type Entry = { readonly course: StarterCourse; readonly pictures: ReadonlyMap<string, Buffer> };
/** Draws the pictures before a transaction begins. */
const prepare = async (slug: string): Promise<Entry> => {
  const course = await entryOf(slug);
  const drawn = await Promise.all(
    picturesOf(course).map(async (name) => [name, await drawPicture(slug, name)] as const),
  );
  return { course, pictures: new Map(drawn) };
};

/** A copy to be made, with the keys of its pictures in the file store by name. */
type Order = { readonly entry: Entry; readonly language: Language; readonly keys: ReadonlyMap<string, string> };

const putPictures = async (platform: Platform, { pictures }: Entry, all: string[]) => {
  const keys = new Map<string, string>();
  for (const [name, bytes] of pictures) {
    const key = await platform.files.put(bytes);
    keys.set(name, key);
    all.push(key);
  }
  return keys;
};

/**
 * Stores the pictures of copies, because a storage may be slow, and then runs `work`, which returns the copies that it made.
 * Pictures that nothing shows are removed.
 */
const withPictures = async <T>(
  platform: Platform,
  wanted: readonly { readonly entry: Entry; readonly language: Language; readonly missing: boolean }[],
  work: (orders: readonly Order[], made: Set<Order>) => Promise<T>,
): Promise<T> => {
  const all: string[] = [];
  const made = new Set<Order>();
  let isComplete = false;
  try {
    const orders: Order[] = [];
    for (const { entry, language, missing } of wanted)
      orders.push({
        entry,
        language,
        keys: missing ? await putPictures(platform, entry, all) : new Map<string, string>(),
      });
    const result = await work(orders, made);
    isComplete = true;
    return result;
  } finally {
    const kept = new Set(isComplete ? [...made].flatMap((one) => [...one.keys.values()]) : []);
    for (const key of all) if (!kept.has(key)) await platform.files.remove(key).catch(() => undefined);
  }
};

/** Adds the rows of the pictures of a copy; returns their file ids by name. */
const insertPictures = async (tx: Tx, platform: Platform, { entry, keys }: Order, createdBy: string | null) => {
  const ids = new Map<string, string>();
  for (const [name, bytes] of entry.pictures)
    ids.set(
      name,
      await insertFile(tx, {
        storageKey: keys.get(name) ?? (await platform.files.put(bytes)), // the copy was deleted meanwhile
        name: `${entry.course.slug}-${name.replace(/\.svg$/, '.webp')}`,
        type: 'image/webp',
        size: bytes.length,
        createdBy,
      }),
    );
  return ids;
};

type By = { readonly createdBy: string | null; readonly suffix?: string };
const insertCopy = async (tx: Tx, platform: Platform, order: Order, { createdBy, suffix = '' }: By) => {
  const pictures = await insertPictures(tx, platform, order, createdBy);
  const rows = rowsOf(withSuffix(order.entry.course, suffix), order.language, pictures);
  await insertCourse(tx, rows);
  await publishCourse(tx, rows.course.id!);
  return rows.course.id!;
};

/** The title of a second copy says so in every language. */
const SECOND = ' (2)';
const withSuffix = (course: StarterCourse, suffix: string): StarterCourse => ({
  ...course,
  title: { ru: course.title.ru + suffix, en: course.title.en + suffix, uz: course.title.uz + suffix },
});

type Wanted = { readonly entry: Entry; readonly language: Language };
const withMissing = async (tx: Tx, wanted: readonly Wanted[]) => {
  const copies = await repo.findCopies(tx);
  return wanted.map((one) => ({
    ...one,
    missing: !copies.some((copy) => copy.starter_slug === one.entry.course.slug && copy.language === one.language),
  }));
};

type Adopting = By & { readonly made: Set<Order> };
/** Returns the id of the copy of each course, in the same order. */
const adoptEntries = async (tx: Tx, platform: Platform, orders: readonly Order[], { made, ...by }: Adopting) => {
  await repo.lockCopies(tx);
  const ids: string[] = [];
  for (const order of orders) {
    const { slug } = order.entry.course;
    const copy = (await repo.findCopies(tx, [slug])).find((one) => one.language === order.language);
    if (copy?.archived) await repo.restoreCopy(tx, copy.id);
    if (!copy) made.add(order);
    ids.push(copy?.id ?? (await insertCopy(tx, platform, order, by)));
  }
  return ids;
};

/** Copies courses into an organisation, in its language, and publishes them. Existing copies stay as they are. Returns ids by slug. */
export const adoptCourses = async (
  platform: Platform,
  organizationId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const entries = await Promise.all(slugs.map(prepare));
  const on = { organizationId, readable: [organizationId] };
  const wanted = await inTenant(platform.db, on, 'read', async (tx) => {
    const language = await organizationLanguage(tx);
    return withMissing(
      tx,
      entries.map((entry) => ({ entry, language })),
    );
  });
  const ids = await withPictures(platform, wanted, (orders, made) =>
    inTenant(platform.db, on, 'write', (tx) => adoptEntries(tx, platform, orders, { createdBy: null, made })),
  );
  return new Map(slugs.map((slug, n) => [slug, ids[n]!]));
};

const cardOf = async (tx: Tx, id: string, reader: Language): Promise<CourseCard> =>
  (await query.courseCards(tx, reader).where('c.id', '=', id).executeTakeFirstOrThrow()) as CourseCard;

/** Copies courses that somebody is about to use or to change; the same call again answers the same copies. */
export const adoptStarterCourses = async (ctx: OwnCtx, { courses }: In<'library.starter-adopt'>) => {
  const entries = new Map<string, Entry>();
  for (const { slug } of courses) if (!entries.has(slug)) entries.set(slug, await prepare(slug));
  const wanted = await ctx.run('read', async (tx) => {
    const usual = await organizationLanguage(tx);
    return withMissing(
      tx,
      courses.map(({ slug, language = usual }) => ({ entry: entries.get(slug)!, language })),
    );
  });
  return withPictures(ctx.platform, wanted, (orders, made) =>
    ctx.finish(async (tx) => {
      const ids = await adoptEntries(tx, ctx.platform, orders, { createdBy: ctx.viewer.id, made });
      const data = [];
      for (const [n, id] of ids.entries())
        data.push({ ...(await cardOf(tx, id, ctx.viewer.language)), starter_slug: orders[n]!.entry.course.slug });
      return new Logged(
        { data },
        {
          kind: 'course',
          ...(data.length === 1 && { id: data[0]!.id }),
          title: data
            .map((one) => one.title)
            .slice(0, 10)
            .join(', '),
          details: { affected: data.length },
        },
      );
    }),
  );
};

const requireCopy = async (tx: Tx, id: string): Promise<repo.CourseCopy> => {
  const copy = (await repo.findCopies(tx)).find((one) => one.id === id);
  if (!copy) throw new AppError('course.not_found');
  return copy;
};

/** What differs between a copy and the library, as texts. */
export const listCourseDifferences = async ({ tx }: Ctx, { id }: In<'library.starter-differences'>) => {
  const copy = await requireCopy(tx, id);
  const course = await entryOf(copy.starter_slug);
  return { data: await courseDifferences(tx, id, course, copy.language) };
};

/** Gives an unchanged copy the content of the library and publishes it. Assignments keep the version that they pinned. */
const replaceCopy = async (tx: Tx, platform: Platform, copy: repo.CourseCopy, order: Order, createdBy: string) => {
  const pictures = await insertPictures(tx, platform, order, createdBy);
  const rows = rowsOf(order.entry.course, copy.language, pictures, copy.id);
  await repo.clearCourse(tx, copy.id);
  await insertParts(tx, rows);
  await repo.replaceValues(tx, copy.id, rows.course);
  await publishCourse(tx, copy.id);
  return copy.id;
};

/** Brings the newer version of the library into the organisation: in place of an unchanged copy, or as a second one. */
export const updateStarterCourse = async (ctx: OwnCtx, { id, how }: In<'library.starter-update'>) => {
  const found = await ctx.run('read', (tx) => requireCopy(tx, id));
  const entry = await prepare(found.starter_slug);
  const createdBy = ctx.viewer.id;
  return withPictures(ctx.platform, [{ entry, language: found.language, missing: true }], ([order], made) =>
    ctx.finish(async (tx) => {
      await repo.lockCopies(tx);
      await lockCourse(tx, id);
      await holdContent(tx, id); // writers of its themes and modules are waited for
      const copy = await requireCopy(tx, id);
      if (how === 'replace' && copy.changed) throw new AppError('starter.changed');
      if (how === 'second') await repo.releaseCopy(tx, id);
      made.add(order!);
      const now =
        how === 'replace'
          ? await replaceCopy(tx, ctx.platform, copy, order!, createdBy)
          : await insertCopy(tx, ctx.platform, order!, { createdBy, suffix: SECOND });
      const card = await cardOf(tx, now, ctx.viewer.language);
      return new Logged(card, { kind: 'course', id: now, title: card.title });
    }),
  );
};

/** Stores since when this installation has each course, and each of these templates: what an upgrade brings is shown as new. */
export const noteStarterReleases = async (platform: Platform, templates: readonly string[]): Promise<void> => {
  const courses = await starterCourseSlugs();
  await inSystem(platform.db, (tx) =>
    repo.noteReleases(tx, [
      ...courses.map((slug) => ({ kind: 'course' as const, slug })),
      ...templates.map((slug) => ({ kind: 'template' as const, slug })),
    ]),
  );
};
