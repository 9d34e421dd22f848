import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import nodemailer from 'nodemailer';
import { SENDER_DEFAULTS, startSender } from '../apps/server/src/modules/campaigns/sending/engine.ts';
import type { Platform } from '../apps/server/src/platform/context.ts';
import { emailStates, mailing, mailServer } from '../apps/server/test/make/mailing.ts';
import { best, machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Emails a second of the whole send engine (claim, checks, states in PostgreSQL, SMTP) compared with nodemailer's
// pool alone (no database): same sink in a separate process, same number of connections, alternating rounds.
//   node bench/emails.ts [--rounds 3] [--emails 3000] [--large 100000] [--leave 20000]
// Of the large campaign only `leave` emails are sent in each round; the rest stays planned, which may slow sending
// down.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    emails: { type: 'string', default: '3000' },
    large: { type: 'string', default: '100000' },
    leave: { type: 'string', default: '20000' },
  },
});
const CONNECTIONS = 4;
const SMALL = 1_000;
const paragraph = 'Уважаемый коллега, напоминаем о необходимости обновить данные учётной записи до конца недели. ';
const html = `<!doctype html><html><head><meta charset="utf-8"><style>p{margin:0 0 12px}</style></head>
<body style="font-family:Arial,sans-serif"><table width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td>
<h1 style="font-size:20px">{{full_name}}</h1>${`<p style="line-height:1.5;color:#333333">${paragraph}</p>\n`.repeat(12)}
<p><a href="{{link}}" style="background:#3dbc87;color:#ffffff;padding:12px 24px">Открыть</a></p>{{tracking}}
</td></tr></table></body></html>`;
const subject = 'Обновите данные, {{full_name}}';
const text = `{{full_name}}\n\n${`${paragraph}\n`.repeat(12)}\n{{link}}\n`;

const viaNodemailer = async (port: number, emails: number): Promise<number> => {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  const fill = (template: string, data: Record<string, string>) =>
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => data[name]!);
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
  const from = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane));
  const seconds = (performance.now() - from) / 1_000;
  transport.close();
  return emails / seconds;
};

/** Starts the engine and measures until `leave` emails of the campaign are sent; the rest is postponed. */
const viaEngine = async (platform: Platform, campaignId: string, leave: number): Promise<number> => {
  const from = performance.now();
  const sender = await startSender(platform, SENDER_DEFAULTS);
  let sent = 0;
  while (sent < leave) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    sent = (await platform.metrics.emails.get()).values.find((one) => one.labels.outcome === 'sent')?.value ?? 0;
  }
  const seconds = (performance.now() - from) / 1_000;
  await sender.stop();
  const states = await emailStates(platform, campaignId);
  if ((states.unknown ?? 0) + (states.failed ?? 0) > 0) throw new Error(`emails were lost: ${JSON.stringify(states)}`);
  platform.metrics.emails.reset();
  return sent / seconds;
};

const facts = machineFacts();
const sink = spawn(
  process.execPath,
  [fileURLToPath(new URL('../packages/mail/src/sink-process.ts', import.meta.url))],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const { port } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };
const database = await openStaffDatabase(200_000);
const { platform, organizationId } = database;
try {
  await platform.db.owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'acme.test', 'bench', now())`,
    [organizationId],
  );
  await platform.db.owner.query('update organizations set daily_cap = 100000000 where id = $1', [organizationId]);
  await mailServer(platform, organizationId, port, CONNECTIONS);
  const figures: Record<'nodemailer' | 'small' | 'large', number[]> = { nodemailer: [], small: [], large: [] };
  const large = await mailing(platform, organizationId, Number(values.large), {
    html,
    subject,
    domain: 'acme.test',
    status: 'planned',
  });
  await platform.db.owner.query('analyze');
  for (let n = 1; n <= Number(values.rounds); n++) {
    figures.nodemailer.push(await viaNodemailer(port, Number(values.emails)));
    const small = await mailing(platform, organizationId, SMALL, { html, subject, domain: 'acme.test' });
    figures.small.push(await viaEngine(platform, small.campaignId, SMALL));
    await platform.db.owner.query(`update campaigns set status = 'active' where id = $1`, [large.campaignId]);
    figures.large.push(await viaEngine(platform, large.campaignId, Number(values.leave)));
    await platform.db.owner.query(`update campaigns set status = 'planned' where id = $1`, [large.campaignId]);
    console.log(
      `round ${n}: nodemailer ${figures.nodemailer.at(-1)!.toFixed(0)}, ${SMALL}: ${figures.small.at(-1)!.toFixed(0)}, ${values.large}: ${figures.large.at(-1)!.toFixed(0)} emails/s`,
    );
  }
  const [alone, one, many] = [best(figures.nodemailer), best(figures.small), best(figures.large)];
  writeResults(
    'emails',
    facts,
    [
      {
        name: `emails/s of the engine : nodemailer alone, ${SMALL} recipients`,
        value: round(one / alone),
        unit: '×',
        bar: '≥ 0.8',
        reached: one / alone >= 0.8,
      },
      {
        name: `emails/s of the engine : nodemailer alone, ${values.large} recipients`,
        value: round(many / alone),
        unit: '×',
        bar: '≥ 0.8',
        reached: many / alone >= 0.8,
        note: `${values.leave} of the ${values.large} planned emails leave in each round`,
      },
      {
        name: `rate at ${values.large} : rate at ${SMALL}`,
        value: round(many / one),
        unit: '×',
        bar: '≥ 0.9',
        reached: many / one >= 0.9,
      },
    ],
    { emails_per_second: figures, connections: CONNECTIONS, durable: 'fsync on' },
  );
} finally {
  sink.kill();
  await database.close();
}
