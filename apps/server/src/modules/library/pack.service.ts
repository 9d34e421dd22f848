import { randomUUID } from 'node:crypto';
import type { PackCourse } from '@sergak/contract/packs/packs.schema.ts';
import { questionFaults } from '@sergak/contract/library/questions.rules.ts';
import { mediaOf } from '@sergak/contract/library/slide-doc.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findCourse, findModules, findPackable, findSummary } from './library.query.ts';
import { insertCourse } from './library.repo.ts';
import { linkFiles } from './media.repo.ts';

export type PackMedia = { readonly id: string; readonly use: 'image' | 'audio' | 'video' | 'captions' };
const idIn = (path: string): string => path.slice('/lk/files/'.length);

/** The title of a course that a content pack can hold. Throws if it is missing or consists of packages of SCORM. */
export const packCourseTitle = async (tx: Tx, id: string): Promise<string> => {
  const found = await findPackable(tx, id);
  if (!found) throw new AppError('course.not_found');
  if (!found.packable) throw new AppError('course.package', { title: found.title });
  return found.title;
};

/** A course as a content pack stores it, and the files that it shows. Packages of SCORM are exchanged as they are. */
export const courseForPack = async (tx: Tx, id: string): Promise<{ course: PackCourse; files: PackMedia[] }> => {
  const detail = await findCourse(tx, id);
  if (!detail) throw new AppError('course.not_found');
  const steps = detail.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  if (detail.kind !== 'native' || steps.some((step) => step.module_id === null))
    throw new AppError('course.package', { title: detail.title });
  const ids = [...new Set(steps.map((step) => step.module_id!))];
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
    summary: await findSummary(tx, id),
    sections: detail.sections.map((section) => ({
      title: section.title,
      themes: section.themes.map((theme) => ({
        title: theme.title,
        steps: theme.steps.map(
          ({ kind, pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes, module_id }) => ({
            kind: kind as 'theory' | 'quiz',
            pass_mark,
            attempts_limit,
            shuffle,
            draw_count,
            time_limit_minutes,
            module: ids.indexOf(module_id!),
          }),
        ),
      })),
    })),
    modules: modules.map(({ title, slides, questions }) => ({
      title,
      slides: slides.map(({ id: _, version: __, order_id: ___, ...slide }) => slide),
      questions: questions.map(({ id: _, version: __, order_id: ___, ...question }) => question),
    })),
  };
  return { course, files };
};

type Body = PackCourse['modules'][number]['questions'][number]['body'];
type Part = { id: string; text: string; image_path?: string | null | undefined; image_alt?: string | undefined };
const partsOf = (body: Body): readonly Part[] => {
  if ('options' in body) return body.options;
  if ('items' in body) return body.items;
  return 'pairs' in body ? body.pairs.flatMap(({ left, right }) => [left, right]) : [];
};
const fresh = <P extends Part>(part: P): P => ({ ...part, id: randomUUID() });
/** The same body with new ids: answers refer to them. */
const withNewIds = (body: Body): Body => {
  if ('options' in body) return { options: body.options.map(fresh) };
  if ('items' in body) return { items: body.items.map(fresh) };
  if ('pairs' in body)
    return { pairs: body.pairs.map(({ left, right }) => ({ left: fresh(left), right: fresh(right) })) };
  return body;
};

/** What is wrong with a course of a pack, as places for a person. */
export const packCourseFaults = (course: PackCourse): string[] => [
  ...(course.summary && mediaOf(course.summary).length > 0 ? [course.title] : []),
  ...course.sections.flatMap((section) =>
    section.themes.flatMap((theme) =>
      theme.steps.some((step) => step.module >= course.modules.length) ? [`${course.title}: ${theme.title}`] : [],
    ),
  ),
  ...course.modules.flatMap((module) =>
    module.questions.flatMap((question, n) =>
      questionFaults(question).length > 0 ? [`${course.title}: ${module.title}, ${n + 1}`] : [],
    ),
  ),
];

