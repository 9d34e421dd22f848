import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { rightAnswer } from '@sergak/contract/learning/learning.rules.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { call, inOrganization, runJobs, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { closePdf } from './pdf/pdf.ts';

afterAll(closePdf);

const office = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const [first, second] = [
    await make.employee(org, { last_name: '=СУММ(A1)' }),
    await make.employee(org, { last_name: 'Юсупова' }),
  ];
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [first.id, second.id] } },
    need_message: false,
  });
  await learning.readTheory(first, { id, step_id: course.steps.theory });
  const { attempt_id } = await call('learner.create-attempt', first, { id, step_id: course.steps.quiz });
  for (const [index, q] of course.questions.slice(0, 4).entries())
    await call('learner.answer', first, {
      id,
      attempt_id,
      question_id: q.id,
      answer: index === 0 ? learning.wrongAnswer(q) : rightAnswer(q),
      sequence: index + 1,
    });
  return { org, administrator, course, first, second, id, attempt_id };
};
const made = async (org: { id: string }, person: Person, id: string) => {
  await runJobs('reports.make-report', org.id);
  const report = await call('reports.get', person, { id });
  expect(report).toMatchObject({ status: 'complete', error: null });
  const { stream } = await call('files.get', person, { id: report.url!.split('/').at(-1)! });
  return buffer(stream);
};
const sheetsOf = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets;

