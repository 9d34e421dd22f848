import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call, platform, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { sweepScratch } from '../../platform/files.ts';
import { jobContext } from '../../platform/jobs.ts';
import { closePdf, renderPdf } from './pdf/pdf.ts';
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

test('a report that is cancelled while it is laid out stops, and the next one is made', async () => {
  const { org, administrator, campaign } = await office();
  const order = await call('reports.make-phishing-campaign', administrator, {
    campaign_id: campaign.id,
    format: 'pdf',
  });
  const rows = Array.from({ length: 20_000 }, (_, i) => [`строка ${i}`, i]);
  const stop = new AbortController();
  const before = renderPdf(
    {
      title: 'Отчёт',
      language: 'ru',
      created_at: '2026-11-21T09:00:00Z',
      labels: { no_data: '' },
      blocks: [{ type: 'table', columns: [{ title: 'a' }, { title: 'b' }], rows }],
    },
    { signal: stop.signal },
  ).catch(() => 'stopped');
  const on = await platform();
  const job = makeReport(jobContext(on, org.id, new AbortController().signal), payloadOf(org, order));
  await call('reports.cancel', administrator, { id: order.id });
  stop.abort();
  await Promise.all([before, job]);
  expect(await filesOf(org)).toEqual([]);
  const next = await call('reports.make-phishing-campaign', administrator, { campaign_id: campaign.id, format: 'pdf' });
  await makeReport(jobContext(on, org.id, new AbortController().signal), payloadOf(org, next));
  expect(await call('reports.get', administrator, { id: next.id })).toMatchObject({ status: 'complete' });
});

test('a process that is killed while it writes leaves the report to the next run, which makes one file', async () => {
  const { org, administrator, campaign } = await office();
  const order = await call('reports.make-phishing', administrator, { id: campaign.id });
  const on = await platform();
  const script = join(import.meta.dirname, 'test-report-process.ts');
  const args = [script, on.db.owner.options.connectionString!, on.config.dataDir, org.id, order.id];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const left = String(((await once(child.stdout, 'data')) as [Buffer])[0]).trim();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({
    status: 'in_progress',
    url: null,
  });
  expect(await filesOf(org)).toEqual([]);
  await runJobs('reports.make-report', org.id);
  expect(await call('reports.get', administrator, { id: order.id })).toMatchObject({ status: 'complete' });
  expect(await filesOf(org)).toHaveLength(1);
  // What the killed process has written is deleted with the other abandoned files.
  expect(existsSync(left)).toBe(true);
  await atTime(after(now(), DAY), () => sweepScratch(on.files));
  expect(existsSync(left)).toBe(false);
});
