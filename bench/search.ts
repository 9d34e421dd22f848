import type { Actor } from '../apps/server/seeds/demo/act.ts';
import { findThings } from '../apps/server/src/modules/search/search.service.ts';
import { inTenant, type Tx } from '../apps/server/src/platform/db.ts';
import { permissionsOf } from '@sergak/contract/access/roles.ts';
import { atMost, quantile, round, timesOf, type Bench } from './lib.ts';
import { openStaffDatabase } from './people.ts';

// The search of the whole portal with 100,000 people, as the palette asks it: each kind of search that people type, word by word.

const cases = {
  'one letter': 'к',
  'two letters': 'ли',
  'a surname of thousands': 'каримов',
  'the same in Latin letters': 'karimov',
  'one person': 'person4711',
  'two words': 'каримов тимур',
  everybody: 'zavod',
  nobody: 'щщщэээ',
  'a typing mistake': 'бекнзаров',
  'a typing mistake in Latin letters': 'beknzarov',
  'two words, two mistakes': 'бекнзаров бахтиор',
  'a department': 'дирекция 7',
} as const;

const bench: Bench = async ({ small }) => {
  const [people, runs] = small ? [2_000, 3] : [100_000, 40];
  const database = await openStaffDatabase(people);
  const { platform, scope, administrator } = database;
  const viewer = { ...(administrator satisfies Actor), permissions: permissionsOf('operator'), scope };
  const find = (search: string) => () =>
    inTenant(platform.db, scope, 'read', (tx: Tx) => findThings({ tx, viewer }, { search }));
  try {
    const figures = [];
    for (const [name, search] of Object.entries(cases)) {
      const times = await timesOf(runs, find(search));
      const found = (await find(search)()).data.length;
      figures.push({ name, search, found, p50_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) });
    }
    for (const { name, found, p50_ms, p95_ms } of figures)
      console.log(`${name.padEnd(36)} p50 ${round(p50_ms, 1)}, p95 ${round(p95_ms, 1)} ms, found ${found}`);
    const slowest = figures.toSorted((a, b) => b.p95_ms - a.p95_ms)[0]!;
    return {
      bars: [atMost(`p95 of the slowest search (${slowest.name})`, slowest.p95_ms, 100, 'ms')],
      figures: { people, cases: figures },
    };
  } finally {
    await database.close();
  }
};
export default bench;
