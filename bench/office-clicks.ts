import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { checkInvariants } from '../apps/server/src/cli/invariants.ts';
import { mailing } from '../apps/server/test/make/mailing.ts';
import { quantile, round, type Bar } from './lib.ts';
import type { Part } from './office.ts';
import { openStaffDatabase, type StaffDatabase } from './staff-database.ts';

// Checks which requests are counted, those of people or of their mail gateway, when all come from one address soon
// after sending.

const agents = [142, 141, 139, 128, 109].map(
  (version) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
);
const connections = new Agent({ keepAlive: true, maxSockets: 200 });
const times: number[] = [];
let port = 0;
const ask = async (method: 'GET' | 'HEAD' | 'POST', path: string, userAgent: string): Promise<string> => {
  const from = performance.now();
  const headers = { 'user-agent': userAgent, accept: 'text/html,image/*,*/*', 'accept-language': 'ru,en;q=0.8' };
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: connections });
  if (method === 'POST') sent.setHeader('content-length', 0);
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await answer.toArray()).join('');
  if (answer.statusCode! >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  times.push(performance.now() - from);
  return text;
};

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Runs `work` for each key at a random time within `seconds`. */
const spread = (keys: readonly string[], seconds: number, work: (key: string, n: number) => Promise<void>) =>
  Promise.all(
    keys.map(async (key, n) => {
      await pass((((n * 7_919) % keys.length) / keys.length) * seconds * 1_000);
      await work(key, n);
    }),
  );

/** A person: opens the email, follows the link, uses the page like a browser and sends the form. */
const person = async (key: string, does: 'form' | 'look' | 'nothing'): Promise<void> => {
  await ask('GET', `/${key}/o.gif`, agents[0]!);
  const page = await ask('GET', `/${key}`, agents[0]!);
  if (does === 'nothing') return;
  if (does === 'form') await ask('POST', `/${key}/s?f=login,password`, agents[0]!);
  else if (page.includes('data-ask')) await ask('POST', `/${key}/h`, agents[0]!);
};
/** A gateway like Defender: HEAD or GET of the link with several user agents, without loading files of the page. */
const gateway = async (key: string, n: number): Promise<void> => {
  if (n % 3 === 0) await ask('HEAD', `/${key}`, agents[n % 5]!);
  if (n % 3 !== 1 || n % 2 === 0) await ask('GET', `/${key}`, agents[n % 5]!);
  if (n % 4 === 0) await ask('GET', `/${key}`, agents[(n + 1) % 5]!);
};

type Row = { key: string; result: number; opened: boolean; clicked: boolean };
const campaign = async ({ platform, organizationId }: StaffDatabase, people: number, sentSecondsAgo: number) => {
  const { campaignId } = await mailing(platform, organizationId, people, { domain: 'acme.test' });
  await platform.db.owner.query(
    `update campaign_recipients set state = 'sent', reply = '250 ok', sent_at = now() - $2::int * interval '1 second' where campaign_id = $1`,
    [campaignId, sentSecondsAgo],
  );
  const read = async () =>
    (
      await platform.db.owner.query<Row>(
        `select tracking_key as key, result, opened_at is not null as opened, clicked_at is not null as clicked
         from campaign_recipients where campaign_id = $1 order by id`,
        [campaignId],
      )
    ).rows;
  return { keys: (await read()).map((row) => row.key), read };
};
const shareOf = (rows: readonly Row[], right: (row: Row) => boolean): number =>
  rows.length === 0 ? 0 : round((rows.filter(right).length * 100) / rows.length);

/**
 * All clicks of an office behind one address are counted, and none of a gateway; the same holds for both behind one
 * address.
 */
export const clicks: Part = async ({ people }) => {
  const database = await openStaffDatabase(400_000);
  let server: ChildProcess | undefined;
  try {
    server = spawn(process.execPath, [fileURLToPath(new URL('./tracking-server.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATABASE_URL: database.url, SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' },
    });
    port = (JSON.parse(String((await once(server.stdout!, 'data'))[0])) as { port: number }).port;

    const office = await campaign(database, people, 5);
    await spread(office.keys, 30, (key) => person(key, 'form'));
    const officeRows = await office.read();

    const scanned = await campaign(database, people, 2);
    await spread(scanned.keys, 55, gateway);
    const scannedRows = await scanned.read();

    // A slow gateway: it starts four and a half minutes after sending and ends a minute later.
    const slow = await campaign(database, people, 270);
    await spread(slow.keys, 60, gateway);
    const slowRows = await slow.read();

    // People and gateway behind one address: half of the people act, half of these send the form; 2 % only look at
    // the page without moving anything.
    const mixed = await campaign(database, people, 2);
    const does = (n: number) => (n % 100 === 1 ? 'nothing' : n % 4 === 1 ? 'form' : 'look');
    await Promise.all([
      spread(mixed.keys, 30, gateway),
      spread(mixed.keys, 30, (key, n) => (n % 2 === 0 ? Promise.resolve() : person(key, does(n)))),
    ]);
    const mixedRows = await mixed.read();
    const active = mixedRows.filter((_, n) => n % 2 === 1);
    const passive = mixedRows.filter((_, n) => n % 2 === 0);

    const findings = await checkInvariants(database.platform);
    const broken = findings.filter((one) => one.broken > 0 && /emails/.test(one.rule)).map((one) => one.rule);
    const percent = (name: string, value: number, bar: string, reached: boolean): Bar => ({
      name,
      value,
      unit: '%',
      bar,
      reached,
    });
    const counted = shareOf(officeRows, (row) => row.result === 4 && row.clicked && row.opened);
    const ofScanned = shareOf(scannedRows, (row) => row.result > 0);
    const ofSlow = shareOf(slowRows, (row) => row.result > 0);
    const ofActive = shareOf(active, (row) => row.clicked);
    const ofPassive = shareOf(passive, (row) => row.result > 0);
    return {
      bars: [
        percent('office behind one address: people counted', counted, '= 100', counted === 100),
        percent('gateway within a minute: people counted', ofScanned, '= 0', ofScanned === 0),
        percent(
          'gateway, four and a half to five and a half minutes after sending: people counted',
          ofSlow,
          '≤ 1',
          ofSlow <= 1,
        ),
        percent('both behind one address: active people counted', ofActive, '≥ 98', ofActive >= 98),
        percent('both behind one address: others counted', ofPassive, '= 0', ofPassive === 0),
        {
          name: 'broken rules of emails',
          value: broken.length,
          unit: '',
          bar: '= 0',
          reached: broken.length === 0,
          note: broken.join(', '),
        },
      ],
      figures: { requests: times.length, p50_ms: round(quantile(times, 0.5)), p95_ms: round(quantile(times, 0.95)) },
    };
  } finally {
    server?.kill();
    connections.destroy();
    await database.close();
  }
};
