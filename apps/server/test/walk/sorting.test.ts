import { endpoints } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { call, stored } from '../app.ts';
import { organization, launch, recipients, sent } from '../make/campaign.ts';
import * as make from '../make/index.ts';

type Text = 'name' | 'full_name' | 'start_date' | 'os' | 'joined_at' | 'removed_at';
/** A row of any of the lists; each list has some of the fields. */
type Row = Record<Text, string> & {
  id: number;
  users_count: number;
  department: { title: string };
  template: { name: string };
  clicked_at: string | null;
  opened_at: string | null;
  sent_at: string | null;
};
type List = { input: object; values: Record<string, (row: Row) => string | number | null> };
/** Lists whose own tests prove the order. */
const proved = [
  'certificates.list',
  'employees.list',
  'departments.stat',
  'learning.assignments',
  'learning.people',
  // the queries of the two lists above
  'learning.scorm-assignments',
  'learning.scorm-people',
  'library.archived-courses',
  'library.choice-of-courses',
  'library.courses',
  'library.modules',
  'scorm.archived-courses',
  'scorm.courses',
  'statistics.departments',
  'statistics.users',
  'suspicious-mail.list',
];

type Key = { options?: readonly string[]; def?: { innerType?: { options?: readonly string[] } } };
const keysOf = (query: { shape?: { sort_by?: Key } } | undefined): readonly string[] | undefined => {
  const key = query?.shape?.sort_by;
  return key?.options ?? key?.def?.innerType?.options;
};
const sortable = Object.entries(endpoints).flatMap(([id, one]) => {
  const keys = keysOf((one as { query?: { shape?: { sort_by?: Key } } }).query);
  return keys === undefined ? [] : [[id, keys] as const];
});

const russian = new Intl.Collator('ru');
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string' ? russian.compare(a, String(b)) : a - Number(b);

const filled = async () => {
  const h = await organization(5);
  const made = await launch(h);
  await sent(made.id);
  const [first, second] = await recipients(made.id);
  await stored(`update campaign_recipients set result = 3, os = 'iOS', clicked_at = now() where id = $1`, [first!.id]);
  await stored(`update campaign_recipients set result = 1, os = 'Windows', opened_at = now() where id = $1`, [
    second!.id,
  ]);
  const tag = await make.tag(h.org);
  const gone = [await make.employee(h.org), await make.employee(h.org), await make.employee(h.org)];
  const people = (await call('employees.list', h.administrator, {})).data;
  for (const person of people.slice(0, 4))
    await call('tags.assign', h.administrator, { tag_id: tag.id, users_ids: [person.id] });
  for (const { id } of gone) await call('employees.remove', h.administrator, { id });
  const text = (field: Text) => (row: Row) => row[field];
  const lists: Record<string, List> = {
    'campaigns.list': {
      input: {},
      values: { name: text('name'), start_date: text('start_date'), users_count: (row) => row.users_count },
    },
    'campaigns.users': {
      input: { id: made.id },
      values: {
        name: text('full_name'),
        department: (row) => row.department.title,
        email: (row) => row.template.name,
        os: text('os'),
        last_at: (row) => row.clicked_at ?? row.opened_at ?? row.sent_at,
      },
    },
    'tags.users': {
      input: { id: tag.id },
      values: { name: text('full_name'), department: (row) => row.department.title, joined_at: text('joined_at') },
    },
    'automation.runs': { input: { id: tag.id }, values: {} },
    'employees.removed': {
      input: {},
      values: { name: text('full_name'), department: (row) => String(row.department), removed_at: text('removed_at') },
    },
    'learning.person-courses': { input: { id: people[0]!.id }, values: {} },
    'reports.list': { input: {}, values: {} },
    'audit.list': { input: {}, values: { created_at: (row) => row.id } },
  };
  return { administrator: h.administrator, lists };
};

test('each list sorts by each key that it names, both ways, and what is unknown comes last', async () => {
  const { administrator, lists } = await filled();
  expect(sortable.map(([id]) => id).toSorted()).toEqual([...proved, ...Object.keys(lists)].toSorted());
  for (const [id, keys] of sortable) {
    const list = lists[id];
    if (list === undefined) continue;
    for (const sort_by of keys)
      for (const sort_order of ['asc', 'desc'] as const) {
        const { data } = (await call(id as never, administrator, {
          ...list.input,
          sort_by,
          sort_order,
        } as never)) as unknown as { data: Row[] };
        const valueOf = list.values[sort_by];
        if (valueOf === undefined) continue;
        const named = `${id} ${sort_by} ${sort_order}`;
        expect(data.length, named).toBeGreaterThan(0);
        const values = data.map(valueOf);
        const known = values.filter((value) => value !== null);
        expect(values.slice(0, known.length), `${named}: unknown ones last`).toEqual(known);
        const direction = sort_order === 'asc' ? 1 : -1;
        expect(known, named).toEqual(known.toSorted((a, b) => direction * compare(a!, b!)));
      }
  }
});
