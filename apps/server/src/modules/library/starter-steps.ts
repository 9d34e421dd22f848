import { createHash } from 'node:crypto';
import { PASS_MARK_DEFAULT } from '@sergak/contract/library/library.rules.ts';
import type { StarterCourseDetail } from '@sergak/contract/library/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { docOfHtml } from './doc-of-html.ts';
import type { StarterCourse } from './starter-files.ts';
import { bodyOf } from './starter-rows.ts';

type Step = StarterCourseDetail['steps'][number];

/** An id that is the same at each reading, in the form of a UUID. */
const idOf = (name: string): string => {
  const hash = createHash('sha256').update(name).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const slidesOf = (course: StarterCourse, key: string, language: Language): Step['slides'] =>
  course.modules[key]!.slides.map((slide, n) => ({
    id: idOf(`${course.slug} ${key} slide ${n}`),
    layout: slide.layout,
    title: slide.title[language],
    doc: docOfHtml(slide.html[language]),
    image_path: slide.image ? `/lk/api/v2/library/starter/${course.slug}/pictures/${slide.image}` : null,
    image_alt: slide.image_alt?.[language] ?? '',
    audio_path: null,
    transcript: '',
    version: 1,
  }));

const questionsOf = (course: StarterCourse, key: string, language: Language): Step['questions'] =>
  course.modules[key]!.questions.map((question, n) => ({
    id: idOf(`${course.slug} ${key} question ${n}`),
    type: question.type,
    text: question.text[language],
    image_path: null,
    image_alt: '',
    points: 1,
    body: bodyOf(question, language),
    explanation: question.explanation[language],
    version: 1,
  }));

/** The steps of a course of the starter library in their order, as the preview shows them. */
export const starterSteps = (course: StarterCourse, language: Language): Step[] =>
  course.sections.flatMap((section) =>
    section.themes.flatMap((theme) =>
      theme.steps.map((step) => ({
        kind: step.kind,
        section: section.title[language],
        theme: theme.title[language],
        title: course.modules[step.module]!.title[language],
        pass_mark: step.pass_mark ?? PASS_MARK_DEFAULT,
        slides: step.kind === 'theory' ? slidesOf(course, step.module, language) : [],
        questions: step.kind === 'quiz' ? questionsOf(course, step.module, language) : [],
      })),
    ),
  );
