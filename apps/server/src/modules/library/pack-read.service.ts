import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import { mediaOf } from '@sergak/contract/library/slide-doc.rules.ts';
import type { PackCourse, PackScormCourse } from '@sergak/contract/packs/packs.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findCourse, findModules, findTitle } from './library.query.ts';
import { findScormFacts } from './scorm-courses.repo.ts';

type PackMedia = { readonly id: string; readonly use: 'image' | 'audio' | 'video' | 'captions' };
const idIn = (path: string): string => path.slice('/lk/files/'.length);

/** The title of a course, which a content pack is to hold. */
export const packCourseTitle = async (tx: Tx, id: string): Promise<string> => {
  const found = await findTitle(tx, id);
  if (!found) throw new AppError('course.not_found');
  return found.title;
};

type Packed = {
  readonly files: readonly PackMedia[];
  /** The packages of SCORM that it plays. */
  readonly packages: readonly string[];
} & (
  | { readonly kind: 'native'; readonly course: PackCourse }
  | { readonly kind: 'scorm'; readonly course: PackScormCourse }
);

/** A course as a content pack stores it, with the files that it shows and the packages that it plays. */
export const courseForPack = async (tx: Tx, id: string): Promise<Packed> => {
  const detail = await findCourse(tx, id);
  if (!detail) throw new AppError('course.not_found');
  return detail.kind === 'scorm' ? scormForPack(tx, detail) : nativeForPack(tx, detail);
};

const scormForPack = async (tx: Tx, detail: CourseDetail): Promise<Packed> => {
  const { title, description, language, minutes, tags, image_path } = detail;
  const { score_policy, completion_rule, scorm_package_id } = (await findScormFacts(tx, detail.id))!;
  const facts = { title, description, language, minutes, tags, image_path, score_policy, completion_rule };
  return {
    kind: 'scorm',
    course: { ...facts, package: scorm_package_id },
    files: image_path === null ? [] : [{ id: idIn(image_path), use: 'image' }],
    packages: [scorm_package_id],
  };
};

type Step = CourseDetail['sections'][number]['themes'][number]['steps'][number];
const packStep = (
  step: Step,
  modules: readonly string[],
): PackCourse['sections'][number]['themes'][number]['steps'][number] => {
  const { kind, scorm_package_id, score_policy, module_id } = step;
  if (kind === 'scorm') return { kind, package: scorm_package_id!, score_policy };
  const { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes } = step;
  const settings = { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes };
  return { kind, ...settings, module: modules.indexOf(module_id!) };
};

const nativeForPack = async (tx: Tx, detail: CourseDetail): Promise<Packed> => {
  const steps = detail.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  const ids = [...new Set(steps.flatMap((step) => step.module_id ?? []))];
  const found = await findModules(tx, ids);
  const modules = ids.map((one) => found.find((module) => module.id === one)!);
  const files: PackMedia[] = [];
  const note = (path: string | null | undefined, use: PackMedia['use']) =>
    void (path && files.push({ id: idIn(path), use }));
  note(detail.image_path, 'image');
  for (const module of modules) {
    for (const slide of module.slides) {
      note(slide.image_path, 'image');
      note(slide.audio_path, 'audio');
      for (const { path, kind } of mediaOf(slide.doc)) note(path, kind);
    }
    for (const question of module.questions) {
      note(question.image_path, 'image');
      for (const part of partsOf(question.body)) note(part.image_path, 'image');
    }
  }
  const course: PackCourse = {
    title: detail.title,
    description: detail.description,
    language: detail.language,
    minutes: Math.max(1, detail.minutes),
    tags: detail.tags,
    image_path: detail.image_path,
    summary: detail.summary ?? null,
    sections: detail.sections.map((section) => ({
      title: section.title,
      themes: section.themes.map((theme) => ({
        title: theme.title,
        steps: theme.steps.map((step) => packStep(step, ids)),
      })),
    })),
    modules: modules.map(({ title, slides, questions }) => ({
      title,
      slides: slides.map(({ id: _, version: __, order_id: ___, ...slide }) => slide),
      questions: questions.map(({ id: _, version: __, order_id: ___, ...question }) => question),
    })),
  };
  return { kind: 'native', course, files, packages: steps.flatMap((step) => step.scorm_package_id ?? []) };
};

type Body = PackCourse['modules'][number]['questions'][number]['body'];
type Part = { id: string; text: string; image_path?: string | null | undefined; image_alt?: string | undefined };
const partsOf = (body: Body): readonly Part[] => {
  if ('options' in body) return body.options;
  if ('items' in body) return body.items;
  return 'pairs' in body ? body.pairs.flatMap(({ left, right }) => [left, right]) : [];
};
