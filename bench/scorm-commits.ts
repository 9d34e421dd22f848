import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { databaseCpu, machineFacts, processCpu, round, writeResults } from './lib.ts';

// Commits of 1,000 learners whose SCORM players are open: spread over the 10 seconds in which each player commits once, all in the
// same instant, and while the server is killed. `node bench/scorm-commits.ts [players]`
const PLAYERS = Number(process.argv[2] ?? 1_000);
const PERIOD_MS = 10_000;
const P95_MS = 200;
const PORT = Number(process.env['BENCH_PORT'] ?? 41_500);
const root = fileURLToPath(new URL('..', import.meta.url));
const data = await mkdtemp(join(tmpdir(), 'sergak-bench-scorm-'));
await chmod(data, 0o755);

const startServer = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      SERGAK_DATA: data,
      SERGAK_PORT: String(PORT),
      SERGAK_DEMO: 'false',
      SERGAK_LOG_LEVEL: 'error',
    };
    const child = spawn(process.execPath, ['apps/server/start.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ctrl+C stops everything')) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}\n${said}`)));
  });
const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));

const connect = async (): Promise<pg.Client> => {
  const home = join(data, 'postgres');
  const port = Number((await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3]);
  const password = (await readFile(join(home, 'superuser-password'), 'utf8')).trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sergak' });
  await client.connect();
  return client;
};

/** Learners of one SCORM course, each with an open player; returns their tokens. */
const addPlayers = async (): Promise<string[]> => {
  const client = await connect();
  const { rows } = await client.query<{ id: string }>('select id from organizations limit 1');
  const org = rows[0]!.id;
  const prefix = Buffer.from(org.replaceAll('-', ''), 'hex').toString('base64url');
  const tokens = Array.from({ length: PLAYERS }, () => prefix + randomBytes(32).toString('base64url'));
  const digests = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  const [packageId, courseId, stepId] = [randomUUID(), randomUUID(), randomUUID()];
  const item = {
    id: 'a',
    title: 'A',
    visible: true,
    launch: 'a.html',
    type: 'sco',
    mastery_score: null,
    scaled_passing_score: null,
    launch_data: '',
    max_time_allowed: '',
    time_limit_action: '',
    completion_threshold: null,
    objectives: [],
    sequencing: null,
    items: [],
  };
  const manifest = { standard: '1.2', edition: '', title: 'Bench', organization: 'o', items: [item], sequencing: null };
  const step = { kind: 'scorm', id: stepId, package_id: packageId, title: 'Bench', score_policy: 'highest' };
  const theme = { id: randomUUID(), title: 'Bench', steps: [step] };
  const content = {
    kind: 'scorm',
    title: 'Bench',
    description: '',
    minutes: 10,
    image_path: null,
    modules: [],
    sections: [{ id: randomUUID(), title: 'Bench', themes: [theme] }],
  };
  const insert = (text: string, values: unknown[]) => client.query(text, values);
  await insert(
    `insert into scorm_packages (id, organization_id, title, file_name, sha256, standard, manifest, report, size, files_count)
     values ($1, $2, 'Bench', 'b.zip', repeat('0', 64), '1.2', $3, '{}', 1, 1)`,
    [packageId, org, manifest],
  );
  await insert(
    `insert into courses (id, organization_id, title, kind, scorm_package_id) values ($1, $2, 'Bench', 'scorm', $3)`,
    [courseId, org, packageId],
  );
  await insert(
    `with version as (insert into course_versions (organization_id, course_id, number, content, steps_total) values ($1, $2, 1, $3, 1) returning id),
     assigned as (insert into assignments (organization_id, course_id, course_version_id, title, start_date, deadline)
       select $1, $2, id, 'Bench', current_date, current_date + 30 from version returning id),
     people as (insert into employees (organization_id, department_id, email, last_name, first_name, is_registered)
       select $1, (select id from departments where organization_id = $1 limit 1), 'b' || n || '@bench.test', 'Каримова', 'Нигора', true
       from generate_series(1, $4::int) n returning id),
     learning as (insert into learners (organization_id, assignment_id, employee_id, start_date, deadline, steps_total)
       select $1, a.id, p.id, current_date, current_date + 30, 1 from assigned a, people p returning id),
     registered as (insert into scorm_registrations (organization_id, learner_id, step_id, package_id, number)
       select $1, id, $5, $6, 1 from learning returning id),
     numbered as (select id, row_number() over () as n from registered)
     insert into scorm_sessions (organization_id, registration_id, token_hash, session_hash, session_ends, mode, language, expires_at)
     select $1, r.id, decode(($7::text[])[r.n], 'hex'), '\\x00', now(), 'normal', 'ru', now() + interval '1 day' from numbered r`,
    [org, courseId, content, PLAYERS, stepId, packageId, digests],
  );
  await client.query('analyze');
  await client.end();
  return tokens;
};

const agent = new Agent({ keepAlive: true, maxSockets: PLAYERS });
/** Sends a commit; resolves with the milliseconds to its acknowledgement, or null if there was none. */
const commit = (token: string, sequence: number): Promise<number | null> =>
  new Promise((resolve) => {
    const since = performance.now();
    const changes = {
      'cmi.core.lesson_location': String(sequence),
      'cmi.core.lesson_status': 'incomplete',
      'cmi.suspend_data': `${sequence}:${'x'.repeat(600)}`,
    };
    const body = JSON.stringify({ sequence, sco: 'a', changes, ended: false, seconds: sequence * 10 });
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) };
    const sent = request({ port: PORT + 1, method: 'POST', path: `/r/${token}/commit`, headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.once('end', () => resolve(text.includes('"saved":true') ? performance.now() - since : null));
      answer.once('error', () => resolve(null));
    });
    sent.once('error', () => resolve(null));
    sent.end(body);
  });

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
/** Number of players whose stored place is older than the last acknowledged one. */
const countLost = async (tokens: readonly string[], acknowledged: ReadonlyMap<string, number>): Promise<number> => {
  const client = await connect();
  const { rows } = await client.query<{ token: string; at: string | null }>(
    `select encode(s.token_hash, 'hex') as token, o.cmi->>'cmi.core.lesson_location' as at
     from scorm_sessions s left join scorm_scos o using (registration_id)`,
  );
  await client.end();
  const stored = new Map(rows.map((row) => [row.token, Number(row.at ?? 0)]));
  return tokens.filter((token) => {
    const hash = createHash('sha256').update(token).digest('hex');
    return (stored.get(hash) ?? 0) < (acknowledged.get(token) ?? 0);
  }).length;
};

const facts = machineFacts();
let server = await startServer();
const tokens = await addPlayers();
const acknowledged = new Map<string, number>();
/** One commit of each player, spread over `period`. */
const round1 = async (sequence: number, period: number): Promise<number[]> => {
  const times = await Promise.all(
    tokens.map(async (token, n) => {
      await pause((period * n) / PLAYERS);
      const took = await commit(token, sequence);
      if (took !== null) acknowledged.set(token, sequence);
      return took;
    }),
  );
  return times.filter((took) => took !== null);
};
/** CPU milliseconds of the server and of the database for each commit of `work`. */
const cpuOf = async (work: () => Promise<void>) => {
  const client = await connect();
  const before = [processCpu(server.pid!), await databaseCpu(client)] as const;
  await work();
  const after = [processCpu(server.pid!), await databaseCpu(client)] as const;
  await client.end();
  const perCommit = (n: 0 | 1) => round(((after[n] - before[n]) * 1_000) / PLAYERS, 2);
  return { server: perCommit(0), database: perCommit(1) };
};
await round1(1, PERIOD_MS); // warm-up: connections, plans
let [spread, burst, burstMs]: [number[], number[], number] = [[], [], 0];
const spreadCpu = await cpuOf(async () => {
  spread = await round1(2, PERIOD_MS);
});
const burstCpu = await cpuOf(async () => {
  const since = performance.now();
  burst = await round1(3, 0);
  burstMs = performance.now() - since;
});
const lost = await countLost(tokens, acknowledged);

const killed = round1(4, 2_000);
await pause(1_000);
const gone = ended(server);
server.kill('SIGKILL');
await Promise.all([gone, killed]);
const before = [...acknowledged.values()].filter((sequence) => sequence === 4).length;
server = await startServer();
const lostByKill = await countLost(tokens, acknowledged);

writeResults(
  'scorm-commits',
  facts,
  [
    {
      name: `p95 of ${PLAYERS} learners who commit every 10 s`,
      value: round(p95(spread)),
      unit: 'ms',
      bar: `< ${P95_MS}`,
      reached: p95(spread) < P95_MS && spread.length === PLAYERS,
    },
    { name: 'lost commits', value: lost, unit: '', bar: '0', reached: lost === 0 && burst.length === PLAYERS },
    {
      name: 'acknowledged commits lost by kill -9',
      value: lostByKill,
      unit: '',
      bar: '0',
      reached: lostByKill === 0 && before > 0 && before < PLAYERS,
      note: `${before} of ${PLAYERS} were acknowledged before the kill`,
    },
  ],
  {
    spread_p95_ms: round(p95(spread)),
    cpu_ms_per_commit: { spread: spreadCpu, burst: burstCpu },
    burst_p95_ms: round(p95(burst)),
    burst_ms: round(burstMs),
    burst_per_second: round((PLAYERS / burstMs) * 1000),
    before_kill: before,
  },
);
const stopped = ended(server);
server.kill('SIGTERM');
await stopped;
agent.destroy();
await rm(data, { recursive: true, force: true });
