import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { act, runJob, type Actor } from '../apps/server/seeds/demo/act.ts';
import { installStarterPhishing } from '../apps/server/src/modules/phishing/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, round, writeResults, type Bar } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Time until the launch of a campaign answers and until all its emails are planned, compared with a bare insert of as
// many rows; and the tracking listener's rate of opens (each stored durably) while 100,000 emails are planned.
const sizes = [10_000, 100_000];
const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;
const scope = { organizationId, readable: [organizationId] };

const officer = await inTenant(platform.db, scope, 'write', async (tx): Promise<Actor> => {
  await installStarterPhishing(tx, platform, 'ru');
  await tx
    .insertInto('organization_domains')
    .values({ domain: 'zavod.test', proof: 'bench', confirmed_at: new Date() })
    .execute();
  const home = await tx.selectFrom('departments').select('id').executeTakeFirstOrThrow();
  const row = await tx
    .insertInto('employees')
    .values({
      department_id: home.id,
      email: 'officer@zavod.test',
      last_name: 'Офицер',
      role: 'operator',
      is_registered: true,
    })
    .returning(['id', 'full_name'])
    .executeTakeFirstOrThrow();
  return { id: row.id, name: row.full_name, role: 'operator', organizationId };
});
const emails = await inTenant(platform.db, scope, 'read', (tx) =>
  tx.selectFrom('emails').select('id').limit(3).execute(),
);

const people = async (size: number) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into departments (organization_id, title) values ($1, $2) returning id`,
    [organizationId, `Цех на ${size}`],
  );
  await owner.query(
    `insert into employees (organization_id, department_id, email, last_name, first_name)
     select $1, $2, 'p' || n || '-${size}@zavod.test', 'Каримова', 'Нигора' from generate_series(1, $3::int) as n`,
    [organizationId, rows[0]!.id, size],
  );
  await owner.query('analyze employees');
  return rows[0]!.id;
};

const seconds = async (work: () => Promise<unknown>) => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

const plan = (campaign_id: string) =>
  runJob(platform, 'campaigns.plan-emails', { organization_id: organizationId, campaign_id });
const launch = async (name: string, department: string): Promise<string> => {
  const made: { id: string } = await act(platform, officer, 'campaigns.create', {
    name,
    templates: emails.map((email) => email.id),
    targets: { target_users: [], target_departments: [department], exclude_users: [] },
    emailSendType: 'at_once',
    isDelay: true,
    dateDelay: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return made.id;
};

const bars: Bar[] = [];
const figures: unknown[] = [];
let last = { campaign_id: '', department: '', planned: 0 };
for (const size of sizes) {
  const department = await people(size);
  let campaign_id = '';
  const answered = await seconds(async () => {
    campaign_id = await launch(`Рассылка на ${size}`, department);
  });
  const planned = await seconds(() => plan(campaign_id));
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from campaign_recipients where campaign_id = $1',
    [campaign_id],
  );
  if (rows[0]!.n !== size) throw new Error(`${rows[0]!.n} emails planned instead of ${size}`);
  const bare = await seconds(() =>
    owner.query(`create table bare_${size} as select * from campaign_recipients where campaign_id = $1`, [campaign_id]),
  );
  last = { campaign_id, department, planned };
  figures.push({ size, answered, planned, bare });
  bars.push(
    { name: `launch for ${size} answers`, value: round(answered), unit: 's', bar: '< 1', reached: answered < 1 },
    {
      name: `${size} emails planned`,
      value: round(planned),
      unit: 's',
      bar: '< 30 for 100,000',
      reached: planned < 30,
    },
    {
      name: `planning : copying the ${size} rows bare`,
      value: round(planned / bare, 1),
      unit: '×',
      bar: 'none set',
      reached: true,
    },
  );
}

type Opens = { per_second: number; p99_ms: number; failed: number };
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const tracking = spawn(process.execPath, [script('./tracking-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, DATABASE_URL: bench.url, SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' },
});
try {
  const { port } = JSON.parse(String((await once(tracking.stdout, 'data'))[0])) as { port: number };
  await owner.query(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour' where campaign_id = $1`,
    [last.campaign_id],
  );
  await owner.query('vacuum (analyze) campaign_recipients');
  const { rows } = await owner.query<{ key: string }>(
    'select tracking_key as key from campaign_recipients where campaign_id = $1 order by random()',
    [last.campaign_id],
  );
  const opens = async (keys: readonly { key: string }[], duration: number): Promise<Opens> => {
    const child = spawn(process.execPath, [script('./open-load.ts'), String(port), String(duration)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(keys.map((one) => one.key)));
    const result = JSON.parse(await text(child.stdout)) as Opens;
    if (result.failed > 0) throw new Error(`${result.failed} opens failed`);
    return result;
  };
  const half = rows.length / 2;
  const quiet = await opens(rows.slice(0, half), 4);
  const next = await launch('Ещё одна рассылка', last.department);
  // Loads for as long as planning alone took: with the load planning takes longer, so all opens fall into it.
  const busy = plan(next);
  const during = await opens(rows.slice(half), Math.min(15, Math.max(2, Math.floor(last.planned))));
  const planned = await seconds(() => busy);
  const ratio = during.per_second / quiet.per_second;
  figures.push({
    opens_while_quiet: quiet,
    opens_while_planning: during,
    planning_went_on_for_seconds: round(planned),
  });
  bars.push({
    name: 'opens while 100,000 emails are planned : opens while quiet',
    value: round(ratio),
    unit: '×',
    bar: '≥ 0.3',
    reached: ratio >= 0.3,
    note: `p99 ${during.p99_ms} ms against ${quiet.p99_ms} ms`,
  });
} finally {
  tracking.kill();
}
writeResults('launch', facts, bars, figures);
await bench.close();
