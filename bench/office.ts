import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { act } from '../apps/server/seeds/demo/act.ts';
import { insertCourse } from '../apps/server/src/modules/library/library.repo.ts';
import { publishCourse } from '../apps/server/src/modules/library/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { insertCampaign } from '../apps/server/test/make/campaign-rows.ts';
import { openDatabase, openSessions, serveTracking, startProduct, type Database } from './database.ts';
import { atLeast, atMost, quantile, round, runLoad, type Bench } from './lib.ts';
import type { LoadOrder, LoadResult } from './office-load.ts';
import { startProcessorTime } from './processor.ts';

// An office of 2,000 people behind one address. 1,000 learners answer a quiz at the same time (18,000 calls within two minutes):
// nobody is rejected and everyone finishes. Then all open emails while their mail gateway fetches the same links: people are counted, the gateway is not.

/** Creates a published course with one quiz of eight questions. Returns its id and the id of the quiz. */
const makeCourse = async ({ platform, scope }: Database) => {
  const ids = Array.from({ length: 5 }, () => randomUUID()) as [string, string, string, string, string];
  const [id, section, theme, module, step] = ids;
  const option = (correct: boolean) => ({ id: randomUUID(), text: correct ? 'Сообщить' : 'Нажать', correct });
  const question = (order_id: number) => ({
    id: randomUUID(),
    module_id: module,
    order_id,
    type: 'single' as const,
    text: `Вопрос ${order_id + 1}`,
    body: JSON.stringify({ options: [option(true), option(false), option(false)] }),
    explanation: '',
  });
  await inTenant(platform.db, scope, 'write', async (tx) => {
    await insertCourse(tx, {
      course: { id, title: 'Курс', description: '', minutes: 5 },
      course_sections: [{ id: section, course_id: id, title: 'Раздел', order_id: 0 }],
      themes: [{ id: theme, title: 'Тема' }],
      section_themes: [{ section_id: section, theme_id: theme, order_id: 0 }],
      modules: [{ id: module, title: 'Модуль' }],
      theme_steps: [{ id: step, theme_id: theme, order_id: 0, kind: 'quiz', module_id: module }],
      slides: [],
      questions: Array.from({ length: 8 }, (_, n) => question(n)),
    });
    await publishCourse(tx, id);
  });
  return { id, step };
};

