import { randomUUID } from 'node:crypto';
import { PASS_MARK_DEFAULT } from '@sergak/contract/library/library.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { storePicture } from '../files/public.ts';
import * as repo from './library.repo.ts';
import { publishCourse } from './publish.service.ts';
import { docOfHtml } from './doc-of-html.ts';
import { drawPicture, readStarterCourses, type StarterCourse, type StarterQuestion } from './starter-files.ts';

/**
 * Adds the starter courses to an organisation's library, in its language, and publishes them. Existing starter courses, changed
 * or not, are left unchanged.
 */
export const installStarterCourses = async (
  platform: Platform,
  organizationId: string,
  language: Language,
): Promise<void> => {
  for (const course of await readStarterCourses())
    await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
      if (await repo.findStarter(tx, course.slug, language)) return;
      const pictures = await storePictures(tx, platform, course);
      const rows = rowsOf(course, language, pictures);
      await repo.insertCourse(tx, rows);
      await publishCourse(tx, rows.course.id as string);
    });
};

/** Stores the pictures of a course; returns their file ids by name. */
const storePictures = async (tx: Tx, platform: Platform, course: StarterCourse): Promise<Map<string, string>> => {
  const slides = Object.values(course.modules).flatMap((module) => module.slides);
  const names = new Set([course.image, ...slides.flatMap((slide) => slide.image ?? [])]);
  const drawn = await Promise.all(
    [...names].map(async (name) => ({ name, bytes: await drawPicture(course.slug, name) })),
  );
  const ids = new Map<string, string>();
  for (const { name, bytes } of drawn)
    ids.set(
      name,
      await storePicture(tx, platform, {
        bytes,
        name: `${course.slug}-${name.replace(/\.svg$/, '.webp')}`,
        type: 'image/webp',
        createdBy: null,
      }),
    );
  return ids;
};

/** The rows of a starter course in one language, with new ids. */
const rowsOf = (course: StarterCourse, language: Language, pictures: ReadonlyMap<string, string>): repo.CourseRows => {
  const at = now();
  const courseId = randomUUID();
  const moduleIds = new Map(Object.keys(course.modules).map((key) => [key, randomUUID()]));
  const sections = course.sections.map((section) => ({
    ...section,
    id: randomUUID(),
    themes: section.themes.map((theme) => ({ ...theme, id: randomUUID() })),
  }));
  const themes = sections.flatMap((section) => section.themes);
  const modules = Object.entries(course.modules).map(([key, module]) => ({ ...module, id: moduleIds.get(key)! }));
  return {
    course: {
      id: courseId,
      title: course.title[language],
      description: course.description[language],
      language,
      minutes: course.minutes,
      image_file_id: pictures.get(course.image) ?? null,
      starter_slug: course.slug,
      created_at: at,
      updated_at: at,
    },
    course_sections: sections.map((section, order_id) => ({
      id: section.id,
      course_id: courseId,
      title: section.title[language],
      order_id,
    })),
    themes: themes.map((theme) => ({ id: theme.id, title: theme.title[language], created_at: at, updated_at: at })),
    section_themes: sections.flatMap((section) =>
      section.themes.map((theme, order_id) => ({ section_id: section.id, theme_id: theme.id, order_id })),
    ),
    modules: modules.map((module) => ({
      id: module.id,
      title: module.title[language],
      created_at: at,
      updated_at: at,
    })),
    theme_steps: themes.flatMap((theme) =>
      theme.steps.map(({ module, pass_mark, ...step }, order_id) => ({
        id: randomUUID(),
        theme_id: theme.id,
        order_id,
        module_id: moduleIds.get(module)!,
        pass_mark: pass_mark ?? PASS_MARK_DEFAULT,
        ...withDefaults(step),
      })),
    ),
    slides: modules.flatMap((module) =>
      module.slides.map((slide, order_id) => ({
        module_id: module.id,
        order_id,
        layout: slide.layout,
        title: slide.title[language],
        doc: JSON.stringify(docOfHtml(slide.html[language])),
        image_file_id: slide.image ? pictures.get(slide.image)! : null,
        image_alt: slide.image_alt?.[language] ?? '',
      })),
    ),
    questions: modules.flatMap((module) =>
      module.questions.map((q, order_id) => ({
        module_id: module.id,
        order_id,
        type: q.type,
        text: q.text[language],
        body: JSON.stringify(bodyOf(q, language)),
        explanation: q.explanation[language],
      })),
    ),
  };
};

const withDefaults = (
  step: Omit<StarterCourse['sections'][number]['themes'][number]['steps'][number], 'module' | 'pass_mark'>,
) => ({
  kind: step.kind,
  shuffle: step.shuffle ?? step.kind === 'quiz',
  attempts_limit: step.attempts_limit ?? null,
  draw_count: step.draw_count ?? null,
  time_limit_minutes: step.time_limit_minutes ?? null,
});

const bodyOf = (q: StarterQuestion, language: Language) => {
  const part = (text: Record<Language, string>) => ({ id: randomUUID(), text: text[language] });
  if (q.options) return { options: q.options.map((option) => ({ ...part(option.text), correct: option.correct })) };
  if (q.items) return { items: q.items.map(part) };
  if (q.pairs) return { pairs: q.pairs.map((pair) => ({ left: part(pair.left), right: part(pair.right) })) };
  return { accepted: q.accepted![language] };
};
