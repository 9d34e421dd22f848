import { act } from '../apps/server/seeds/demo/act.ts';
import { foldTallies } from '../apps/server/src/modules/results/fold-tallies.repo.ts';
import { refreshCourseEffects, storeDailyPoints } from '../apps/server/src/modules/statistics/public.ts';
import { sweepStatistics } from '../apps/server/src/modules/statistics/refresh.service.ts';
import { after, DAY, now } from '../apps/server/src/platform/clock.ts';
import { inSystem, inTenant } from '../apps/server/src/platform/db.ts';
import type { Database } from './database.ts';
import { atMost, quantile, round, timesOf, type Bench } from './lib.ts';
import { openFilledDatabase } from './people.ts';

// Time of the statistics calls that read most in an organisation with a year of simulations, compared with the list of tags, a call of
// the same executor that reads a dozen rows.

/** Events of the emails, points of a year, and the newcomers that `openFilledDatabase` does not make. */
const addHistory = async ({ platform, owner, organizationId, scope }: Database): Promise<void> => {
  await owner.query(`select set_config('app.org', $1, false)`, [organizationId]);
  await owner.query(
    `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human, os, user_agent)
     select organization_id, campaign_id, id, 'opened', sent_at, true, 'Windows 11', 'bench' from campaign_recipients`,
  );
  await owner.query(`update organizations set created_at = now() - interval '900 days'`);
  await owner.query(`update employees set created_at = now() - random() * interval '1800 days'`);
  await inTenant(platform.db, scope, 'write', storeDailyPoints);
  await owner.query(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level, phishing_indicator, learning_progress, people)
     select organization_id, day - 30 * n, scope, subject_id, risk_level, phishing_indicator, learning_progress, people
     from risk_points cross join generate_series(1, 12) n`,
  );
  await inTenant(platform.db, scope, 'write', refreshCourseEffects);
  await owner.query('vacuum (analyze)');
  await inSystem(platform.db, foldTallies);
  await sweepStatistics(platform);
};

const listCalls = async ({ owner, organizationId: id }: Database) => {
  const first = async (query: string) => (await owner.query<{ id: string }>(query)).rows[0]!.id;
  const person = await first('select id from employees where emails_sent > 5 limit 1');
  const department_id = await first(`select id from departments where title like 'Дирекция%' limit 1`);
  const month = new Date(after(now(), -40 * DAY)).toISOString().slice(0, 7);
  return [
    ['statistics.my-progress', {}],
    ['statistics.current-risk-level', { id }],
    ['statistics.phishing', { id, days_period: 365 }],
    ['statistics.risk-groups', { id }],
    ['statistics.courses-counts', { id }],
    ['statistics.progress-group-people', { id, group: 'BEHIND' }],
    ['statistics.user-phishing', { id: person }],
    ['statistics.departments', { days_period: 365 }],
    ['statistics.repeat-clickers', { id }],
    ['statistics.newcomers', { id }],
    ['statistics.heat-map', { id }],
    ['statistics.course-effects', { id }],
    ['statistics.people-behind', { id, of: 'clicked' }],
    ['statistics.people-behind', { id, of: 'repeat' }],
    ['statistics.people-behind', { id, of: 'department_month', department_id, month }],
    ['statistics.people-ids', { id, of: 'clicked' }],
  ] as const;
};

const bench: Bench = async ({ small }) => {
  const [people, runs] = small ? [2_000, 3] : [50_000, 20];
  const database = await openFilledDatabase(people);
  try {
    await addHistory(database);
    const tags = await timesOf(runs, () => act(database.platform, database.administrator, 'tags.list', {}));
    const reference = quantile(tags, 0.5);
    const figures = [];
    for (const [call, input] of await listCalls(database)) {
      const times = await timesOf(runs, () => act(database.platform, database.administrator, call, input as never));
      const p50_ms = quantile(times, 0.5);
      figures.push({ call, input, p50_ms, p95_ms: quantile(times, 0.95), ratio: round(p50_ms / reference) });
      console.log(`${round(p50_ms, 1)} ms, ${figures.at(-1)!.ratio} ×  ${call} ${JSON.stringify(input)}`);
    }
    const slowest = figures.toSorted((a, b) => b.p95_ms - a.p95_ms)[0]!;
    const ratios = figures.map((one) => one.ratio);
    return {
      bars: [
        atMost('a call : the list of tags, median of all calls', quantile(ratios, 0.5), 5),
        atMost('a call : the list of tags, slowest call', Math.max(...ratios), 20),
        atMost(`p95 of the slowest call (${slowest.call})`, slowest.p95_ms, 150, 'ms'),
      ],
      figures: { people, list_of_tags_p50_ms: reference, calls: figures },
    };
  } finally {
    await database.close();
  }
};
export default bench;