/** Creates registered people. Returns their ids. */
const addLearners = async ({ owner, organizationId }: Database, people: number): Promise<string[]> => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, first_name, is_registered, consented_at)
     select $1, (select id from departments where organization_id = $1 and is_default), 'learner' || n || '@zavod.test',
       'Каримова', 'Нигора', true, now() from generate_series(1, $2::int) as n returning id`,
    [organizationId, people],
  );
  return rows.map(({ id }) => id);
};

/** Transactions of the database that ended well, statements without a transaction of their own included. */
const countCommits = async ({ owner }: Database): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.n;
};

const answerQuiz = async (database: Database, people: number, seconds: number) => {
  const course = await makeCourse(database);
  const few = Math.ceil(people / 100);
  const ids = await addLearners(database, people + few);
  const tokens = await openSessions(database, ids);
  const assignment = { course_id: course.id, selection: { ids: { include_ids: ids } } };
  const { id } = await act(database.platform, database.administrator, 'learning.assign', assignment);
  await database.owner.query('analyze');
  const product = await startProduct(database);
  const learn = (who: readonly string[], during: number) => {
    const order = { port: product.port, seconds: during, assignment: id, step: course.step, tokens: who };
    return runLoad<LoadResult>('bench/office-load.ts', order satisfies LoadOrder);
  };
  try {
    const quiet = await learn(tokens.slice(people), seconds / 6);
    const [processor, before] = [await startProcessorTime(product.pid, database), await countCommits(database)];
    const busy = await learn(tokens.slice(0, people), seconds);
    const calls = busy.calls_ms.length;
    const [used, commitsOfCall] = [processor(calls), ((await countCommits(database)) - before) / calls];
    const rejected = Object.entries(busy.statuses).reduce((sum, [status, n]) => (status === '200' ? sum : sum + n), 0);
    const [p95, alone] = [quantile(busy.answers_ms, 0.95), quantile(quiet.answers_ms, 0.95)];
    return {
      bars: [
        atMost('rejected requests of learners', rejected, 0, 'requests'),
        atMost('learners who did not finish', people - busy.finished, 0, 'people'),
        atMost('p95 of a call', quantile(busy.calls_ms, 0.95), 300, 'ms'),
        ...(used ? [atMost('processor time of a call', used.server_ms + used.database_ms, 4.5, 'ms')] : []),
        atMost(`p95 of an answer with ${people} people : with ${few}`, p95 / alone, 5),
      ],
      figures: {
        people,
        calls,
        commits_of_a_call: round(commitsOfCall),
        processor: used,
        median_ms: round(quantile(busy.calls_ms, 0.5)),
        p95_ms: round(p95),
        p95_ms_of_few: round(alone),
      },
    };
  } finally {
    await product.stop();
  }
};

const agents = [142, 141, 139, 128, 109].map(
  (version) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
);
const connections = new Agent({ keepAlive: true, maxSockets: 200 });
type Ask = (method: 'GET' | 'HEAD' | 'POST', path: string, userAgent: string) => Promise<string>;
const asker =
  (port: number): Ask =>
  async (method, path, userAgent) => {
    const headers = { 'user-agent': userAgent, accept: 'text/html,image/*,*/*', 'accept-language': 'ru,en;q=0.8' };
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: connections });
    if (method === 'POST') sent.setHeader('content-length', 0);
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const text = (await answer.toArray()).join('');
    if (answer.statusCode! >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
    return text;
  };

/** A person: opens the email, follows the link, uses the page like a browser, and half of them send the form. */
const person = async (ask: Ask, key: string, sends: boolean): Promise<void> => {
  await ask('GET', `/${key}/o.gif`, agents[0]!);
  const page = await ask('GET', `/${key}`, agents[0]!);
  if (sends) await ask('POST', `/${key}/s?f=login,password`, agents[0]!);
  else if (page.includes('data-ask')) await ask('POST', `/${key}/h`, agents[0]!);
};
/** A gateway like Defender: HEAD or GET of the link with several user agents, without loading files of the page. */
const gateway = async (ask: Ask, key: string, n: number): Promise<void> => {
  if (n % 3 === 0) await ask('HEAD', `/${key}`, agents[n % 5]!);
  if (n % 3 !== 1 || n % 2 === 0) await ask('GET', `/${key}`, agents[n % 5]!);
  if (n % 4 === 0) await ask('GET', `/${key}`, agents[(n + 1) % 5]!);
};

/** Half of the people act; the gateway fetches the links of everyone in the same seconds. */
const openEmails = async (database: Database, people: number, seconds: number) => {
  const { platform, owner, organizationId } = database;
  const tracking = await serveTracking(database);
  const ask = asker(tracking.port);
  try {
    const { campaignId } = await insertCampaign(platform, organizationId, people, { domain: 'zavod.test' });
    await owner.query(
      `update campaign_recipients set state = 'sent', reply = '250 ok', sent_at = now() - interval '2 s' where campaign_id = $1`,
      [campaignId],
    );
    const read = async () =>
      (
        await owner.query<{ key: string; result: number; clicked: boolean }>(
          `select tracking_key as key, result, clicked_at is not null as clicked from campaign_recipients
           where campaign_id = $1 order by id`,
          [campaignId],
        )
      ).rows;
    /** Each key at a time of its own within the seconds. */
    const spread = (keys: readonly string[], work: (key: string, n: number) => Promise<void>) =>
      Promise.all(
        keys.map(async (key, n) => {
          await pause((((n * 7_919) % keys.length) / keys.length) * seconds * 1_000);
          await work(key, n);
        }),
      );
    const keys = (await read()).map((row) => row.key);
    await Promise.all([
      spread(keys, (key, n) => gateway(ask, key, n)),
      spread(keys, async (key, n) => (n % 2 === 1 ? person(ask, key, n % 4 === 1) : undefined)),
    ]);
    const rows = await read();
    const active = rows.filter((row, n) => n % 2 === 1 && row.clicked).length / (people / 2);
    const passive = rows.filter((row, n) => n % 2 === 0 && row.result > 0).length / (people / 2);
    return [
      atLeast('people counted of those who clicked', active * 100, 98, '%'),
      atMost('people counted of whom only the gateway clicked', passive * 100, 0, '%'),
    ];
  } finally {
    connections.destroy();
    tracking.stop();
  }
};

const bench: Bench = async ({ small }) => {
  const [people, seconds] = small ? [100, 12] : [2_000, 120];
  const database = await openDatabase();
  try {
    const quiz = await answerQuiz(database, people / 2, seconds);
    return { bars: [...quiz.bars, ...(await openEmails(database, people, seconds / 4))], figures: quiz.figures };
  } finally {
    await database.close();
  }
};
export default bench;
