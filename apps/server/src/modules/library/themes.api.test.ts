import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

const prepared = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org), course: await learning.course(org) };
};
const packageOf = (organizationId: string) =>
  inOrganization(organizationId, 'write', (tx) =>
    tx
      .insertInto('scorm_packages')
      .values({
        title: 'Пакет',
        file_name: 'a.zip',
        sha256: 'b'.repeat(64),
        standard: '1.2',
        manifest: '{}',
        report: '{}',
        size: 1,
        files_count: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );

test('a quiz that draws more questions than its module has is rejected', async () => {
  const { administrator, course } = await prepared();
  const theme = (draw_count: number) =>
    call('library.create-theme', administrator, {
      title: 'Тема',
      steps: [
        { kind: 'theory', module_id: course.modules.first },
        { kind: 'quiz', module_id: course.modules.first, draw_count },
      ],
    });
  await expect(theme(6)).rejects.toMatchObject({
    code: 'step.too_few_questions',
    details: [{ step: 1, questions: 5 }],
  });
  const made = await theme(5);
  const { id, module_id } = made.steps[1]!;
  const steps = [{ kind: 'quiz' as const, id, module_id: module_id!, draw_count: 500 }];
  await expect(
    call('library.update-theme', administrator, { id: made.id, title: 'Тема', version: 1, steps }),
  ).rejects.toMatchObject({
    code: 'step.too_few_questions',
  });
});

test('a theme is saved with all its steps and settings; steps keep their ids when they are reordered', async () => {
  const { org, administrator, course } = await prepared();
  const pack = await packageOf(org.id);
  expect((await call('library.scorm-packages', administrator, {})).data).toMatchObject([
    { id: pack.id, title: 'Пакет' },
  ]);
  const made = await call('library.create-theme', administrator, {
    title: 'Тема',
    steps: [
      { kind: 'theory', module_id: course.modules.second },
      {
        kind: 'quiz',
        module_id: course.modules.first,
        pass_mark: 60,
        attempts_limit: 2,
        shuffle: false,
        draw_count: 3,
        time_limit_minutes: 10,
      },
      { kind: 'scorm', scorm_package_id: pack.id, score_policy: 'last' },
    ],
  });
  expect(made.steps).toMatchObject([
    { kind: 'theory', module_title: 'Второй модуль', slides_count: 1 },
    { kind: 'quiz', pass_mark: 60, attempts_limit: 2, shuffle: false, draw_count: 3, time_limit_minutes: 10 },
    { kind: 'scorm', scorm_package_id: pack.id, module_id: null, module_title: 'Пакет', score_policy: 'last' },
  ]);
  const [theory, quiz, scorm] = made.steps.map((step) => step.id) as [string, string, string];
  const next = await call('library.update-theme', administrator, {
    id: made.id,
    title: 'Другая',
    version: 1,
    steps: [
      { kind: 'scorm', id: scorm, scorm_package_id: pack.id },
      { kind: 'theory', module_id: course.modules.first },
      { kind: 'theory', id: theory, module_id: course.modules.second },
    ],
  });
  expect(next).toMatchObject({ title: 'Другая', version: 2 });
  expect(next.steps.map((step) => [step.id === scorm, step.id === theory, step.id === quiz])).toEqual([
    [true, false, false],
    [false, false, false],
    [false, true, false],
  ]);
  expect(await stored('select order_id from theme_steps where theme_id = $1 order by order_id', [made.id])).toEqual([
    { order_id: 0 },
    { order_id: 1 },
    { order_id: 2 },
  ]);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'theme.updated',
    kind: 'theme',
    changes: { title: ['Тема', 'Другая'] },
  });
});

