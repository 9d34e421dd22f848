import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import nodemailer from 'nodemailer';
import { installStarterPhishing } from '../apps/server/src/modules/phishing/public.ts';
import { insertSession } from '../apps/server/src/modules/session/session.repo.ts';
import { inSystem, inTenant } from '../apps/server/src/platform/db.ts';
import { mailServer } from '../apps/server/test/make/mailing.ts';
import { best, machineFacts, round, writeResults, type Bar } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// A whole campaign, measured from outside: the server runs as a process of its own, an officer launches the campaign
// through the API, and the clock runs from the request to the last email that the mail server has accepted, planning
// included. Compared with nodemailer's pool that sends as many emails of the same text to the same mail server.
//   node bench/campaign.ts [--sizes 10000,50000] [--rounds 2] [--connections 4]

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,50000' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const CONNECTIONS = Number(values.connections);
const PORT = 4310;
const WARM_UP = 10_000;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const paragraph = 'Уважаемый коллега, напоминаем о необходимости обновить данные учётной записи до конца недели. ';
const subject = 'Обновите данные, {{full_name}}';
const html = `<!doctype html><html><head><meta charset="utf-8"><style>p{margin:0 0 12px}</style></head>
<body style="font-family:Arial,sans-serif"><table width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td>
<h1 style="font-size:20px">{{full_name}}</h1>${`<p style="line-height:1.5;color:#333333">${paragraph}</p>\n`.repeat(12)}
<p><a href="{{link}}" style="background:#3dbc87;color:#ffffff;padding:12px 24px">Открыть</a></p>{{tracking}}
</td></tr></table></body></html>`;
const text = `{{full_name}}\n\n${`${paragraph}\n`.repeat(12)}\n{{link}}\n`;
const fill = (template: string, data: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => data[name]!);

const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;
const accepted = join(bench.folder, 'accepted.tsv');
const sink = spawn(process.execPath, [script('../packages/mail/src/sink-process.ts'), '--out', accepted], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const { port: mailPort } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };

