import { act, runJob, type Actor } from '../apps/server/seeds/demo/act.ts';
import { installStarterPhishing } from '../apps/server/src/modules/phishing/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, round, writeResults, type Bar } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// How long the launch of a campaign takes to answer, and to plan all its letters, against a bare insert of as many rows.
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
const letters = await inTenant(platform.db, scope, 'read', (tx) =>
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

const bars: Bar[] = [];
const figures: Record<string, unknown>[] = [];
for (const size of sizes) {
  const department = await people(size);
  let made: { id: string } | undefined;
  const answered = await seconds(async () => {
    made = await act(platform, officer, 'campaigns.create', {
      name: `Рассылка на ${size}`,
      templates: letters.map((letter) => letter.id),
      targets: { target_users: [], target_departments: [department], exclude_users: [] },
      isDelay: true,
      dateDelay: new Date(Date.now() + 86_400_000).toISOString(),
    });
  });
  const campaign_id = made!.id;
  const planned = await seconds(() =>
    runJob(platform, 'campaigns.plan-letters', { organization_id: organizationId, campaign_id }),
  );
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from campaign_recipients where campaign_id = $1',
    [campaign_id],
  );
  if (rows[0]!.n !== size) throw new Error(`${rows[0]!.n} letters planned instead of ${size}`);
  const bare = await seconds(() =>
    owner.query(`create table bare_${size} as select * from campaign_recipients where campaign_id = $1`, [campaign_id]),
  );
  figures.push({ size, answered, planned, bare });
  bars.push(
    { name: `launch for ${size} answers`, value: round(answered), unit: 's', bar: '< 1', reached: answered < 1 },
    {
      name: `${size} letters planned`,
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
writeResults('launch', facts, bars, figures);
await bench.close();
