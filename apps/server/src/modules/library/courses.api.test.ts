import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, rightAnswer } from '@sergak/contract/learning/learning.rules.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, type Person, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { dayIn, now } from '../../platform/clock.ts';

const prepared = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org), course: await learning.course(org) };
};
const today = () => dayIn(now(), 'Asia/Tashkent');
const stranger = async () => make.operator(await make.organization());
const failure = (code: string, details?: unknown) => ({ code, ...(details !== undefined && { details }) });

const cover = async (bytes?: Buffer) => {
  const path = join(await mkdtemp(join(tmpdir(), 'sergak-cover-')), 'cover.png');
  const content =
    bytes ??
    (await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3dbc87' } })
      .png()
      .toBuffer());
  await writeFile(path, content);
  return { picture: { path, name: 'cover.png', type: 'image/png', size: (await stat(path)).size } };
};
const draft = (administrator: Person, title = 'Новый курс') =>
  call('library.create-course', administrator, { title, description: 'О главном', minutes: 15 });
/** A theme with the slides and the quiz of a module. */
const theme = (administrator: Person, moduleId: string, title = 'Тема') =>
  call('library.create-theme', administrator, {
    title,
    steps: [
      { kind: 'theory', module_id: moduleId },
      { kind: 'quiz', module_id: moduleId, pass_mark: 60 },
    ],
  });
const orders = (courseId: string) =>
  stored<{ title: string; order_id: number }>(
    'select title, order_id from course_sections where course_id = $1 order by order_id',
    [courseId],
  );
const themeOrders = (sectionId: string) =>
  stored<{ theme_id: string; order_id: number }>(
    'select theme_id, order_id from section_themes where section_id = $1 order by order_id',
    [sectionId],
  );

test('a course is created with a cover and changed; a picture that is none is rejected; both faces write the same courses', async () => {
  const { org, administrator } = await prepared();
  const made = await call(
    'library.create-course',
    administrator,
    { title: 'Новый  курс ', minutes: '15' as never },
    await cover(),
  );
  expect(made).toMatchObject({
    title: 'Новый курс',
    minutes: 15,
    published_version: 0,
    has_changes: true,
    sections: [],
  });
  const file = await call('files.get', administrator, { id: made.image_path!.split('/').at(-1)! });
  expect(file).toMatchObject({ type: 'image/webp', inline: true });
  const other = await call('library.create-content-course', administrator, { title: 'Второй' });
  expect(await call('library.content-course', administrator, { id: other.id })).toEqual(
    await call('library.course', administrator, { id: other.id }),
  );
  const changed = await call(
    'library.update-course',
    administrator,
    { id: made.id, title: 'Азы', description: '', minutes: 20, language: 'en', version: made.version },
    await cover(),
  );
  expect(changed).toMatchObject({ title: 'Азы', language: 'en', version: made.version + 1 });
  expect(changed.image_path).not.toBe(made.image_path);
  await expect(call('files.get', administrator, { id: made.image_path!.split('/').at(-1)! })).rejects.toMatchObject(
    failure('file.not_found'),
  );
  await expect(
    call('library.create-course', administrator, { title: 'Х' }, await cover(Buffer.from('MZ not a picture'))),
  ).rejects.toMatchObject(failure('file.type_rejected'));
  const bare = await call('library.remove-cover', administrator, { id: made.id, version: changed.version });
  expect(bare.image_path).toBeNull();
  await expect(
    call('library.remove-cover', administrator, { id: made.id, version: changed.version }),
  ).rejects.toMatchObject(failure('common.stale_version'));
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual([
    'course.created',
    'course.created',
    'course.updated',
    'course.updated',
  ]);
});

