import { randomUUID } from 'node:crypto';
import { PASS_MARK_DEFAULT } from '@sergak/contract/library/library.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import { docOfHtml } from './doc-of-html.ts';
import type { CourseRows } from './library.repo.ts';
import type { StarterCourse, StarterQuestion } from './starter-files.ts';

/** The rows of a starter course in one language, with new ids. */
export const rowsOf = (
  course: StarterCourse,
  language: Language,
  pictures: ReadonlyMap<string, string>,
  courseId: string = randomUUID(),
): CourseRows => {
  const at = now();
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
      summary: course.summary[language] === '' ? null : JSON.stringify(docOfHtml(course.summary[language])),
      image_file_id: pictures.get(course.image) ?? null,
      starter_slug: course.slug,
      starter_version: course.versions[language],
      starter_at: at,
      starter_texts: JSON.stringify({ title: course.title, description: course.description }),
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

/** The body of a question, with new ids of its parts. */
export const bodyOf = (q: StarterQuestion, language: Language) => {
  const part = (text: Record<Language, string>) => ({ id: randomUUID(), text: text[language] });
  if (q.options) return { options: q.options.map((option) => ({ ...part(option.text), correct: option.correct })) };
  if (q.items) return { items: q.items.map(part) };
  if (q.pairs) return { pairs: q.pairs.map((pair) => ({ left: part(pair.left), right: part(pair.right) })) };
  return { accepted: q.accepted![language] };
};
