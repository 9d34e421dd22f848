import { afterAll, expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { closePdf } from './pdf/pdf.ts';
import { orderReport } from './order.service.ts';
import { makeReport } from './reports.jobs.ts';

afterAll(closePdf);

const office = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const campaign = await history.campaign(org, { name: 'Пропуск', ago: 10 });
  await history.email(org, campaign, await make.employee(org), { result: 1 });
  return { org, administrator, campaign };
};
const payloadOf = (org: { id: string }, report: { id: string }) => ({
  organization_id: org.id,
  report_id: report.id,
});
const filesOf = (org: { id: string }) => stored('select id from files where organization_id = $1', [org.id]);

test('a cancelled report ends with its own text, and its job makes no file', async () => {
  const { org, administrator, campaign } = await office();
  const order = await call('reports.make-phishing', administrator, { id: campaign.id });
  const cancelled = await call('reports.cancel', administrator, { id: order.id });
  expect(cancelled).toMatchObject({ status: 'error', error: 'cancelled', url: null });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({ action: 'report.cancelled', title: order.title });
  await runJobs('reports.make-report', org.id);
  expect(await call('reports.get', administrator, { id: order.id })).toEqual(cancelled);
  expect(await filesOf(org)).toEqual([]);
  await expect(call('reports.cancel', administrator, { id: order.id })).rejects.toMatchObject({ code: 'report.ended' });
  const stranger = await make.operator(await make.organization());
  await expect(call('reports.cancel', stranger, { id: order.id })).rejects.toMatchObject({ code: 'report.not_found' });
});

test('a process that is stopped while it writes leaves the report to the next run, and no part of a file', async () => {
  const { org, administrator, campaign } = await office();
  const order = await call('reports.make-phishing', administrator, { id: campaign.id });
  const on = await platform();
  const ending = makeReport(jobContext(on, org.id, AbortSignal.abort()), payloadOf(org, order));
  await expect(ending).rejects.toThrow();
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({
    status: 'in_progress',
    url: null,
  });
  expect(await filesOf(org)).toEqual([]);
});

test('on a disk that takes no more data the report ends with an error after the last attempt', async () => {
  const { org, administrator, campaign } = await office();
  const order = await call('reports.make-phishing', administrator, { id: campaign.id });
  const on = await platform();
  // The data folder fails as on a full disk; a real one cannot be filled by a test.
  const put = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  const full = { ...on, files: { ...on.files, putFile: put } };
  const attempt = (last: boolean) =>
    makeReport(jobContext(full, org.id, new AbortController().signal, last ? 3 : 1, last), payloadOf(org, order));
  await expect(attempt(false)).rejects.toThrow();
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({ status: 'in_progress' });
  await attempt(true);
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({
    status: 'error',
    error: 'failed',
  });
  expect(await filesOf(org)).toEqual([]);
});

test('work without a session orders a report with a period, and follows it', async () => {
  const { org, administrator, campaign } = await office();
  const on = await platform();
  const order = {
    format: 'pdf',
    language: 'uz',
    timeZone: 'Asia/Tashkent',
    person: { id: administrator.id, name: 'Jadval' },
    period: { from: '2026-01-01', to: '2026-12-31' },
  } as const;
  const ids = await inOrganization(org.id, 'write', async (tx) => {
    const of = (kind: 'pdf' | 'progress' | 'compliance') =>
      orderReport({ tx, platform: on }, { ...order, kind, subject: org.id });
    const made = [
      await of('pdf'),
      await of('progress'),
      await of('compliance'),
      await orderReport({ tx, platform: on }, { ...order, kind: 'phishing-campaign', subject: campaign.id }),
      await orderReport({ tx, platform: on }, { ...order, kind: 'courses', subject: administrator.id }),
    ];
    expect(
      await orderReport({ tx, platform: on }, { ...order, kind: 'phishing-campaign', subject: administrator.id }),
    ).toBe(null);
    return made.map((one) => one!.id);
  });
  await runJobs('reports.make-report', org.id);
  const made = await stored('select status from reports where id = any($1) and file_id is not null', [ids]);
  expect(made).toEqual(ids.map(() => ({ status: 'complete' })));
  expect(await stored(`select 1 from outbox where organization_id = $1 and kind = 'report_ready'`, [org.id])).toEqual(
    [],
  );
});
