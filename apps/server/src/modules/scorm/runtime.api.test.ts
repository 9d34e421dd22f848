import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitSent } from '@sergak/contract/scorm/runtime.schema.ts';
import type { ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { scormCourse, scormItem, scormManifest } from '../../../test/make/scorm-course.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { createContentOrigin } from '../../platform/http/content-origin.ts';
import { addPlayer } from './player.routes.ts';
import { sweepSessions } from './runtime.repo.ts';

let portal: Portal;
let content: FastifyInstance;
let contentUrl: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-data-player-'));
  await mkdir(join(folder, '.vite'));
  const entry = (file: string) => ({ file, css: ['assets/player.css'] });
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'src/player/player-12.ts': entry('assets/player-12.js'),
      'src/player/player-2004.ts': entry('assets/player-2004.js'),
    }),
  );
  portal = await openPortal();
  content = await createContentOrigin(await platform(), {});
  await addPlayer(content, await platform(), folder);
  contentUrl = await content.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await content.close();
  await portal.close();
});

type Options = Parameters<typeof scormCourse>[2];
const assigned = async (manifest: ScormManifest, options: Options = {}) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await scormCourse(org, manifest, options);
  const learner = await make.employee(org);
  const { id } = await call('learning.scorm-assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
    need_message: false,
  });
  return { org, administrator, course, learner, id, token: await portal.signIn(learner) };
};
type Case = Awaited<ReturnType<typeof assigned>>;

const launch = async (c: Case, more: { new_attempt?: boolean } = {}, token = c.token) =>
  portal.ask('POST', '/learning/api/scorm/launch', token, {
    assigned_course_id: c.id,
    step_id: c.course.stepId,
    ...more,
  });
const open = async (c: Case, more: { new_attempt?: boolean } = {}): Promise<string> => {
  const answer = await launch(c, more);
  expect(answer.status).toBe(200);
  return /\/r\/([\w-]+)\/player$/.exec(answer.body.url)![1]!;
};
const page = (token: string) => fetch(`${contentUrl}/r/${token}/player`);
const stateIn = async (token: string) => {
  const html = await (await page(token)).text();
  return JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)![1]!);
};
const commit = async (token: string, sent: Partial<CommitSent> & { sequence: number }) => {
  const answer = await fetch(`${contentUrl}/r/${token}/commit`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ sco: 'a', changes: {}, ended: false, seconds: 5, ...sent }),
  });
  return { status: answer.status, body: await answer.json() };
};
const one12 = scormManifest('1.2', [scormItem('a', { mastery_score: 80 })]);
const course = (c: Case) => call('learner.course', c.learner, { id: c.id });
const results = async (c: Case) =>
  (await call('scorm.person-results', c.administrator, { id: c.learner.id, course_id: c.id })).data;

test('a learner resumes where the last commit was, and a passed package completes the course', async () => {
  const c = await assigned(one12);
  const first = await open(c);
  expect(await stateIn(first)).toMatchObject({ mode: 'normal', scos: {}, learner: { name: 'Каримова, Нигора' } });
  const begun = { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.lesson_location': '7' };
  expect(await commit(first, { sequence: 1, changes: begun })).toMatchObject({
    body: { saved: true, state: { completion: 'incomplete' }, done: false },
  });
  expect((await course(c)).started_at).not.toBeNull();
  const second = await open(c);
  expect((await stateIn(second)).scos.a.cmi).toMatchObject(begun);
  const passed = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '85' };
  expect(await commit(second, { sequence: 1, changes: passed, ended: true })).toMatchObject({
    body: { saved: true, done: true, state: { success: 'passed', score: 85 } },
  });
  expect(await course(c)).toMatchObject({ progress: 100, completed_at: expect.any(String) });
  expect((await course(c)).sections[0]!.themes[0]!.steps[0]).toMatchObject({
    state: 'done',
    best_score: 85,
    registration_id: (await results(c))[0]!.id,
  });
});

test('commits are ordered: late and repeated ones change nothing, and each is acknowledged', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  const at = (text: string) => ({ 'cmi.core.lesson_location': text });
  await commit(token, { sequence: 2, changes: at('two') });
  expect((await commit(token, { sequence: 1, changes: at('one') })).body).toMatchObject({ saved: true });
  expect((await commit(token, { sequence: 2, changes: at('again') })).body).toMatchObject({ saved: true });
  expect((await stateIn(await open(c))).scos.a.cmi).toMatchObject(at('two'));
  expect((await results(c))[0]).toMatchObject({ number: 1, completion: 'not_attempted' });
});

