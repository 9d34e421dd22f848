import { mkdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, MINUTE, now } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshPeople, storeDailyPoints } from '../statistics/public.ts';
import { sweepExpiredReports } from './reports.service.ts';
import type { PdfSpec } from './pdf/report-blocks.ts';
import { campaignPdf } from './campaign-pdf.ts';
import { overviewPdf } from './overview-pdf.ts';
import { makeReport } from './reports.jobs.ts';
import type { ReportTask } from './reports.repo.ts';

const made = async (org: { id: string }, person: Person, id: string) => {
  await runJobs('reports.make-report', org.id);
  const report = await call('reports.get', person, { id });
  const file = report.url && (await call('files.get', person, { id: report.url.split('/').at(-1)! }));
  return { report, file, bytes: file ? await buffer(file.stream) : null };
};

const office = async (people = 6, reported = 2) => {
  const org = await make.organization({ title: 'Общество «Пример»' });
  const administrator = await make.operator(org);
  const campaign = await history.campaign(org, { name: 'Срок пароля', ago: 10 });
  const staff = [];
  for (let i = 0; i < people; i++) {
    const person = await make.employee(org, { last_name: i === 0 ? '=СУММ(A1)' : `Каримова-${i}` });
    await history.email(org, campaign, person, { result: (i % 5) as 0, reported: i === reported });
    staff.push(person);
  }
  return { org, administrator, campaign, staff };
};

test('the workbook of a campaign has summary, people, events, departments and emails, and runs no formula', async () => {
  const { org, administrator, campaign } = await office();
  const ordered = await call('reports.make-phishing', administrator, { id: campaign.id });
  expect(ordered).toMatchObject({ status: 'in_progress', url: null, format: 'xlsx', category: 'phishing' });
  const { report, file, bytes } = await made(org, administrator, ordered.id);
  expect(report).toMatchObject({ status: 'complete', error: null, created_by: { id: administrator.id } });
  expect(file).toMatchObject({ name: 'Отчёт о рассылке «Срок пароля».xlsx', inline: false });
  const { sheets } = await readXlsx(new Uint8Array(bytes!));
  expect(sheets.map((one) => one.name)).toEqual(['Сводка', 'Сотрудники', 'События', 'Отделы', 'Письма']);
  const rows = (name: string) => sheets.find((one) => one.name === name)!.rows;
  expect(rows('Сотрудники')).toHaveLength(7);
  expect(rows('События')).toHaveLength(1 + 1 + 2 + 1 + 2 + 3);
  expect(rows('Сотрудники').flat()).toContain("'=СУММ(A1) Нигора");
  expect(rows('Сводка').find((row) => row[0] === 'Отправлено')).toEqual(['Отправлено', null, 6, 1]);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'report.requested',
    kind: 'report',
    title: 'Отчёт о рассылке «Срок пароля»',
  });
});

