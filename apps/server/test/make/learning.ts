import { randomUUID } from 'node:crypto';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import type { Answer, Question } from '@sergak/contract/learning/learning.rules.ts';
import { insertCourse } from '../../src/modules/library/library.repo.ts';
import { publishCourse } from '../../src/modules/library/public.ts';
import { call, inOrganization, type Person } from '../app.ts';
import type { TestOrganization } from './index.ts';

const part = (text: string) => ({ id: randomUUID(), text });
const base = () => ({
  id: randomUUID(),
  image_path: null,
  image_alt: '',
  points: 1,
  explanation: 'Потому что так безопаснее.',
  version: 1,
});

/** A slide's document of one paragraph. */
export const textDoc = (text: string): SlideDoc => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** One question of each of the five types. */
export const fiveQuestions = (): Question[] => [
  {
    ...base(),
    type: 'single',
    text: 'Что сделать?',
    body: {
      options: [
        { ...part('Сообщить'), correct: true },
        { ...part('Нажать'), correct: false },
      ],
    },
  },
  {
    ...base(),
    type: 'multiple',
    text: 'Что выдаёт обман?',
    body: {
      options: [
        { ...part('Адрес'), correct: true },
        { ...part('Спешка'), correct: true },
        { ...part('Логотип'), correct: false },
      ],
    },
  },
  {
    ...base(),
    type: 'ordering',
    text: 'По порядку',
    body: { items: [part('Остановиться'), part('Проверить'), part('Сообщить')] },
  },
  {
    ...base(),
    type: 'matching',
    text: 'Соедините',
    body: {
      pairs: [
        { left: part('Прайс'), right: part('Всем') },
        { left: part('Зарплаты'), right: part('Кадрам') },
      ],
    },
  },
  { ...base(), type: 'short', text: 'Одним словом', body: { accepted: ['заблокировать'] } },
];

/** A valid but wrong answer. */
export const wrongAnswer = (q: Question): Answer => {
  const b = q.body;
  if ('items' in b) return { order: b.items.map((one) => one.id).reverse() };
  if ('pairs' in b)
    return {
      pairs: b.pairs.map((one, i) => ({ left: one.left.id, right: b.pairs[(i + 1) % b.pairs.length]!.right.id })),
    };
  if ('accepted' in b) return { text: 'не знаю' };
  const wrong = b.options.find((one) => !one.correct)!.id;
  return q.type === 'single' ? { option: wrong } : { options: [wrong] };
};

type QuizChanges = {
  pass_mark?: number;
  attempts_limit?: number;
  shuffle?: boolean;
  draw_count?: number;
  time_limit_minutes?: number;
};

/** A published course with one section and one topic: slides, a quiz of five questions, slides again. */
export const course = async (org: TestOrganization, quiz: QuizChanges = {}) => {
  const [courseId, sectionId, themeId, first, second] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ] as const;
  const questions = fiveQuestions();
  const steps = { theory: randomUUID(), quiz: randomUUID(), last: randomUUID() };
  await inOrganization(org.id, 'write', async (tx) => {
    await insertCourse(tx, {
      course: { id: courseId, title: `Курс ${courseId.slice(0, 6)}`, description: 'О письмах', minutes: 7 },
      course_sections: [{ id: sectionId, course_id: courseId, title: 'Раздел', order_id: 0 }],
      themes: [{ id: themeId, title: 'Тема' }],
      section_themes: [{ section_id: sectionId, theme_id: themeId, order_id: 0 }],
      modules: [
        { id: first, title: 'Первый модуль' },
        { id: second, title: 'Второй модуль' },
      ],
      theme_steps: [
        { id: steps.theory, theme_id: themeId, order_id: 0, kind: 'theory', module_id: first },
        { id: steps.quiz, theme_id: themeId, order_id: 1, kind: 'quiz', module_id: first, ...quiz },
        { id: steps.last, theme_id: themeId, order_id: 2, kind: 'theory', module_id: second },
      ],
      slides: [0, 1, 2]
        .map((n) => ({ module_id: first, order_id: n, title: `Слайд ${n}`, doc: JSON.stringify(textDoc(String(n))) }))
        .concat([{ module_id: second, order_id: 0, title: 'Итог', doc: JSON.stringify(textDoc('Итог')) }]),
      questions: questions.map((q, order_id) => ({
        id: q.id,
        module_id: first,
        order_id,
        type: q.type,
        text: q.text,
        body: JSON.stringify(q.body),
        explanation: q.explanation,
      })),
    });
    await publishCourse(tx, courseId);
  });
  return { id: courseId, themeId, modules: { first, second }, steps, questions };
};

/** A published SCORM course of one package. */
export const scormCourse = async (org: TestOrganization) => {
  const [id, packageId] = [randomUUID(), randomUUID()] as const;
  await inOrganization(org.id, 'write', async (tx) => {
    await tx
      .insertInto('scorm_packages')
      .values({
        id: packageId,
        title: 'Пакет',
        file_name: 'course.zip',
        sha256: packageId.replaceAll('-', '').repeat(2),
        standard: '1.2',
        manifest: '{}',
        report: '{}',
        size: 1,
        files_count: 1,
      })
      .execute();
    await tx
      .insertInto('courses')
      .values({ id, title: `SCORM ${id.slice(0, 6)}`, kind: 'scorm', scorm_package_id: packageId })
      .execute();
    await publishCourse(tx, id);
  });
  return { id, packageId };
};

/** Opens the slides of a step up to the last one and completes it, as the player does. */
export const readTheory = async (learner: Person, at: { id: string; step_id: string }) => {
  await call('learner.save-position', learner, { ...at, slide: 10_000, sequence: 1 });
  return call('learner.complete-theory', learner, at);
};
