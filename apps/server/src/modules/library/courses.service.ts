import type { Input } from '@sergak/contract/endpoint.ts';
import type { coursesEndpoints } from '@sergak/contract/library/courses.endpoints.ts';
import type { libraryEndpoints } from '@sergak/contract/library/library.endpoints.ts';
import { COVER_BOX } from '@sergak/contract/library/library.rules.ts';
import { slideText } from '@sergak/contract/library/slide-doc.rules.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { callerOf, discardFiles, redrawUpload, storePicture } from '../files/public.ts';
import * as authoring from './authoring.query.ts';
import * as courses from './courses.repo.ts';
import * as query from './library.query.ts';
import * as repo from './library.repo.ts';

type In<K extends keyof typeof coursesEndpoints> = Input<(typeof coursesEndpoints)[K]>;

/** A native course; SCORM courses have calls of their own. */
export const findCourseDetail = async (tx: Tx, id: string) => {
  const course = await query.findCourse(tx, id);
  if (course?.kind !== 'native') throw new AppError('course.not_found');
  return course;
};

/** Locks a native course; throws if it changed since the version that the caller read. */
export const lockCourseVersion = async (tx: Tx, id: string, version: number | undefined) => {
  const course = await repo.lockCourse(tx, id);
  if (course?.kind !== 'native') throw new AppError('course.not_found');
  requireVersion(course, version);
  return course;
};

/** A summary as it is stored: none without words. */
const storedSummary = (doc: SlideDoc | null): string | null =>
  doc === null || slideText(doc) === '' ? null : JSON.stringify(doc);
const summaryText = (doc: SlideDoc | null): string | null => (doc === null ? null : slideText(doc) || null);

const readCover = (ctx: OwnCtx) =>
  ctx.uploads['picture']
    ? redrawUpload(
        ctx.uploads['picture'],
        'picture',
        { box: COVER_BOX, look: { fit: 'inside', format: 'webp' }, drawings: false },
        callerOf(ctx.viewer),
      )
    : Promise.resolve(null);
const storeCover = (tx: Tx, platform: Platform, bytes: Buffer, createdBy: string) =>
  storePicture(tx, platform, { bytes, name: 'cover.webp', type: 'image/webp', createdBy });
const discardUnused = async (tx: Tx, ids: readonly string[]) =>
  discardFiles(tx, await authoring.findUnusedFiles(tx, ids));

/** Creates an empty course, with a cover if one was uploaded. */
export const createCourse = async (ctx: OwnCtx, input: In<'library.create-course'>) => {
  const picture = await readCover(ctx);
  return ctx.finish(async (tx) => {
    const image = picture && (await storeCover(tx, ctx.platform, picture, ctx.viewer.id));
    const { title, description, minutes, language = ctx.viewer.language } = input;
    const id = await courses.insertDraft(tx, {
      title,
      description,
      language,
      image_file_id: image,
      ...(minutes !== undefined && { minutes }),
      summary: storedSummary(input.summary ?? null),
    });
    return new Logged(await findCourseDetail(tx, id), { kind: 'course', id, title, changes: { title: [null, title] } });
  });
};

/** Changes the properties of a course, and its cover if one was uploaded. Existing assignments keep their version. */
export const updateCourse = async (ctx: OwnCtx, input: Input<(typeof libraryEndpoints)['library.update-course']>) => {
  const picture = await readCover(ctx);
  return ctx.finish(async (tx) => {
    const course = await lockCourseVersion(tx, input.id, input.version);
    const image = picture ? await storeCover(tx, ctx.platform, picture, ctx.viewer.id) : course.image_file_id;
    const { title = course.title, description = course.description } = input;
    const { minutes = course.minutes, language = course.language } = input;
    const before = await query.findSummary(tx, course.id);
    const { summary = before } = input;
    await repo.updateCourseRow(tx, course.id, {
      title,
      description,
      minutes,
      language,
      image_file_id: image,
      summary: storedSummary(summary),
    });
    if (picture && course.image_file_id) await discardUnused(tx, [course.image_file_id]);
    return new Logged(await findCourseDetail(tx, course.id), {
      kind: 'course',
      id: course.id,
      title,
      changes: {
        title: [course.title, title],
        description: [course.description, description],
        minutes: [course.minutes, minutes],
        language: [course.language, language],
        image: [course.image_file_id, image],
        summary: [summaryText(before), summaryText(summary)],
      },
    });
  });
};