const viaNodemailer = async (emails: number): Promise<number> => {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: mailPort,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  let next = 0;
  const lane = async () => {
    while (next < emails) {
      const i = next++;
      const data = {
        full_name: `Анна Ким ${i}`,
        link: `http://127.0.0.1:4102/${i}`,
        tracking: `<img src="http://127.0.0.1:4102/${i}/o.gif" alt="">`,
      };
      await transport.sendMail({
        from: { name: 'Отдел безопасности', address: 'portal@acme.test' },
        to: { name: data.full_name, address: `p${i}@acme.test` },
        subject: fill(subject, data),
        html: fill(html, data),
        text: fill(text, data),
        messageId: `<n${i}@acme.test>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: { 'X-Awareness-Simulation': 'v1; mac=abcdef' },
      });
    }
  };
  const since = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane));
  const seconds = (performance.now() - since) / 1_000;
  transport.close();
  return emails / seconds;
};

/** Prepares the organisation for a launch. Returns the email of the campaigns and a session of the officer. */
const prepare = async () => {
  await mailServer(platform, organizationId, mailPort, CONNECTIONS);
  await owner.query(
    'update organizations set daily_cap = 100000000, approval_above = null, consent_required = false where id = $1',
    [organizationId],
  );
  const officer = await addOfficer(bench, 'Офицер', 'operator');
  const email = await inTenant(
    platform.db,
    { organizationId, readable: [organizationId] },
    'write',
    async (tx): Promise<string> => {
      await installStarterPhishing(tx, platform, 'ru');
      await tx
        .insertInto('organization_domains')
        .values({ domain: 'acme.test', proof: 'bench', confirmed_at: new Date() })
        .execute();
      const row = await tx
        .selectFrom('emails')
        .select('id')
        .where('attachments', '=', '[]')
        .where('translation_of', 'is', null)
        .orderBy('name')
        .limit(1)
        .executeTakeFirstOrThrow();
      await tx.updateTable('emails').set({ html, subject }).where('id', '=', row.id).execute();
      return row.id;
    },
  );
  await owner.query('update employees set is_registered = true, consented_at = now() where id = $1', [officer.id]);
  const token = await inSystem(platform.db, (tx) =>
    insertSession(tx, {
      organizationId,
      employeeId: officer.id,
      twoFactorDue: false,
      userAgent: 'bench',
      address: '127.0.0.1',
    }),
  );
  return { email, token };
};

/** Adds a department of this many people who have not received an email yet. Returns its id. */
const addDepartment = async (size: number, group: number): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    'insert into departments (organization_id, title) values ($1, $2) returning id',
    [organizationId, `Цех ${group} на ${size}`],
  );
  await owner.query(
    `insert into employees (organization_id, department_id, email, last_name, first_name)
     select $1, $2, 'p' || n || '-${size}-${group}@acme.test', 'Ким ' || n, 'Анна' from generate_series(1, $3::int) as n`,
    [organizationId, rows[0]!.id, size],
  );
  return rows[0]!.id;
};

const acceptedBytes = async () => (await stat(accepted)).size;
const sentOf = async (campaignId: string) =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int as n from campaign_recipients where campaign_id = $1 and state = 'sent'`,
      [campaignId],
    )
  ).rows[0]!.n;

/** Launches a campaign through the API and waits for its last email. Returns emails a second, planning included. */
const viaApi = async (
  { email, token }: { email: string; token: string },
  department: string,
  size: number,
): Promise<number> => {
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${PORT}/lk/api/v2/phishing/campaigns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Рассылка на ${size}`,
      templates: [email],
      targets: { target_users: [], target_departments: [department], exclude_users: [] },
      emailSendType: 'at_once',
    }),
  });
  if (!answer.ok) throw new Error(`The launch answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  // The file of accepted emails shows the end without asking the database; the states are counted only when it rests.
  let [bytes, end] = [await acceptedBytes(), performance.now()];
  for (;;) {
    await pause(50);
    const now = await acceptedBytes();
    if (now !== bytes) [bytes, end] = [now, performance.now()];
    else if (performance.now() - end > 2_000 && (await sentOf(id)) === size) return size / ((end - since) / 1_000);
    if (performance.now() - end > 60_000) throw new Error(`Only ${await sentOf(id)} of ${size} emails were sent`);
  }
};

/** Waits until the server has done all work that follows a campaign, so that it does not slow down what is measured next. */
const settle = async (): Promise<void> => {
  for (let idle = 0; idle < 5;) {
    await pause(200);
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where locked_at is not null or run_at < now() and attempts < max_attempts`,
    );
    idle = rows[0]!.n === 0 ? idle + 1 : 0;
  }
};

/** Starts the server on the database of the benchmark and waits until it is ready. */
const startProduct = async () => {
  const child = spawn(process.execPath, [script('../apps/server/start.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: bench.url,
      SERGAK_DATA: join(bench.folder, 'data'),
      SERGAK_DEMO: 'false',
      SERGAK_LOG_LEVEL: 'error',
      SERGAK_PORT: String(PORT),
    },
  });
  for (let tries = 0; tries < 300; tries++) {
    await pause(200);
    const ready = await fetch(`http://127.0.0.1:${PORT}/lk/`).catch(() => undefined);
    if (ready) return child;
  }
  throw new Error('The server did not start.');
};

const order = await prepare();
const departments = new Map<number, string[]>();
for (const size of SIZES) {
  const ids: string[] = [];
  for (let n = 1; n <= Number(values.rounds); n++) ids.push(await addDepartment(size, n));
  departments.set(size, ids);
}
await owner.query('analyze employees, departments'); // never empty tables: plans for them would read the whole table later
const product = await startProduct();
try {
  const bars: Bar[] = [];
  const figures: Record<string, { nodemailer: number[]; campaign: number[] }> = {};
  // Compiles and optimises the code of both sides.
  await viaNodemailer(WARM_UP);
  await viaApi(order, await addDepartment(WARM_UP, 0), WARM_UP);
  for (const size of SIZES) {
    const rates = { nodemailer: [] as number[], campaign: [] as number[] };
    for (let n = 1; n <= Number(values.rounds); n++) {
      await settle();
      rates.nodemailer.push(round(await viaNodemailer(size)));
      rates.campaign.push(round(await viaApi(order, departments.get(size)![n - 1]!, size)));
      console.log(
        `${size}, round ${n}: nodemailer ${rates.nodemailer.at(-1)}, campaign ${rates.campaign.at(-1)} emails/s`,
      );
    }
    figures[size] = rates;
    const ratio = best(rates.campaign) / best(rates.nodemailer);
    bars.push({
      name: `emails/s of a campaign of ${size} through the API : nodemailer alone`,
      value: round(ratio),
      unit: '×',
      bar: '≥ 1',
      reached: ratio >= 1,
    });
  }
  writeResults('campaign', facts, bars, {
    emails_per_second: figures,
    connections: CONNECTIONS,
    durable: 'fsync on',
  });
} finally {
  const stopped = once(product, 'exit');
  product.kill('SIGTERM');
  await stopped;
  sink.kill();
  await bench.close();
}
