import { beforeEach, expect, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { ZodError } from 'zod';
import { actionLog, call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { notExported, ownDataParts } from './own-data.query.ts';
import { sweepRetention } from './retention.jobs.ts';

let org: make.TestOrganization;
let administrator: Awaited<ReturnType<typeof make.operator>>;
beforeEach(async () => {
  org = await make.organization();
  administrator = await make.employee(org, { role: 'system_admin' });
});

const traces = () =>
  stored<{ n: number }>(
    `select count(*)::int as n from tracking_events where organization_id = $1 and (address is not null or user_agent <> '')`,
    [org.id],
  ).then((rows) => rows[0]!.n);
const trace = () =>
  stored(`update tracking_events set address = '192.0.2.9', user_agent = 'Firefox' where organization_id = $1`, [
    org.id,
  ]);
const apply = async () => {
  await sweepRetention(await platform());
  return runJobs('privacy.apply-retention', org.id);
};
/** Tomorrow at noon in Tashkent: after the hour at which runs are due. */
const noon = () => {
  const at = after(now(), DAY);
  at.setUTCHours(7, 0, 0, 0);
  return at;
};

test('the defaults are 90 days and 12 months; other periods are saved by a system administrator and logged', async () => {
  const { ending: _, ...before } = await call('privacy.retention', administrator, {});
  expect(before).toMatchObject({ tracking_days: 90, results_months: 12 });
  const saved = await call('privacy.save', administrator, { ...before, tracking_days: 30 });
  expect(saved).toMatchObject({ tracking_days: 30, results_months: 12 });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'privacy.retention_set',
    changes: { tracking_days: [90, 30] },
  });
  await expect(call('privacy.save', administrator, before)).rejects.toMatchObject({ code: 'common.stale_version' });
  const operator = await make.operator(org);
  await expect(call('privacy.save', operator, saved)).rejects.toMatchObject({ code: 'session.forbidden' });
});

test.each([0, -1, 1.5, 2_000])('a period of %d is rejected, by the call and by its preview', async (period) => {
  const { ending: _, ...before } = await call('privacy.retention', administrator, {});
  for (const wrong of [{ tracking_days: period }, { results_months: period }]) {
    await expect(call('privacy.save', administrator, { ...before, ...wrong })).rejects.toThrow(ZodError);
    const asked = { tracking_days: '90', results_months: '12', [Object.keys(wrong)[0]!]: String(period) };
    await expect(call('privacy.effect', administrator, asked as never)).rejects.toThrow(ZodError);
  }
});

test('the preview counts exactly what the nightly run erases, once a night, and the run is logged', async () => {
  const [anna, boris] = [await make.employee(org), await make.employee(org)];
  const [old, fresh] = [await history.campaign(org, { ago: 100 }), await history.campaign(org, { ago: 10 })];
  await history.email(org, old, anna, { result: 2, ago: 100 });
  await history.email(org, fresh, boris, { result: 2, ago: 10 });
  await trace();
  const all = await traces();
  await atTime(noon(), async () => {
    const effect = await call('privacy.effect', administrator, { tracking_days: '90', results_months: '12' });
    expect(effect.traces).toBeGreaterThan(0);
    expect(effect.traces).toBeLessThan(all);
    expect(effect.results).toBe(0);
    expect(await apply()).toBe(1);
    expect(await traces()).toBe(all - effect.traces!);
    expect((await actionLog(org.id)).filter((one) => one.action === 'privacy.traces_cleared')).toMatchObject([
      { details: { affected: effect.traces } },
    ]);
    expect(await apply(), 'the second run of the night').toBe(0);
  });
});

test('results become anonymous after their months; figures of the campaign stay, departments are dropped', async () => {
  const [sales, lab] = [await make.department(org, 'Сбыт'), await make.department(org, 'Лаборатория')];
  const of = (department_id: string) => make.employee(org, { department_id });
  const people = [...(await Promise.all(Array.from({ length: 5 }, () => of(sales.id)))), await of(lab.id)];
  const campaign = await history.campaign(org, { ago: 400 });
  for (const [i, one] of people.entries()) await history.email(org, campaign, one, { result: i % 2 ? 4 : 0, ago: 400 });
  const departments = new Map([
    ...people.slice(0, 5).map((one) => [one.id, sales.id] as const),
    [people[5]!.id, lab.id],
  ]);
  for (const [id, department] of departments)
    await stored('update campaign_recipients set department_id = $2 where employee_id = $1', [id, department]);
  const figures = () =>
    Promise.all([
      call('campaigns.get', administrator, { id: campaign.id }).then((one) => JSON.stringify(one)),
      stored(
        `select state, result, clicked, sum(emails)::int as n from campaign_tallies where campaign_id = $1
         group by 1, 2, 3 having sum(emails) <> 0 order by 1, 2, 3`,
        [campaign.id],
      ),
    ]);
  const before = await figures();
  await atTime(noon(), async () => {
    expect((await call('privacy.effect', administrator, { tracking_days: '90', results_months: '12' })).results).toBe(
      6,
    );
    await apply();
  });
  expect(await figures()).toEqual(before);
  expect(
    await stored(
      `select employee_id, department_id, count(*)::int as n from campaign_recipients where campaign_id = $1 group by 1, 2 order by 3`,
      [campaign.id],
    ),
  ).toEqual([{ employee_id: null, department_id: null, n: 6 }]);
  expect((await queued('statistics.refresh-people', org.id)).flatMap((one) => one.employee_ids ?? []).sort()).toEqual(
    expect.arrayContaining(people.map((one) => one.id).sort()),
  );
  const list = await call('campaigns.users', administrator, { id: campaign.id });
  expect(list.data.every((one) => one.user_id === null && one.deleted)).toBe(true);
});