/** Removes the cover. Published versions keep it. */
export const removeCover = async ({ tx }: Ctx, input: In<'library.remove-cover'>) => {
  const course = await lockCourseVersion(tx, input.id, input.version);
  await repo.updateCourseRow(tx, course.id, { image_file_id: null });
  if (course.image_file_id) await discardUnused(tx, [course.image_file_id]);
  const { id, title } = course;
  const changes = { image: [course.image_file_id, null] } as const;
  return new Logged(await findCourseDetail(tx, id), { kind: 'course', id, title, changes });
};

/** Replaces the labels of a course. Learners do not see labels, so there is nothing to publish. */
export const setLabels = async ({ tx }: Ctx, input: In<'library.set-labels'>) => {
  const course = await lockCourseVersion(tx, input.id, input.version);
  await courses.updateCourseFacts(tx, course.id, { tags: input.tags });
  const { id, title } = course;
  const changes = { labels: [course.tags, input.tags] } as const;
  return new Logged(await findCourseDetail(tx, id), { kind: 'course', id, title, changes });
};

/** Changes the title or the labels of a course, or archives or restores it. Existing assignments continue. */
export const changeCourse = async ({ tx }: Ctx, input: Input<(typeof libraryEndpoints)['library.change-course']>) => {
  const course = await lockCourseVersion(tx, input.id, input.version);
  const { title = course.title, tags = course.tags, archived = course.archived } = input;
  // Only a new title is something to publish.
  const write = title === course.title ? courses.updateCourseFacts : repo.updateCourseRow;
  await write(tx, course.id, { title, tags, archived });
  const changes = {
    title: [course.title, title],
    labels: [course.tags, tags],
    archived: [course.archived, archived],
  } as const;
  return new Logged(await findCourseDetail(tx, course.id), { kind: 'course', id: course.id, title, changes });
};

/** Copies a course with its sections as a draft; themes and modules are shared. */
export const copyCourse = async ({ tx }: Ctx, input: In<'library.copy-course'>) => {
  const source = await repo.lockCourse(tx, input.id);
  if (source?.kind !== 'native') throw new AppError('course.not_found');
  const title = `${source.title.slice(0, 245)} (2)`;
  const { description, minutes, language, image_file_id, tags } = source;
  const summary = await query.findSummary(tx, source.id);
  const id = await courses.insertDraft(tx, {
    title,
    description,
    minutes,
    language,
    image_file_id,
    tags,
    summary: summary && JSON.stringify(summary),
  });
  for (const section of await authoring.findSections(tx, source.id))
    await courses.setThemes(tx, await courses.insertSection(tx, id, section.title), section.theme_ids);
  const changes = { copied_from_course: [null, source.id], title: [null, title] } as const;
  return new Logged(await findCourseDetail(tx, id), { kind: 'course', id, title, changes });
};

/** Deletes courses with their versions, and the covers that nothing else uses. */
const remove = async (tx: Tx, ids: readonly string[]) => {
  const covers = await authoring.findCovers(tx, ids);
  await courses.deleteCourseRows(tx, ids);
  await discardUnused(tx, covers);
};

/** Deletes a course that nobody uses. */
export const deleteCourse = async ({ tx }: Ctx, input: In<'library.delete-course'>) => {
  const { id, title } = await lockCourseVersion(tx, input.id, input.version);
  const uses = (await authoring.findCourseUses(tx, [id])).get(id);
  if (uses) throw new AppError('course.in_use', uses);
  await remove(tx, [id]);
  return new Logged(null, { kind: 'course', id, title, changes: { title: [title, null] } });
};

/** Deletes those of the courses that nobody uses, and returns the others with the places that use them. */
export const deleteCourses = async ({ tx }: Ctx, input: In<'library.delete-courses'>) => {
  const ids = [...new Set(input.ids)];
  const found = await courses.lockCourses(tx, ids);
  if (found.length < ids.length) throw new AppError('course.not_found');
  const uses = await authoring.findCourseUses(tx, ids);
  const unused = found.filter((course) => !uses.has(course.id));
  const rejected = found.flatMap((course) => (uses.has(course.id) ? [{ ...course, ...uses.get(course.id)! }] : []));
  const deleted = unused.map((course) => course.id);
  await remove(tx, deleted);
  return new Logged(
    { deleted, rejected },
    {
      kind: 'course',
      title: null,
      details: { affected: deleted.length, skipped: rejected.length, titles: unused.map((course) => course.title) },
    },
  );
};

export const listLabels = async ({ tx }: Ctx) => ({ data: await authoring.selectLabels(tx) });

export const listChanges = async ({ tx }: Ctx, input: { id: string }) => {
  const found = await authoring.findChanges(tx, input.id);
  if (!found) throw new AppError('course.not_found');
  return found;
};
