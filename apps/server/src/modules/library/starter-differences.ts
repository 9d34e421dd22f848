import { slideText } from '@sergak/contract/library/slide-doc.rules.ts';
import type { Difference } from '@sergak/contract/starter/starter.schema.ts';
import type { z } from 'zod';
import type { questionBody } from '@sergak/contract/library/library.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { findCourse, findModules } from './library.query.ts';
import { docOfHtml } from './doc-of-html.ts';
import type { StarterCourse } from './starter-files.ts';
import { starterSteps } from './starter-steps.ts';

type QuestionBody = z.output<typeof questionBody>;
type Text = Pick<Difference, 'part' | 'title'> & { readonly text: string };

/** What a question says, without its ids. */
const bodyText = (body: QuestionBody): string[] => {
  if ('options' in body) return body.options.map((one) => `${one.correct ? '✓' : '–'} ${one.text}`);
  if ('items' in body) return body.items.map((one, n) => `${n + 1}. ${one.text}`);
  if ('pairs' in body) return body.pairs.map(({ left, right }) => `${left.text} → ${right.text}`);
  return [...body.accepted];
};

type Content = {
  readonly title: string;
  readonly description: string;
  readonly structure: readonly string[];
  readonly summary: string;
  readonly slides: readonly { readonly title: string; readonly doc: Parameters<typeof slideText>[0] }[];
  readonly questions: readonly { readonly text: string; readonly body: QuestionBody; readonly explanation: string }[];
};
const textsOf = (content: Content): Text[] => [
  { part: 'name', title: '', text: content.title },
  { part: 'description', title: '', text: content.description },
  { part: 'structure', title: '', text: content.structure.join('\n') },
  { part: 'summary', title: '', text: content.summary },
  ...content.slides.map((one, n) => ({
    part: 'slide' as const,
    title: String(n + 1),
    text: [one.title, slideText(one.doc)].join('\n'),
  })),
  ...content.questions.map((one, n) => ({
    part: 'question' as const,
    title: String(n + 1),
    text: [one.text, ...bodyText(one.body), one.explanation].join('\n'),
  })),
];

const contentOfCopy = async (tx: Tx, id: string): Promise<Content> => {
  const { title, description, summary, sections } = (await findCourse(tx, id))!;
  const steps = sections.flatMap((section) =>
    section.themes.flatMap((theme) =>
      theme.steps.map((step) => ({ ...step, section: section.title, theme: theme.title })),
    ),
  );
  const modules = await findModules(tx, [...new Set(steps.flatMap((step) => step.module_id ?? []))]);
  const of = (moduleId: string | null) => modules.find((one) => one.id === moduleId);
  return {
    title,
    description,
    summary: summary ? slideText(summary) : '',
    structure: steps.map((step) => `${step.section} / ${step.theme} / ${step.module_title}`),
    slides: steps.flatMap((step) => (step.kind === 'theory' ? (of(step.module_id)?.slides ?? []) : [])),
    questions: steps.flatMap((step) => (step.kind === 'quiz' ? (of(step.module_id)?.questions ?? []) : [])),
  };
};

const contentOfLibrary = (course: StarterCourse, language: Language): Content => {
  const steps = starterSteps(course, language);
  return {
    title: course.title[language],
    description: course.description[language],
    summary: slideText(docOfHtml(course.summary[language])),
    structure: steps.map((step) => `${step.section} / ${step.theme} / ${step.title}`),
    slides: steps.flatMap((step) => step.slides),
    questions: steps.flatMap((step) => step.questions),
  };
};

/** The texts in which a copy and the library differ. Slides and questions are compared by their place. */
export const courseDifferences = async (
  tx: Tx,
  id: string,
  course: StarterCourse,
  language: Language,
): Promise<Difference[]> => {
  const before = textsOf(await contentOfCopy(tx, id));
  const after = textsOf(contentOfLibrary(course, language));
  const keyOf = ({ part, title }: Text) => `${part} ${title}`;
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const next = new Map(after.map((one) => [keyOf(one), one]));
  return [...new Map([...old, ...next]).values()].flatMap((one) => {
    const [was, is] = [old.get(keyOf(one))?.text ?? '', next.get(keyOf(one))?.text ?? ''];
    return was === is ? [] : [{ part: one.part, title: one.title, language, before: was, after: is }];
  });
};
