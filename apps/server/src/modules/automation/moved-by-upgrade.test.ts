import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { at, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembership } from '../tags/tags.jobs.ts';

const upgrade = async () => {
  const file = new URL('../../../migrations/20261123081000_risk_tag_members.sql', import.meta.url);
  await stored(`begin; ${await readFile(file, 'utf8')} commit`);
};

/** An organisation as the rule of the nearest step had left it: people by name, in the risk tags of that rule. */
const before = async () => {
  const home = await started();
  const { org, officer } = home;
  const groups = (await call('tags.list', officer, {})).data.filter((one) => one.type === 'risk_group');
  const groupOf = (level: number) => groups.find((one) => one.min_risk_level <= level && level <= one.max_risk_level)!;
  const [low, middle, high] = [groupOf(0), groupOf(5), groupOf(9)];
  const person = async (last_name: string, level: number, group: { id: string }) => {
    const { id } = await make.employee(org, { last_name });
    await stored('update employees set risk_level = $2 where id = $1', [id, level]);
    await stored(
      `insert into tag_employees (organization_id, tag_id, employee_id, joined_at) values ($1, $2, $3, $4)`,
      [org.id, group.id, id, at(-30)],
    );
    return id;
  };
  await person('Алиев', 6.9, high);
  await person('Бобоев', 3.5, middle);
  await person('Валиев', 5, middle);
  await person('Ганиев', 7.2, high);
  await person('Даниев', 6.4, middle);
  const removed = await person('Зокиров', 6.5, high);
  await stored('update employees set deleted_at = now() where id = $1', [removed]);
  // whose risk has just changed: the refresh is queued
  const rising = await person('Жураев', 6.6, low);
  const members = async () => {
    const rows = await stored<{ name: string; tag: string }>(
      `select e.last_name as name, m.tag_id as tag from tag_employees m join employees e on e.id = m.employee_id
       join tags t on t.id = m.tag_id and t.type = 'risk_group' where m.organization_id = $1 order by 1`,
      [org.id],
    );
    const of = (group: { id: string }) => rows.filter((row) => row.tag === group.id).map((row) => row.name);
    return { low: of(low), middle: of(middle), high: of(high) };
  };
  const refresh = async (employee_ids: string[] | null) => {
    const ctx = jobContext(await platform(), org.id, new AbortController().signal);
    await refreshMembership(ctx, { organization_id: org.id, employee_ids });
  };
  const written = async (theme: string) =>
    (
      await stored<{ name: string }>(
        `select e.last_name as name from outbox o join employees e on e.id = o.employee_id
         where o.organization_id = $1 and o.subject = $2 order by 1`,
        [org.id, theme],
      )
    ).map((row) => row.name);
  return { ...home, low, middle, high, rising, members, refresh, written };
};

test('an upgrade moves people to the risk tag of the step they have reached, and writes to nobody for it', async () => {
  const { officer, low, middle, run, runs, members, refresh, written, rising } = await before();
  for (const group of [low, middle]) await message(officer, group.id, 0, 'Сначала');
  await upgrade();
  const moved = {
    low: ['Бобоев', 'Жураев'],
    middle: ['Алиев', 'Валиев', 'Даниев', 'Зокиров'],
    high: ['Ганиев'],
  };
  expect(await members()).toEqual(moved);
  await upgrade();
  expect(await members()).toEqual(moved);
  await refresh([rising]);
  expect((await members()).middle).toContain('Жураев');
  await refresh(null);
  await run(at(1, 12));
  // those who stood there already, and the one who has come because the risk has changed
  expect(await written('Сначала')).toEqual(['Валиев', 'Даниев', 'Жураев']);
  const log = (await runs(middle.id)).data.filter((one) => one.reason === 'without_onboarding');
  expect(log.map((one) => [one.person.full_name.split(' ')[0], one.state, one.action.title])).toEqual(
    expect.arrayContaining([['Алиев', 'skipped', 'Сначала']]),
  );
  // what is added later means them as it means every member
  await message(officer, middle.id, 0, 'Потом');
  await run(at(2, 12));
  expect(await written('Потом')).toEqual(['Алиев', 'Валиев', 'Даниев', 'Жураев']);
});
