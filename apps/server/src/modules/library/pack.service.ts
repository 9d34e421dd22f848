import { randomUUID } from 'node:crypto';
import type { PackCourse, PackScormCourse } from '@sergak/contract/packs/packs.schema.ts';
import { questionFaults } from '@sergak/contract/library/questions.rules.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { insertCourse } from './library.repo.ts';
import { linkFiles } from './media.repo.ts';
import { createScormCourse } from './scorm-courses.service.ts';

type Body = PackCourse['modules'][number]['questions'][number]['body'];
type Part = { id: string };
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
  ...course.sections.flatMap((section) =>
    section.themes.flatMap((theme) =>
      theme.steps.some((step) => step.kind !== 'scorm' && step.module >= course.modules.length)
        ? [`${course.title}: ${theme.title}`]
        : [],
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
type PackageOf = (id: string) => string;
const storedBy = (fileOf: FileOf) => (path: string | null) => (path === null ? null : fileOf(path));

/** The rows of sections, themes and steps. */
const outlineRows = ({ id: course_id, sections, modules }: NewCourse, packageOf: PackageOf) => {
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
      theme.steps.map((step, order_id) => {
        const place = { id: randomUUID(), theme_id: theme.id, order_id };
        if (step.kind === 'scorm') {
          const { package: packed, ...settings } = step;
          return { ...place, ...settings, scorm_package_id: packageOf(packed) };
        }
        const { module, ...settings } = step;
        return { ...place, ...settings, module_id: modules[module]!.id };
      }),
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

type Stored = {
  /** The stored file of an address in the pack. */
  readonly fileOf: FileOf;
  /** The stored package of an id in the pack. */
  readonly packageOf: PackageOf;
};

/** Adds a SCORM course of a pack, and publishes it: it has no drafts. */
export const insertPackScormCourse = (
  tx: Tx,
  course: PackScormCourse,
  { fileOf, packageOf }: Stored,
): Promise<string> => {
  const { image_path, package: packed, ...facts } = course;
  return createScormCourse(tx, { ...facts, image_file_id: storedBy(fileOf)(image_path), packageId: packageOf(packed) });
};

/** Adds a course of a pack as a draft. */
export const insertPackCourse = async (tx: Tx, course: PackCourse, { fileOf, packageOf }: Stored): Promise<string> => {
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
    ...outlineRows(made, packageOf),
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
