import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import nodemailer from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { prepareMessage, type Person } from './message.ts';
import { startPool } from './pool.ts';

/**
 * Emails per second and CPU time per email of nodemailer's pool, of ours with a message composed for each person, and of ours with
 * prepared messages, to the same sink (a separate process), in alternating rounds of one run:
 * node bench.ts [--emails 4000] [--rounds 3] [--connections 4]. Not a test: the result depends on the machine.
 */
const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '4' },
  },
});
const emails = Number(values.emails);
const connections = Number(values.connections);

const paragraph = 'Уважаемый коллега, напоминаем о необходимости обновить данные учётной записи до конца недели. ';
const html = `<!doctype html><html><head><meta charset="utf-8"><style>p{margin:0 0 12px}</style></head>
<body style="font-family:Arial,sans-serif"><table width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td>
<h1 style="font-size:20px">{{full_name}}</h1>${`<p style="line-height:1.5;color:#333333">${paragraph}</p>\n`.repeat(12)}
<p><a href="{{link}}" style="background:#3dbc87;color:#ffffff;padding:12px 24px">Открыть</a></p><img src="{{tracking}}" alt="" width="1" height="1">
</td></tr></table></body></html>`;
const text = `{{full_name}}\n\n${`${paragraph}\n`.repeat(12)}\n{{link}}\n`;
const subject = 'Обновите данные, {{full_name}}';
const from = { name: 'Отдел безопасности', address: 'portal@acme.test' };
const valuesOf = (i: number) => ({
  full_name: `Анна Ким ${i}`,
  link: `https://portal.acme.test/p/${i}`,
  tracking: `https://portal.acme.test/t/${i}.png`,
});

const fill = (template: string, data: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => data[name]!);

const viaNodemailer = async (port: number): Promise<void> => {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    ignoreTLS: true,
  });
  let next = 0;
  const lane = async () => {
    while (next < emails) {
      const i = next++;
      const data = valuesOf(i);
      await transport.sendMail({
        from,
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
  // Twice as many lanes as connections, so that the pool always has work.
  await Promise.all(Array.from({ length: connections * 2 }, lane));
  transport.close();
};

type Build = (data: ReturnType<typeof valuesOf>, person: Person) => Buffer | Promise<Buffer>;
const prepared: Build = prepareMessage({ from, subject, html, text });
const composed: Build = (data, { to, messageId, date, extraHeaders }) =>
  new MailComposer({
    from,
    to: { name: to.name ?? '', address: to.address },
    subject: fill(subject, data),
    html: fill(html, data),
    text: fill(text, data),
    messageId,
    date,
    headers: { ...extraHeaders },
  })
    .compile()
    .build();

const viaPool = async (port: number, build: Build): Promise<void> => {
  let next = 0;
  let accepted = 0;
  await startPool(
    { host: '127.0.0.1', port, security: 'none', maxEmails: Infinity },
    {
      connections,
      next: async () => {
        if (next >= emails) return null;
        const i = next++;
        const data = valuesOf(i);
        const address = `p${i}@acme.test`;
        return {
          envelope: { from: from.address, to: address },
          message: await build(data, {
            to: { name: data.full_name, address },
            messageId: `<o${i}@acme.test>`,
            date: new Date(),
            extraHeaders: { 'X-Awareness-Simulation': 'v1; mac=abcdef' },
          }),
          done: ({ kind }) => {
            if (kind === 'accepted') accepted += 1;
          },
        };
      },
    },
  ).finished;
  if (accepted !== emails) throw new Error(`only ${accepted} of ${emails} were accepted`);
};

const measure = async (run: (port: number) => Promise<void>, port: number) => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await run(port);
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: emails / seconds, cpuMs: (user + system) / 1_000 / emails };
};

const sink = spawn(process.execPath, [join(import.meta.dirname, 'sink-process.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { port } = JSON.parse(String((await once(sink.stdout, 'data'))[0])) as { port: number };
  const best = { nodemailer: 0, composed: 0, prepared: 0 };
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const [name, run] of [
      ['nodemailer', viaNodemailer],
      ['composed', (sinkPort: number) => viaPool(sinkPort, composed)],
      ['prepared', (sinkPort: number) => viaPool(sinkPort, prepared)],
    ] as const) {
      const { perSecond, cpuMs } = await measure(run, port);
      best[name] = Math.max(best[name], perSecond);
      console.log(
        `round ${round}  ${name.padEnd(10)} ${perSecond.toFixed(0).padStart(6)} emails/s  ${cpuMs.toFixed(2)} ms CPU each`,
      );
    }
  }
  console.log(`ratio prepared : nodemailer = ${(best.prepared / best.nodemailer).toFixed(2)} (best rounds)`);
  console.log(`ratio prepared : composed = ${(best.prepared / best.composed).toFixed(2)} (best rounds)`);
} finally {
  sink.kill();
}
