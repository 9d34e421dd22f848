import { beforeAll, expect, test } from 'vitest';
import { newPlatform } from '../../../../test/app.ts';
import { mailing } from '../../../../test/make/mailing.ts';
import type { Platform } from '../../../platform/context.ts';
import { createOrganization } from '../../organizations/public.ts';

// What the statements that run for every email read and write. Their cost decides how many emails a second can be sent.

const CLAIM = '727/1';
const PEOPLE = 300;
let platform: Platform;
let emails: number[];
// The table has no statistics yet, as in the first minute of a campaign.
beforeAll(async () => {
  platform = await newPlatform();
  const organizationId = await createOrganization(platform, {
    title: 'Завод',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 1_000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  const { campaignId } = await mailing(platform, organizationId, PEOPLE, { domain: 'zavod.test' });
  // One email on each page: the free space of a page has room for both of its new versions, whether or not the old ones
  // can be removed meanwhile.
  const { rows } = await platform.db.owner.query<{ id: number }>(
    `update campaign_recipients set state = 'claimed', lease_owner = $2, lease_until = now()
     where id in (
       select distinct on ((ctid::text::point)[0]) id from campaign_recipients where campaign_id = $1
       order by (ctid::text::point)[0], id limit 3)
     returning id`,
    [campaignId, CLAIM],
  );
  emails = rows.map((row) => Number(row.id)).sort((a, b) => a - b);
  return () => platform.db.close();
});

test('handing over three of many emails reads no others, and its new versions stay on their pages', async () => {
  const client = await platform.db.owner.connect();
  const counts = async () =>
    (
      await client.query<{ fetched: number; scanned: number; updated: number; hot: number }>(
        `select pg_stat_get_xact_tuples_fetched(t)::int as fetched, pg_stat_get_xact_numscans(t)::int as scanned,
           pg_stat_get_xact_tuples_updated(t)::int as updated, pg_stat_get_xact_tuples_hot_updated(t)::int as hot
         from (select 'campaign_recipients'::regclass::oid as t) x`,
      )
    ).rows[0]!;
  try {
    await client.query('begin');
    const before = await counts();
    const { rows } = await client.query('select * from hand_over_emails($1, array_fill($2::text, array[$3::int]))', [
      emails,
      CLAIM,
      3,
    ]);
    const after = await counts();
    expect(rows).toHaveLength(3);
    expect(after.fetched - before.fetched).toBeLessThanOrEqual(6);
    expect(after.scanned - before.scanned).toBe(0);
    expect([after.updated - before.updated, after.hot - before.hot]).toEqual([3, 3]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('an email that is being handed over is tallied as claimed, and no row is added for the step', async () => {
  const client = await platform.db.owner.connect();
  const tallies = async () =>
    (
      await client.query<{ rows: number; claimed: number; sent: number }>(
        `select count(*)::int as rows, sum(emails) filter (where state = 'claimed')::int as claimed,
           coalesce(sum(emails) filter (where state = 'sent'), 0)::int as sent from campaign_tallies`,
      )
    ).rows[0]!;
  const claims = [emails, Array(3).fill(CLAIM)];
  try {
    await client.query('begin');
    const before = await tallies();
    expect(before).toMatchObject({ claimed: 3, sent: 0 });
    await client.query('select * from hand_over_emails($1, $2)', claims);
    expect(await tallies()).toEqual(before);
    await client.query(
      `select end_emails(now(), $1, $2, array_fill('sent'::text, array[3]), array_fill(null::text, array[3]),
         array_fill(null::timestamptz, array[3]), array_fill(1, array[3]), 5)`,
      claims,
    );
    expect(await tallies()).toMatchObject({ claimed: 0, sent: 3 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('the day of delivery is computed inside the statement that asks for it, without a call for each email', async () => {
  const { rows } = await platform.db.owner.query<{ 'QUERY PLAN': string }>(
    `explain (verbose) select delivery_day(r.state, r.result, r.sent_at, r.send_at, o.time_zone)
     from campaign_recipients r join organizations o on o.id = r.organization_id`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('CASE WHEN');
  expect(plan).not.toContain('delivery_day');
});
