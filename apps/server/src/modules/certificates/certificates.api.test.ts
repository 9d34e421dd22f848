import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import { afterAll, expect, test } from 'vitest';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import { rightAnswer } from '@sergak/contract/learning/learning.rules.ts';
import { actionLog, call, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { scormCourse, scormItem, scormManifest } from '../../../test/make/scorm-course.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { issue, issueMissingCertificates, sweepCertificates } from './certificates.jobs.ts';

type Assigned = Awaited<ReturnType<typeof assigned>>;
const assigned = async (people = 1, title?: string) => {
  const org = await make.organization(title === undefined ? {} : { title });
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const staff: Person[] = [];
  for (let i = 0; i < people; i++) staff.push(await make.employee(org, { last_name: `Каримова-${i}` }));
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: staff.map((one) => one.id) } },
    need_message: false,
  });
  return { org, administrator, course, staff, learner: staff[0]!, id };
};

/** Completes the course with every answer right, without running jobs. */
const complete = async ({ id, course }: Pick<Assigned, 'id' | 'course'>, learner: Person) => {
  await learning.readTheory(learner, { id, step_id: course.steps.theory });
  const { attempt_id } = await call('learner.create-attempt', learner, { id, step_id: course.steps.quiz });
  for (const [index, q] of course.questions.entries())
    await call('learner.answer', learner, {
      id,
      attempt_id,
      question_id: q.id,
      answer: rightAnswer(q),
      sequence: index + 1,
    });
  await call('learner.complete-attempt', learner, { id, attempt_id });
  await learning.readTheory(learner, { id, step_id: course.steps.last });
};
const finish = async (c: Assigned, learner = c.learner) => {
  await complete(c, learner);
  await runJobs('certificates.issue', c.org.id);
};
const mine = async (person: Person) => (await call('certificates.mine', person, {})).data;
const rule = { mode: 'auto' as const, valid_months: null, remind_days: 30, reassign: false };

test('a completed course with a quiz gives one certificate, however often the job runs', async () => {
  const c = await assigned(1, 'Банк Мисол');
  await complete(c, c.learner);
  const [payload] = await queued('certificates.issue', c.org.id);
  expect(payload).toMatchObject({ organization_id: c.org.id });
  const ctx = jobContext(await platform(), c.org.id, new AbortController().signal);
  await issue(ctx, payload!);
  await issue(ctx, payload!);
  const list = await call('certificates.list', c.administrator, {});
  expect(list).toMatchObject({
    total_count: 1,
    data: [{ person_name: c.learner.name, score: 100, state: 'valid', valid_until: null, assignment_id: c.id }],
  });
  expect(list.data[0]!.number).toMatch(/^BM-20\d\d-[0-9A-Z]{8}-\d\d$/);
  for (const search of ['каримова', 'Karimova', list.data[0]!.number])
    expect((await call('certificates.list', c.administrator, { search })).total_count, search).toBe(1);
  expect((await call('certificates.list', c.administrator, { search: 'Salimova' })).total_count).toBe(0);
  expect(await mine(c.learner)).toMatchObject([{ number: list.data[0]!.number }]);
  expect(await mine(c.administrator)).toEqual([]);
});

