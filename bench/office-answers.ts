import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { act } from '../apps/server/seeds/demo/act.ts';
import { insertCourse } from '../apps/server/src/modules/library/library.repo.ts';
import { publishCourse } from '../apps/server/src/modules/library/public.ts';
import { authenticate } from '../apps/server/src/modules/session/session.query.ts';
import { insertSession } from '../apps/server/src/modules/session/session.repo.ts';
import { inSystem, inTenant } from '../apps/server/src/platform/db.ts';
import { addRoutes, createPortal } from '../apps/server/src/platform/http/server.ts';
import { routes } from '../apps/server/src/app/composition.ts';
import { databaseCpu, quantile, round } from './lib.ts';
import type { LoadOrder, LoadResult } from './office-load.ts';
import type { Part, Size } from './office.ts';
import { addOfficer, openStaffDatabase, type StaffDatabase } from './staff-database.ts';

const QUESTIONS = 8;
const P95_MS = 200;

/** Text of a slide, about a kilobyte. */
const doc = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Не спешите нажимать на ссылку. '.repeat(30) }] }],
});

/** Creates a published course with one quiz of eight questions. Returns its id and the id of the quiz. */
const makeCourse = async ({ platform, organizationId }: StaffDatabase, slides: number) => {
  const [id, section, theme, module, step] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const option = (correct: boolean) => ({ id: randomUUID(), text: correct ? 'Сообщить' : 'Нажать', correct });
  const scope = { organizationId, readable: [organizationId] };
  await inTenant(platform.db, scope, 'write', async (tx) => {
    await insertCourse(tx, {
      course: { id, title: 'Курс', description: '', minutes: 5 },
      course_sections: [{ id: section, course_id: id, title: 'Раздел', order_id: 0 }],
      themes: [{ id: theme, title: 'Тема' }],
      section_themes: [{ section_id: section, theme_id: theme, order_id: 0 }],
      modules: [{ id: module, title: 'Модуль' }],
      theme_steps: [{ id: step, theme_id: theme, order_id: 0, kind: 'quiz', module_id: module }],
      slides: Array.from({ length: slides }, (_, order_id) => ({
        module_id: module,
        order_id,
        title: `Слайд ${order_id + 1}`,
        doc,
      })),
      questions: Array.from({ length: QUESTIONS }, (_, order_id) => ({
        id: randomUUID(),
        module_id: module,
        order_id,
        type: 'single' as const,
        text: `Вопрос ${order_id + 1}`,
        body: JSON.stringify({ options: [option(true), option(false), option(false)] }),
        explanation: '',
      })),
    });
    await publishCourse(tx, id);
  });
  return { id, step };
};

/** Creates people with an open session each. Returns their ids and tokens. */
const signInMany = async ({ platform, organizationId }: StaffDatabase, count: number) => {
  const { rows } = await platform.db.owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, first_name, is_registered, consented_at)
     select $1, (select id from departments where organization_id = $1 and is_default), 'p' || n || '@zavod.test', 'Каримова', 'Нигора', true, now()
     from generate_series(1, $2::int) as n returning id`,
    [organizationId, count],
  );
  const ids = rows.map(({ id }) => id);
  const tokens = await inSystem(platform.db, async (tx) => {
    const made: string[] = [];
    for (const employeeId of ids)
      made.push(
        await insertSession(tx, {
          organizationId,
          employeeId,
          twoFactorDue: false,
          userAgent: 'bench',
          address: '127.0.0.1',
        }),
      );
    return made;
  });
  return { ids, tokens };
};

const runLoad = async (order: LoadOrder): Promise<LoadResult> => {
  const script = fileURLToPath(new URL('./office-load.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadResult;
};

/**
 * Signed-in learners behind one address answer a quiz of eight questions: no request is rejected, all learners finish, and
 * the 95th percentile of an answer is below `p95Ms`.
 */
export const answerQuiz = async (
  { people, seconds, slides = 0 }: Size & { readonly slides?: number },
  p95Ms: number,
): ReturnType<Part> => {
  const bench = await openStaffDatabase(people + 100);
  const { platform, organizationId } = bench;
  try {
    await platform.db.owner.query('update organizations set consent_required = false where id = $1', [organizationId]);
    const course = await makeCourse(bench, slides);
    const officer = await addOfficer(bench, 'Офицер', 'operator');
    const { ids, tokens } = await signInMany(bench, people);
    const assigned = await act(platform, officer, 'learning.assign', { course_id: course.id, users_ids: ids });
    await platform.db.owner.query('analyze');
    const app = await createPortal(platform);
    addRoutes(app, platform, routes, authenticate);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const at = app.server.address();
    const port = typeof at === 'object' && at ? at.port : 0;
    const [server, database] = [process.cpuUsage(), await databaseCpu(platform.db.owner)];
    const result = await runLoad({ port, seconds, assignment: assigned.id, step: course.step, tokens });
    const used = process.cpuUsage(server);
    const requests = Object.values(result.statuses).reduce((sum, n) => sum + n, 0);
    const cpu_ms_per_request = {
      server: round((used.user + used.system) / 1_000 / requests, 3),
      database: round((((await databaseCpu(platform.db.owner)) - database) * 1_000) / requests, 3),
    };
    await app.close();
    const sent = result.answers_ms.length;
    const refused = Object.entries(result.statuses).reduce((sum, [status, n]) => (status === '200' ? sum : sum + n), 0);
    const stuck = people - result.finished;
    const p95 = round(quantile(result.answers_ms, 0.95));
    return {
      bars: [
        { name: 'requests refused', value: refused, unit: 'requests', bar: '0', reached: refused === 0 },
        { name: 'people who did not finish', value: stuck, unit: 'people', bar: '0', reached: stuck === 0 },
        { name: 'p95 of an answer', value: p95, unit: 'ms', bar: `< ${p95Ms}`, reached: p95 < p95Ms },
      ],
      figures: {
        answers: sent,
        statuses: result.statuses,
        cpu_ms_per_request,
        p50_ms: round(quantile(result.answers_ms, 0.5)),
        p99_ms: round(quantile(result.answers_ms, 0.99)),
      },
    };
  } finally {
    await bench.close();
  }
};

export const answers: Part = (size) => answerQuiz(size, P95_MS);
