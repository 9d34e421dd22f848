import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { rightAnswer } from '@sergak/contract/learning/learning.rules.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, inOrganization, runJobs, stored, type Person } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { refreshPeople, storeDailyPoints } from '../statistics/public.ts';
import { closePdf } from './pdf/pdf.ts';
import { colorAt, drawPages, isBlank, savePage, type Picture } from './pdf/pictures.fixture.ts';
import { squeezed } from './pdf/pdf.fixture.ts';

afterAll(closePdf);

/** A name of 300 characters, with a word that is longer than a line. */
const long = (name: string, max = 300) =>
  `${name} ${'Непрерывноедлинноеслово'.repeat(4)} ${'очень длинное название '.repeat(12)}`.slice(0, max - 5).trimEnd() +
  ' конец';
const BRAND = '#1f6f54';

type Orders = Record<string, (person: Person) => Promise<{ id: string }>>;
let org: make.TestOrganization;
let administrator: Person & { email: string };
let orders: Orders;

beforeAll(async () => {
  org = await make.organization({ title: long('Акционерное общество', 255) });
  administrator = await make.operator(org);
  const top = await make.department(org, long('Дирекция по производству', 200));
  const people = [];
  for (let i = 0; i < 12; i++)
    people.push(
      await make.employee(org, {
        last_name: long(`Абдурахманова-${i}`, 100),
        department_id: i < 8 ? top.id : (await make.department(org, long(`Цех ${i}`, 200), top.id)).id,
      }),
    );
  const campaign = await history.campaign(org, { name: long('Срок пароля', 200), ago: 10 });
  for (const [i, person] of people.entries())
    await history.email(org, campaign, person, { result: (i % 5) as 0, reported: i === 2 });
  const course = await learning.course(org);
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: people.map((one) => one.id) } },
    need_message: false,
  });
  const first = people[0]!;
  await learning.readTheory(first, { id, step_id: course.steps.theory });
  const { attempt_id } = await call('learner.create-attempt', first, { id, step_id: course.steps.quiz });
  for (const [index, q] of course.questions.slice(0, 3).entries())
    await call('learner.answer', first, {
      id,
      attempt_id,
      question_id: q.id,
      answer: rightAnswer(q),
      sequence: index + 1,
    });
  await stored(`update assignments set title = $2 where id = $1`, [id, long('Безопасная работа с почтой', 255)]);
  await stored(`update learners set deadline = start_date where assignment_id = $1 and employee_id = $2`, [
    id,
    people[1]!.id,
  ]);
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  for (const days of [20, 10, 3, 0])
    await atTime(after(now(), -days * DAY), () => inOrganization(org.id, 'write', storeDailyPoints));
  const logo = await sharp({ create: { width: 400, height: 120, channels: 3, background: '#cc2244' } })
    .png()
    .toBuffer();
  const path = join(await mkdtemp(join(tmpdir(), 'sergak-logo-')), 'logo.png');
  await writeFile(path, logo);
  await call(
    'organizations.set-logo',
    administrator,
    { id: org.id, kind: 'light' },
    { logo: { path, name: 'logo.png', type: 'image/png', size: logo.length } },
  );
  await stored(`update organizations set brand_color = $2 where id = $1`, [org.id, BRAND]);
  orders = {
    overview: (person) => call('reports.make-overview', person, {}),
    progress: (person) => call('reports.make-progress', person, {}),
    course: (person) => call('reports.make-course', person, { id }),
    courses: (person) => call('reports.make-courses', person, { id: first.id }),
    attempt: (person) => call('reports.make-attempt', person, { id: attempt_id }),
    campaign: (person) => call('reports.make-phishing-campaign', person, { campaign_id: campaign.id }),
    department: (person) => call('reports.make-department', person, { id: top.id }),
    compliance: (person) => call('reports.make-compliance', person, { from: '2020-01-01', to: '2999-01-01' }),
  };
});

const pagesOf = async (order: keyof Orders, language: Language): Promise<Picture[]> => {
  const person = administrator;
  const { id } = await orders[order]!(person);
  await stored(`update reports set params = params || jsonb_build_object('language', $2::text) where id = $1`, [
    id,
    language,
  ]);
  await runJobs('reports.make-report', org.id);
  const report = await call('reports.get', person, { id });
  expect(report).toMatchObject({ status: 'complete', error: null });
  const { stream } = await call('files.get', person, { id: report.url!.split('/').at(-1)! });
  const folder = process.env['SERGAK_KEEP_REPORTS'];
  const pages = await drawPages(await buffer(stream), folder ? 1.4 : 1);
  if (folder) {
    await mkdir(folder, { recursive: true });
    for (const [i, page] of pages.entries()) await savePage(page, `${folder}/${order}-${language}-${i + 1}.png`);
  }
  return pages;
};

test.each(
  ['overview', 'progress', 'course', 'courses', 'attempt', 'campaign', 'department', 'compliance'].flatMap((kind) =>
    languages.map((language) => [kind, language] as const),
  ),
)('pages of the report %s in %s keep their margins and cut no name off', async (kind, language) => {
  const pages = await pagesOf(kind, language);
  expect(pages.length).toBeGreaterThan(1);
  const [cover, ...rest] = pages as [Picture, ...Picture[]];
  expect(colorAt(cover, 0.02, 0.02)).toBe(BRAND);
  expect(colorAt(cover, 0.15, 0.08)).toBe('#cc2244');
  expect(isBlank(cover, [0, 0.38, 0.06, 1])).toBe(true);
  expect(isBlank(cover, [0.94, 0.38, 1, 1])).toBe(true);
  for (const page of rest) {
    expect(isBlank(page, [0, 0, 0.06, 1])).toBe(true);
    expect(isBlank(page, [0.94, 0, 1, 1])).toBe(true);
    expect(isBlank(page, [0.05, 0.05, 0.95, 0.94])).toBe(false);
  }
  const text = squeezed(pages.map((one) => one.text).join(' '));
  expect(text).not.toMatch(/undefined|NaN|Invalid|\[object/);
  expect(text).toContain('конец');
});
