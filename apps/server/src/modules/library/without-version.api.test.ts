import type { ClientInput } from '@sergak/contract/endpoint.ts';
import { selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import { endpoints, type EndpointId, type EndpointTable } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { actionLog, call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

// Clients of the specification send no version: the last write wins, and the audit log keeps what it overwrote.

test.each([
  'library.update-course',
  'library.delete-course',
  'library.change-course',
  'library.set-labels',
  'library.add-section',
  'library.rename-section',
  'library.remove-section',
  'library.order-sections',
  'library.append-theme',
  'library.remove-theme',
  'library.move-theme',
  'library.update-module',
  'library.update-slide',
  'questions.update',
  'scorm.update-course',
  'learning.update',
  'learning.scorm-update',
  'organizations.save-child',
] as const)('%s needs no version', (id) => {
  const e = endpoints[id];
  const [query, body] = ['query' in e ? e.query : undefined, 'body' in e ? e.body : undefined];
  const version = ((query ?? body) as z.ZodObject).shape['version'] as z.ZodType;
  expect(version.safeParse(undefined).success).toBe(true);
});

const open = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const send = async <K extends EndpointId>(id: K, input: ClientInput<EndpointTable[K]>) => {
    const answer = await call(id, administrator, input);
    return { answer, entry: (await actionLog(org.id)).at(-1)! };
  };
  return { administrator, course, module: course.modules.first, send };
};

test('a course is changed field by field, and the log keeps what was overwritten', async () => {
  const { administrator, course, send } = await open();
  const before = await call('library.course', administrator, { id: course.id });
  const put = await send('library.update-course', { id: course.id, minutes: 45 });
  expect(put.answer).toMatchObject({ title: before.title, description: before.description, minutes: 45 });
  expect(put.entry.changes).toEqual({ minutes: [before.minutes, 45] });
  const patched = await send('library.change-course', { id: course.id, title: 'Азы', tags: ['новичкам'] });
  expect(patched.answer).toMatchObject({ title: 'Азы', tags: ['новичкам'], archived: false, has_changes: true });
  expect(patched.entry).toMatchObject({
    action: 'course.updated',
    changes: { title: [before.title, 'Азы'], labels: [[], ['новичкам']] },
  });
  const section = before.sections[0]!;
  const named = await send('library.rename-section', { id: course.id, section_id: section.id, title: 'Начало' });
  expect(named.entry.changes['sections']).toEqual([
    before.sections.map((one) => one.title),
    ['Начало', ...before.sections.slice(1).map((one) => one.title)],
  ]);
});

test('labels alone are nothing to publish', async () => {
  const { course, send } = await open();
  expect((await send('library.change-course', { id: course.id, tags: ['новичкам'] })).answer.has_changes).toBe(false);
});

test('slides have a position in answers and bodies, and the log keeps what was overwritten', async () => {
  const { administrator, module: id, send } = await open();
  const { data } = await call('library.slides', administrator, { id });
  expect(data.map((slide) => slide.order_id)).toEqual([0, 1, 2]);
  const first = data[0]!;
  const changed = await send('library.update-slide', {
    id,
    slideId: first.id,
    title: 'Иначе',
    doc: learning.textDoc('Новый текст'),
    order_id: 1,
  });
  expect(changed.answer).toMatchObject({ title: 'Иначе', order_id: 1 });
  expect(changed.entry.changes).toMatchObject({
    slide_title: [first.title, 'Иначе'],
    slide_text: [expect.any(String), 'Новый текст'],
    order_id: [0, 1],
  });
  const added = await call('library.create-slide', administrator, { id, title: 'Первый', order_id: 0 });
  expect(added.order_id).toBe(0);
  const { slides } = await call('library.module', administrator, { id });
  expect(slides.map((slide) => slide.title)).toEqual(['Первый', data[1]!.title, 'Иначе', data[2]!.title]);
});

test('questions have a position in answers and bodies, and the log keeps what was overwritten', async () => {
  const { administrator, send, course } = await open();
  const { id } = (await call('library.modules', administrator, {})).data.find((one) => one.questions_count > 1)!;
  expect(course.id).toBeDefined();
  const { data } = await call('questions.list', administrator, { id });
  expect(data.map((question) => question.order_id)).toEqual(data.map((_, index) => index));
  const first = data[0]!;
  const body = { accepted: ['да'] };
  const changed = await send('questions.update', {
    id,
    questionId: first.id,
    type: 'short',
    text: 'Можно?',
    body,
    order_id: 1,
  });
  expect(changed.answer).toMatchObject({ text: 'Можно?', order_id: 1 });
  expect(changed.entry.changes).toMatchObject({
    question: [first.text, 'Можно?'],
    answers: [expect.any(Array), ['да']],
    order_id: [0, 1],
  });
  expect(await call('questions.get', administrator, { id, questionId: first.id })).toMatchObject({ order_id: 1 });
});

test('a learner reads the positions of slides and questions as well', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const person = await make.employee(org);
  const course = await learning.course(org);
  await call('learning.assign', administrator, { course_id: course.id, selection: selectionOfIds([person.id]) });
  const id = (await call('library.modules', administrator, {})).data.find((one) => one.questions_count > 1)!.id;
  const read = await call('learner.module', person, { id, with_slides: 'true', with_questions: 'true' });
  for (const list of [read.slides!, read.questions!])
    expect(list.map((one) => one.order_id)).toEqual(list.map((_, index) => index));
  expect(read.questions!.length).toBeGreaterThan(1);
});
