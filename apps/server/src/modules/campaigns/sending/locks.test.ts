import { beforeAll, expect, test } from 'vitest';
import { newPlatform } from '../../../../test/app.ts';
import { mailing } from '../../../../test/make/mailing.ts';
import type { Platform } from '../../../platform/context.ts';
import { createOrganization } from '../../organizations/public.ts';
import * as repo from './sending.repo.ts';

const OWNER = '726';
const CLAIM = `${OWNER}/1`;
let platform: Platform;
let emails: number[];
beforeAll(async () => {
  platform = await newPlatform();
  const organizationId = await createOrganization(platform, {
    title: 'Завод',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 100,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  const { campaignId } = await mailing(platform, organizationId, 3, { domain: 'zavod.test' });
  const { rows } = await platform.db.owner.query<{ id: number }>(
    `update campaign_recipients set state = 'handing_over', lease_owner = $2, lease_until = now()
     where campaign_id = $1 returning id`,
    [campaignId, CLAIM],
  );
  emails = rows.map((row) => Number(row.id)).sort((a, b) => a - b);
  return () => platform.db.close();
});

/** Runs `work` while another transaction holds the lock of one email. */
const whileLocked = async (id: number, work: (release: () => Promise<void>) => Promise<void>) => {
  const other = await platform.db.owner.connect();
  let open = true;
  const release = async () => {
    if (open) await other.query('rollback');
    open = false;
  };
  try {
    await other.query('begin');
    await other.query('select from campaign_recipients where id = $1 for update', [id]);
    await work(release);
  } finally {
    await release();
    other.release();
  }
};
const rowsOf = async () =>
  (
    await platform.db.owner.query<{ id: number; state: string; lease_until: Date }>(
      'select id, state, lease_until from campaign_recipients where id = any($1) order by id',
      [emails],
    )
  ).rows;

test('renewing leases skips an email that another statement has locked and extends all others', async () => {
  const until = new Date(Date.now() + 3_600_000);
  await whileLocked(emails[1]!, async () => {
    await repo.renewLeases(platform.db, OWNER, until);
    const extended = (await rowsOf()).map((row) => new Date(row.lease_until).getTime() === until.getTime());
    expect(extended).toEqual([true, false, true]);
  });
});

test('ending emails locks them in the order of their ids, in whatever order they are passed', async () => {
  const [first, , last] = emails as [number, number, number];
  const sent = (id: number): repo.Ended => ({
    id,
    claim: CLAIM,
    fate: { state: 'sent', reply: '250 ok', send_at: null, tries: 1 },
  });
  let ending: Promise<void> = Promise.resolve();
  await whileLocked(first, async (release) => {
    ending = repo.endEmails(platform.db, [sent(last), sent(first)], new Date());
    await waitsForLock();
    // The statement waits for the first email and must not hold the last one yet.
    await platform.db.owner.query('select from campaign_recipients where id = $1 for update nowait', [last]);
    await release();
  });
  await ending;
  expect((await rowsOf()).map((row) => row.state)).toEqual(['sent', 'handing_over', 'sent']);
});

const waitsForLock = async () => {
  for (;;) {
    const { rows } = await platform.db.owner.query(
      `select from pg_stat_activity where query like 'select end_emails%' and wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