test('the workbook has texts for variables of subjects and for reasons of verdicts', async () => {
  const { org, administrator, campaign } = await office(2);
  await stored(`update campaign_emails set subject = '{{first_name}}, срок пароля' where campaign_id = $1`, [
    campaign.id,
  ]);
  await stored(`update tracking_events set verdict = 'known_scanner', human = false where campaign_id = $1`, [
    campaign.id,
  ]);
  const { id } = await call('reports.make-phishing', administrator, { id: campaign.id });
  const { sheets } = await readXlsx(new Uint8Array((await made(org, administrator, id)).bytes!));
  const cells = sheets.flatMap((one) => one.rows.flat());
  expect(cells).toContain('[Имя], срок пароля');
  expect(cells).toContain('известный сканер ссылок');
  expect(cells.filter((cell) => /\{\{|known_/.test(String(cell)))).toEqual([]);
});

test.each([
  [2, 'Сообщили', 'Перешли'],
  [-1, undefined, 'Перешли'],
])(
  'the people who reported come before the clicks, and are omitted when nobody reported (%i)',
  async (person, before, after) => {
    const { org, administrator, campaign } = await office(6, person);
    const { id } = await call('reports.make-phishing', administrator, { id: campaign.id });
    const { sheets } = await readXlsx(new Uint8Array((await made(org, administrator, id)).bytes!));
    const row = (sheet: number, at: number) => sheets[sheet]!.rows[at]!;
    const names = sheets[0]!.rows.map((cells) => cells[0]);
    for (const order of [names, row(3, 0), row(4, 0)]) {
      const clicked = order.indexOf(after);
      expect(order[clicked - 1]).toBe(before ?? 'Открыли');
      expect(order.includes('Сообщили')).toBe(before !== undefined);
    }
    expect(names.includes('Ошиблись, но сообщили')).toBe(before !== undefined);
    expect(names).toContain('Обычное время до ошибки');
    for (const { rows } of sheets) expect(new Set(rows[0]).size, String(rows[0])).toBe(rows[0]!.length);
    expect(row(1, 0).filter((cell) => cell === 'Сообщили' || cell === 'Сообщено')).toHaveLength(before ? 2 : 0);
    expect(row(1, 3)[row(1, 0).indexOf('Сообщили')]).toBe(before ? 'да' : undefined);
  },
);

test('an opened email of unknown delivery is never counted as sent; shares stay within 100 %', async () => {
  const { org, administrator, campaign } = await office(1);
  const late = await make.employee(org, { last_name: 'Неизвестная' });
  await history.email(org, campaign, late, { state: 'unknown', result: 4 });
  await history.email(org, campaign, await make.employee(org), { state: 'failed' });
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  const id = { id: org.id };
  const page = (await call('campaigns.get', administrator, { id: campaign.id })).statistics;
  expect(page).toMatchObject({ recipients: 3, sent: 1, opened: 1, entered_data: 1 });
  expect((await call('campaigns.departments', administrator, { id: campaign.id })).data).toMatchObject([
    { statistics: page },
  ]);
  expect((await call('statistics.last-campaign', administrator, id)).data?.statistics).toEqual(page);
  const period = await call('statistics.phishing', administrator, { ...id, days_period: 30 });
  expect(period.groups).toMatchObject({
    sent: { value: 1 },
    delivered: { value: 2 },
    opened: { value: 1 },
    entered_data: { value: 1 },
  });
  expect(period.incident_risk.value).toBe(50);
  const tables = [
    ...(await call('statistics.departments', administrator, { days_period: 30 })).data,
    ...(await call('statistics.users', administrator, { search: 'Неизвестная' })).data,
  ].map(({ phishing_statistic: { groups } }) => [groups.sent.value, groups.delivered.value, groups.entered_data.value]);
  expect(tables).toContainEqual([1, 2, 1]);
  expect(tables.at(-1)).toEqual([0, 1, 1]);
  expect(await call('statistics.user-phishing', administrator, { id: late.id })).toMatchObject({
    total_count: 1,
    groups: { sent: 0, entered_data: 1 },
  });
  const ordered = await call('reports.make-phishing', administrator, { id: campaign.id });
  const { sheets } = await readXlsx(new Uint8Array((await made(org, administrator, ordered.id)).bytes!));
  const rows = sheets.find((one) => one.name === 'Сводка')!.rows;
  expect(rows.find((row) => row[0] === 'Отправлено')).toEqual(['Отправлено', null, 1, expect.closeTo(1 / 3)]);
});

test('recommendations follow the summary: no report ends with a page of three lines', async () => {
  const { org, administrator, campaign } = await office();
  const params = { language: 'ru' as const, time_zone: 'Asia/Tashkent', asked_by: administrator.id };
  const about = (subject_id: string) => ({ params, title: 'Отчёт', subject_id }) as unknown as ReportTask;
  const headings = (spec: PdfSpec | null) =>
    spec?.blocks.flatMap((one) => (one.type === 'heading' && one.level === 1 ? [one.text] : []));
  await inOrganization(org.id, 'read', async (tx) => {
    expect(headings(await campaignPdf(tx, about(campaign.id)))).toEqual([
      'Главное',
      'Что делать дальше',
      'По отделам',
      'Письма рассылки',
    ]);
    const blocks = (await campaignPdf(tx, about(campaign.id)))!.blocks;
    const times = blocks[blocks.findIndex((one) => one.type === 'heading' && one.text === 'Как реагировали') + 1];
    expect(times).toMatchObject({
      type: 'table',
      rows: expect.arrayContaining([['Обычное время до сообщения', '0 мин']]),
    });
    expect(headings(await overviewPdf(tx, about(org.id)))?.slice(0, 2)).toEqual(['Главное', 'Что делать дальше']);
  });
});

test('campaigns and organisations are exported as PDF', async () => {
  const { org, administrator, campaign } = await office();
  await inOrganization(org.id, 'write', storeDailyPoints);
  const first = await call('reports.make-phishing-campaign', administrator, { campaign_id: campaign.id });
  const second = await call('reports.make-overview', administrator, {});
  for (const id of [first.id, second.id]) {
    const { report, bytes } = await made(org, administrator, id);
    expect(report).toMatchObject({ status: 'complete', format: 'pdf' });
    expect(bytes!.subarray(0, 5).toString()).toBe('%PDF-');
    if (process.env.SERGAK_KEEP_REPORTS) {
      await mkdir(process.env.SERGAK_KEEP_REPORTS, { recursive: true });
      await writeFile(`${process.env.SERGAK_KEEP_REPORTS}/${report.category}.pdf`, bytes!);
    }
  }
  expect((await call('reports.list', administrator, { category: 'pdf' })).data.map((one) => one.id)).toEqual([
    second.id,
  ]);
  expect((await call('reports.list-pdf', administrator, {})).total_count).toBe(2);
});

test('an organisation without history gets its overview too', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id } = await call('reports.make-overview', administrator, {});
  expect((await made(org, administrator, id)).report.status).toBe('complete');
});

