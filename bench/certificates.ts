import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SENDER_DEFAULTS, startSender } from '../apps/server/src/modules/campaigns/sending/engine.ts';
import { mailing, mailServer } from '../apps/server/test/make/mailing.ts';
import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { best, machineFacts, round, writeResults } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// An archive of 1,000 certificates while the send engine sends emails: seconds of the archive, and the rate of emails during it
// compared with their rate alone, in alternating rounds.
//   node bench/certificates.ts [certificates]
const CERTIFICATES = Number(process.argv[2] ?? 1_000);
const EMAILS = 160_000;
const ROUNDS = 2;
/** Seconds of sending alone in each round. */
const ALONE_MS = 12_000;

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
try {
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'acme.test', 'bench', now())`,
    [organizationId],
  );
  await owner.query('update organizations set daily_cap = 100000000 where id = $1', [organizationId]);
  await mailServer(platform, organizationId, port, 4);
  await mailing(platform, organizationId, EMAILS, {
    html: '<p>{{full_name}}</p><p><a href="{{link}}">Открыть</a></p>{{tracking}}',
    subject: 'Обновите данные',
    domain: 'acme.test',
    status: 'active',
  });
  await owner.query(
    `insert into certificates (organization_id, number, person_name, course_title, organization_title, score, issued_at, valid_until)
     select $1, 'BM-2026-' || lpad(n::text, 8, '0') || '-00', 'Каримова Нигора Шавкатовна ' || n, 'Фишинг: как распознать и что делать',
       'Банк Мисол', 95, now(), current_date + 365 from generate_series(1, $2::int) as n`,
    [organizationId, CERTIFICATES],
  );
  await owner.query('analyze');
  const officer = await addOfficer(bench, 'Офицер', 'operator');
  const sent = async () =>
    (await platform.metrics.emails.get()).values.find((one) => one.labels.outcome === 'sent')?.value ?? 0;
  /** Emails a second while `work` runs. */
  const rateDuring = async (work: () => Promise<unknown>) => {
    const [before, since] = [await sent(), performance.now()];
    await work();
    const seconds = (performance.now() - since) / 1_000;
    return { seconds, rate: ((await sent()) - before) / seconds };
  };
  const archive = async () => {
    const { event_id } = await act(platform, officer, 'certificates.archive', { all: true });
    const { rows } = await owner.query<{ payload: never }>(
      `select j.payload from graphile_worker._private_jobs j where j.key = $1`,
      [`certificates-archive:${event_id}`],
    );
    await runJob(platform, 'certificates.write-archive', rows[0]!.payload);
    const task = await act(platform, officer, 'events.get', { id: event_id });
    if (task.status !== 'success') throw new Error(`the archive failed: ${JSON.stringify(task)}`);
  };
  const sender = await startSender(platform, SENDER_DEFAULTS);
  while ((await sent()) < 200) await new Promise((resolve) => setTimeout(resolve, 50));
  const [alone, meanwhile, seconds]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < ROUNDS; n++) {
    alone.push((await rateDuring(() => new Promise((resolve) => setTimeout(resolve, ALONE_MS)))).rate);
    const with1000 = await rateDuring(archive);
    meanwhile.push(with1000.rate);
    seconds.push(with1000.seconds);
    console.log(round(alone.at(-1)!), round(with1000.rate), round(with1000.seconds));
  }
  await sender.stop();
  const ratio = best(meanwhile) / best(alone);
  writeResults(
    'certificates',
    facts,
    [
      {
        name: `archive of ${CERTIFICATES} certificates while emails are sent`,
        value: round(Math.min(...seconds), 1),
        unit: 's',
        bar: '< 60',
        reached: Math.min(...seconds) < 60,
      },
      {
        name: 'rate of emails during the archive : alone',
        value: round(ratio),
        unit: '×',
        bar: '≥ 0.9',
        reached: ratio >= 0.9,
      },
    ],
    { emails_per_second: { alone, meanwhile }, seconds },
  );
} finally {
  await bench.close();
  sink.kill();
}
