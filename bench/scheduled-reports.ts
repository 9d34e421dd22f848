import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { handlers } from '../apps/server/src/app/composition.ts';
import { SENDER_DEFAULTS, startSender } from '../apps/server/src/modules/campaigns/sending/engine.ts';
import { createOrganization } from '../apps/server/src/modules/organizations/public.ts';
import { sweepSchedules } from '../apps/server/src/modules/report-schedules/report-schedules.jobs.ts';
import { startWorker } from '../apps/server/src/platform/worker.ts';
import { mailing, mailServer } from '../apps/server/test/make/mailing.ts';
import { machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Scheduled reports of 200 organisations, all due in the same minute, while a campaign of another organisation is being sent:
// seconds from the sweep that orders them until the mail server has accepted the last email, and the rate of the campaign's emails
// meanwhile compared with its rate alone.
//   node bench/scheduled-reports.ts [--reports 200] [--people 50]

const { values } = parseArgs({
  options: { reports: { type: 'string', default: '200' }, people: { type: 'string', default: '50' } },
});
const REPORTS = Number(values.reports);
const PEOPLE = Number(values.people);
const EMAILS = 120_000;
const ALONE_MS = 15_000;

const facts = machineFacts();
const sink = spawn(
  process.execPath,
  [fileURLToPath(new URL('../packages/mail/src/sink-process.ts', import.meta.url))],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const { port } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };
const bench = await openStaffDatabase(200_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;

/** An organisation with people and a schedule whose last delivery, an hour ago, has not been made. One director gets a link, one a file. */
const addOrganization = async (n: number): Promise<void> => {
  const id = await createOrganization(platform, {
    title: `Организация ${n}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 1_000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await mailServer(platform, id, port, 1);
  await owner.query(
    `insert into employees (organization_id, department_id, email, first_name, last_name, role, risk_level, phishing_indicator, learning_progress)
     select $1, (select id from departments where organization_id = $1 and is_default), 'p' || n || '@org-' || $3 || '.test', 'Анна', 'Ким ' || n,
       case when n = 1 then 'operator' else 'employee' end, (n % 100) / 10.0, n % 100, n % 100
     from generate_series(1, $2::int) as n`,
    [id, PEOPLE, String(n)],
  );
  await owner.query(
    `insert into tag_employees (organization_id, tag_id, employee_id) select $1, t.id, e.id from tags t, employees e
     where t.organization_id = $1 and t.title = 'отчеты' and e.organization_id = $1 and e.email ~ '^p[12]@'`,
    [id],
  );
  await owner.query(
    `insert into report_schedules (organization_id, frequency, weekday, month_day, hour, kinds, language, to_tag, attach, saved_by, settled_until)
     select $1, 'weekly', extract(isodow from at), 1, extract(hour from at), '{pdf}', 'ru', true, true, gen_random_uuid(), now() - interval '3 days'
     from (select (now() - interval '1 hour') at time zone 'Asia/Tashkent' as at) due`,
    [id],
  );
};

const sentInCampaign = async () =>
  (await platform.metrics.emails.get()).values.find((one) => one.labels.outcome === 'sent')?.value ?? 0;
const countReports = async (state: string) =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'scheduled_reports' and state = $1`,
      [state],
    )
  ).rows[0]!.n;
/** Emails of the campaign a second while `work` runs. */
const rateDuring = async (work: () => Promise<unknown>) => {
  const [before, since] = [await sentInCampaign(), performance.now()];
  await work();
  const seconds = (performance.now() - since) / 1_000;
  return { seconds, rate: ((await sentInCampaign()) - before) / seconds };
};

try {
  for (let n = 1; n <= REPORTS; n++) await addOrganization(n);
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'acme.test', 'bench', now())`,
    [organizationId],
  );
  await owner.query('update organizations set daily_cap = 100000000 where id = $1', [organizationId]);
  await mailServer(platform, organizationId, port, 4);
  await mailing(platform, organizationId, EMAILS, { domain: 'acme.test', status: 'active' });
  await owner.query('analyze');
  const sender = await startSender(platform, SENDER_DEFAULTS);
  const worker = await startWorker(platform, handlers);
  while ((await sentInCampaign()) < 200) await pause(50);
  const before = await rateDuring(() => pause(ALONE_MS));
  console.log(`alone: ${round(before.rate)} emails/s`);
  const expected = REPORTS * 2;
  const meanwhile = await rateDuring(async () => {
    await sweepSchedules(platform);
    while ((await countReports('sent')) + (await countReports('failed')) < expected) await pause(500);
  });
  console.log(`meanwhile: ${round(meanwhile.rate)} emails/s for ${round(meanwhile.seconds)} s`);
  const after = await rateDuring(() => pause(ALONE_MS));
  console.log(`alone: ${round(after.rate)} emails/s`);
  const [sent, failed] = [await countReports('sent'), await countReports('failed')];
  await worker.stop();
  await sender.stop();
  const ratio = meanwhile.rate / Math.max(before.rate, after.rate);
  writeResults(
    'scheduled-reports',
    facts,
    [
      { name: 'emails with reports sent', value: sent, unit: '', bar: `= ${expected}`, reached: sent === expected },
      {
        name: `${REPORTS} reports due in one minute, until the last email`,
        value: round(meanwhile.seconds, 1),
        unit: 's',
        bar: 'all sent',
        reached: failed === 0,
      },
      {
        name: 'rate of a campaign meanwhile : alone',
        value: round(ratio),
        unit: '×',
        bar: '≥ 0.67',
        reached: ratio >= 0.67,
      },
    ],
    { emails_per_second: { before: before.rate, meanwhile: meanwhile.rate, after: after.rate }, people: PEOPLE },
  );
} finally {
  await bench.close();
  sink.kill();
}