test('the page to print is written with a course, logged as text, and removed without words; learners see it after publishing', async () => {
  const { org, administrator, course } = await prepared();
  const employee = await make.employee(org);
  const made = await call('library.create-course', administrator, {
    title: 'С памяткой',
    summary: learning.textDoc('Звоните 112'),
  });
  expect(made.summary).toEqual(learning.textDoc('Звоните 112'));
  const before = await call('library.course', administrator, { id: course.id });
  expect(before.summary).toBeNull();
  const summary = learning.textDoc('Проверьте адрес');
  const changed = await call('library.update-course', administrator, {
    id: course.id,
    summary,
    version: before.version,
  });
  expect(changed).toMatchObject({ summary, title: before.title, has_changes: true });
  await expect(
    call('library.update-course', administrator, {
      id: course.id,
      summary: learning.textDoc('Поздно'),
      version: before.version,
    }),
  ).rejects.toMatchObject(failure('common.stale_version'));
  expect((await actionLog(org.id)).at(-1)!.changes).toEqual({ summary: [null, 'Проверьте адрес'] });
  // A change of another field leaves it alone.
  const renamed = await call('library.update-course', administrator, {
    id: course.id,
    minutes: 3,
    version: changed.version,
  });
  expect(renamed.summary).toEqual(summary);
  const copy = await call('library.copy-course', administrator, { id: course.id });
  expect(copy.summary).toEqual(summary);
  await call('library.publish-course', administrator, { id: course.id, version: renamed.version });
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [employee.id] } },
    start_date: today(),
    deadline: addDays(today(), 10),
    need_message: false,
  });
  expect((await call('learner.course', employee, { id })).summary).toEqual(summary);
  const emptied = await call('library.update-course', administrator, {
    id: course.id,
    summary: { type: 'doc', content: [{ type: 'paragraph' }] },
    version: renamed.version,
  });
  expect(emptied.summary).toBeNull();
});

test('a page to print has neither pictures nor blocks to open, and is not longer than a page', async () => {
  const { administrator, course } = await prepared();
  const paragraph = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'x' }] };
  const rejected = [
    learning.textDoc('я'.repeat(3_001)),
    { type: 'doc' as const, content: [{ type: 'reveal' as const, attrs: { title: 'x' }, content: [paragraph] }] },
    {
      type: 'doc' as const,
      content: [{ type: 'image' as const, attrs: { path: `/lk/files/${course.id}`, alt: 'x' } }],
    },
  ];
  for (const summary of rejected)
    await expect(call('library.update-course', administrator, { id: course.id, summary })).rejects.toMatchObject({
      issues: [{ path: ['summary'] }],
    });
  const longest = await call('library.update-course', administrator, {
    id: course.id,
    summary: learning.textDoc('я'.repeat(3_000)),
  });
  expect(longest.summary).not.toBeNull();
});

test('the cover of a published version stays when the course gets another', async () => {
  const { administrator, course } = await prepared();
  const detail = await call('library.course', administrator, { id: course.id });
  const form = { id: course.id, title: detail.title, description: '' };
  const first = await call('library.update-course', administrator, { ...form, version: detail.version }, await cover());
  await call('library.publish-course', administrator, { id: course.id, version: first.version });
  const second = await call('library.remove-cover', administrator, { id: course.id, version: first.version });
  const pinned = { id: first.image_path!.split('/').at(-1)! };
  expect(await call('files.get', administrator, pinned)).toMatchObject({ inline: true });
  await call('library.delete-course', administrator, { id: course.id, version: second.version });
  await expect(call('files.get', administrator, pinned)).rejects.toMatchObject(failure('file.not_found'));
});

