import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type { SortKey } from '@sergak/contract/employees/employees.schema.ts';
import type { EmployeeFilter } from '@sergak/contract/employees/people-selection.schema.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { DB } from '../apps/server/src/db-types.ts';
import { findEmployeePage } from '../apps/server/src/modules/employees/employees.query.ts';
import { inTenant, type Tx } from '../apps/server/src/platform/db.ts';
import type { Database } from './database.ts';
import { atMost, quantile, round, seconds, type Bench } from './lib.ts';
import { openFilledDatabase } from './people.ts';

// The staff list with 50,000 people under row-level security, compared with the same statements without it. A call is
// the whole page: people, departments, tags and count, sorted by risk in descending order like the page.

type Case = {
  readonly name: string;
  readonly filter?: Partial<EmployeeFilter>;
  readonly sort?: SortKey;
  readonly order?: 'asc' | 'desc';
  readonly offset?: number;
};

const listCases = async ({ owner, organizationId }: Database, people: number): Promise<Case[]> => {
  const first = async (query: string): Promise<string> =>
    (await owner.query<{ id: string }>(query, [organizationId])).rows[0]!.id;
  const department = await first(`select id from departments where organization_id = $1 and title = 'Дирекция 3'`);
  const tag = await first(`select id from tags where organization_id = $1 and type = 'newbie'`);
  const course = await first('select id from courses where organization_id = $1 order by title');
  const campaign = await first('select id from campaigns where organization_id = $1 order by start_at desc limit 1');
  const who = { search: 'каримов', tags: [tag], departments: [department], role: ['employee' as const] };
  const did = { phishing: [campaign], phishing_events: ['clicked' as const, 'opened' as const], riskLevelMin: 1 };
  const learned = { courses: [course], courseProgress: ['COMPLETED' as const], learning: ['NORMAL' as const] };
  return [
    { name: 'as the page opens' },
    { name: 'by name, last page', sort: 'NAME', order: 'asc', offset: people - 20 },
    ...(['NAME', 'DEPARTMENT', 'POSITION', 'PROGRESS'] as const).flatMap((sort) => [
      { name: `by ${sort}`, sort, order: 'asc' as const },
      { name: `by ${sort}, descending`, sort },
    ]),
    { name: 'search: one person', filter: { search: 'person471@' } },
    { name: 'search: two words', filter: { search: 'каримов тимур' } },
    { name: 'search: everybody', filter: { search: 'zavod' } },
    { name: 'department', filter: { departments: [department] } },
    { name: 'role of nearly all', filter: { role: ['employee'] } },
    { name: 'tag', filter: { tags: [tag] } },
    { name: 'risk 7 to 10, by name', filter: { riskLevelMin: 7 }, sort: 'NAME', order: 'asc' },
    { name: 'event', filter: { phishing_events: ['clicked'] } },
    { name: 'event in a campaign', filter: { phishing: [campaign], phishing_events: ['entered_data'] } },
    { name: 'behind in learning', filter: { learning: ['BEHIND'] } },
    { name: 'course', filter: { courses: [course] } },
    { name: 'without course', filter: { courseProgress: ['WITHOUT_COURSE'] } },
    { name: 'ten conditions', filter: { ...who, ...did, ...learned } },
  ];
};

const TABLES =
  /\b(from|join) "?(employees|departments|tags|tag_employees|assignments|learners|campaigns|campaign_recipients)"?(?![\w"])/g;
/**
 * The product's own statements without row-level security: run as the owner of the tables, with a condition on the
 * organisation for each table, since the indexes begin with it.
 */
const withoutPolicies = ({ owner, organizationId }: Database) => {
  const limited = (text: string) =>
    text.replaceAll(TABLES, `$1 (select * from $2 where organization_id = '${organizationId}')`);
  const pool = {
    async connect() {
      const client = await owner.connect();
      return {
        query: (text: string, values: unknown[]) => client.query(limited(text), values),
        release: () => client.release(),
      };
    },
    end: async () => undefined,
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('app.org', ${organizationId}, true)`.execute(tx);
        return work(tx as never);
      });
};

const bench: Bench = async ({ small }) => {
  const [people, runs] = small ? [2_000, 3] : [50_000, 20];
  const database = await openFilledDatabase(people);
  const free = withoutPolicies(database);
  const measure = async ({ name, filter = {}, sort = 'RISK_LEVEL', order = 'desc', offset = 0 }: Case) => {
    const whole = { ...emptyFilter, ...filter };
    const read = async (tx: Tx) =>
      (await findEmployeePage(tx, whole, { filter: whole, sort, order, offset, limit: 20 } as never)).total_count;
    const ways = [() => inTenant(database.platform.db, database.scope, 'read', read), () => free(read)];
    const times: [number[], number[]] = [[], []];
    const found = [0, 0];
    for (let run = -2; run < runs; run++)
      for (const [way, work] of ways.entries()) {
        const took = await seconds(async () => {
          found[way] = await work();
        });
        if (run >= 0) times[way]!.push(took * 1_000);
      }
    if (found[0] !== found[1]) throw new Error(`${name}: ${found.join(' and ')} people found`);
    const [p50, without] = [quantile(times[0], 0.5), quantile(times[1], 0.5)];
    return { name, found: found[0], p50_ms: p50, p95_ms: quantile(times[0], 0.95), ratio: round(p50 / without) };
  };
  try {
    const figures = [];
    for (const one of await listCases(database, people)) figures.push(await measure(one));
    for (const { name, found, p50_ms, p95_ms, ratio } of figures)
      console.log(`${name.padEnd(32)} p50 ${round(p50_ms, 1)}, p95 ${round(p95_ms, 1)} ms, ${ratio} ×, found ${found}`);
    const slowest = figures.toSorted((a, b) => b.p95_ms - a.p95_ms)[0]!;
    const ratios = figures.map((one) => one.ratio);
    return {
      bars: [
        atMost('a page : without row-level security, median of all cases', quantile(ratios, 0.5), 1.2),
        atMost('a page : without row-level security, worst case', Math.max(...ratios), 3),
        atMost(`p95 of the slowest case (${slowest.name})`, slowest.p95_ms, 100, 'ms'),
      ],
      figures: { people, cases: figures },
    };
  } finally {
    await database.close();
  }
};
export default bench;
