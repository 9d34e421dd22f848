import type { Input } from '@sergak/contract/endpoint.ts';
import { COVER_BOX } from '@sergak/contract/library/library.rules.ts';
import type { packagesEndpoints } from '@sergak/contract/scorm/packages.endpoints.ts';
import type { ScormCourse } from '@sergak/contract/scorm/packages.schema.ts';
import type { AllowedHost } from '@sergak/contract/scorm/scorm.schema.ts';
import { ruleText } from '@sergak/contract/scorm/completion.rules.ts';
import { Logged, type Ctx, type OwnCtx, type Upload } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { callerOf, redrawUpload, storePicture } from '../files/public.ts';
import { changeScormCourse, deleteScormCourse, lockScormCourse, type ScormCourseChanges } from '../library/public.ts';
import { launchOrigin, signPreview } from './launch-token.ts';
import { assertPackageQuota, removeKeys } from './packages-import.service.ts';
import * as query from './packages.query.ts';
import * as repo from './packages.repo.ts';

type In<K extends keyof typeof packagesEndpoints> = Input<(typeof packagesEndpoints)[K]>;

const COVER = {
  box: COVER_BOX,
  look: { fit: 'cover', format: 'webp' },
  drawings: false,
} as const;

export const listScormCourses = ({ tx }: Ctx, input: In<'scorm.courses'>) =>
  query.selectScormCourses(tx, { ...input, archived: false });
export const listArchivedScormCourses = ({ tx }: Ctx, input: In<'scorm.archived-courses'>) =>
  query.selectScormCourses(tx, { ...input, archived: true });

const requireCourse = async (tx: Tx, id: string): Promise<ScormCourse> => {
  const course = await query.findScormCourse(tx, id);
  if (!course) throw new AppError('course.not_found');
  return course;
};
export const getScormCourse = ({ tx }: Ctx, { id }: In<'scorm.course'>) => requireCourse(tx, id);

/** Starts the import of a stored upload within the limits of the person and the organisation. */
const startImport = async (
  ctx: OwnCtx,
  tx: Tx,
  upload: Upload,
  into: Pick<repo.NewImport, 'uploadKey' | 'courseId' | 'title' | 'moveOpen'>,
) => {
  await assertPackageQuota(tx, upload.size);
  const { id: createdBy, name: actorName, language } = ctx.viewer;
  const task_id = await openHeavyTask(tx, { kind: 'scorm.import-package', createdBy, cancellable: true });
  const import_id = await repo.insertPackageImport(tx, {
    ...into,
    taskId: task_id,
    fileName: upload.name,
    size: upload.size,
    createdBy,
    actorName,
    language,
  });
  await enqueue(tx, 'scorm.import-package', { import_id });
  return { task_id, import_id };
};

/** Copies an upload to the file store, runs `work`, and removes the copy if `work` fails. */
const withStored = async <T>(ctx: OwnCtx, upload: Upload, work: (uploadKey: string) => Promise<T>): Promise<T> => {
  const uploadKey = await ctx.platform.files.putFile(upload.path);
  try {
    return await work(uploadKey);
  } catch (error) {
    await ctx.platform.files.remove(uploadKey).catch(() => undefined); // the first error is the one to report
    throw error;
  }
};

/** Stores an uploaded package and starts its import, which creates the course. */
export const uploadScormCourse = async (ctx: OwnCtx, input: In<'scorm.create-course'>) => {
  const upload = ctx.uploads['package'];
  if (!upload) throw new AppError('request.invalid', [{ field: 'package', code: 'missing' }]);
  return withStored(ctx, upload, (uploadKey) =>
    ctx.run('write', (tx) =>
      startImport(ctx, tx, upload, { uploadKey, courseId: null, title: input.title ?? '', moveOpen: false }),
    ),
  );
};

/** The rule of a call, whose fields are form data. */
const ruleOf = ({ completion_by: by, completion_score: score }: In<'scorm.update-course'>) => {
  if (by === undefined) return undefined;
  if (by === 'score' && score === undefined)
    throw new AppError('request.invalid', [{ field: 'completion_score', code: 'missing' }]);
  return { by, score: by === 'score' ? score! : null };
};