/** The parts of a course of a pack with new ids. */
const withIds = (course: PackCourse) => ({
  id: randomUUID(),
  modules: course.modules.map((module) => ({ ...module, id: randomUUID() })),
  sections: course.sections.map((section) => ({
    ...section,
    id: randomUUID(),
    themes: section.themes.map((theme) => ({ ...theme, id: randomUUID() })),
  })),
});
type NewCourse = ReturnType<typeof withIds>;
type FileOf = (path: string) => string;
const storedBy = (fileOf: FileOf) => (path: string | null) => (path === null ? null : fileOf(path));

/** The rows of sections, themes and steps. */
const outlineRows = ({ id: course_id, sections, modules }: NewCourse) => {
  const at = now();
  const themes = sections.flatMap((section) => section.themes);
  return {
    course_sections: sections.map(({ id, title }, order_id) => ({ id, course_id, title, order_id })),
    themes: themes.map(({ id, title }) => ({ id, title, created_at: at, updated_at: at })),
    section_themes: sections.flatMap((section) =>
      section.themes.map((theme, order_id) => ({ section_id: section.id, theme_id: theme.id, order_id })),
    ),
    modules: modules.map(({ id, title }) => ({ id, title, created_at: at, updated_at: at })),
    theme_steps: themes.flatMap((theme) =>
      theme.steps.map(({ module, ...step }, order_id) => ({
        id: randomUUID(),
        theme_id: theme.id,
        order_id,
        module_id: modules[module]!.id,
        ...step,
      })),
    ),
  };
};

/** The rows of slides and questions; `readdress` writes the stored files into the text of module `n`. */
const contentRows = ({ modules }: NewCourse, fileOf: FileOf, readdress: (text: string, n: number) => string) => {
  const stored = storedBy(fileOf);
  return {
    slides: modules.flatMap((module, n) =>
      module.slides.map(({ doc, image_path, audio_path, ...slide }, order_id) => ({
        ...slide,
        module_id: module.id,
        order_id,
        doc: readdress(JSON.stringify(doc), n),
        image_file_id: stored(image_path),
        audio_file_id: stored(audio_path),
      })),
    ),
    questions: modules.flatMap((module, n) =>
      module.questions.map(({ body, image_path, ...question }, order_id) => ({
        ...question,
        module_id: module.id,
        order_id,
        body: readdress(JSON.stringify(withNewIds(body)), n),
        image_file_id: stored(image_path),
      })),
    ),
  };
};

/** Adds a course of a pack as a draft; `fileOf` gives the stored file of an address in the pack. */
export const insertPackCourse = async (tx: Tx, course: PackCourse, fileOf: FileOf): Promise<string> => {
  const at = now();
  const made = withIds(course);
  const used = made.modules.map(() => new Set<string>());
  const readdress = (text: string, n: number): string =>
    text.replace(/\/lk\/files\/[0-9a-f-]{36}/g, (path) => {
      const file = fileOf(path);
      used[n]!.add(file);
      return `/lk/files/${file}`;
    });
  const { title, description, language, minutes, tags, image_path, summary } = course;
  await insertCourse(tx, {
    course: {
      id: made.id,
      title,
      description,
      language,
      minutes,
      tags,
      image_file_id: storedBy(fileOf)(image_path),
      summary: summary && JSON.stringify(summary),
      created_at: at,
      updated_at: at,
    },
    ...outlineRows(made),
    ...contentRows(made, fileOf, readdress),
  });
  for (const [n, module] of made.modules.entries()) {
    const own = [
      ...module.slides.flatMap((one) => [one.image_path, one.audio_path]),
      ...module.questions.map((one) => one.image_path),
    ];
    for (const path of own) if (path !== null) used[n]!.add(fileOf(path));
    await linkFiles(
      tx,
      module.id,
      [...used[n]!].map((id) => ({ id })),
    );
  }
  return made.id;
};
