import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase, startProduct, type Database } from './database.ts';
import { atLeast, atMost, quantile, round, seconds, type Bench } from './lib.ts';

// Commits of 1,000 learners whose SCORM players are open: spread over the 10 seconds in which each player commits once,
// then all in the same instant. Compared with bare updates of rows of the same size, each in a transaction of its own.

const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Parts of an item of a manifest that this package does not use. */
const limits = { mastery_score: null, scaled_passing_score: null, max_time_allowed: '', time_limit_action: '' };
const UNUSED = { ...limits, launch_data: '', completion_threshold: null, objectives: [], sequencing: null, items: [] };

/** Learners of one SCORM course, each with an open player; returns their tokens. */
const addPlayers = async ({ owner, organizationId: org }: Database, players: number): Promise<string[]> => {
  const prefix = Buffer.from(org.replaceAll('-', ''), 'hex').toString('base64url');
  const tokens = Array.from({ length: players }, () => prefix + randomBytes(32).toString('base64url'));
  const [packageId, courseId, stepId] = [randomUUID(), randomUUID(), randomUUID()];
  const item = { id: 'a', title: 'A', visible: true, launch: 'a.html', type: 'sco', ...UNUSED };
  const manifest = { standard: '1.2', edition: '', title: 'Bench', organization: 'o', items: [item], sequencing: null };
  const step = { kind: 'scorm', id: stepId, package_id: packageId, title: 'Bench', score_policy: 'highest' };
  const sections = [
    { id: randomUUID(), title: 'Bench', themes: [{ id: randomUUID(), title: 'Bench', steps: [step] }] },
  ];
  const about = { kind: 'scorm', title: 'Bench', description: '', minutes: 10, image_path: null };
  await owner.query(
    `insert into scorm_packages (id, organization_id, title, file_name, sha256, standard, manifest, report, size, files_count)
     values ($1, $2, 'Bench', 'b.zip', repeat('0', 64), '1.2', $3, '{}', 1, 1)`,
    [packageId, org, manifest],
  );
  await owner.query(
    `insert into courses (id, organization_id, title, kind, scorm_package_id) values ($1, $2, 'Bench', 'scorm', $3)`,
    [courseId, org, packageId],
  );
  await owner.query(
    `with version as (insert into course_versions (organization_id, course_id, number, content, steps_total) values ($1, $2, 1, $3, 1) returning id),
     assigned as (insert into assignments (organization_id, course_id, course_version_id, title, start_date, deadline)
       select $1, $2, id, 'Bench', current_date, current_date + 30 from version returning id),
     people as (insert into employees (organization_id, department_id, email, last_name, first_name, is_registered)
       select $1, (select id from departments where organization_id = $1 limit 1), 'b' || n || '@zavod.test', 'Каримова', 'Нигора', true
       from generate_series(1, $4::int) n returning id),
     learning as (insert into learners (organization_id, assignment_id, employee_id, start_date, deadline, steps_total)
       select $1, a.id, p.id, current_date, current_date + 30, 1 from assigned a, people p returning id),
     registered as (insert into scorm_registrations (organization_id, learner_id, step_id, package_id, number)
       select $1, id, $5, $6, 1 from learning returning id),
     numbered as (select id, row_number() over () as n from registered)
     insert into scorm_sessions (organization_id, registration_id, token_hash, session_hash, session_ends, mode, language, expires_at)
     select $1, r.id, decode(($7::text[])[r.n], 'hex'), '\\x00', now(), 'normal', 'ru', now() + interval '1 day' from numbered r`,
    [org, courseId, { ...about, modules: [], sections }, players, stepId, packageId, tokens.map(sha256)],
  );
  await owner.query('analyze');
  return tokens;
};

const changesOf = (sequence: number) => ({
  'cmi.core.lesson_location': String(sequence),
  'cmi.core.lesson_status': 'incomplete',
  'cmi.suspend_data': `${sequence}:${'x'.repeat(600)}`,
});
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** Sends a commit; resolves with the milliseconds to its acknowledgement, or null if there was none. */
const commit = (port: number, token: string, sequence: number): Promise<number | null> =>
  new Promise((resolve) => {
    const since = performance.now();
    const body = JSON.stringify({ sequence, sco: 'a', changes: changesOf(sequence), ended: false, seconds: sequence });
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) };
    const sent = request({ port, method: 'POST', path: `/r/${token}/commit`, headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.once('end', () => resolve(text.includes('"saved":true') ? performance.now() - since : null));
      answer.once('error', () => resolve(null));
    });
    sent.once('error', () => resolve(null));
    sent.end(body);
  });

/** Updates of one row each, a second, through as many connections as the server uses. */
const bareUpdates = async ({ owner, url }: Database, rows: number): Promise<number> => {
  await owner.query('create table bench_rows (id int primary key, cmi jsonb not null)');
  await owner.query(`insert into bench_rows select n, '{}' from generate_series(1, $1::int) n`, [rows]);
  await owner.query('grant all on bench_rows to public');
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const text = 'update bench_rows set cmi = cmi || $2 where id = $1';
  const update = (_: unknown, n: number) => pool.query({ name: 'u', text, values: [n + 1, changesOf(n)] });
  const took = await seconds(() => Promise.all(Array.from({ length: rows }, update)));
  await pool.end();
  return rows / took;
};

const bench: Bench = async ({ small }) => {
  const [players, period] = small ? [100, 1_000] : [1_000, 10_000];
  const database = await openDatabase();
  const tokens = await addPlayers(database, players);
  const product = await startProduct(database);
  /** One commit of each player, spread over the milliseconds. */
  const commitAll = async (sequence: number, within: number): Promise<number[]> => {
    const one = async (token: string, n: number) => {
      await pause((within * n) / players);
      return commit(product.port + 1, token, sequence);
    };
    return (await Promise.all(tokens.map(one))).filter((took) => took !== null);
  };
  try {
    await commitAll(1, period); // opens connections and compiles code
    const spread = await commitAll(2, period);
    let burst: number[] = [];
    const took = await seconds(async () => {
      burst = await commitAll(3, 0);
    });
    const bare = await bareUpdates(database, players);
    return {
      bars: [
        atMost(`p95 of ${players} learners who commit every ${period / 1_000} s`, quantile(spread, 0.95), 200, 'ms'),
        atMost('commits without acknowledgement', players * 2 - spread.length - burst.length, 0, 'commits'),
        atLeast('commits/s of all at once : bare updates/s', players / took / bare, 0.1),
      ],
      figures: { players, bare_updates_per_second: round(bare), commits_per_second: round(players / took) },
    };
  } finally {
    agent.destroy();
    await product.stop();
    await database.close();
  }
};
export default bench;