test('a parent gets the overview of its child, and the parent stores it', async () => {
  const parent = await make.organization();
  const child = await make.organization({ parent, title: 'Филиал' });
  const administrator = { ...(await make.operator(parent)), readable: [parent.id, child.id] };
  const { id, title } = await call('reports.make-overview', administrator, { organization_id: child.id });
  expect(title).toBe('Обзор безопасности: Филиал');
  expect((await made(parent, administrator, id)).report.status).toBe('complete');
  await expect(call('reports.get', await make.operator(child), { id })).rejects.toMatchObject({
    code: 'report.not_found',
  });
});

test('a report that an ancestor keeps about an organisation ends when that organisation becomes anonymous', async () => {
  const parent = await make.organization();
  const child = await make.organization({ parent, title: 'Филиал' });
  const administrator = { ...(await make.operator(parent)), readable: [parent.id, child.id] };
  const admin = await make.employee(child, { role: 'system_admin' });
  const order = (input: object) => call('reports.make-overview', administrator, input);
  const [about, own] = [await order({ organization_id: child.id }), await order({})];
  const { report } = await made(parent, administrator, about.id);
  const { ending: _, ...retention } = await call('privacy.retention', admin, {});
  await call('privacy.save', admin, { ...retention, anonymous: true });
  await expect(call('reports.get', administrator, { id: about.id })).rejects.toMatchObject({
    code: 'report.not_found',
  });
  const file = { id: report.url!.split('/').at(-1)! };
  await expect(call('files.get', administrator, file)).rejects.toMatchObject({ code: 'file.not_found' });
  expect((await call('reports.get', administrator, { id: own.id })).status).toBe('complete');
  await sweepExpiredReports(await platform());
  expect(await stored('select id from reports where organization_id = $1', [parent.id])).toEqual([{ id: own.id }]);
});