test('sections are added, renamed, reordered and removed; their order stays 0, 1, 2; another order list is rejected', async () => {
  const { administrator } = await prepared();
  let course = await draft(administrator);
  const { id } = course;
  for (const title of ['А', 'Б', 'В'])
    course = await call('library.add-section', administrator, { id, title, version: course.version });
  const [a, b, c] = course.sections.map((section) => section.id) as [string, string, string];
  course = await call('library.order-sections', administrator, { id, ids: [c, a, b], version: course.version });
  expect(await orders(id)).toEqual(['В', 'А', 'Б'].map((title, order_id) => ({ title, order_id })));
  const { version } = course;
  for (const ids of [
    [c, a],
    [c, a, a],
    [c, a, b, b],
  ])
    await expect(call('library.order-sections', administrator, { id, ids, version })).rejects.toMatchObject(
      failure('request.invalid'),
    );
  const foreign = (
    await call('library.add-section', administrator, { id: (await draft(administrator)).id, title: 'Х', version: 1 })
  ).sections[0]!.id;
  await expect(
    call('library.order-sections', administrator, { id, ids: [c, a, foreign], version }),
  ).rejects.toMatchObject(failure('section.not_found'));
  await expect(
    call('library.rename-section', administrator, { id, section_id: foreign, title: 'Я', version }),
  ).rejects.toMatchObject(failure('section.not_found'));
  course = await call('library.rename-section', administrator, { id, section_id: a, title: 'Главное', version });
  course = await call('library.remove-section', administrator, { id, section_id: c, version: course.version });
  expect(await orders(id)).toEqual(['Главное', 'Б'].map((title, order_id) => ({ title, order_id })));
  course = await call('library.add-section', administrator, { id, title: 'В', position: 0, version: course.version });
  expect(course.sections.map((section) => section.title)).toEqual(['В', 'Главное', 'Б']);
  await expect(call('library.remove-section', administrator, { id, section_id: a, version })).rejects.toMatchObject(
    failure('common.stale_version', { version: course.version }),
  );
});

test('themes are added to sections, moved and removed; a section contains a theme once; a removed section returns with its themes', async () => {
  const { administrator, course: starter } = await prepared();
  const { id } = await draft(administrator);
  const themes = [];
  for (const title of ['Один', 'Два', 'Три'])
    themes.push((await theme(administrator, starter.modules.first, title)).id);
  const [one, two, three] = themes as [string, string, string];
  let course = await call('library.add-section', administrator, { id, title: 'А', theme_ids: [one, two], version: 1 });
  course = await call('library.add-section', administrator, { id, title: 'Б', version: course.version });
  const [a, b] = course.sections.map((section) => section.id) as [string, string];
  const append = (section_id: string, theme_id: string, position?: number) =>
    call('library.append-theme', administrator, {
      id,
      section_id,
      theme_id,
      version: course.version,
      ...(position !== undefined && { position }),
    });
  course = await append(a, three, 0);
  expect((await themeOrders(a)).map((row) => row.theme_id)).toEqual([three, one, two]);
  await expect(append(a, three)).rejects.toMatchObject(failure('theme.in_section'));
  await expect(append(a, b)).rejects.toMatchObject(failure('theme.not_found'));
  const move = (theme_id: string, from_section_id: string, to_section_id: string, position?: number) =>
    call('library.move-theme', administrator, {
      id,
      theme_id,
      from_section_id,
      to_section_id,
      version: course.version,
      ...(position !== undefined && { position }),
    });
  course = await move(three, a, a, 2);
  expect((await themeOrders(a)).map((row) => row.theme_id)).toEqual([one, two, three]);
  course = await move(two, a, b);
  course = await move(one, a, b, 0);
  expect(await themeOrders(a)).toEqual([{ theme_id: three, order_id: 0 }]);
  expect(await themeOrders(b)).toEqual([
    { theme_id: one, order_id: 0 },
    { theme_id: two, order_id: 1 },
  ]);
  await expect(move(one, a, b)).rejects.toMatchObject(failure('theme.not_found'));
  course = await append(a, one);
  await expect(move(one, a, b)).rejects.toMatchObject(failure('theme.in_section'));
  course = await call('library.remove-theme', administrator, {
    id,
    section_id: b,
    theme_id: one,
    version: course.version,
  });
  expect(await themeOrders(b)).toEqual([{ theme_id: two, order_id: 0 }]);
  course = await call('library.remove-section', administrator, { id, section_id: a, version: course.version });
  course = await call('library.add-section', administrator, {
    id,
    title: 'А',
    position: 0,
    theme_ids: [three, one],
    version: course.version,
  });
  expect(course.sections.map((section) => section.themes.map((one) => one.title))).toEqual([['Три', 'Один'], ['Два']]);
});

