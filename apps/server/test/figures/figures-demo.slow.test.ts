import { reportsOf, type Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { expect, test } from 'vitest';
import { installDemo } from '../../seeds/demo.ts';
import { platform, stored, type Person } from '../app.ts';
import { SMALL } from '../small-demo.ts';
import { readPages } from './pages.ts';
import { contradictionsIn, countCompared } from './readings.ts';
import { readReports } from './reports.ts';
import { subjectsOf, withUniqueNames } from './subjects.ts';

test('every figure has one value in all pages, PDFs and workbooks of the demo, and no PDF reports an opening', async () => {
  await installDemo(await platform(), { size: SMALL });
  const [administrator] = await stored<Person>(
    `select e.id, e.organization_id, e.role from employees e join organizations o on o.id = e.organization_id
     where e.role = 'super_user' and e.deleted_at is null order by cardinality(o.path), o.created_at limit 1`,
  );
  const org = { id: administrator!.organization_id, administrator: administrator! };
  const readings = [...(await readPages(org)), ...(await readReports(org, await subjectsOf(org)))];
  const found = await withUniqueNames(org, readings);
  expect(contradictionsIn(found)).toEqual([]);
  expect(countCompared(found)).toBeGreaterThan(500);
  const opened = await stored<{ attachments: Attachment[] }>(
    `select distinct m.attachments from campaign_recipients r
       join campaign_emails m on m.campaign_id = r.campaign_id and m.email_id = r.email_id
     where r.attachment_opened_at is not null`,
  );
  expect(opened.length).toBeGreaterThan(0);
  const silent = opened.filter(({ attachments }) => attachments.every((one) => reportsOf(one) !== 'opened'));
  expect(silent).toEqual([]);
}, 600_000);
