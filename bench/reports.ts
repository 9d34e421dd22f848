import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { closePdf } from '../apps/server/src/modules/reports/pdf/pdf.ts';
import { atMost, round, seconds, type Bench } from './lib.ts';
import { openFilledDatabase } from './people.ts';

// Reports about 50,000 people: the workbook of a campaign, the progress report in both formats, and the compliance
// report; seconds compared with reading the rows of the campaign, and the memory of this process while they are made.

/** Seconds of the work, and the highest memory in MB above the memory before it; sampled, because peaks are short. */
const measure = async (work: () => Promise<unknown>) => {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
  const took = await seconds(work);
  clearInterval(timer);
  return { seconds: round(took), memory_mb: round((highest - before) / 2 ** 20, 0) };
};

const bench: Bench = async ({ small }) => {
  const people = small ? 2_000 : 50_000;
  const database = await openFilledDatabase(people);
  const { platform, owner, administrator } = database;
  try {
    const { id } = (await owner.query<{ id: string }>('select id from campaigns order by start_at limit 1')).rows[0]!;
    const make = async (order: () => Promise<{ id: string }>) => {
      const report = await order();
      const { rows } = await owner.query<{ payload: never }>(
        'select payload from graphile_worker._private_jobs where key = $1',
        [`report:${report.id}`],
      );
      const figures = await measure(() => runJob(platform, 'reports.make-report', rows[0]!.payload));
      const made = await act(platform, administrator, 'reports.get', { id: report.id });
      if (made.status !== 'complete') throw new Error(`The report failed: ${JSON.stringify(made)}`);
      return figures;
    };
    const bare = await seconds(() =>
      owner.query(
        `select r.*, e.full_name, e.position, d.title from campaign_recipients r join employees e on e.id = r.employee_id
         join departments d on d.id = e.department_id where r.campaign_id = $1 order by e.full_name`,
        [id],
      ),
    );
    const period = { from: '2000-01-01', to: '2999-01-01' };
    const reports = {
      'workbook of a campaign': await make(() => act(platform, administrator, 'reports.make-phishing', { id })),
      'workbook of the progress': await make(() =>
        act(platform, administrator, 'reports.make-progress', { format: 'xlsx' }),
      ),
      'PDF of the progress': await make(() => act(platform, administrator, 'reports.make-progress', {})),
      'workbook of the compliance': await make(() =>
        act(platform, administrator, 'reports.make-compliance', { format: 'xlsx', ...period }),
      ),
    };
    const all = Object.values(reports);
    return {
      bars: [
        atMost('workbook of a campaign : reading its rows', reports['workbook of a campaign'].seconds / bare, 30),
        atMost('the slowest report', Math.max(...all.map((made) => made.seconds)), 60, 's'),
        atMost('memory of the largest report', Math.max(...all.map((made) => made.memory_mb)), 300, 'MB'),
      ],
      figures: { people, reading_seconds: bare, reports },
    };
  } finally {
    await closePdf();
    await database.close();
  }
};
export default bench;