test('two managers change sections at the same time: one of them gets a conflict', async () => {
  const { org, administrator } = await prepared();
  const second = await make.operator(org);
  const { id, version } = await draft(administrator);
  const results = await Promise.allSettled(
    [administrator, second].map((who, n) => call('library.add-section', who, { id, title: `Раздел ${n}`, version })),
  );
  expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await orders(id)).toHaveLength(1);
});

test('labels are cleaned, listed and filtered by, and are nothing to publish; the state filter finds drafts and changed courses', async () => {
  const { administrator, course } = await prepared();
  const { id } = await draft(administrator);
  const labelled = await call('library.set-labels', administrator, {
    id: course.id,
    tags: [' новички ', 'Офис', 'офис'],
    version: 1,
  });
  expect(labelled).toMatchObject({ tags: ['новички', 'Офис'], has_changes: false, version: 2 });
  await call('library.set-labels', administrator, { id, tags: ['Офис'], version: 1 });
  expect((await call('library.labels', administrator, {})).data).toEqual([
    { title: 'новички', courses_count: 1 },
    { title: 'Офис', courses_count: 2 },
  ]);
  const found = async (input: object) =>
    (await call('library.courses', administrator, input)).data.map((one) => one.id).sort();
  expect(await found({ tags: ['новички'] })).toEqual([course.id]);
  expect(await found({ tags: ['Офис', 'нет такой'] })).toEqual([course.id, id].sort());
  expect(await found({ states: ['draft'] })).toEqual([id]);
  expect(await found({ states: ['published'] })).toEqual([course.id]);
  expect(await found({ states: ['changed'] })).toEqual([]);
  await call('library.update-course', administrator, { id: course.id, title: 'Иначе', version: 2 });
  expect(await found({ states: ['changed'] })).toEqual([course.id]);
  expect(await found({ states: ['changed', 'draft'] })).toEqual([course.id, id].sort());
});

test('a copy is a draft with its own sections that share the themes', async () => {
  const { administrator, course } = await prepared();
  const summary = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Памятка' }] }] };
  await stored('update courses set summary = $2 where id = $1', [course.id, summary]);
  const copy = await call('library.copy-course', administrator, { id: course.id });
  expect(await stored('select summary from courses where id = $1', [copy.id])).toEqual([{ summary }]);
  const source = await call('library.course', administrator, { id: course.id });
  expect(copy).toMatchObject({ title: `${source.title} (2)`, published_version: 0, version: 1 });
  expect(copy.sections[0]!.id).not.toBe(source.sections[0]!.id);
  expect(copy.sections[0]!.themes).toEqual(source.sections[0]!.themes);
  await call('library.remove-section', administrator, { id: copy.id, section_id: copy.sections[0]!.id, version: 1 });
  expect(await call('library.course', administrator, { id: course.id })).toEqual(source);
});

test('a course that is assigned is not deleted: the answer names the assignments; others are deleted together', async () => {
  const { org, administrator, course } = await prepared();
  const learner = await make.employee(org);
  const assigned = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
  });
  const uses = { assignments: [{ id: assigned.id, title: assigned.title }], campaigns: [], tags: [] };
  await expect(call('library.delete-course', administrator, { id: course.id, version: 1 })).rejects.toMatchObject(
    failure('course.in_use', uses),
  );
  const { id } = await draft(administrator);
  await expect(call('library.delete-courses', await stranger(), { ids: [id] })).rejects.toMatchObject(
    failure('course.not_found'),
  );
  const { deleted, rejected } = await call('library.delete-courses', administrator, { ids: [id, course.id] });
  expect(deleted).toEqual([id]);
  expect(rejected).toMatchObject([{ id: course.id, ...uses }]);
  await expect(call('library.course', administrator, { id })).rejects.toMatchObject(failure('course.not_found'));
  const second = await draft(administrator);
  await expect(call('library.delete-course', administrator, { id: second.id, version: 9 })).rejects.toMatchObject(
    failure('common.stale_version'),
  );
  await call('library.delete-course', administrator, { id: second.id, version: 1 });
  expect((await actionLog(org.id)).map((row) => row.action).slice(-3)).toEqual([
    'courses.deleted',
    'course.created',
    'course.deleted',
  ]);
});