test('foreign or missing subjects are rejected, and nothing is queued', async () => {
  const { org, campaign } = await office(1);
  const stranger = await make.operator(await make.organization());
  await expect(call('reports.make-phishing', stranger, { id: campaign.id })).rejects.toMatchObject({
    code: 'campaign.not_found',
  });
  await expect(call('reports.make-phishing-campaign', stranger, { campaign_id: campaign.id })).rejects.toMatchObject({
    code: 'campaign.not_found',
  });
  await expect(call('reports.make-overview', stranger, { organization_id: org.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
  await expect(call('reports.get', stranger, { id: campaign.id })).rejects.toMatchObject({ code: 'report.not_found' });
  await expect(call('reports.make-overview', await make.employee(org), {})).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  expect((await call('reports.list', stranger, {})).total_count).toBe(0);
});

test('a report of a campaign needs the campaign permission to order, list, poll and download it', async () => {
  const { org, administrator, campaign } = await office(2);
  const editor = await make.employee(org, { role: 'content_manager' });
  const machine = { ...editor, role: 'pdf_service' as const };
  const orders = [
    () => call('reports.make-phishing', editor, { id: campaign.id }),
    () => call('reports.make-phishing-campaign', editor, { campaign_id: campaign.id }),
  ];
  for (const order of orders) await expect(order()).rejects.toMatchObject({ code: 'session.forbidden' });
  const workbook = await call('reports.make-phishing', administrator, { id: campaign.id });
  const pdf = await call('reports.make-phishing-campaign', administrator, { campaign_id: campaign.id });
  const { report } = await made(org, administrator, workbook.id);
  const overview = await call('reports.make-overview', editor, {});
  for (const person of [editor, machine]) {
    const list = await call('reports.list', person, {});
    expect(list).toMatchObject({ total_count: 1, data: [{ id: overview.id }] });
    expect((await call('reports.list-pdf', person, {})).data.map((one) => one.id)).toEqual([overview.id]);
    expect((await call('reports.list', person, { category: 'phishing' })).total_count).toBe(0);
    for (const { id } of [workbook, pdf])
      await expect(call('reports.get', person, { id })).rejects.toMatchObject({ code: 'report.not_found' });
    await expect(call('reports.get-pdf', person, { id: pdf.id })).rejects.toMatchObject({ code: 'report.not_found' });
    await expect(call('files.get', person, { id: report.url!.split('/').at(-1)! })).rejects.toMatchObject({
      code: 'file.not_found',
    });
  }
  expect((await call('reports.list', administrator, {})).total_count).toBe(3);
});

test('a report of a deleted campaign ends with the reason; a job skips an ended report', async () => {
  const { org, administrator, campaign } = await office(1);
  const { id } = await call('reports.make-phishing', administrator, { id: campaign.id });
  await stored('delete from campaigns where id = $1', [campaign.id]);
  const { report } = await made(org, administrator, id);
  expect(report).toMatchObject({ status: 'error', error: 'gone', url: null });
  const ctx = jobContext(await platform(), org.id, new AbortController().signal);
  await makeReport(ctx, { organization_id: org.id, report_id: id });
  expect(await call('reports.get', administrator, { id })).toEqual(report);
});

test('a report and its file are deleted after 30 days; an abandoned report ends after half an hour', async () => {
  const { org, administrator, campaign } = await office(1);
  const kept = await call('reports.make-phishing', administrator, { id: campaign.id });
  const { report } = await made(org, administrator, kept.id);
  const abandoned = await call('reports.make-overview', administrator, {});
  const on = await platform();
  await atTime(after(now(), 31 * MINUTE), () => sweepExpiredReports(on));
  expect(await call('reports.get', administrator, { id: abandoned.id })).toMatchObject({
    status: 'error',
    error: 'timeout',
  });
  expect(await call('reports.get', administrator, { id: kept.id })).toMatchObject({ status: 'complete' });
  const [file] = await stored<{ storage_key: string }>('select storage_key from files where id = $1', [
    report.url!.split('/').at(-1),
  ]);
  await atTime(after(now(), 30 * DAY + MINUTE), () => sweepExpiredReports(on));
  await expect(call('reports.get', administrator, { id: kept.id })).rejects.toMatchObject({ code: 'report.not_found' });
  expect(await stored('select 1 from files where id = $1', [report.url!.split('/').at(-1)])).toEqual([]);
  expect(await on.files.exists(file!.storage_key)).toBe(false);
});
