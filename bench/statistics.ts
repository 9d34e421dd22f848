import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { act } from '../apps/server/seeds/demo/act.ts';
import { storeDailyPoints, storeCourseEffects } from '../apps/server/src/modules/statistics/public.ts';
import { sweepStatistics } from '../apps/server/src/modules/statistics/refresh.service.ts';
import { after, DAY, now } from '../apps/server/src/platform/clock.ts';
import { inSystem, inTenant } from '../apps/server/src/platform/db.ts';
import { foldTallies } from '../apps/server/src/modules/campaigns/tallies.repo.ts';
import { machineFacts, quantile, round, writeResults, type Bar } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';
import { fillStaff } from './staff-people.ts';

// Time of each statistics call in an organisation with two years of simulations.
//   node bench/statistics.ts [--people 100000] [--events 5000000] [--runs 20]
// SERGAK_BENCH_KEEP=FOLDER keeps the filled database for the next run.

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    events: { type: 'string', default: '5000000' },
    runs: { type: 'string', default: '20' },
  },
});
const [people, events, runs] = [Number(values.people), Number(values.events), Number(values.runs)];
const BAR_MS = 150;

const facts = machineFacts();
const base = await openStaffDatabase(people * 2);
const { platform, organizationId } = base;
const scope = { organizationId, readable: [organizationId] };
const { owner } = platform.db;

/** Events of the emails, points of a year, and the newcomers that `fillStaff` does not make. */
const addHistory = async (): Promise<void> => {
  const known = await owner.query<{ n: string }>('select count(*) as n from tracking_events');
  if (Number(known.rows[0]!.n) > 0) return;
  await owner.query(`select set_config('app.org', $1, false)`, [organizationId]);
  await owner.query(
    `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human, os, user_agent)
     select $1, r.campaign_id, r.id, 'opened', r.sent_at, true, 'Windows 11', 'bench'
     from campaign_recipients r cross join generate_series(1, 3) n limit $2`,
    [organizationId, events],
  );
  await owner.query(`update organizations set created_at = now() - interval '900 days' where id = $1`, [
    organizationId,
  ]);
  await owner.query(`update employees set created_at = now() - random() * interval '1800 days'`);
  await inTenant(platform.db, scope, 'write', storeDailyPoints);
  await owner.query(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level, phishing_indicator, learning_progress, people)
     select organization_id, day - 30 * n, scope, subject_id, risk_level, phishing_indicator, learning_progress, people
     from risk_points cross join generate_series(1, 12) n`,
  );
  const from = performance.now();
  await inTenant(platform.db, scope, 'write', storeCourseEffects);
  console.log(`effects of courses: ${round((performance.now() - from) / 1_000)} s`);
  await owner.query('vacuum (full, analyze) employees');
  await owner.query('vacuum (analyze)');
};

const percentile = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let run = -2; run < runs; run++) {
    const from = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - from);
  }
  return round(quantile(times, 0.95), 0);
};

try {
  const start = performance.now();
  await fillStaff(base, people);
  await addHistory();
  await inSystem(platform.db, foldTallies);
  await sweepStatistics(platform);
  console.log(`filled in ${round((performance.now() - start) / 1_000, 0)} s`);
  const officer = await addOfficer(base, 'Офицер', 'operator');
  const id = organizationId;
  const person = (await owner.query<{ id: string }>('select id from employees where emails_sent > 5 limit 1')).rows[0]!
    .id;
  const department = (
    await owner.query<{ id: string }>(`select id from departments where title like 'Дирекция%' limit 1`)
  ).rows[0]!.id;
  const course = (await owner.query<{ id: string }>('select course_id as id from course_effects limit 1')).rows[0]?.id;
  const month = after(now(), -40 * DAY)
    .toISOString()
    .slice(0, 7);
  const behind = (input: object) => ['statistics.people-behind', { id, ...input }] as const;
  const calls = [
    ['statistics.my-progress', {}],
    ['statistics.my-progress-change', {}],
    ['statistics.my-passed', {}],
    ['statistics.my-phishing', {}],
    ['statistics.my-risk-level', {}],
    ['statistics.current-risk-level', { id }],
    ['statistics.phishing', { id, days_period: 365 }],
    ['statistics.current-progress', { id }],
    ['statistics.progress', { id }],
    ['statistics.risk-levels', { id, days_period: 365 }],
    ['statistics.risk-groups', { id }],
    ['statistics.progress-groups', { id }],
    ['statistics.courses-counts', { id }],
    ['statistics.last-campaign', { id }],
    ['statistics.progress-group-people', { id, group: 'BEHIND' }],
    ['statistics.user-risk-level', { id: person }],
    ['statistics.user-progress', { id: person }],
    ['statistics.user-phishing', { id: person }],
    ['statistics.user-quizzes', { id: person }],
    ['statistics.departments', { days_period: 90 }],
    ['statistics.departments', { days_period: 365 }],
    ['statistics.users', {}],
    ['statistics.risk-method', { id }],
    ['statistics.repeat-clickers', { id }],
    ['statistics.newcomers', { id }],
    ['statistics.heat-map', { id }],
    ['statistics.course-effects', { id }],
    behind({ of: 'sent' }),
    behind({ of: 'clicked' }),
    behind({ of: 'entered_data', days_period: 365 }),
    behind({ of: 'high' }),
    behind({ of: 'repeat' }),
    behind({ of: 'newcomers', part: 0 }),
    behind({ of: 'department_month', department_id: department, month }),
    ...(course ? [behind({ of: 'course_caught', course_id: course })] : []),
    ['statistics.people-ids', { id, of: 'clicked' }],
  ] as const;
  const bars: Bar[] = [];
  for (const [call, input] of calls) {
    const value = await percentile(() => act(platform, officer, call, input as never));
    const { id: _, ...rest } = input as { id?: string };
    const name = `p95 of ${call} ${JSON.stringify(rest)}`;
    bars.push({ name, value, unit: 'ms', bar: `< ${BAR_MS}`, reached: value < BAR_MS });
    console.log(`${String(value).padStart(6)} ms  ${name}`);
  }
  const stored = await owner.query<{ emails: string; events: string }>(
    'select (select count(*) from campaign_recipients) as emails, (select count(*) from tracking_events) as events',
  );
  writeResults('statistics', facts, bars, { people, ...stored.rows[0], runs });
} finally {
  await base.close();
}