test('publishing names what is missing, and then makes a new version', async () => {
  const { org, administrator, course: starter } = await prepared();
  const { id } = await draft(administrator);
  const problems = async (version: number) =>
    call('library.publish-course', administrator, { id, version }).then(
      () => null,
      (error: { code: string; details: { problems: { kind: string; title: string }[] } }) => error.details.problems,
    );
  expect(await problems(1)).toEqual([{ kind: 'no_steps', title: 'Новый курс' }]);
  const bare = await inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('modules').values({ title: 'Пустой модуль' }).returning('id').executeTakeFirstOrThrow(),
  );
  const empty = await call('library.create-theme', administrator, { title: 'Пустая тема', steps: [] });
  const faulty = await theme(administrator, bare.id, 'Без модуля');
  const good = await theme(administrator, starter.modules.first);
  let course = await call('library.add-section', administrator, {
    id,
    title: 'Раздел',
    theme_ids: [empty.id, faulty.id, good.id],
    version: 1,
  });
  expect(await problems(course.version)).toEqual([
    { kind: 'empty_theme', title: 'Пустая тема' },
    { kind: 'no_slides', title: 'Пустой модуль' },
    { kind: 'no_questions', title: 'Пустой модуль' },
  ]);
  const section_id = course.sections[0]!.id;
  for (const theme_id of [empty.id, faulty.id])
    course = await call('library.remove-theme', administrator, { id, section_id, theme_id, version: course.version });
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('questions')
      .set({ body: JSON.stringify({ options: [0, 1].map(() => ({ id: bare.id, text: 'Да', correct: false })) }) })
      .where('id', '=', starter.questions[0]!.id)
      .execute(),
  );
  expect(await problems(course.version)).toEqual([{ kind: 'no_right_answer', title: 'Что сделать?' }]);
  await inOrganization(org.id, 'write', (tx) =>
    tx.deleteFrom('questions').where('id', '=', starter.questions[0]!.id).execute(),
  );
  await expect(call('library.publish-course', administrator, { id, version: 1 })).rejects.toMatchObject(
    failure('common.stale_version'),
  );
  expect(await call('library.publish-course', administrator, { id, version: course.version })).toEqual({ number: 1 });
  expect(await call('library.publish-course', administrator, { id, version: course.version })).toEqual({ number: 2 });
  expect(await call('library.course', administrator, { id })).toMatchObject({
    published_version: 2,
    has_changes: false,
  });
});

test('a changed module or theme marks every course that uses it, and publishing clears the mark', async () => {
  const { org, administrator, course } = await prepared();
  const copy = await call('library.copy-course', administrator, { id: course.id });
  await call('library.publish-course', administrator, { id: copy.id, version: 1 });
  const other = await learning.course(org);
  const marked = async () =>
    (await call('library.courses', administrator, { states: ['changed'] })).data.map((one) => one.id).sort();
  expect(await marked()).toEqual([]);
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('modules').set({ updated_at: new Date() }).where('id', '=', course.modules.second).execute(),
  );
  expect(await marked()).toEqual([course.id, copy.id].sort());
  expect(await call('library.course-changes', administrator, { id: copy.id })).toMatchObject({
    published_at: expect.any(String),
    changes: [{ kind: 'module', id: course.modules.second, title: 'Второй модуль' }],
  });
  await call('library.publish-course', administrator, { id: copy.id, version: 1 });
  expect(await marked()).toEqual([course.id]);
  const read = await call('library.theme', administrator, { id: course.themeId });
  const steps = read.steps.map(({ id, module_id }) => ({ kind: 'theory' as const, id, module_id: module_id! }));
  await call('library.update-theme', administrator, { id: read.id, title: 'Иначе', steps, version: read.version });
  expect(await marked()).toEqual([course.id, copy.id].sort());
  expect(await marked()).not.toContain(other.id);
  expect(
    (await call('library.course-changes', administrator, { id: course.id })).changes.map((one) => one.kind),
  ).toEqual(['theme', 'module']);
});