test('the report of an assigned course lists its learners with their progress', async () => {
  const { org, administrator, id } = await office();
  const order = await call('reports.make-course', administrator, { id, format: 'xlsx' });
  const [people, summary] = await sheetsOf(await made(org, administrator, order.id));
  expect(people!.name).toBe('Сотрудники');
  expect(people!.rows.slice(1).map((row) => [row[0], row[2], row[3]])).toEqual([
    ["'=СУММ(A1) Нигора", 'Проходит', 0.3333],
    ['Юсупова Нигора', 'Не начат', 0],
  ]);
  expect(summary!.rows.flat()).toContain('Курс');
  const pdf = await call('reports.make-course', administrator, { id, format: 'pdf' });
  expect((await made(org, administrator, pdf.id)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('type=scorm finds no native course, and leaves native courses out of the report of a person', async () => {
  const { org, administrator, id, first } = await office();
  await expect(call('reports.make-course', administrator, { id, type: 'scorm' })).rejects.toMatchObject({
    code: 'assignment.not_found',
  });
  const rows = async (type?: 'scorm') => {
    const order = await call('reports.make-courses', administrator, {
      id: first.id,
      format: 'xlsx',
      ...(type ? { type } : {}),
    });
    return (await sheetsOf(await made(org, administrator, order.id)))[0]!.rows.length - 1;
  };
  expect([await rows(), await rows('scorm')]).toEqual([1, 0]);
});

test('the report of a person lists the courses with their states, without repeating the person', async () => {
  const { org, administrator, first } = await office();
  const order = await call('reports.make-courses', administrator, { id: first.id, format: 'xlsx' });
  const [sheet] = await sheetsOf(await made(org, administrator, order.id));
  expect(sheet!.name).toBe('Назначенные курсы');
  expect(sheet!.rows[0]!.slice(0, 3)).toEqual(['Курс', 'Этап', 'Прогресс']);
  expect(['Не начат', 'Проходит', 'Пройден', 'Отстаёт']).toContain(sheet!.rows[1]![1]);
});

test('the report of the organisation has its courses and everyone in them', async () => {
  const { org, administrator } = await office();
  const order = await call('reports.make-progress', administrator, { format: 'xlsx' });
  const sheets = await sheetsOf(await made(org, administrator, order.id));
  expect(sheets.map((one) => [one.name, one.rows.length])).toEqual([
    ['Назначенные курсы', 2],
    ['Сотрудники и курсы', 3],
    ['Сводка', 3],
  ]);
  const pdf = await call('reports.make-progress', administrator, { format: 'pdf' });
  expect((await made(org, administrator, pdf.id)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the report of an attempt has its answers, and verdicts only after its end', async () => {
  const { org, administrator, first, id, attempt_id } = await office();
  const answers = async () => {
    const order = await call('reports.make-attempt', administrator, { id: attempt_id, format: 'xlsx' });
    return (await sheetsOf(await made(org, administrator, order.id)))[0]!.rows.slice(1);
  };
  const open = await answers();
  expect(open.map((row) => row[2])).toEqual([
    'Нажать',
    'Адрес; Спешка',
    '1. Остановиться 2. Проверить 3. Сообщить',
    'Прайс – Всем; Зарплаты – Кадрам',
    'нет ответа',
  ]);
  expect(open.map((row) => row[3] ?? '')).toEqual(['', '', '', '', '']);
  await call('learner.complete-attempt', first, { id, attempt_id });
  expect((await answers()).map((row) => row[3])).toEqual(['нет', 'да', 'да', 'да', 'нет']);
  const pdf = await call('reports.make-attempt', administrator, { id: attempt_id, format: 'pdf' });
  expect((await made(org, administrator, pdf.id)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('learners get their own attempts, and nobody else does', async () => {
  const { org, administrator, first, second, attempt_id } = await office();
  const order = await call('reports.make-own-attempt', first, { id: attempt_id });
  await runJobs('reports.make-report', org.id);
  const report = await call('reports.get-own', first, { id: order.id });
  expect(report).toMatchObject({ status: 'complete', category: 'attempt', format: 'pdf' });
  const id = report.url!.split('/').at(-1)!;
  expect((await buffer((await call('files.get', first, { id })).stream)).subarray(0, 5).toString()).toBe('%PDF-');
  for (const other of [second, administrator]) {
    await expect(call('reports.get-own', other, { id: order.id })).rejects.toMatchObject({ code: 'report.not_found' });
    await expect(call('files.get', other, { id })).rejects.toMatchObject({ code: 'file.not_found' });
  }
  expect((await call('reports.list', administrator, {})).data).toEqual([]);
  const stranger = await make.employee(await make.organization());
  for (const [person, wanted] of [
    [second, attempt_id],
    [administrator, attempt_id],
    [stranger, attempt_id],
    [first, randomUUID()],
  ] as const)
    for (const kind of ['reports.make-own-attempt', 'reports.make-own-scorm-attempt'] as const)
      await expect(call(kind, person, { id: wanted })).rejects.toMatchObject({ code: 'attempt.not_found' });
});

test('each report needs the permission for its data, and finds nothing of another organisation', async () => {
  const { org, id, first, attempt_id } = await office();
  const editor = await make.employee(org, { role: 'content_manager' });
  for (const order of [
    () => call('reports.make-courses', editor, { id: first.id }),
    () => call('reports.make-attempt', editor, { id: attempt_id }),
    () => call('reports.make-course', first, { id }),
    () => call('reports.make-progress', first, {}),
  ])
    await expect(order()).rejects.toMatchObject({ code: 'session.forbidden' });
  const stranger = await make.operator(await make.organization());
  await expect(call('reports.make-course', stranger, { id })).rejects.toMatchObject({ code: 'assignment.not_found' });
  await expect(call('reports.make-courses', stranger, { id: first.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(call('reports.make-attempt', stranger, { id: attempt_id })).rejects.toMatchObject({
    code: 'attempt.not_found',
  });
});

test('the report of a SCORM attempt has its result, time and answers', async () => {
  const { org, administrator, id, first, second } = await office();
  const attempt = await inOrganization(org.id, 'write', async (tx) => {
    const { id: learner_id } = await tx
      .selectFrom('learners')
      .select('id')
      .where('assignment_id', '=', id)
      .where('employee_id', '=', first.id)
      .executeTakeFirstOrThrow();
    const made = await tx
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
    const registration = await tx
      .insertInto('scorm_registrations')
      .values({
        learner_id,
        step_id: randomUUID(),
        package_id: made.id,
        number: 1,
        completion: 'completed',
        success: 'passed',
        score: 90,
        total_seconds: 125,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('scorm_interactions')
      .values({
        registration_id: registration.id,
        sco_id: 'sco',
        number: 0,
        name: 'q1',
        description: 'Что сделать?',
        response: 'report',
        correct_pattern: 'report',
        result: 'correct',
      })
      .execute();
    return registration.id;
  });
  const order = await call('reports.make-scorm-attempt', administrator, { id: attempt, format: 'xlsx' });
  const [answers, facts] = await sheetsOf(await made(org, administrator, order.id));
  expect(answers!.rows[1]).toEqual([1, 'Что сделать?', 'report', 'report', 'верно']);
  const values = facts!.rows.map((row) => row[1]);
  for (const value of ['Пакет', 'пройдено', 'сдано', '90 %'.replace(' ', '\u00a0'), '3 мин'])
    expect(values).toContain(value);
  const own = await call('reports.make-own-scorm-attempt', first, { id: attempt });
  await runJobs('reports.make-report', org.id);
  expect(await call('reports.get-own', first, { id: own.id })).toMatchObject({ status: 'complete' });
  await expect(call('reports.make-own-scorm-attempt', second, { id: attempt })).rejects.toMatchObject({
    code: 'attempt.not_found',
  });
  const stranger = await make.operator(await make.organization());
  await expect(call('reports.make-scorm-attempt', stranger, { id: attempt })).rejects.toMatchObject({
    code: 'attempt.not_found',
  });
});
