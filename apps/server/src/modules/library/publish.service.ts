import { createHash } from 'node:crypto';
import {
  type ContentStep,
  type CourseContent,
  type Question,
  stepsOf,
} from '@sergak/contract/learning/learning.rules.ts';
import type { CourseDetail, PublishProblem, Slide } from '@sergak/contract/library/library.schema.ts';
import { lacksCaptions, mediaOf } from '@sergak/contract/library/slide-doc.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { holdContent } from './courses.repo.ts';
import { lockCourseVersion } from './courses.service.ts';
import * as query from './library.query.ts';
import * as repo from './library.repo.ts';

type DetailStep = CourseDetail['sections'][number]['themes'][number]['steps'][number];

/**
 * The id of a step inside a version. A theme may be used in several sections: its first use keeps the ids of its steps, and
 * each later use gets ids that are derived from the section (UUID version 5, RFC 9562), so that learners complete each use
 * on its own and publishing again changes no id.
 */
const stepIdOf = (sectionId: string, stepId: string): string => {
  const hash = createHash('sha1').update(`${sectionId}:${stepId}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const contentStep = (step: DetailStep, id: string): ContentStep[] => {
  const { kind, module_id, module_title, scorm_package_id, score_policy } = step;
  if (kind === 'scorm')
    return scorm_package_id ? [{ kind, id, package_id: scorm_package_id, title: module_title, score_policy }] : [];
  if (!module_id) return [];
  if (kind === 'theory') return [{ kind, id, module_id }];
  const { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes } = step;
  return [{ kind, id, module_id, pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes }];
};

const contentSections = (detail: CourseDetail): CourseContent['sections'] => {
  const used = new Set<string>();
  const stepsOfTheme = (sectionId: string, steps: readonly DetailStep[]) =>
    steps.flatMap((step) => {
      const id = used.has(step.id) ? stepIdOf(sectionId, step.id) : step.id;
      used.add(id);
      return contentStep(step, id);
    });
  return detail.sections.map((section) => ({
    id: section.id,
    title: section.title,
    themes: section.themes.map(({ id, title, steps }) => ({ id, title, steps: stepsOfTheme(section.id, steps) })),
  }));
};

/** The only section of a SCORM course: one theme whose only step plays the package. */
const scormSections = (course: query.PublishedPackage): CourseContent['sections'] => {
  const { id, title, scorm_package_id, score_policy } = course;
  const step = { kind: 'scorm' as const, id: stepIdOf(id, 'step'), package_id: scorm_package_id, title, score_policy };
  return [{ id, title, themes: [{ id, title, steps: [step] }] }];
};

/** The complete present content of a course, as a version stores it and learners see it. */
export const snapshotCourse = async (tx: Tx, courseId: string): Promise<CourseContent> => {
  const detail = await query.findCourse(tx, courseId);
  if (!detail) throw new AppError('course.not_found');
  const scorm = detail.kind === 'scorm' ? await query.findPackageOfCourse(tx, courseId) : undefined;
  const sections = scorm ? scormSections(scorm) : contentSections(detail);
  const steps = sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  const ids = [...new Set(steps.flatMap((step) => (step.kind === 'scorm' ? [] : [step.module_id])))];
  const modules = await query.findModules(tx, ids);
  const { kind, title, description, minutes, image_path, summary } = detail;
  return { kind, title, description, minutes, image_path, ...(summary && { summary }), sections, modules };
};

const pathsOf = (content: CourseContent): string[] =>
  [
    content.image_path,
    ...content.modules.flatMap((module) => [
      ...module.slides.flatMap((slide) => [
        slide.image_path,
        slide.audio_path,
        ...mediaOf(slide.doc).map((one) => one.path),
      ]),
      ...module.questions.flatMap((question) => [
        question.image_path,
        ...('options' in question.body ? question.body.options : []).map((part) => part.image_path),
        ...('items' in question.body ? question.body.items : []).map((part) => part.image_path),
        ...('pairs' in question.body ? question.body.pairs : []).flatMap((pair) => [
          pair.left.image_path,
          pair.right.image_path,
        ]),
      ]),
    ]),
  ].filter((path) => path !== null && path !== undefined);

/** Everything that is heard can also be read. */
const lacksTranscript = ({ audio_path, transcript, doc }: Slide): boolean =>
  (audio_path !== null && transcript === '') || lacksCaptions(doc);

const hasRightAnswer = ({ body }: Question): boolean =>
  !('options' in body) || body.options.some((option) => option.correct);

/** What keeps this content from being published. Each fault of a module is reported once. */
export const problemsOf = (content: CourseContent): PublishProblem[] => {
  const steps = stepsOf(content);
  if (steps.length === 0) return [{ kind: 'no_steps', title: content.title }];
  const themes = content.sections.flatMap((section) => section.themes);
  const uses = (kind: 'theory' | 'quiz', id: string) => steps.some((one) => one.kind === kind && one.module_id === id);
  const found: PublishProblem[] = [
    ...themes.flatMap(({ title, steps: own }) => (own.length === 0 ? [{ kind: 'empty_theme' as const, title }] : [])),
    ...content.modules.flatMap(({ id, title, slides, questions }) => [
      ...(uses('theory', id) && slides.length === 0 ? [{ kind: 'no_slides' as const, title }] : []),
      ...(uses('theory', id) ? slides : []).flatMap((slide) =>
        lacksTranscript(slide) ? [{ kind: 'no_transcript' as const, title: slide.title || title }] : [],
      ),
      ...(uses('quiz', id) && questions.length === 0 ? [{ kind: 'no_questions' as const, title }] : []),
      ...(uses('quiz', id) ? questions : []).flatMap((question) =>
        hasRightAnswer(question) ? [] : [{ kind: 'no_right_answer' as const, title: question.text }],
      ),
    ]),
  ];
  return found.filter((one, i) => found.findIndex((two) => two.kind === one.kind && two.title === one.title) === i);
};

/** Publishes the course: new assignments get this version, existing assignments keep theirs. Returns its number. */
export const publishCourse = async (tx: Tx, courseId: string, known?: CourseContent): Promise<number> => {
  const content = known ?? (await snapshotCourse(tx, courseId));
  const steps = stepsOf(content);
  if (steps.length === 0) throw new AppError('course.not_published');
  const number = (await query.lastVersion(tx, courseId)) + 1;
  await repo.insertVersion(tx, {
    courseId,
    number,
    content,
    stepsTotal: steps.length,
    fileIds: [...new Set(pathsOf(content).map((path) => path.slice('/lk/files/'.length)))],
    packageIds: [...new Set(steps.flatMap((step) => (step.kind === 'scorm' ? [step.package_id] : [])))],
  });
  return number;
};

/** Publishes a course that its editor has read, if nothing is missing in it. */
export const publishReadCourse = async ({ tx }: Ctx, input: { id: string; version: number }) => {
  const course = await lockCourseVersion(tx, input.id, input.version);
  await holdContent(tx, course.id);
  const content = await snapshotCourse(tx, course.id);
  const problems = problemsOf(content);
  if (problems.length > 0) throw new AppError('course.not_ready', { problems });
  const number = await publishCourse(tx, course.id, content);
  const changes = { published_version: [course.published_version, number] } as const;
  return new Logged({ number }, { kind: 'course', id: course.id, title: course.title, changes });
};