test('a learner finishes a course that uses a theme twice, and keeps the version that was assigned', async () => {
  const { org, administrator, course: starter } = await prepared();
  const learner = await make.employee(org);
  const { id } = await draft(administrator);
  const shared = await theme(administrator, starter.modules.first);
  let course = await call('library.add-section', administrator, { id, title: 'А', theme_ids: [shared.id], version: 1 });
  course = await call('library.add-section', administrator, {
    id,
    title: 'Б',
    theme_ids: [shared.id],
    version: course.version,
  });
  await call('library.publish-course', administrator, { id, version: course.version });
  const assigned = await call('learning.assign', administrator, {
    course_id: id,
    selection: { ids: { include_ids: [learner.id] } },
  });
  await call('library.update-theme', administrator, { id: shared.id, title: 'Иначе', steps: [], version: 1 });
  await call('library.remove-section', administrator, {
    id,
    section_id: course.sections[1]!.id,
    version: course.version,
  });
  const seen = await call('learner.course', learner, { id: assigned.id });
  const steps = seen.sections.flatMap((section) => section.themes.flatMap((one) => one.steps));
  expect(new Set(steps.map((step) => step.id)).size).toBe(4);
  expect(seen.sections.map((section) => section.themes[0]!.title)).toEqual(['Тема', 'Тема']);
  for (const step of steps)
    if (step.kind === 'theory') await learning.readTheory(learner, { id: assigned.id, step_id: step.id });
    else {
      const attempt = await call('learner.create-attempt', learner, { id: assigned.id, step_id: step.id });
      const at = { id: assigned.id, attempt_id: attempt.attempt_id };
      for (const [n, question] of starter.questions.entries())
        await call('learner.answer', learner, {
          ...at,
          question_id: question.id,
          answer: rightAnswer(question),
          sequence: n + 1,
        });
      await call('learner.complete-attempt', learner, at);
    }
  expect(await call('learner.complete-course', learner, { id: assigned.id })).toMatchObject({ completed: true });
});

test('courses and sections of another organisation are not found', async () => {
  const { administrator, course } = await prepared();
  const other = await stranger();
  const section_id = (await call('library.course', administrator, { id: course.id })).sections[0]!.id;
  expect(await call('library.section', administrator, { id: section_id })).toMatchObject({ course: { id: course.id } });
  const { id } = course;
  for (const one of [
    () => call('library.copy-course', other, { id }),
    () => call('library.delete-course', other, { id, version: 1 }),
    () => call('library.publish-course', other, { id, version: 1 }),
    () => call('library.course-changes', other, { id }),
    () => call('library.set-labels', other, { id, tags: [], version: 1 }),
    () => call('library.add-section', other, { id, title: 'Х', version: 1 }),
    () => call('library.remove-section', other, { id, section_id, version: 1 }),
  ])
    await expect(one()).rejects.toMatchObject(failure('course.not_found'));
  await expect(call('library.section', other, { id: section_id })).rejects.toMatchObject(failure('section.not_found'));
  await runJobs('files.remove-bytes', other.organization_id);
});

test('a SCORM course is not found among native courses', async () => {
  const { org, administrator } = await prepared();
  const { id } = await inOrganization(org.id, 'write', async (tx) => {
    const pack = await tx
      .insertInto('scorm_packages')
      .values({
        title: 'Пакет',
        file_name: 'a.zip',
        sha256: 'a'.repeat(64),
        standard: '1.2',
        manifest: '{}',
        report: '{}',
        size: 1,
        files_count: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return tx
      .insertInto('courses')
      .values({ title: 'Пакет', kind: 'scorm', scorm_package_id: pack.id })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  await expect(call('library.course', administrator, { id })).rejects.toMatchObject(failure('course.not_found'));
  await expect(call('library.publish-course', administrator, { id, version: 1 })).rejects.toMatchObject(
    failure('course.not_found'),
  );
  expect((await call('library.courses', administrator, { search: 'Пакет' })).total_count).toBe(0);
});