test('two managers edit one theme: the second gets a conflict, and the changes of the first are kept', async () => {
  const { org, administrator, course } = await prepared();
  const second = await make.operator(org);
  const steps = [{ kind: 'theory' as const, module_id: course.modules.first }];
  const { id, version } = await call('library.create-theme', administrator, { title: 'Тема', steps });
  await call('library.update-theme', administrator, { id, title: 'Первый', steps, version });
  await expect(call('library.update-theme', second, { id, title: 'Второй', steps: [], version })).rejects.toMatchObject(
    {
      code: 'common.stale_version',
      details: { version: 2 },
    },
  );
  expect(await call('library.theme', second, { id })).toMatchObject({ title: 'Первый', steps: [{ kind: 'theory' }] });
  await expect(call('library.delete-theme', second, { id, version })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
});

test('a step of a missing or foreign module, package or theme is rejected, and nothing is saved', async () => {
  const { administrator, course } = await prepared();
  const foreign = await learning.course(await make.organization());
  const create = (steps: object[]) =>
    call('library.create-theme', administrator, { title: 'Тема', steps: steps as never });
  for (const module_id of [randomUUID(), foreign.modules.first])
    await expect(create([{ kind: 'theory', module_id }])).rejects.toMatchObject({ code: 'module.not_found' });
  await expect(create([{ kind: 'scorm', scorm_package_id: randomUUID() }])).rejects.toMatchObject({
    code: 'common.not_found',
  });
  const module_id = course.modules.first;
  for (const id of [course.steps.theory, foreign.steps.theory])
    await expect(create([{ kind: 'theory', id, module_id }])).rejects.toMatchObject({ code: 'step.not_found' });
  await expect(create([{ kind: 'quiz', module_id, pass_mark: 101 }])).rejects.toThrow();
  await expect(create([{ kind: 'theory', module_id, scorm_package_id: module_id }])).rejects.toThrow();
  for (const made of [
    () => call('library.theme', administrator, { id: foreign.themeId }),
    () => call('library.copy-theme', administrator, { id: foreign.themeId }),
    () => call('library.delete-theme', administrator, { id: foreign.themeId, version: 1 }),
    () => call('library.update-theme', administrator, { id: foreign.themeId, title: 'Х', steps: [], version: 1 }),
  ])
    await expect(made()).rejects.toMatchObject({ code: 'theme.not_found' });
  expect((await call('library.themes', administrator, {})).data).toHaveLength(1);
});

test('a theme from a section is appended to it once; an unknown section is rejected', async () => {
  const { administrator, course } = await prepared();
  const before = await call('library.course', administrator, { id: course.id });
  const section_id = before.sections[0]!.id;
  const made = await call('library.create-theme', administrator, { title: 'Ещё', steps: [], section_id });
  expect(made.courses).toMatchObject([{ id: course.id }]);
  await call('library.update-theme', administrator, { id: made.id, title: 'Ещё', steps: [], section_id, version: 1 });
  const after = await call('library.course', administrator, { id: course.id });
  expect(after.sections[0]!.themes.map((theme) => theme.id)).toEqual([course.themeId, made.id]);
  expect(after).toMatchObject({ has_changes: true, version: before.version + 1 });
  await expect(
    call('library.create-theme', administrator, { title: 'Х', steps: [], section_id: randomUUID() }),
  ).rejects.toMatchObject({ code: 'section.not_found' });
});

test('a theme in a course is not deleted: the answer names the courses; a copy shares the modules', async () => {
  const { administrator, course } = await prepared();
  const { title } = await call('library.course', administrator, { id: course.id });
  await expect(call('library.delete-theme', administrator, { id: course.themeId, version: 1 })).rejects.toMatchObject({
    code: 'theme.in_use',
    details: { courses: [{ id: course.id, title, archived: false }] },
  });
  const copy = await call('library.copy-theme', administrator, { id: course.themeId });
  expect(copy).toMatchObject({ title: 'Тема (2)', courses: [] });
  expect(copy.steps.map((step) => step.module_title)).toEqual(['Первый модуль', 'Первый модуль', 'Второй модуль']);
  await call('library.delete-theme', administrator, { id: copy.id, version: 1 });
  await expect(call('library.theme', administrator, { id: copy.id })).rejects.toMatchObject({
    code: 'theme.not_found',
  });
});