test('lists who agreed to which version of the consent, of the own organisation alone', async () => {
  const [anna, boris] = [
    await make.employee(org, { last_name: 'Азимова', is_registered: true }),
    await make.employee(org, { last_name: 'Юсупов', is_registered: true }),
  ];
  await stored('update employees set consented_at = now(), consented_version = 0 where id = $1', [anna.id]);
  await stored('update employees set consented_at = null where id = $1', [boris.id]);
  const find = (search: string) => call('privacy.consents', administrator, { search });
  expect(await find('азимова')).toMatchObject({ total_count: 1, data: [{ id: anna.id, version: 0, agreed: true }] });
  expect((await find('юсупов')).data).toMatchObject([{ id: boris.id, version: null, agreed: false }]);
  const open = await call('privacy.consents', administrator, { agreed: 'false' });
  expect(open.data.map((one) => one.id)).toContain(boris.id);
  expect(open.data.map((one) => one.id)).not.toContain(anna.id);
  const before = await call('consent.get', administrator, {});
  await call('consent.save', administrator, { texts: { ru: 'Новый текст', en: '', uz: '' }, version: before.version });
  expect((await find('азимова')).data).toMatchObject([{ version: 0, agreed: false }]);
  expect((await find('')).versions).toMatchObject([{ version: 1, people: 1 }, { version: 0 }]);
  const stranger = await make.operator(await make.organization());
  expect((await call('privacy.consents', stranger, { search: 'азимова' })).total_count).toBe(0);
});

/** Names and texts of the entries of a ZIP archive, by its central directory. */
const unzip = (zip: Buffer): Map<string, string> => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  for (let at = zip.readUInt32LE(end + 16), n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((o) =>
      o === 20 ? zip.readUInt32LE(at + o) : zip.readUInt16LE(at + o),
    );
    const head = zip.readUInt32LE(at + 42);
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const bytes = zip.subarray(from, from + size!);
    const text = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes;
    files.set(zip.subarray(at + 46, at + 46 + name!).toString(), text.toString());
    at += 46 + name! + extra! + comment!;
  }
  return files;
};

test('the export holds what is stored about its person, nothing of others, no secrets, and no running simulation', async () => {
  const [anna, boris] = [
    await make.employee(org, { last_name: 'Азимова' }),
    await make.employee(org, { last_name: 'Юсупов' }),
  ];
  const [ended, running] = [
    await history.campaign(org, { name: 'Завершённая' }),
    await history.campaign(org, { name: 'Текущая', status: 'active' }),
  ];
  for (const of of [ended, running]) for (const one of [anna, boris]) await history.email(org, of, one, { result: 2 });
  await stored(`update employees set password_hash = 'secret-of-anna' where id = $1`, [anna.id]);
  const { task_id } = await call('privacy.own-data', anna, {});
  await runJobs('privacy.write-own-data', org.id);
  const task = await call('tasks.get', anna, { id: task_id });
  const { file_id } = task.result as { file_id: string };
  const zip = unzip(await buffer((await call('files.get', anna, { id: file_id })).stream));
  expect([...zip.keys()].sort()).toEqual(
    Object.keys(ownDataParts)
      .map((name) => `${name}.json`)
      .sort(),
  );
  const all = [...zip.values()].join('\n');
  expect(all).toContain('Азимова');
  expect(JSON.parse(zip.get('simulations.json')!)).toMatchObject([{ campaign: 'Завершённая', result: 2 }]);
  expect(JSON.parse(zip.get('simulation_events.json')!).length).toBeGreaterThan(0);
  for (const secret of ['Юсупов', 'Текущая', 'secret-of-anna', 'password_hash', 'token_hash', 'tracking_key'])
    expect(all).not.toContain(secret);
  await expect(call('files.get', administrator, { id: file_id })).rejects.toMatchObject({ code: 'file.not_found' });
});

test('every table that refers to a person is exported, or left out for a reason', async () => {
  const rows = await stored<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid in ('employees'::regclass, 'learners'::regclass, 'scorm_registrations'::regclass)`,
    [],
  );
  const known = [...Object.values(ownDataParts).flatMap((part) => part.tables), ...Object.keys(notExported)];
  expect(rows.map((one) => one.name).filter((name) => !known.includes(name))).toEqual([]);
});