const present = (input: In<'scorm.update-course'>) => {
  const { title, description, minutes, tags, archived, score_policy } = input;
  const completion_rule = ruleOf(input);
  const courseFields = {
    title,
    description,
    minutes,
    tags: tags && [...new Set(tags)],
    archived,
    score_policy,
    completion_rule,
  };
  return Object.fromEntries(
    Object.entries(courseFields).filter(([, value]) => value !== undefined),
  ) as ScormCourseChanges;
};

const auditPairs = (before: Awaited<ReturnType<typeof lockScormCourse>>, changes: ScormCourseChanges) => {
  const after = { ...before, ...changes };
  return {
    title: [before.title, after.title],
    description: [before.description, after.description],
    minutes: [before.minutes, after.minutes],
    labels: [before.tags, after.tags],
    archived: [before.archived, after.archived],
    score_policy: [before.score_policy, after.score_policy],
    completion_rule: [ruleText(before.completion_rule), ruleText(after.completion_rule)],
    image: [before.image_file_id, after.image_file_id],
  } as const;
};

/**
 * Changes a SCORM course and publishes what concerns learners. With a new package its import starts, and the course changes
 * when it succeeds. Existing assignments keep their version, unless `move_open` moves those that people have not completed.
 */
export const updateScormCourse = async (ctx: OwnCtx, input: In<'scorm.update-course'>) => {
  const { package: upload, picture } = ctx.uploads;
  await ctx.run('read', (tx) => requireCourse(tx, input.id)); // before anything is stored
  const cover = picture ? await redrawUpload(picture, 'picture', COVER, callerOf(ctx.viewer)) : null;
  const change = async (tx: Tx, uploadKey: string | null) => {
    const before = await lockScormCourse(tx, input.id, input.version);
    const changes: ScormCourseChanges = present(input);
    if (cover)
      changes.image_file_id = await storePicture(tx, ctx.platform, {
        bytes: cover,
        name: 'cover.webp',
        type: 'image/webp',
        createdBy: ctx.viewer.id,
      });
    await changeScormCourse(tx, input.id, changes);
    const started =
      upload && uploadKey !== null
        ? await startImport(ctx, tx, upload, {
            uploadKey,
            courseId: input.id,
            title: '',
            moveOpen: input.move_open === true,
          })
        : null;
    const course = await requireCourse(tx, input.id);
    return new Logged(
      { ...course, task_id: started?.task_id ?? null },
      { kind: 'course', id: course.id, title: course.title, changes: auditPairs(before, changes) },
    );
  };
  return upload
    ? withStored(ctx, upload, (uploadKey) => ctx.finish((tx) => change(tx, uploadKey)))
    : ctx.finish((tx) => change(tx, null));
};

const hostTexts = (hosts: readonly AllowedHost[]) => hosts.map(({ host, uses }) => `${host}: ${uses.join(', ')}`);

/** Sets the hosts that the package of a course may load from. They see the address of each learner who opens it. */
export const allowHosts = async ({ tx }: Ctx, { id, allowed_hosts }: In<'scorm.allow-hosts'>) => {
  const before = await requireCourse(tx, id);
  await repo.setAllowedHosts(tx, before.package.id, allowed_hosts);
  return new Logged(await requireCourse(tx, id), {
    kind: 'course',
    id,
    title: before.title,
    changes: { allowed_hosts: [hostTexts(before.package.allowed_hosts), hostTexts(allowed_hosts)] },
  });
};

/** Deletes a SCORM course that nothing uses, and its package if no other course plays it. */
export const removeScormCourse = async ({ tx }: Ctx, { id }: In<'scorm.delete-course'>) => {
  const course = await query.findCoursePackage(tx, id);
  const title = await deleteScormCourse(tx, id);
  if (course) await removeKeys(tx, await repo.deleteUnusedPackage(tx, course.id));
  return new Logged(null, { kind: 'course', id, title });
};

/** A signed link to the player on the content origin. It shows the package without recording anything. */
export const previewCourse = async (ctx: Ctx, { id }: In<'scorm.preview'>) => {
  const found = await query.findCoursePackage(ctx.tx, id);
  if (!found) throw new AppError('course.not_found');
  const { scope, language } = ctx.viewer;
  const token = signPreview(ctx.platform, { organizationId: scope.organizationId, packageId: found.id, language });
  return { url: `${launchOrigin(ctx.platform, token)}/r/${token}/player` };
};
