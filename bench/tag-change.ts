import { atTime } from '../apps/server/src/platform/clock.ts';
import { act } from '../apps/server/seeds/demo/act.ts';
import { machineFacts, median, round, writeResults, type Bar } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// Time to preview a change of the bounds of a risk group among 100,000 people: who joins and leaves, and what the
// third who join would get; and what everyone would get when added to a tag at once.
const PEOPLE = 100_000;
const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;

const officer = await addOfficer(bench, 'Офицер', 'operator');
const start = new Date('2027-03-01T03:00:00Z');
const { data: tags } = await act(platform, officer, 'tags.list', {});
const group = tags.find((one) => one.type === 'risk_group' && one.min_risk_level > 6)!;
const own = await act(platform, officer, 'tags.create', { title: 'Все' });
await owner.query(
  `with people as (
     insert into employees (organization_id, department_id, email, last_name, first_name, is_registered, risk_level)
     select $1, (select id from departments where organization_id = $1), 'p' || n || '@zavod.test', 'Каримова', 'Нигора', true, n % 9
     from generate_series(1, $2::int) as n returning id, risk_level)
   insert into tag_employees (organization_id, tag_id, employee_id, joined_at)
     select $1, $3, id, $4::timestamptz from people where risk_level >= 7`,
  [organizationId, PEOPLE, group.id, start],
);
await owner.query('analyze');
const message = (tag_id: string) =>
  atTime(start, () =>
    act(platform, officer, 'automation.add-message', { tag_id, theme: 'Здравствуйте', text: 'Здравствуйте.' }),
  );
await message(group.id);
await message(own.id);

const threeTimes = async (work: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const since = performance.now();
    await atTime(new Date(start.getTime() + 3_600_000), work);
    times.push((performance.now() - since) / 1000);
  }
  return median(times);
};
const bounds = { id: group.id, min_risk_level: 4 };
const everybody = { users_ids: [], selection: { all: true } };
const joinAll = () =>
  act(platform, officer, 'automation.forecast-change', { id: own.id, people: everybody, days: 14 } as never);
const counted = await threeTimes(() => act(platform, officer, 'tags.members-after', bounds));
const joiners = await threeTimes(() => act(platform, officer, 'automation.forecast-change', { ...bounds, days: 14 }));
const all = await threeTimes(joinAll);
const right = await atTime(new Date(start.getTime() + 3_600_000), joinAll);
const bar = (name: string, value: number, most: number, good = true): Bar => ({
  name,
  value: round(value),
  unit: 's',
  bar: `≤ ${most}`,
  reached: value <= most && good,
});
writeResults(
  'tag-change',
  facts,
  [
    bar(`who comes and goes among ${PEOPLE} people with other bounds`, counted, 0.3),
    bar('what a third of them, who come, would get', joiners, 1),
    bar('what everybody would get who is put in by hand', all, 2, right.total >= PEOPLE),
  ],
  { counted, joiners, all, total: right.total },
);
await bench.close();