test('a preview opens the player in the language of the manager, several times, and records nothing', async () => {
  const c = await assigned(one12);
  await stored(`update employees set language = 'en' where id = $1`, [c.administrator.id]);
  const answer = await portal.ask(
    'GET',
    `/lk/api/v2/scorm/courses/${c.course.id}/preview`,
    await portal.signIn(c.administrator),
  );
  const token = /\/r\/([^/]+)\/player$/.exec(answer.body.url)![1]!;
  for (const _ of [1, 2])
    expect(await stateIn(token)).toMatchObject({
      mode: 'browse',
      package_id: c.course.packageId,
      learner: { name: 'Preview', language: 'en' },
      texts: { contents: 'Contents' },
      scos: {},
    });
  expect((await commit(token, { sequence: 1, changes: { 'cmi.core.lesson_status': 'passed' } })).status).toBe(404);
  expect(await results(c)).toEqual([]);
});

test('commits that arrive together are stored together, and a rejected one fails alone', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id: course_id, stepId } = await scormCourse(org, one12);
  const learners = await Promise.all(Array.from({ length: 6 }, () => make.employee(org)));
  const { id } = await call('learning.scorm-assign', administrator, {
    course_id,
    selection: { ids: { include_ids: learners.map((learner) => learner.id) } },
    need_message: false,
  });
  const tokens = await Promise.all(
    learners.map(async (learner) => {
      const sent = { assigned_course_id: id, step_id: stepId };
      const { body } = await portal.ask('POST', '/learning/api/scorm/launch', await portal.signIn(learner), sent);
      return /\/r\/([\w-]+)\/player$/.exec(body.url)![1]!;
    }),
  );
  const unknown = `${tokens[0]!.slice(0, 22)}${'x'.repeat(43)}`;
  const passed = (score: number) => ({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': String(score) });
  const answers = await Promise.all([
    ...tokens.map((token, n) => commit(token, { sequence: 2, changes: passed(90 + n), ended: true })),
    commit(tokens[1]!, { sequence: 1, changes: { 'cmi.core.lesson_location': 'early' } }),
    commit(tokens[2]!, { sequence: 3, sco: 'none' }),
    commit(unknown, { sequence: 1 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 422, 404]);
  expect(answers.slice(0, 6).every(({ body }) => body.saved && body.done)).toBe(true);
  const scores = await stored(
    `select p.best_score as score from step_progress p join learners l on l.id = p.learner_id
     where l.assignment_id = $1 and p.completed_at is not null order by 1`,
    [id],
  );
  expect(scores.map(({ score }: { score?: number }) => score)).toEqual([90, 91, 92, 93, 94, 95]);
});

test('a newer player takes over', async () => {
  const c = await assigned(one12);
  const old = await open(c);
  await commit(old, { sequence: 1, changes: { 'cmi.suspend_data': 'old' } });
  const newer = await open(c);
  expect((await commit(old, { sequence: 2, changes: { 'cmi.suspend_data': 'late' } })).body).toEqual({
    saved: false,
    sequence: 2,
    reason: 'superseded',
  });
  expect((await page(old)).status).toBe(404);
  expect((await stateIn(newer)).scos.a.cmi['cmi.suspend_data']).toBe('old');
});

test('a finished attempt is only shown; a new attempt counts by the policy of the course', async () => {
  const c = await assigned(one12, { policy: 'last' });
  const pass = (raw: string) => ({ 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': raw });
  await commit(await open(c), { sequence: 1, changes: pass('90'), ended: true });
  const review = await launch(c);
  expect(review.body).toMatchObject({ mode: 'review', number: 1, score: 90 });
  const token = /\/r\/([\w-]+)\//.exec(review.body.url)![1]!;
  expect((await commit(token, { sequence: 1, changes: pass('10') })).body).toMatchObject({ reason: 'review' });
  await commit(await open(c, { new_attempt: true }), { sequence: 1, changes: pass('40'), ended: true });
  const data = await results(c);
  expect(data.map(({ number, score, success }) => ({ number, score, success }))).toEqual([
    { number: 1, score: 90, success: 'passed' },
    { number: 2, score: 40, success: 'failed' },
  ]);
  const step = (await course(c)).sections[0]!.themes[0]!.steps[0]!;
  expect(step, 'the step stays done').toMatchObject({ state: 'done', best_score: 40 });
});

test('time is set, not added, and grows over players', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  await commit(token, { sequence: 1, seconds: 30 });
  await commit(token, { sequence: 2, seconds: 60 });
  expect((await results(c))[0]!.seconds).toBe(60);
  const next = await open(c);
  expect((await stateIn(next)).scos.a.cmi['cmi.core.total_time']).toBe('0000:01:00.00');
  await commit(next, {
    sequence: 1,
    changes: { 'cmi.core.session_time': '00:10:00', 'cmi.core.total_time': '0000:11:00.00' },
  });
  expect((await results(c))[0]!.seconds).toBe(660);
});

test('answers of 1.2 and 2004 are stored once and shown to administrators', async () => {
  const c = await assigned(scormManifest('2004', [scormItem('a', { scaled_passing_score: 0.8 }), scormItem('b')]));
  const token = await open(c);
  const answer = {
    'cmi.interactions.0.id': 'q1',
    'cmi.interactions.0.type': 'choice',
    'cmi.interactions.0.learner_response': 'b',
    'cmi.interactions.0.result': 'incorrect',
    'cmi.interactions.0.correct_responses.0.pattern': 'a',
  };
  await commit(token, { sequence: 1, changes: answer });
  await commit(token, { sequence: 2, changes: { 'cmi.interactions.0.learner_response': 'a' } });
  await commit(token, {
    sequence: 3,
    changes: { 'cmi.score.scaled': '0.9', 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' },
  });
  const [registration] = await results(c);
  expect(registration).toMatchObject({ completion: 'incomplete', progress: 50, score: 90 });
  expect(registration!.scos[0]).toMatchObject({
    success: 'passed',
    interactions: [{ name: 'q1', response: 'a', correct_pattern: 'a', result: 'incorrect' }],
  });
});

test('elements that can never be stored are left out of a commit, and the answer names them', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  const bad = ['__proto__x', 'cmi.interactions.1000.id', 'cmi.a.b.c.d.e.f.g.h.i.j.k.l', 'learner.score'];
  for (const [n, name] of bad.entries()) {
    const at = { 'cmi.core.lesson_location': `${n}` };
    const sent = { sequence: n + 1, changes: { ...at, [name]: '1' } };
    expect((await commit(token, sent)).body, name).toMatchObject({ saved: true, rejected: [name] });
    expect(
      (await call('scorm.statement', c.administrator, { course_id: c.id, user_id: c.learner.id })).statement,
    ).toEqual(at);
  }
  const end = await commit(token, { sequence: 9, ended: true });
  expect(end.body, 'silence after a rejection is not success').toMatchObject({ saved: true, done: false });
  expect(await course(c)).toMatchObject({ progress: 0, completed_at: null });
});

test('hostile and broken commits are rejected', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  expect((await commit(token, { sequence: 1, sco: 'elsewhere' })).status).toBe(422);
  const large = await commit(token, { sequence: 1, changes: { 'cmi.suspend_data': 'x'.repeat(1_100_000) } });
  expect(large.status).toBe(413);
  const broken = await fetch(`${contentUrl}/r/${token}/commit`, { method: 'POST', body: '{' });
  expect(broken.status).toBe(400);
});

test('half of an emoji, NUL and the largest state of a SCO are stored with the rest of the commit', async () => {
  const c = await assigned(scormManifest('2004', [scormItem('a')]));
  const token = await open(c);
  const large = '\u0001'.repeat(64_000);
  const changes = {
    'cmi.interactions.0.id': 'q1',
    'cmi.interactions.0.description': 'пароль 😀'.slice(0, 8),
    'cmi.comments_from_learner.0.comment': 'a\0b',
    'cmi.suspend_data': large,
    'cmi.score.scaled': '0.2',
    'cmi.success_status': 'failed',
    'cmi.completion_status': 'completed',
  };
  const stored = await commit(token, { sequence: 1, changes, sequencing: 'x\0' });
  expect(stored).toMatchObject({ status: 200, body: { saved: true, done: false } });
  expect((await commit(token, { sequence: 2, ended: true })).body).toMatchObject({
    state: { success: 'failed', score: 20 },
  });
  const mine = { course_id: c.id, user_id: c.learner.id };
  expect((await call('scorm.statement', c.administrator, mine)).statement).toMatchObject({
    'cmi.interactions.0.description': 'пароль \uFFFD',
    'cmi.comments_from_learner.0.comment': 'a\uFFFDb',
    'cmi.suspend_data': large,
  });
  expect(await course(c)).toMatchObject({ completed_at: null });
  await call('scorm.save-statement', c.learner, { ...mine, statement: { 'cmi.location': '\uD83D' } });
  expect((await call('scorm.statement', c.administrator, mine)).statement).toMatchObject({ 'cmi.location': '\uFFFD' });
});

const rule = (by: 'pages' | 'completed' | 'passed' | 'score', score: number | null = null) => ({ by, score });
const setRule = async (c: Case, completion_rule: ReturnType<typeof rule>) => {
  const { version } = await call('learning.scorm-assignment', c.administrator, { id: c.id });
  await call('learning.scorm-update', c.administrator, { id: c.id, version, completion_rule });
  await runJobs('scorm.apply-rule', c.org.id);
};

test('the completion rule of an assignment decides; a relaxed one finishes those who meet it, and nobody loses a result', async () => {
  const c = await assigned(scormManifest('1.2', [scormItem('a')]), { rule: rule('passed') });
  expect((await call('learning.scorm-assignment', c.administrator, { id: c.id })).completion_rule).toEqual(
    rule('passed'),
  );
  const token = await open(c);
  const completed = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '70' };
  expect((await commit(token, { sequence: 1, changes: completed, ended: true })).body).toMatchObject({ done: false });
  expect(await course(c)).toMatchObject({ completed_at: null });
  await setRule(c, rule('score', 80));
  expect(await course(c)).toMatchObject({ completed_at: null });
  await setRule(c, rule('score', 70));
  expect(await course(c)).toMatchObject({ completed_at: expect.any(String), progress: 100 });
  await setRule(c, rule('passed'));
  expect(await course(c)).toMatchObject({ completed_at: expect.any(String), progress: 100 });
  expect((await actionLog(c.org.id)).at(-1)).toMatchObject({ action: 'assignment.updated', target: c.id });
});

test('pages that were seen complete a package that reports nothing', async () => {
  const c = await assigned(
    { ...scormManifest('1.2', [scormItem('a')]), pages: ['a.html', 'two.html'] },
    { rule: rule('pages') },
  );
  const token = await open(c);
  await commit(token, { sequence: 1, pages: ['a.html', 'elsewhere.html'] });
  expect(await course(c)).toMatchObject({ completed_at: null, progress: 50 });
  const next = await open(c);
  expect(await stateIn(next)).toMatchObject({ pages: ['a.html'], rule: rule('pages') });
  expect((await commit(next, { sequence: 1, pages: ['two.html'] })).body).toMatchObject({ done: true, progress: 100 });
  expect(await course(c)).toMatchObject({ completed_at: expect.any(String), progress: 100 });
});

test('the progress of a SCORM course is what the package reports, or its finished parts', async () => {
  const c = await assigned(
    scormManifest(
      '2004',
      ['a', 'b', 'd', 'e'].map((id) => scormItem(id)),
    ),
  );
  const token = await open(c);
  await commit(token, { sequence: 1, changes: { 'cmi.progress_measure': '0.4' } });
  expect(await course(c)).toMatchObject({ progress: 10, completed_steps: 0 });
  await commit(token, { sequence: 2, changes: { 'cmi.completion_status': 'completed' } });
  expect(await course(c)).toMatchObject({ progress: 25, completed_at: null });
});

test('SCORM 2004: a tree that is satisfied without its quiz is not passed', async () => {
  const sequencing = { controlMode: { flow: true } };
  const items = [scormItem('a', { sequencing }), scormItem('quiz', { scaled_passing_score: 0.8 })];
  const c = await assigned(scormManifest('2004', items, sequencing), { rule: rule('passed') });
  const token = await open(c);
  const root = { completion: 'completed', success: 'passed', score: null } as const;
  const passed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' };
  await commit(token, { sequence: 1, changes: passed, ended: true, root });
  await commit(token, { sequence: 2, sco: 'quiz', changes: { 'cmi.location': '1' }, ended: true, root });
  expect((await results(c))[0]).toMatchObject({ success: 'unknown', completed_at: null });
  const quiz = { 'cmi.score.scaled': '0.9', 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' };
  expect((await commit(token, { sequence: 3, sco: 'quiz', changes: quiz, root })).body).toMatchObject({ done: true });
});

test('a token opens one page, of one learner, until the learner signs out', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  expect((await page(token)).status).toBe(200);
  const again = await page(token);
  expect(again.status).toBe(410);
  expect(await again.text()).toMatch(/Ссылка на(?:\s|&nbsp;)материал работает один раз/);
  expect((await page(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  const passedOn = await open(c);
  const asDocument = await fetch(`${contentUrl}/r/${passedOn}/player`, { headers: { 'sec-fetch-dest': 'document' } });
  expect(asDocument.status, 'a link that was passed on').toBe(404);
  const other = await make.employee(c.org);
  expect((await launch(c, {}, await portal.signIn(other))).status, 'another learner').toBe(404);
  await portal.ask('POST', '/lk/api/v2/auth/logout', c.token);
  expect((await commit(passedOn, { sequence: 1 })).status).toBe(401);
  expect((await page(passedOn)).status).toBe(401);
});

test('a portal session that ran out by itself does not stop an open player', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  await stored(`update scorm_sessions set session_ends = now() - interval '1 minute'`);
  await stored(`delete from sessions where employee_id = $1`, [c.learner.id]);
  expect((await commit(token, { sequence: 1 })).body).toMatchObject({ saved: true });
});

test('nothing is recorded in a completed assignment', async () => {
  const c = await assigned(one12);
  await stored(`update assignments set status = 'completed', completed_at = now() where id = $1`, [c.id]);
  expect((await launch(c)).body).toMatchObject({ mode: 'review' });
});

test('the calls of the specification read and write the same attempt', async () => {
  const c = await assigned(one12);
  expect((await call('scorm.my-courses', c.learner, {})).data.map((one) => one.kind)).toEqual(['scorm']);
  expect(await call('scorm.my-course', c.learner, { id: c.id })).toMatchObject({ assigned_course_id: c.id });
  const mine = { course_id: c.id, user_id: c.learner.id };
  await expect(call('scorm.statement', c.learner, mine)).rejects.toMatchObject({ code: 'attempt.not_found' });
  await call('scorm.save-step', c.learner, {
    id: c.id,
    step_id: c.course.stepId,
    statement: { 'cmi.core.lesson_status': 'incomplete' },
  });
  await call('scorm.save-statement', c.learner, { ...mine, statement: { 'cmi.core.score.raw': '50' } });
  expect(await call('scorm.statement', c.learner, mine)).toMatchObject({
    completion: 'incomplete',
    score: 50,
    statement: { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '50' },
  });
  const stranger: Person = await make.employee(c.org);
  await expect(call('scorm.statement', stranger, mine)).rejects.toMatchObject({ code: 'assignment.not_found' });
  await expect(call('scorm.save-statement', stranger, { ...mine, statement: {} })).rejects.toMatchObject({
    code: 'assignment.not_found',
  });
  await call('scorm.save-statement', c.administrator, { ...mine, statement: { 'cmi.core.lesson_status': 'passed' } });
  expect(await call('scorm.statement', c.administrator, mine)).toMatchObject({ completion: 'completed' });
  expect((await actionLog(c.org.id)).at(-1)).toMatchObject({ action: 'scorm.statement_recorded', target: c.id });
});

test('the sweep ends players that were never used again and deletes old log entries', async () => {
  const c = await assigned(one12);
  const token = await open(c);
  await commit(token, { sequence: 1 });
  const { db } = await platform();
  await atTime(after(now(), 15 * DAY), () => inSystem(db, sweepSessions));
  const rows = await inOrganization(c.org.id, 'read', (tx) =>
    tx
      .selectFrom('scorm_sessions as s')
      .leftJoin('scorm_commits as k', 'k.session_id', 's.id')
      .select(['s.ended_by', 'k.id'])
      .execute(),
  );
  expect(rows).toEqual([{ ended_by: 'timeout', id: null }]);
});
