import { setTimeout as pause } from 'node:timers/promises';
import { act } from '../apps/server/seeds/demo/act.ts';
import { openDatabase, type Database } from './database.ts';
import { loadavg } from 'node:os';
import { importPeople, lineOf } from './import-people.ts';
import { atMost, quantile, round, seconds, type Bench } from './lib.ts';
import { postmasterOf, processorSeconds } from './processor.ts';

// Imports files of growing size into an organisation, and removes the people again as leavers of a file. The cost for one person
// must not grow with the number of people. Meanwhile an administrator edits other people: each edit must be as fast as before.

const KEPT = 200;
const EDIT_EVERY_MS = 50;

function* linesFor(people: number) {
  for (let n = 0; n < KEPT; n++) yield `Юсупов;Алишер;;kept${n}@zavod.test;;;\n`; // blank cells change nothing
  for (let n = 0; n < people; n++) yield lineOf(n, 'imported');
}

/** Edits people who are the same in every file until `end`. Returns the milliseconds of each edit. */
const editUntil = async ({ platform, owner, administrator }: Database, end: AbortSignal) => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from employees where email like 'kept%' order by email`,
  );
  const times: number[] = [];
  for (let n = 0; !end.aborted; n++) {
    const { id } = rows[n % rows.length]!;
    const found = await act(platform, administrator, 'employees.get', { id });
    const { version } = found as { version: number };
    const change = { id, version, position: n % 2 === 0 ? 'Кассир' : 'Старший кассир' };
    times.push((await seconds(() => act(platform, administrator, 'employees.update', change as never))) * 1_000);
    await pause(EDIT_EVERY_MS);
  }
  return times;
};

/** Runs the work while other people are edited; returns also the seconds of the processors. */
const besideEdits = async <T>(database: Database, work: () => Promise<T>) => {
  const postmaster = await postmasterOf(database);
  const ended = new AbortController();
  const edits = editUntil(database, ended.signal);
  const before = processorSeconds(postmaster);
  const result = await work().finally(() => ended.abort());
  return { result, used: processorSeconds(postmaster) - before, edits: await edits };
};

const bench: Bench = async ({ small }) => {
  const sizes = small ? [500, 1_000, 2_000] : [5_000, 20_000, 80_000, 100_000];
  const database = await openDatabase();
  const { owner } = database;
  const figures: Record<string, number> = {};
  const came: number[] = [];
  const left: number[] = [];
  const edits: number[] = [];
  let [lastImport, lastLeavers] = [0, 0];
  try {
    await importPeople(database, { lines: linesFor(0), addType: 'add_update' });
    const idle = await besideEdits(database, () => pause(3_000));
    for (const people of sizes) {
      const coming = await besideEdits(database, () =>
        importPeople(database, { lines: linesFor(people), addType: 'add_update' }),
      );
      const going = await besideEdits(database, () =>
        importPeople(database, { lines: linesFor(0), addType: 'add_update_leave' }),
      );
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from employees where email like 'imported%' and deleted_at is null`,
      );
      if (rows[0]!.n !== 0) throw new Error(`${rows[0]!.n} people are left`);
      // Without this, the same addresses would be restored instead of added.
      await owner.query(`delete from employees where email like 'imported%'`);
      Object.assign(figures, {
        [`import_${people}_read_s`]: round(coming.result.read),
        [`import_${people}_applied_s`]: round(coming.result.applied),
        [`import_${people}_processor_s`]: round(coming.used),
        [`leavers_${people}_read_s`]: round(going.result.read),
        [`leavers_${people}_applied_s`]: round(going.result.applied),
        [`leavers_${people}_processor_s`]: round(going.used),
        [`load_${people}`]: round(loadavg()[0]!),
      });
      came.push(coming.used / people);
      left.push(going.used / people);
      edits.push(...coming.edits, ...going.edits);
      lastImport = coming.result.applied;
      lastLeavers = going.result.applied;
      console.log(JSON.stringify(figures), Math.max(...coming.edits), Math.max(...going.edits));
    }
    const [first, second, third] = [0, 1, 2].map((n) => sizes[n]!) as [number, number, number];
    const largest = sizes.at(-1)!;
    const before = quantile(idle.edits, 0.95);
    return {
      bars: [
        atMost(`import: a person of ${third} : a person of ${first}`, came[2]! / came[0]!, 1.5),
        atMost(`import: a person of ${third} : a person of ${second}`, came[2]! / came[1]!, 1.5),
        atMost(`leavers: a person of ${third} : a person of ${first}`, left[2]! / left[0]!, 1.5),
        atMost(`leavers: a person of ${third} : a person of ${second}`, left[2]! / left[1]!, 1.5),
        atMost(`applied import of ${largest} people`, lastImport, 30, 's'),
        atMost(`applied import of ${largest} leavers`, lastLeavers, 30, 's'),
        atMost('95 of 100 edits of other people meanwhile : before', quantile(edits, 0.95) / before, 5),
        atMost('longest edit of another person', Math.max(...edits), 1_500, 'ms'),
      ],
      figures: { ...figures, edit_before_p95_ms: round(before), edit_meanwhile_p95_ms: round(quantile(edits, 0.95)) },
    };
  } finally {
    await database.close();
  }
};
export default bench;
