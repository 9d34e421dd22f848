import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { foldTallies } from '../results/fold-tallies.repo.ts';
import { inSystem } from '../../platform/db.ts';

/** Delivered emails by day in the organisation's time zone, counted from the emails themselves. */
const fromEmails = (organizationId: string) =>
  stored<{ day: string; emails: number }>(
    `select (coalesce(r.sent_at, r.send_at) at time zone o.time_zone)::date::text as day, count(*)::int as emails
     from campaign_recipients r join organizations o on o.id = r.organization_id
     where r.organization_id = $1 and (r.state = 'sent' or r.result > 0) group by 1 order by 1`,
    [organizationId],
  );
const fromTallies = (organizationId: string) =>
  stored<{ day: string; emails: number }>(
    `select delivered_on::text as day, sum(emails)::int as emails from campaign_tallies
     where organization_id = $1 and delivered_on is not null group by 1 having sum(emails) <> 0 order by 1`,
    [organizationId],
  );

const organizationWithEmails = async () => {
  const org = await make.organization();
  const campaign = await history.campaign(org, { ago: 40 });
  const fates = [
    { result: 4, ago: 39.9 },
    { result: 2, ago: 20.2 },
    { result: 0, ago: 20.1, state: 'failed' },
    { result: 1, ago: 3.4, state: 'unknown' },
    { result: 0, ago: 3.3, reported: true },
    { result: 0, ago: 1, state: 'queued' },
  ] as const;
  for (const fate of fates) await history.email(org, campaign, await make.employee(org), fate);
  return org;
};

test('tallies count emails by day of delivery, also after folding and after a change of the time zone', async () => {
  const org = await organizationWithEmails();
  const counted = await fromEmails(org.id);
  expect(counted.reduce((sum, one) => sum + one.emails, 0)).toBe(4);
  expect(await fromTallies(org.id)).toEqual(counted);

  await inSystem((await platform()).db, foldTallies);
  expect(await fromTallies(org.id)).toEqual(counted);

  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await inOrganization(org.id, 'write', (tx) => tx.updateTable('organizations').set({ time_zone: zone }).execute());
    expect(await fromTallies(org.id), zone).toEqual(await fromEmails(org.id));
  }
});

test('the funnel of a period counts emails delivered within it, next to the previous period', async () => {
  const org = await organizationWithEmails();
  const operator = await make.employee(org, { role: 'operator' });
  const answer = await call('statistics.phishing', operator, { id: org.id, days_period: 30 });
  expect(answer).toMatchObject({
    campaigns: { value: 1, previous: 1 },
    groups: {
      delivered: { value: 3, previous: 1 },
      sent: { value: 2, previous: 1 },
      opened: { value: 2, previous: 1 },
      entered_data: { value: 0, previous: 1 },
      reported: { value: 1, previous: 0 },
    },
  });
});
