import { performance } from 'node:perf_hooks';
import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { closePdf } from '../apps/server/src/modules/reports/pdf/pdf.ts';
import { machineFacts, round, writeResults, type Bar } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';
import { fillStaff } from './staff-people.ts';

// Reports at 100,000 people: the workbook of a campaign, the progress report in both formats, and the compliance report.
//   node bench/reports.ts [people]
const PEOPLE = Number(process.argv[2] ?? 100_000);

/** Highest memory of this process in MB while `work` runs, above the memory before it; sampled, because peaks are short. */
const measure = async (work: () => Promise<unknown>): Promise<{ seconds: number; memory_mb: number }> => {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
  const from = performance.now();
  await work();
  clearInterval(timer);
  return {
    seconds: round((performance.now() - from) / 1_000, 1),
    memory_mb: round((Math.max(highest, process.memoryUsage.rss()) - before) / 2 ** 20, 0),
  };
};

const bar = (name: string, value: number, unit: string, limit: number): Bar => ({
  name,
  value,
  unit,
  bar: `< ${limit}`,
  reached: value < limit,
});

const facts = machineFacts();
const bench = await openStaffDatabase(PEOPLE * 2);
const { platform } = bench;
try {
  await fillStaff(bench, PEOPLE);
  const officer = await addOfficer(bench, 'Офицер', 'operator');
  const { rows: campaigns } = await platform.db.owner.query<{ id: string }>(
    'select id from campaigns order by start_at limit 1',
  );
  const made = async (name: string, order: () => Promise<{ id: string }>) => {
    const { id } = await order();
    const { rows } = await platform.db.owner.query<{ payload: never }>(
      'select j.payload from graphile_worker._private_jobs j where j.key = $1',
      [`report:${id}`],
    );
    const figures = await measure(() => runJob(platform, 'reports.make-report', rows[0]!.payload));
    const report = await act(platform, officer, 'reports.get', { id });
    if (report.status !== 'complete') throw new Error(`${name}: ${JSON.stringify(report)}`);
    console.log(name, JSON.stringify(figures));
    return { name, ...figures };
  };
  const campaign = await made('workbook of a campaign', () =>
    act(platform, officer, 'reports.make-phishing', { id: campaigns[0]!.id }),
  );
  const progress = await made('workbook of the progress', () =>
    act(platform, officer, 'reports.make-progress', { format: 'xlsx' }),
  );
  const pdf = await made('PDF of the progress', () => act(platform, officer, 'reports.make-progress', {}));
  const compliance = await made('workbook of the compliance', () =>
    act(platform, officer, 'reports.make-compliance', { format: 'xlsx', to: '2999-01-01', from: '2000-01-01' }),
  );
  writeResults(
    'reports',
    facts,
    [
      bar('workbook of a campaign', campaign.seconds, 's', 60),
      bar('workbook of a campaign: memory', campaign.memory_mb, 'MB', 300),
      bar('progress report, XLSX', progress.seconds, 's', 90),
      bar('progress report, PDF', pdf.seconds, 's', 90),
    ],
    { people: PEOPLE, reports: [campaign, progress, pdf, compliance] },
  );
} finally {
  await closePdf();
  await bench.close();
}
