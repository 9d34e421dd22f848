import { sortKeys, type EmployeeRow, type SortKey } from '@sergak/contract/employees/employees.schema.ts';
import { expect, test } from 'vitest';
import { call, inOrganization } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

/** People with equal values in the sort columns, some of them without figures. */
const staffed = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const places = [await make.department(org, 'Ёлки'), await make.department(org, 'Яхты'), undefined];
  const figures = [null, 0, 3.5, 3.5, 10, null, 0];
  for (let n = 0; n < 14; n += 1) {
    const { id } = await make.employee(org, {
      last_name: ['Абдуллаев', 'Ёлкина', 'Яшин'][n % 3]!,
      ...(places[n % 3] ? { department_id: places[n % 3]!.id } : {}),
    });
    const figure = figures[n % figures.length]!;
    const values = {
      position: ['', 'Кассир', 'Юрист'][(n >> 1) % 3]!,
      risk_level: figure,
      learning_progress: figure,
      phishing_indicator: figure,
    };
    await inOrganization(org.id, 'write', (tx) =>
      tx.updateTable('employees').set(values).where('id', '=', id).execute(),
    );
  }
  return administrator;
};

const russian = new Intl.Collator('ru');
const valueOf: Record<SortKey, (row: EmployeeRow) => string | number | null> = {
  NAME: (row) => row.full_name,
  DEPARTMENT: (row) => row.department.title,
  POSITION: (row) => row.position,
  RISK_LEVEL: (row) => row.statistics.risk_level,
  PROGRESS: (row) => row.statistics.learning_progress,
  PHISHING_INDICATOR: (row) => row.statistics.phishing_indicator,
};
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string' ? russian.compare(a, String(b)) : a - Number(b);

test('each of the six keys sorts both ways, missing figures last, and pages neither repeat nor skip people', async () => {
  const administrator = await staffed();
  for (const sort_by of sortKeys)
    for (const sort_order of ['asc', 'desc'] as const) {
      const list = async (limit: number, offset: number) =>
        (await call('employees.list', administrator, { sort_by, sort_order, limit, offset })).data;
      const whole = await list(100, 0);
      const pages = [];
      for (let offset = 0; offset < whole.length; offset += 4) pages.push(...(await list(4, offset)));
      const named = `${sort_by} ${sort_order}`;
      expect(
        pages.map((row) => row.id),
        named,
      ).toEqual(whole.map((row) => row.id));
      expect(new Set(pages.map((row) => row.id)).size, named).toBe(15);
      const values = whole.map(valueOf[sort_by]);
      const known = values.filter((value) => value !== null);
      expect(values.slice(0, known.length), `${named}: unknown ones last`).toEqual(known);
      const sorted = known.toSorted((a, b) => (sort_order === 'asc' ? compare(a, b) : compare(b, a)));
      expect(known, named).toEqual(sorted);
    }
});

test('the default key is the name, the default direction is descending', async () => {
  const administrator = await staffed();
  const ids = async (query: object) => (await call('employees.list', administrator, query)).data.map((row) => row.id);
  expect(await ids({})).toEqual(await ids({ sort_by: 'NAME', sort_order: 'desc' }));
  expect(await ids({ sort_by: 'RISK_LEVEL' })).toEqual(await ids({ sort_by: 'RISK_LEVEL', sort_order: 'desc' }));
});
