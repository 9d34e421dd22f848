import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { adoptTemplates } from '../apps/server/src/modules/phishing/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { mailServer } from '../apps/server/test/make/campaign-rows.ts';
import { openDatabase, openSessions, startProduct, type Database } from './database.ts';
import { atLeast, best, round, seconds, serve, type Bench } from './lib.ts';

// A whole campaign, measured from outside: the server is a process of its own, an administrator launches the campaign through
// the API, and the clock runs from the request to the last email that the mail server has accepted, planning included.
// Compared with nodemailer's pool, without a database, that sends as many emails of the same text to the same server.

const CONNECTIONS = 4;
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

/** Emails a second of nodemailer alone. */
const viaNodemailer = async (port: number, emails: number): Promise<number> => {
  const pool = { pool: true, maxConnections: CONNECTIONS, maxMessages: Infinity } as const;
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...pool });
  let next = 0;
  const lane = async () => {
    while (next < emails) {
      const i = next++;
      const link = `http://127.0.0.1:4102/${i}`;
      const data = { full_name: `Анна Ким ${i}`, link, tracking: `<img src="${link}/o.gif" alt="">` };
      await transport.sendMail({
        from: { name: 'Отдел безопасности', address: 'portal@zavod.test' },
        to: { name: data.full_name, address: `p${i}@zavod.test` },
        subject: fill(subject, data),
        html: fill(html, data),
        text: fill(text, data),
        messageId: `<n${i}@zavod.test>`,
        headers: { 'X-Awareness-Simulation': 'v1; mac=abcdef' },
      });
    }
  };
  const took = await seconds(() => Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane)));
  transport.close();
  return emails / took;
};

/** Returns the email of the campaigns and a session of the administrator who launches them. */
const prepare = async (database: Database) => {
  const { platform, administrator, scope } = database;
  await adoptTemplates(platform, scope.organizationId, ['new-sign-in']);
  const email = await inTenant(platform.db, scope, 'write', async (tx): Promise<string> => {
    const plain = tx
      .selectFrom('emails')
      .select('id')
      .where('attachments', '=', '[]')
      .where('translation_of', 'is', null);
    const { id } = await plain.limit(1).executeTakeFirstOrThrow();
    await tx.updateTable('emails').set({ html, subject }).where('id', '=', id).execute();
    return id;
  });
  return { email, token: (await openSessions(database, [administrator.id]))[0]! };
};

/** Adds a department of people who have not received an email yet. Returns its id. */
const addDepartment = async ({ owner, organizationId }: Database, size: number, n: number): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    'insert into departments (organization_id, title) values ($1, $2) returning id',
    [organizationId, `Цех ${n}`],
  );
  await owner.query(
    `insert into employees (organization_id, department_id, email, last_name, first_name)
     select $1, $2, 'p' || i || '-${n}@zavod.test', 'Ким ' || i, 'Анна' from generate_series(1, $3::int) as i`,
    [organizationId, rows[0]!.id, size],
  );
  return rows[0]!.id;
};

type Launch = { port: number; email: string; token: string; accepted: string; department: string; size: number };
/** Launches a campaign through the API and waits for its last email. Returns emails a second, planning included. */
const viaApi = async ({ owner }: Database, { port, email, token, accepted, department, size }: Launch) => {
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/lk/api/v2/phishing/campaigns`, {
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
  const sent = `select count(*)::int as n from campaign_recipients where campaign_id = $1 and state = 'sent'`;
  const countSent = async () => (await owner.query<{ n: number }>(sent, [id])).rows[0]!.n;
  // The file of accepted emails shows the end without asking the database; the states are counted only when it rests.
  let [bytes, end] = [0, performance.now()];
  for (;;) {
    await pause(50);
    const { size: now } = await stat(accepted);
    if (now !== bytes) [bytes, end] = [now, performance.now()];
    else if (performance.now() - end > 2_000 && (await countSent()) === size) return size / ((end - since) / 1_000);
    if (performance.now() - end > 60_000) throw new Error(`Only ${await countSent()} of ${size} emails were sent`);
  }
};

/** Waits until the server has done all work that follows a campaign, so that it does not slow down what comes next. */
const settle = async ({ owner }: Database): Promise<void> => {
  const due = `select count(*)::int as n from graphile_worker.jobs
    where locked_at is not null or run_at < now() and attempts < max_attempts`;
  for (let idle = 0; idle < 5;) {
    await pause(200);
    idle = (await owner.query<{ n: number }>(due)).rows[0]!.n === 0 ? idle + 1 : 0;
  }
};

const bench: Bench = async ({ small }) => {
  const [emails, rounds] = small ? [300, 1] : [10_000, 3];
  const database = await openDatabase();
  const accepted = join(database.folder, 'accepted.tsv');
  const sink = await serve('packages/mail/src/sink-process.ts', ['--out', accepted]);
  await mailServer(database.platform, database.organizationId, sink.port, CONNECTIONS);
  const order = await prepare(database);
  const departments: string[] = [];
  for (let n = 0; n <= rounds; n++) departments.push(await addDepartment(database, emails, n));
  await database.owner.query('analyze employees, departments'); // plans for empty tables would read the whole table
  const product = await startProduct(database);
  const campaign = (n: number) =>
    viaApi(database, { ...order, port: product.port, accepted, department: departments[n]!, size: emails });
  try {
    // The first round compiles and optimises the code of both sides.
    await viaNodemailer(sink.port, emails);
    await campaign(0);
    const rates = { nodemailer: [] as number[], campaign: [] as number[] };
    for (let n = 1; n <= rounds; n++) {
      await settle(database);
      rates.nodemailer.push(round(await viaNodemailer(sink.port, emails), 0));
      rates.campaign.push(round(await campaign(n), 0));
      console.log(`nodemailer ${rates.nodemailer.at(-1)}, campaign ${rates.campaign.at(-1)} emails/s`);
    }
    const ratio = best(rates.campaign) / best(rates.nodemailer);
    return {
      bars: [atLeast(`emails/s of a campaign of ${emails}, planning included : nodemailer alone`, ratio, 0.8)],
      figures: { emails, connections: CONNECTIONS, emails_per_second: rates },
    };
  } finally {
    await product.stop();
    sink.stop();
    await database.close();
  }
};
export default bench;
