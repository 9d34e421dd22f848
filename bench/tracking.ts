import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { mailing } from '../apps/server/test/make/mailing.ts';
import { best, machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Requests a second of the tracking listener (each event is durable before its answer) compared with a bare Node HTTP
// server (without storage), each in its own process, with the same load generator, in alternating rounds.
//   node bench/tracking.ts [--rounds 3] [--seconds 4] [--connections 200]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '200' },
  },
});
const kinds = ['open', 'click', 'submit'] as const;
type Kind = (typeof kinds)[number];
const pathOf: Record<Kind, (key: string) => string> = {
  open: (key) => `/${key}/o.gif`,
  click: (key) => `/${key}`,
  submit: (key) => `/${key}/s?f=login,password`,
};
const headers = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,image/*,*/*',
  'accept-language': 'ru,en;q=0.8',
};

const children: ChildProcess[] = [];
type Served = { port: number; pid: number };
const serve = async (script: string, env: Record<string, string> = {}): Promise<Served> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return { ...(JSON.parse(String((await once(child.stdout!, 'data'))[0])) as { port: number }), pid: child.pid! };
};

/** CPU milliseconds used by a process; other work on the machine affects rates, but hardly this number. */
const cpuOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0; // no /proc, or the process has ended
  }
};
const databaseCpu = async (): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity');
  return rows.reduce((sum, row) => sum + cpuOf(row.pid), 0);
};

type Load = { perSecond: number; answered: number; p99: number; cpu: number };
const load = async ({ port, pid }: Served, kind: Kind, keys: readonly string[]): Promise<Load> => {
  let next = 0;
  const before = cpuOf(pid) + (await databaseCpu());
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    requests: [
      {
        method: kind === 'submit' ? 'POST' : 'GET',
        headers,
        setupRequest: (request) => ({ ...request, path: pathOf[kind](keys[next++ % keys.length]!) }),
      },
    ],
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${kind}: ${result.non2xx} refused, ${result.errors} failed`);
  const used = cpuOf(pid) + (await databaseCpu()) - before;
  return {
    perSecond: result.requests.average,
    answered: result['2xx'],
    p99: result.latency.p99,
    cpu: (used * 1_000) / result['2xx'],
  };
};

const facts = machineFacts();
const database = await openStaffDatabase(400_000);
const { owner } = database.platform.db;
const count = async () =>
  (await owner.query<{ n: number }>('select count(*)::int as n from tracking_events')).rows[0]!.n;
const planned = async (people: number) => {
  const { campaignId } = await mailing(database.platform, database.organizationId, people, { domain: 'acme.test' });
  await owner.query(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour' where campaign_id = $1`,
    [campaignId],
  );
  const { rows } = await owner.query<{ key: string }>(
    'select tracking_key as key from campaign_recipients where campaign_id = $1 order by random()',
    [campaignId],
  );
  return rows.map((row) => row.key);
};
/** Runs a load and checks that every answered event is in the table. */
const durable = async (server: Served, kind: Kind, keys: readonly string[]): Promise<Load> => {
  const before = await count();
  const result = await load(server, kind, keys);
  const stored = (await count()) - before;
  if (stored < result.answered) throw new Error(`${result.answered} ${kind} were answered, only ${stored} stored`);
  return result;
};

try {
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'acme.test', 'bench', now())`,
    [database.organizationId],
  );
  const bare = await serve('./bare-server.ts');
  const ours = await serve('./tracking-server.ts', {
    DATABASE_URL: database.url,
    SERGAK_LOG_LEVEL: 'error',
    SERGAK_PORT: '0',
  });
  const small = await planned(1_000);
  const large = await planned(100_000);
  await owner.query('vacuum (analyze)');
  const figures: Record<string, number[]> = {};
  const cpu: Record<string, number[]> = {};
  const note = (name: string, one: Load) => {
    (figures[name] ??= []).push(one.perSecond);
    (cpu[name] ??= []).push(round(one.cpu, 0));
    console.log(
      `${name.padEnd(26)} ${one.perSecond.toFixed(0).padStart(7)} requests/s   p99 ${one.p99} ms   ${one.cpu.toFixed(0)} µs CPU each`,
    );
  };
  for (let n = 1; n <= Number(values.rounds); n++)
    for (const kind of kinds) {
      note(`${kind} bare`, await load(bare, kind, small));
      note(`${kind} 1000`, await durable(ours, kind, small));
      note(`${kind} 100000`, await durable(ours, kind, large));
    }
  // Planning writes much faster than in practice: as many emails as the disk takes during the whole measurement.
  const inserting = mailing(database.platform, database.organizationId, 100_000, { domain: 'acme.test' });
  note('open while planning', await durable(ours, 'open', large));
  await inserting;
  const at = (name: string) => best(figures[name]!);
  const bars = kinds.flatMap((kind) =>
    ['1000', '100000'].map((size) => {
      const ratio = at(`${kind} ${size}`) / at(`${kind} bare`);
      return {
        name: `${kind} at ${size} recipients : bare Node`,
        value: round(ratio),
        unit: '×',
        bar: '≥ 0.5',
        reached: ratio >= 0.5,
      };
    }),
  );
  const planning = at('open while planning') / at('open 100000');
  writeResults(
    'tracking',
    facts,
    [
      ...bars,
      {
        name: 'open while 100,000 emails are planned : open otherwise',
        value: round(planning),
        unit: '×',
        bar: '≥ 0.3',
        reached: planning >= 0.3,
      },
    ],
    {
      requests_per_second: figures,
      cpu_microseconds_per_request_server_and_database: cpu,
      connections: Number(values.connections),
      durable: 'fsync on, every answered event found in the table',
    },
  );
} finally {
  for (const child of children) child.kill();
  await database.close();
}
