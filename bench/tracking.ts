import { insertCampaign } from '../apps/server/test/make/campaign-rows.ts';
import { openDatabase, serveTracking } from './database.ts';
import type { HttpLoad, HttpLoadResult } from './http-load.ts';
import { atLeast, best, round, runLoad, serve, type Bench } from './lib.ts';

// Durable events a second of the tracking listener: each event is stored before its answer. A bare Node HTTP server
// without storage runs in alternating rounds with the same load generator; its figures tell how fast the machine is.

const lineOf = {
  open: (key: string) => `GET /${key}/o.gif`,
  click: (key: string) => `GET /${key}`,
  submit: (key: string) => `POST /${key}/s?f=login,password`,
};
type Kind = keyof typeof lineOf;
const headers = [
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/html,image/*,*/*',
  'Accept-Language: ru,en;q=0.8',
];

const bench: Bench = async ({ small }) => {
  const [recipients, seconds, rounds] = small ? [200, 1, 1] : [50_000, 3, 3];
  const database = await openDatabase();
  const { owner, platform, organizationId } = database;
  const { campaignId } = await insertCampaign(platform, organizationId, recipients, { domain: 'zavod.test' });
  const { rows } = await owner.query<{ key: string }>(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour' where campaign_id = $1
     returning tracking_key as key`,
    [campaignId],
  );
  await owner.query('vacuum (analyze)');
  const bare = await serve('bench/bare-server.ts');
  const ours = await serveTracking(database);
  const load = (port: number, kind: Kind) => {
    const lines = rows.map(({ key }) => lineOf[kind](key));
    const order: HttpLoad = { port, seconds, connections: 200, headers, lines };
    return runLoad<HttpLoadResult>('bench/http-load.ts', order);
  };
  const countEvents = async () =>
    (await owner.query<{ n: number }>('select count(*)::int as n from tracking_events')).rows[0]!.n;
  /** Every answered event is in the table afterwards. */
  const track = async (kind: Kind) => {
    const before = await countEvents();
    const result = await load(ours.port, kind);
    const stored = (await countEvents()) - before;
    if (stored < result.answered) throw new Error(`${result.answered} ${kind} were answered, only ${stored} stored`);
    return result;
  };
  try {
    const figures: Record<string, number[]> = {};
    const note = (name: string, { per_second, p99_ms }: HttpLoadResult) => {
      (figures[name] ??= []).push(round(per_second, 0));
      console.log(`${name.padEnd(20)} ${per_second.toFixed(0).padStart(7)} requests/s   p99 ${round(p99_ms, 0)} ms`);
    };
    const kinds = Object.keys(lineOf) as Kind[];
    for (let n = 1; n <= rounds; n++)
      for (const kind of kinds) {
        note(`${kind}, bare`, await load(bare.port, kind));
        note(kind, await track(kind));
      }
    // Planning writes much faster than in practice, for as long as the opens are measured.
    const planning = insertCampaign(platform, organizationId, recipients, { domain: 'zavod.test' });
    note('open while planning', await track('open'));
    await planning;
    const rate = (name: string) => best(figures[name]!);
    return {
      bars: [
        ...kinds.map((kind) => atLeast(`durable events a second: ${kind}`, rate(kind), 3_000)),
        atLeast('open while emails are planned : open otherwise', rate('open while planning') / rate('open'), 0.3),
      ],
      figures: { recipients, requests_per_second: figures },
    };
  } finally {
    bare.stop();
    ours.stop();
    await database.close();
  }
};
export default bench;