test('the rule of a course decides: off, a validity in months, and none without a test by default', async () => {
  const c = await assigned(2);
  const id = { id: c.course.id };
  expect(await call('certificates.rule', c.administrator, id)).toMatchObject({
    mode: 'auto',
    has_test: true,
    version: 0,
  });
  await call('certificates.save-rule', c.administrator, { ...id, ...rule, mode: 'off', version: 0 });
  await expect(call('certificates.save-rule', c.administrator, { ...id, ...rule, version: 0 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await finish(c);
  expect(await mine(c.learner)).toEqual([]);
  await call('certificates.save-rule', c.administrator, { ...id, ...rule, valid_months: 12, version: 1 });
  await finish(c, c.staff[1]);
  const [one] = await mine(c.staff[1]!);
  expect(one!.valid_until!.slice(5)).toBe(
    new Date(one!.issued_at).toLocaleDateString('sv', { timeZone: 'Asia/Tashkent' }).slice(5),
  );
  expect(Number(one!.valid_until!.slice(0, 4))).toBe(Number(one!.issued_at.slice(0, 4)) + 1);
  expect((await actionLog(c.org.id)).at(-1)).toMatchObject({
    action: 'certificate_rule.changed',
    kind: 'course',
    changes: { certificate_mode: ['off', 'auto'], certificate_months: [null, 12] },
  });
  // the same course without its quiz
  await stored(
    `update course_versions set content = jsonb_set(content, '{sections,0,themes,0,steps}', '[]') where course_id = $1`,
    [c.course.id],
  );
  expect(await call('certificates.rule', c.administrator, id)).toMatchObject({ has_test: false });
});

/** A SCORM course that a learner has completed; `elements` is what the package reported. */
const packageCompleted = async (
  elements: Record<string, string>,
  { by = 'completed', score = null }: Partial<CompletionRule> = {},
) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const learner = await make.employee(org);
  const course = await scormCourse(org, scormManifest('1.2', [scormItem('a')]), { rule: { by, score } });
  const { id } = await call('learning.scorm-assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
    need_message: false,
  });
  await call('scorm.save-statement', learner, { course_id: id, user_id: learner.id, statement: elements });
  expect((await call('learner.course', learner, { id })).completed_at).not.toBeNull();
  await runJobs('certificates.issue', org.id);
  return { org, administrator, learner, course };
};

test('a package gives a certificate if it reported that it is passed, or reached the demanded score', async () => {
  const status = (value: string, raw?: string) => ({
    'cmi.core.lesson_status': value,
    ...(raw === undefined ? {} : { 'cmi.core.score.raw': raw }),
  });
  const scores = async (c: Awaited<ReturnType<typeof packageCompleted>>) =>
    (await mine(c.learner)).map((one) => one.score);
  expect(await scores(await packageCompleted(status('completed', '20')))).toEqual([]);
  expect(await scores(await packageCompleted(status('passed', '92')))).toEqual([92]);
  expect(await scores(await packageCompleted(status('passed')))).toEqual([null]);
  expect(await scores(await packageCompleted(status('completed', '75'), { by: 'score', score: 70 }))).toEqual([75]);
});

test('for a course without a test the organisation decides, and the certificate says «пройден» without a result', async () => {
  const c = await packageCompleted({ 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '20' });
  const id = { id: c.course.id };
  expect(await call('certificates.rule', c.administrator, id)).toMatchObject({
    has_test: true,
    has_quiz: false,
    missing: 0,
  });
  const saved = await call('certificates.save-rule', c.administrator, { ...id, ...rule, mode: 'on', version: 0 });
  expect(saved.missing).toBe(1);
  await call('certificates.issue-missing', c.administrator, id);
  await runJobs('certificates.issue-missing', c.org.id);
  const [one] = await mine(c.learner);
  expect(one!.score).toBeNull();
  expect(await call('certificates.verify', null, { number: one!.number })).toMatchObject({ tested: false });
});

test('a completion recorded by an administrator gives no certificate', async () => {
  const c = await assigned();
  await complete(c, c.learner);
  await stored(`update learners set completed_by = $1, completion_reason = 'Очное занятие' where assignment_id = $2`, [
    c.administrator.id,
    c.id,
  ]);
  await runJobs('certificates.issue', c.org.id);
  expect(await mine(c.learner)).toEqual([]);
});

test('the public page shows initials, course and organisation, and nothing else', async () => {
  const c = await assigned();
  await finish(c);
  const [one] = await mine(c.learner);
  const shown = await call('certificates.verify', null, { number: one!.number.toLowerCase().replaceAll('-', ' ') });
  expect(shown).toEqual({
    number: one!.number,
    initials: 'К. Н.',
    course_title: one!.course_title,
    organization_title: expect.any(String),
    brand_color: '#3dbc87',
    issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    tested: true,
    valid_until: null,
    state: 'valid',
  });
  expect(JSON.stringify(shown)).not.toMatch(/Каримова|Нигора|@/);
});

test('unknown, mistyped and malformed numbers are answered alike, and calls are limited per network', async () => {
  const on = await platform();
  const clear = () => on.db.owner.query(`delete from rate_windows where bucket like 'certificate:%'`);
  await clear();
  for (const number of ['BM-2026-7K3M9Q4X-42', 'BM-2026-7K3M9Q4X-43', 'x', '../../etc', "' or 1=1", ' '])
    await expect(call('certificates.verify', null, { number })).rejects.toMatchObject({
      code: 'certificate.not_found',
    });
  const codes = new Set<string>();
  await atTime(now(), async () => {
    for (let i = 0; i < 70; i++)
      await call('certificates.verify', null, { number: 'x' }).catch((error: { code: string }) =>
        codes.add(error.code),
      );
  });
  expect([...codes]).toEqual(['certificate.not_found', 'request.rate_limited']);
  await clear();
});

test('a revoked certificate stays revoked; its owner gets the reason and nobody gets a PDF', async () => {
  const c = await assigned();
  await finish(c);
  const [one] = await mine(c.learner);
  const input = { id: one!.id, reason: 'Тест сдан за другого человека' };
  expect(await call('certificates.revoke', c.administrator, input)).toMatchObject({ state: 'revoked' });
  await expect(call('certificates.revoke', c.administrator, input)).rejects.toMatchObject({
    code: 'certificate.revoked',
  });
  expect(await call('certificates.verify', null, { number: one!.number })).toMatchObject({ state: 'revoked' });
  const letters = await stored<{ kind: string; text: string }>('select kind, text from outbox where employee_id = $1', [
    c.learner.id,
  ]);
  expect(letters).toMatchObject([{ kind: 'certificate_revoked', text: expect.stringContaining(input.reason) }]);
  expect((await actionLog(c.org.id)).at(-1)).toMatchObject({
    action: 'certificate.revoked',
    title: one!.number,
    details: { note: input.reason },
  });
  await expect(call('reports.make-certificate', c.learner, { id: one!.id })).rejects.toMatchObject({
    code: 'certificate.revoked',
  });
  await expect(call('certificates.archive', c.administrator, { all: true })).rejects.toMatchObject({
    code: 'certificate.none_selected',
  });
});

test('a certificate survives the assignment, the learner and the erasure of the person', async () => {
  const c = await assigned();
  await finish(c);
  const [one] = await mine(c.learner);
  await call('learning.delete', c.administrator, { id: c.id });
  expect((await call('certificates.list', c.administrator, {})).data).toMatchObject([
    { id: one!.id, assignment_id: null },
  ]);
  await call('employees.remove', c.administrator, { id: c.learner.id });
  const ctx = jobContext(await platform(), c.org.id, new AbortController().signal);
  await atTime(after(now(), 31 * DAY), () => runWipe(ctx, c.org.id));
  expect(await call('certificates.verify', null, { number: one!.number })).toMatchObject({
    state: 'valid',
    initials: '',
    course_title: one!.course_title,
  });
  expect((await call('certificates.list', c.administrator, {})).data).toMatchObject([{ person_name: '' }]);
});
const runWipe = async (ctx: ReturnType<typeof jobContext>, organizationId: string) => {
  const { wipeRemoved } = await import('../employees/removed.jobs.ts');
  await wipeRemoved(ctx);
  await runJobs('certificates.forget-people', organizationId);
};

test('the owner is reminded once before the end, and the course is assigned again if the rule says so', async () => {
  const c = await assigned(2);
  await call('certificates.save-rule', c.administrator, {
    id: c.course.id,
    ...rule,
    valid_months: 12,
    reassign: true,
    version: 0,
  });
  await finish(c);
  await finish(c, c.staff[1]);
  await call('certificates.revoke', c.administrator, { id: (await mine(c.staff[1]!))[0]!.id, reason: 'Ошибка' });
  const on = await platform();
  const sweep = async (days: number) =>
    atTime(after(now(), days * DAY), async () => {
      await sweepCertificates(on);
      await runJobs('certificates.remind', c.org.id);
    });
  const reminders = () =>
    stored<{ subject: string; text: string; employee_id: string }>(
      `select subject, text, employee_id from outbox where organization_id = $1 and kind = 'certificate_reminder'`,
      [c.org.id],
    );
  await sweep(300);
  expect(await reminders()).toEqual([]);
  await sweep(340);
  await sweep(341);
  const letters = await reminders();
  expect(letters).toMatchObject([{ employee_id: c.learner.id, text: expect.stringContaining('назначен вам снова') }]);
  const courses = (await call('learner.courses', c.learner, {})).data;
  expect(courses).toHaveLength(2);
  const [one] = await mine(c.learner);
  expect(courses.find((course) => course.progress === 0)).toMatchObject({ deadline: one!.valid_until });
  expect((await call('learner.courses', c.staff[1]!, {})).data).toHaveLength(1);
});

test('a rule that comes later offers the certificates of earlier completions, and a task issues them', async () => {
  const c = await assigned(3);
  const id = { id: c.course.id };
  await call('certificates.save-rule', c.administrator, { ...id, ...rule, mode: 'off', version: 0 });
  await finish(c);
  await finish(c, c.staff[1]);
  expect(await call('certificates.rule', c.administrator, id)).toMatchObject({ missing: 0 });
  await expect(call('certificates.issue-missing', c.administrator, id)).rejects.toMatchObject({
    code: 'certificate.none_selected',
  });
  const saved = await call('certificates.save-rule', c.administrator, { ...id, ...rule, mode: 'on', version: 1 });
  expect(saved).toMatchObject({ missing: 2 });
  const { task_id } = await call('certificates.issue-missing', c.administrator, id);
  const [payload] = await queued('certificates.issue-missing', c.org.id);
  await runJobs('certificates.issue-missing', c.org.id);
  expect(await call('tasks.get', c.administrator, { id: task_id })).toMatchObject({
    status: 'success',
    total: 2,
    result: { issued: 2 },
  });
  await issueMissingCertificates(jobContext(await platform(), c.org.id, new AbortController().signal), payload!);
  expect((await call('certificates.list', c.administrator, {})).total_count).toBe(2);
  expect(await call('certificates.rule', c.administrator, id)).toMatchObject({ missing: 0 });
  expect((await actionLog(c.org.id)).at(-1)).toMatchObject({
    action: 'certificate.issued',
    kind: 'course',
    details: { affected: 2, task_id },
  });
});

test('the courses of chosen certificates are assigned again, once, to those who can take them', async () => {
  const c = await assigned(4);
  for (const person of c.staff) await finish(c, person);
  const [first, second, third, gone] = c.staff as [Person, Person, Person, Person];
  const idOf = async (person: Person) => (await mine(person))[0]!.id;
  await call('certificates.revoke', c.administrator, { id: await idOf(third), reason: 'Ошибка' });
  const exclude_ids = [await idOf(second)];
  await call('employees.remove', c.administrator, { id: gone.id });
  expect(await call('certificates.reassign', c.administrator, { all: true, exclude_ids })).toEqual({
    assigned: 1,
    skipped: 1,
  });
  const courses = (await call('learner.courses', first, {})).data;
  expect(courses.filter((one) => one.completed_at === null)).toHaveLength(1);
  const again = courses.find((one) => one.completed_at === null)!;
  expect(await call('learning.assignment', c.administrator, { id: again.assigned_course_id })).toMatchObject({
    learners_count: 1,
    reminders: USUAL_REMINDERS,
  });
  expect(await call('certificates.reassign', c.administrator, { ids: [await idOf(first)] })).toEqual({
    assigned: 0,
    skipped: 1,
  });
  await expect(call('certificates.reassign', c.administrator, { state: 'expiring' })).rejects.toMatchObject({
    code: 'certificate.none_selected',
  });
  const stranger = await make.operator(await make.organization());
  await expect(call('certificates.reassign', stranger, { ids: [await idOf(first)] })).rejects.toMatchObject({
    code: 'certificate.none_selected',
  });
});

test('a call on many certificates that names none is rejected, and so is one whose number has changed', async () => {
  const c = await assigned(2);
  for (const person of c.staff) await finish(c, person);
  const [first] = await mine(c.staff[0]!);
  for (const id of ['certificates.reassign', 'certificates.archive'] as const)
    for (const body of [{}, { search: '' }])
      await expect(call(id, c.administrator, body), id).rejects.toThrow('Name ids, a filter or all.');
  const changed = { code: 'employee.selection_changed', details: { expected: 1, found: 2 } };
  await expect(call('certificates.reassign', c.administrator, { all: true, expected_count: 1 })).rejects.toMatchObject(
    changed,
  );
  await call('certificates.revoke', c.administrator, { id: first!.id, reason: 'Ошибка' });
  expect(await call('certificates.reassign', c.administrator, { all: true, expected_count: 2 })).toMatchObject({
    assigned: 1,
  });
});

const namesIn = (zip: Buffer) =>
  new Promise<string[]>((resolve, reject) => {
    const names: string[] = [];
    fromBuffer(zip, { lazyEntries: false }, (error, file) => {
      if (error) return reject(error);
      file.on('entry', (entry: { fileName: string; uncompressedSize: number }) => {
        if (entry.uncompressedSize > 5_000) names.push(entry.fileName);
      });
      file.on('end', () => resolve(names));
    });
  });

test('administrators download an archive of the certificates of an assignment', async () => {
  const c = await assigned(3);
  for (const person of c.staff) await finish(c, person);
  await call('certificates.revoke', c.administrator, { id: (await mine(c.staff[2]!))[0]!.id, reason: 'Ошибка' });
  const { task_id } = await call('certificates.archive', c.administrator, { assignment_id: c.id, design: 'modern' });
  await runJobs('certificates.write-archive', c.org.id);
  const task = await call('tasks.get', c.administrator, { id: task_id });
  expect(task).toMatchObject({ status: 'success', done: 2, total: 2 });
  const { stream, type } = await call('files.get', c.administrator, {
    id: (task.result as { file_id: string }).file_id,
  });
  expect(type).toBe('application/zip');
  const numbers = [(await mine(c.staff[0]!))[0]!.number, (await mine(c.staff[1]!))[0]!.number];
  expect((await namesIn(await buffer(stream))).sort()).toEqual(
    numbers.map((number, i) => `${c.staff[i]!.name} ${number}.pdf`).sort(),
  );
  const colleague = await make.operator(c.org);
  await expect(
    call('files.get', colleague, { id: (task.result as { file_id: string }).file_id }),
  ).rejects.toMatchObject({ code: 'file.not_found' });
});

test('a learner orders the own certificate in both designs; nobody else sees that order', async () => {
  const c = await assigned(2);
  await finish(c);
  const id = (await mine(c.learner))[0]!.id;
  await expect(call('reports.make-certificate', c.staff[1]!, { id })).rejects.toMatchObject({
    code: 'certificate.not_found',
  });
  const classic = await call('reports.make-certificate', c.learner, { id });
  const modern = await call('reports.make-modern-certificate', c.learner, { id, language: 'uz' });
  await runJobs('reports.make-report', c.org.id);
  for (const order of [classic, modern]) {
    const report = await call('reports.get-pdf', c.learner, { id: order.id });
    expect(report).toMatchObject({ status: 'complete', category: 'certificate' });
    const file = await call('files.get', c.learner, { id: report.url!.split('/').at(-1)! });
    expect((await buffer(file.stream)).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(call('reports.get-pdf', c.administrator, { id: order.id })).rejects.toMatchObject({
      code: 'report.not_found',
    });
  }
  expect((await call('reports.list', c.administrator, {})).total_count).toBe(0);
  const own = await call('reports.make-certificate', c.administrator, { id });
  expect((await call('reports.list', c.administrator, {})).data.map((one) => one.id)).toEqual([own.id]);
  await expect(call('reports.get-pdf', c.learner, { id: own.id })).rejects.toMatchObject({ code: 'report.not_found' });
});

test('an administrator who acts in a child organisation downloads the own certificate', async () => {
  const c = await assigned(2);
  await finish(c);
  const child = await make.organization({ parent: c.org });
  const acting: Person = { ...c.learner, acting: child.id };
  const id = (await mine(acting))[0]!.id;
  await expect(call('reports.make-own-certificate', c.administrator, { id })).rejects.toMatchObject({
    code: 'certificate.not_found',
  });
  const order = await call('reports.make-own-certificate', acting, { id, design: 'modern', language: 'en' });
  await runJobs('reports.make-report', c.org.id);
  const report = await call('reports.get-own', acting, { id: order.id });
  expect(report).toMatchObject({ status: 'complete' });
  const file = await call('files.get', acting, { id: report.url!.split('/').at(-1)! });
  expect((await buffer(file.stream)).subarray(0, 5).toString()).toBe('%PDF-');
  for (const other of [c.administrator, c.staff[1]!])
    await expect(call('reports.get-own', other, { id: order.id })).rejects.toMatchObject({ code: 'report.not_found' });
});

test('the list sorts by each key both ways, and certificates without an end come last', async () => {
  const c = await assigned(3);
  for (const person of c.staff) await finish(c, person);
  await stored(
    `update certificates c set number = 'N' || n, course_title = 'Курс ' || n, issued_at = now() - n * interval '1 day',
       valid_until = case when n < 3 then current_date + n::int end
     from (select id, row_number() over (order by person_name) as n from certificates where organization_id = $1) s where s.id = c.id`,
    [c.org.id],
  );
  const order = async (
    sort_by: 'number' | 'person' | 'course' | 'issued_at' | 'valid_until',
    sort_order: 'asc' | 'desc',
  ) =>
    (await call('certificates.list', c.administrator, { sort_by, sort_order })).data.map((one) => one.number).join(' ');
  for (const key of ['number', 'person', 'course'] as const)
    expect([await order(key, 'asc'), await order(key, 'desc')]).toEqual(['N1 N2 N3', 'N3 N2 N1']);
  expect([await order('issued_at', 'asc'), await order('issued_at', 'desc')]).toEqual(['N3 N2 N1', 'N1 N2 N3']);
  expect([await order('valid_until', 'asc'), await order('valid_until', 'desc')]).toEqual(['N1 N2 N3', 'N2 N1 N3']);
});

test('certificates of another organisation are not found', async () => {
  const c = await assigned();
  await finish(c);
  const id = (await mine(c.learner))[0]!.id;
  const stranger = await make.operator(await make.organization());
  await expect(call('certificates.revoke', stranger, { id, reason: 'x' })).rejects.toMatchObject({
    code: 'certificate.not_found',
  });
  await expect(call('reports.make-certificate', stranger, { id })).rejects.toMatchObject({
    code: 'certificate.not_found',
  });
  expect((await call('certificates.list', stranger, {})).total_count).toBe(0);
});

afterAll(async () => (await import('../reports/pdf/pdf.ts')).closePdf());
