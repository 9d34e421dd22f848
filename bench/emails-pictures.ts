import { randomBytes, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import nodemailer from 'nodemailer';
import { SENDER_DEFAULTS, startSender } from '../apps/server/src/modules/campaigns/sending/engine.ts';
import { emailStates, mailing, mailServer } from '../apps/server/test/make/mailing.ts';
import { best, machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Emails a second of the send engine with two embedded pictures, compared with nodemailer's pool that embeds the same
// pictures: same sink in a separate process, same number of connections, alternating rounds.
//   node bench/emails-pictures.ts [--rounds 3] [--emails 1000] [--bytes 20000,60000]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    emails: { type: 'string', default: '1000' },
    bytes: { type: 'string', default: '20000,60000' },
  },
});
const CONNECTIONS = 4;
const EMAILS = Number(values.emails);
const pictures = values.bytes.split(',').map((size) => ({ id: randomUUID(), bytes: randomBytes(Number(size)) }));
const images = pictures.map(({ id }) => `<img src="picture:${id}" alt="" width="300">`).join('');
const html = `<!doctype html><html><body><p>{{full_name}}</p>${images}<p><a href="{{link}}">Открыть</a></p>{{tracking}}</body></html>`;

const viaNodemailer = async (port: number): Promise<number> => {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  let next = 0;
  const lane = async () => {
    while (next < EMAILS) {
      const i = next++;
      await transport.sendMail({
        from: { name: 'Отдел безопасности', address: 'portal@acme.test' },
        to: { name: `Анна Ким ${i}`, address: `p${i}@acme.test` },
        subject: 'Письмо',
        html: html
          .replace('{{full_name}}', `Анна Ким ${i}`)
          .replace('{{link}}', `http://127.0.0.1:4102/${i}`)
          .replace('{{tracking}}', `<img src="http://127.0.0.1:4102/${i}/o.gif" alt="">`)
          .replace(/picture:([0-9a-f-]+)/g, 'cid:$1@pictures'),
        text: `Анна Ким ${i}`,
        attachments: pictures.map(({ id, bytes }) => ({
          filename: `${id.slice(0, 8)}.png`,
          contentType: 'image/png',
          content: bytes,
          cid: `${id}@pictures`,
          contentDisposition: 'inline' as const,
        })),
      });
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane));
  const seconds = (performance.now() - from) / 1_000;
  transport.close();
  return EMAILS / seconds;
};

const facts = machineFacts();
const sink = spawn(
  process.execPath,
  [fileURLToPath(new URL('../packages/mail/src/sink-process.ts', import.meta.url))],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const { port } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };
const database = await openStaffDatabase(1_000);
const { platform, organizationId } = database;
const { owner } = platform.db;

const viaEngine = async (): Promise<number> => {
  const { campaignId } = await mailing(platform, organizationId, EMAILS, { html, domain: 'acme.test' });
  for (const { id } of pictures)
    await owner.query('insert into campaign_files (organization_id, campaign_id, file_id) values ($1, $2, $3)', [
      organizationId,
      campaignId,
      id,
    ]);
  const from = performance.now();
  const sender = await startSender(platform, SENDER_DEFAULTS);
  let sent = 0;
  while (sent < EMAILS) {
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

try {
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'acme.test', 'bench', now())`,
    [organizationId],
  );
  await owner.query('update organizations set daily_cap = 100000000 where id = $1', [organizationId]);
  await mailServer(platform, organizationId, port, CONNECTIONS);
  for (const { id, bytes } of pictures)
    await owner.query(
      `insert into files (id, organization_id, name, content_type, size, storage_key) values ($1, $2, 'p', 'image/png', $3, $4)`,
      [id, organizationId, bytes.length, await platform.files.put(bytes)],
    );
  const figures: Record<'nodemailer' | 'engine', number[]> = { nodemailer: [], engine: [] };
  for (let n = 1; n <= Number(values.rounds); n++) {
    figures.nodemailer.push(await viaNodemailer(port));
    figures.engine.push(await viaEngine());
    console.log(
      `round ${n}: nodemailer ${round(figures.nodemailer.at(-1)!)}, engine ${round(figures.engine.at(-1)!)} emails/s`,
    );
  }
  const share = best(figures.engine) / best(figures.nodemailer);
  const name = `emails/s with two pictures (80 kB), engine : nodemailer alone, ${EMAILS} recipients`;
  writeResults(
    'emails-pictures',
    facts,
    [{ name, value: round(share), unit: '×', bar: '≥ 0.7', reached: share >= 0.7 }],
    {
      emails_per_second: figures,
      connections: CONNECTIONS,
    },
  );
} finally {
  sink.kill();
  await database.close();
}
