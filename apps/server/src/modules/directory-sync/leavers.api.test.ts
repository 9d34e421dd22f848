import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { BASE, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { after, atTime, HOUR, now } from '../../platform/clock.ts';
import { linkEveryone, preview, runSchedule, save, settingsOf, staffOf, start } from './test-directory.ts';

const FIRST = 40;
let server: Slapd;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'people who leave a directory', () => {
  beforeAll(async () => {
    server = await startSlapd([
      ...Array.from({ length: FIRST }, (_, n) =>
        person(`p${n}`, BASE, { mail: `p${n}@leavers.uz`, ...(n === 2 && { memberOf: `cn=managers,${BASE}` }) }),
      ),
      { dn: `cn=managers,${BASE}`, objectClass: 'groupOfNames', cn: 'managers', member: `uid=p2,${BASE}` },
    ]);
  }, 120_000);
  afterAll(() => server?.stop());

  /** Settings with which these people are in the directory. */
  const holding = (numbers: readonly number[], changes: object = {}) =>
    settingsOf(server, {
      filter: `(|${numbers.map((n) => `(uid=p${n})`).join('')})`,
      leavers: 'remove',
      schedule: 'hourly',
      ...changes,
    });
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

  test('a leaver who comes back is an employee, or has the role of a group', async () => {
    const { org, admin } = await start();
    const group_roles = [{ group: `cn=managers,${BASE}`, role: 'content_manager' as const }];
    for (const n of [0, 1, 2])
      await make.employee(org, { email: `p${n}@leavers.uz`, role: n === 0 ? 'employee' : 'operator' });
    await linkEveryone(org.id);
    await save(admin, holding([0]));
    await runSchedule(org.id);
    expect(await staffOf(org.id)).toContain('employee p0@leavers.uz');
    expect(await staffOf(org.id)).toHaveLength(2);

    await save(admin, holding([0, 1]));
    const { task_id, id } = await preview(admin);
    expect((await call('imports.rows', admin, { id, verdict: 'returned' })).data).toMatchObject([
      { email: 'p1@leavers.uz', role: 'employee', before: { role: 'operator' } },
    ]);
    await call('imports.apply', admin, { task_id });
    await runJobs('employees.apply-import', org.id);
    expect(await staffOf(org.id)).toContain('employee p1@leavers.uz');

    await save(admin, holding([0, 1, 2], { group_roles }));
    await runSchedule(org.id);
    expect(await staffOf(org.id)).toEqual(
      expect.arrayContaining(['employee p0@leavers.uz', 'employee p1@leavers.uz', 'content_manager p2@leavers.uz']),
    );
  });

  test('a person who was removed in the portal is not restored, and the preview gives the reason', async () => {
    const { org, admin } = await start();
    const [first] = [
      await make.employee(org, { email: 'p0@leavers.uz', role: 'operator' }),
      await make.employee(org, { email: 'p1@leavers.uz' }),
    ];
    await call('employees.remove', admin, { id: first.id });
    await save(admin, holding([0, 1]));
    const { task_id, id, summary } = await preview(admin);
    expect(summary).toMatchObject({ added: 0, returned: 0, rejected: 1, reasons: { removed_by_hand: 1 } });
    const rejected = (await call('imports.rows', admin, { id, verdict: 'rejected' })).data;
    expect(rejected).toMatchObject([
      { email: 'p0@leavers.uz', employee_id: first.id, reasons: [{ code: 'removed_by_hand' }] },
    ]);
    await call('imports.apply', admin, { task_id });
    await runJobs('employees.apply-import', org.id);
    await runSchedule(org.id);
    expect((await staffOf(org.id)).filter((one) => one.includes('p0@'))).toEqual([]);
    // Restored in the portal, the person stays.
    await call('employees.restore', admin, { id: first.id });
    await runSchedule(org.id);
    expect((await staffOf(org.id)).filter((one) => one.includes('p0@'))).toHaveLength(1);
  });

  test('a person who is removed in the portal after the preview is neither restored nor added', async () => {
    const { org, admin } = await start();
    const gone = await make.employee(org, { email: 'p0@leavers.uz', role: 'operator' });
    await make.employee(org, { email: 'p1@leavers.uz' });
    await linkEveryone(org.id);
    await save(admin, holding([1]));
    await runSchedule(org.id);
    await save(admin, holding([0, 1, 2]));
    const { task_id, summary } = await preview(admin);
    expect(summary).toMatchObject({ added: 1, returned: 1 });
    await call('employees.restore', admin, { id: gone.id });
    await call('employees.remove', admin, { id: gone.id });
    await call('imports.apply', admin, { task_id });
    await runJobs('employees.apply-import', org.id);
    expect((await staffOf(org.id)).filter((one) => one.includes('@leavers.uz'))).toEqual([
      'employee p1@leavers.uz',
      'employee p2@leavers.uz',
    ]);
  });

  test('the leavers of 24 hours count together, so small syncs cannot remove everyone', async () => {
    const { org, admin } = await start();
    for (const n of numbers(0, FIRST)) await make.employee(org, { email: `p${n}@leavers.uz` });
    await linkEveryone(org.id);
    const run = async (from: number, hours: number) =>
      atTime(after(now(), hours * HOUR), async () => {
        await save(admin, holding(numbers(from, FIRST)));
        await runSchedule(org.id);
        return (await call('directory-sync.get', admin, {})).failure;
      });
    expect(await run(6, 0)).toBeNull();
    expect(await run(10, 1)).toBeNull();
    expect(await staffOf(org.id)).toHaveLength(1 + 30);
    expect(await run(13, 2)).toMatchObject({ code: 'leavers_many', detail: '13' });
    expect(await staffOf(org.id)).toHaveLength(1 + 30);
    // A day after the first sync its six leavers no longer count, and those of the second do.
    expect(await run(13, 24.5)).toBeNull();
    expect(await staffOf(org.id)).toHaveLength(1 + 27);
  });

  test('leavers whom a person confirmed do not count for the next sync', async () => {
    const { org, admin } = await start();
    for (const n of numbers(0, 25)) await make.employee(org, { email: `p${n}@leavers.uz` });
    await linkEveryone(org.id);
    await save(admin, holding(numbers(12, 25)));
    const { task_id, summary } = await preview(admin);
    expect(summary).toMatchObject({ leavers: 12 });
    await call('imports.apply', admin, { task_id, add_type: 'add_update_leave', expected_leavers: 12 });
    await runJobs('employees.apply-import', org.id);
    await save(admin, holding(numbers(13, 25)));
    await runSchedule(org.id);
    expect((await call('directory-sync.get', admin, {})).failure).toBeNull();
    expect(await staffOf(org.id)).toHaveLength(1 + 12);
  });

  test('thousands of leavers at once wait for a person', async () => {
    const { org, admin } = await start(5_000);
    await stored(
      `insert into employees (organization_id, department_id, email, last_name, first_name)
       select $1, d.id, 'many' || n || '@leavers.uz', 'Юсупов', 'Алишер'
       from departments d, generate_series(1, 2500) n where d.organization_id = $1 and d.is_default`,
      [org.id],
    );
    await linkEveryone(org.id);
    await save(admin, holding([0]));
    await runSchedule(org.id);
    const { failure, import_id } = await call('directory-sync.get', admin, {});
    expect(failure).toMatchObject({ code: 'leavers_many', detail: '2500' });
    const { status, summary } = await call('imports.get', admin, { id: import_id! });
    expect({ status, leavers: summary!.leavers }).toEqual({ status: 'ready', leavers: 2_500 });
    expect(await staffOf(org.id)).toHaveLength(2_501);
  });
});
