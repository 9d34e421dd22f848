import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { act } from '../apps/server/seeds/demo/act.ts';
import { handlers } from '../apps/server/src/app/composition.ts';
import { SENDER_DEFAULTS, startSender } from '../apps/server/src/modules/campaigns/sending/engine.ts';
import { installStarterPhishing } from '../apps/server/src/modules/phishing/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { startWorker } from '../apps/server/src/platform/worker.ts';
import { mailing, mailServer } from '../apps/server/test/make/mailing.ts';
import { best, machineFacts, median, round, writeResults } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// Cost of a week full of emails: sending with background jobs, pre-flight checks and launch for 200 people, and the
// phishing statistics; in an empty database and after adding `old` emails of the last six days.
//   node bench/aged.ts [--old 1000000] [--emails 15000] [--rounds 2]

const { values } = parseArgs({
  options: {
    old: { type: 'string', default: '1000000' },
    emails: { type: 'string', default: '15000' },
    rounds: { type: 'string', default: '2' },
  },
});
const [old, emails, rounds] = [Number(values.old), Number(values.emails), Number(values.rounds)];
const OLD_CAMPAIGNS = 4;
const people = Math.max(old / OLD_CAMPAIGNS, emails * rounds * 2);
const FEW = 200;
const html = `<!doctype html><html><body><h1>{{full_name}}</h1>${'<p>Уважаемый коллега, обновите данные учётной записи.</p>\n'.repeat(12)}
<p><a href="{{link}}">Открыть</a></p>{{tracking}}</body></html>`;

const facts = machineFacts();
const sinkProgram = fileURLToPath(new URL('../packages/mail/src/sink-process.ts', import.meta.url));
const sink = spawn(process.execPath, [sinkProgram], { stdio: ['ignore', 'pipe', 'inherit'] });
const { port } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };
const database = await openStaffDatabase(2_000_000);
const { platform, organizationId } = database;
const { owner } = platform.db;
const officer = await addOfficer(database, 'Офицер', 'operator');
const worker = await startWorker(platform, handlers);

const ids = async (limit: number, offset: number): Promise<string[]> =>
  (
    await owner.query<{ id: string }>(
      `select id from employees where organization_id = $1 and email like 'p%' order by email limit $2 offset $3`,
      [organizationId, limit, offset],
    )
  ).rows.map((row) => row.id);

/** Emails a second to people without an email in this run, with their follow-up jobs. */
let used = 0;
const send = async (): Promise<number> => {
  const employees = await ids(emails, used);
  used += emails;
  await mailing(platform, organizationId, emails, { html, domain: 'zavod.test', employees });
  const from = performance.now();
  const sender = await startSender(platform, SENDER_DEFAULTS);
  const sent = async () =>
    (await platform.metrics.emails.get()).values.find((one) => one.labels.outcome === 'sent')?.value ?? 0;
  while ((await sent()) < emails) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - from) / 1_000;
  await sender.stop();
  platform.metrics.emails.reset();
  return emails / seconds;
};

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return round(median(times), 0);
};

const measure = async () => {
  const few = await ids(FEW, people - FEW);
  const form = {
    name: 'Двести человек',
    templates: await someEmails(),
    targets: { target_users: few, target_departments: [], exclude_users: [] },
    emailSendType: 'at_once' as const,
    isDelay: true,
    dateDelay: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const preflight = await milliseconds(() => act(platform, officer, 'campaigns.preflight', form));
  const launch = await milliseconds(() => act(platform, officer, 'campaigns.create', form));
  const phishing = await milliseconds(() =>
    act(platform, officer, 'statistics.phishing', { id: organizationId, days_period: 90 }),
  );
  const rates: number[] = [];
  for (let i = 0; i < rounds; i++) rates.push(await send());
  console.log({ preflight, launch, phishing, rates });
  return { preflight, launch, phishing, rates };
};
const someEmails = () =>
  inTenant(platform.db, { organizationId, readable: [organizationId] }, 'read', async (tx) =>
    (await tx.selectFrom('emails').select('id').where('translation_of', 'is', null).limit(3).execute()).map(
      (row) => row.id,
    ),
  );

const addOldEmails = async () => {
  for (let n = 0; n < OLD_CAMPAIGNS; n++) {
    const { campaignId, emailId } = await mailing(platform, organizationId, 0, {
      html,
      domain: 'zavod.test',
      employees: [],
      status: 'completed',
    });
    await owner.query(
      `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, tracking_key, message_id, address,
         first_name, last_name, department, send_at, state, sent_at, result)
       select $1, $2, $3, e.id, md5(e.id::text || $4::text), '<' || md5(e.id::text || $4::text) || '@zavod.test>', e.email, 'Анна', 'Ким', 'Цех',
         now() - interval '6 days', 'sent', now() - interval '25 hours' - random() * interval '5 days', floor(random() * 3)
       from employees e where e.organization_id = $1 and e.email like 'p%' limit $5`,
      [organizationId, campaignId, emailId, campaignId, old / OLD_CAMPAIGNS],
    );
  }
  await owner.query('vacuum (analyze) campaign_recipients');
};

try {
  await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', (tx) =>
    installStarterPhishing(tx, platform, 'ru'),
  );
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'zavod.test', 'bench', now())`,
    [organizationId],
  );
  await owner.query(
    'update organizations set daily_cap = 100000000, person_weekly_cap = 7, person_gap_hours = 1 where id = $1',
    [organizationId],
  );
  await mailServer(platform, organizationId, port, 4);
  await owner.query(
    `insert into employees (organization_id, department_id, email, first_name, last_name)
     select $1, (select id from departments where organization_id = $1 and is_default), 'p' || n || '@zavod.test', 'Анна', 'Ким ' || n
     from generate_series(1, $2::int) as n`,
    [organizationId, people],
  );
  await owner.query('vacuum (analyze) employees');
  const empty = await measure();
  await addOldEmails();
  const aged = await measure();
  const rate = best(aged.rates) / best(empty.rates);
  writeResults(
    'aged',
    facts,
    [
      {
        name: `emails/s with ${old} emails of the week : emails/s with none`,
        value: round(rate),
        unit: '×',
        bar: '≥ 0.9',
        reached: rate >= 0.9,
      },
      {
        name: `pre-flight for ${FEW} people with ${old} emails of the week`,
        value: aged.preflight,
        unit: 'ms',
        bar: '< 300',
        reached: aged.preflight < 300,
        note: `${empty.preflight} ms with none`,
      },
      {
        name: `launch for ${FEW} people with ${old} emails of the week`,
        value: aged.launch,
        unit: 'ms',
        bar: '< 300',
        reached: aged.launch < 300,
        note: `${empty.launch} ms with none`,
      },
      {
        name: `phishing statistics with ${old} emails`,
        value: aged.phishing,
        unit: 'ms',
        bar: '< 150',
        reached: aged.phishing < 150,
        note: `${empty.phishing} ms with none`,
      },
    ],
    { empty, aged, people, emails },
  );
} finally {
  await worker.stop();
  sink.kill();
  await database.close();
}
