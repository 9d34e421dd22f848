import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, queued, stored } from '../../../test/app.ts';
import { launch, organization, recipients, sent } from '../../../test/make/campaign.ts';
import { recordReports } from './reports.service.ts';

const setUp = async () => {
  const h = await organization(2);
  const made = await launch(h);
  const [one, two] = await recipients(made.id);
  return { h, made, one: one!, two: two! };
};
const reportedAt = async (id: number) =>
  (
    await stored<{ reported_at: string | null; result: number }>('select * from campaign_recipients where id = $1', [
      id,
    ])
  )[0]!;

test('a report by telephone is marked, taken back and marked again; the result stays', async () => {
  const { h, made, one } = await setUp();
  const mark = (reported: boolean) =>
    call('campaigns.mark-reported', h.administrator, { id: made.id, recipient: one.id, reported });
  await expect(mark(true)).rejects.toMatchObject({ code: 'recipient.not_sent' });
  await sent(made.id);
  const { user, data } = await mark(true);
  expect(user.reported_at).not.toBeNull();
  expect(data).toMatchObject([{ kind: 'reported', human: true }]);
  expect((await reportedAt(one.id)).result).toBe(0);
  expect((await call('campaigns.get', h.administrator, { id: made.id })).statistics!.reported).toBe(1);
  expect((await queued('statistics.refresh-people', h.org.id)).at(-1)).toMatchObject({
    employee_ids: [one.employee_id],
  });
  await mark(true);
  expect((await mark(false)).user.reported_at).toBeNull();
  expect((await call('campaigns.get', h.administrator, { id: made.id })).statistics!.reported).toBe(0);
  const again = await mark(true);
  expect(again.user.reported_at).toBe(user.reported_at);
  expect(again.data).toHaveLength(1);
  expect(
    (await actionLog(h.org.id))
      .filter((entry) => entry.action === 'campaign.reported_marked')
      .map((entry) => entry.changes),
  ).toEqual([{ reported: [false, true] }, {}, { reported: [true, false] }, { reported: [false, true] }]);
});

test('many reports are stored at once, each once, in the order of time', async () => {
  const { h, made, one, two } = await setUp();
  await sent(made.id);
  const later = new Date(Date.now() + 60_000);
  const store = () =>
    inOrganization(h.org.id, 'write', (tx) =>
      recordReports(tx, [
        { recipient_id: one.id, at: new Date(later.getTime() + 5_000) },
        { recipient_id: one.id, at: later },
        { recipient_id: two.id, at: new Date(0) },
      ]),
    );
  expect(new Set((await store()).map((stored) => Number(stored.recipient_id)))).toEqual(
    new Set([Number(one.id), Number(two.id)]),
  );
  expect(await store()).toEqual([]);
  expect(new Date((await reportedAt(one.id)).reported_at!)).toEqual(later);
  // A clock that is behind cannot make a report older than the email.
  const [{ equal }] = (await stored<{ equal: boolean }>(
    'select reported_at = sent_at as equal from campaign_recipients where id = $1',
    [two.id],
  )) as [{ equal: boolean }];
  expect(equal).toBe(true);
});

test('overruling another event keeps the report', async () => {
  const { h, made, one } = await setUp();
  await sent(made.id);
  await call('campaigns.mark-reported', h.administrator, { id: made.id, recipient: one.id, reported: true });
  const [opened] = await stored<{ id: number }>(
    `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human) values ($1, $2, $3, 'opened', now(), true) returning id`,
    [h.org.id, made.id, one.id],
  );
  const { user } = await call('campaigns.overrule', h.administrator, {
    id: made.id,
    recipient: one.id,
    event: opened!.id,
    human: false,
  });
  expect(user.reported_at).not.toBeNull();
});
