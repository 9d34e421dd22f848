import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import { launch, organization, recipients, sent } from '../../../test/make/campaign.ts';

const MINUTE = 60;
/** Sends all emails at one time and lets the recipients react, in minutes after that. */
const react = async (
  campaignId: string,
  reactions: readonly { clicked?: number; entered?: number; reported?: number }[],
) => {
  await sent(campaignId);
  const people = await recipients(campaignId);
  for (const [index, { clicked, entered, reported }] of reactions.entries())
    await stored(
      `update campaign_recipients set
        sent_at = '2026-11-02T05:00:00Z',
        clicked_at = '2026-11-02T05:00:00Z'::timestamptz + $2 * interval '1 minute',
        entered_at = '2026-11-02T05:00:00Z'::timestamptz + $3 * interval '1 minute',
        reported_at = '2026-11-02T05:00:00Z'::timestamptz + $4 * interval '1 minute',
        result = case when $3::float8 is not null then 4 when $2::float8 is not null then 2 else 0 end
      where id = $1`,
      [people[index]!.id, clicked ?? null, entered ?? null, reported ?? null],
    );
  return people;
};
const reactions = [
  { reported: 10 },
  { clicked: 20, reported: 40 },
  { clicked: 5, entered: 6 },
  { clicked: 90, reported: 30 },
  {},
];

test('reports are counted before and after a click, with the first one and the median time', async () => {
  const h = await organization(5);
  const made = await launch(h);
  expect(await call('campaigns.figures', h.administrator, { id: made.id })).toEqual({
    reports: {
      reported: 0,
      without_click: 0,
      after_click: 0,
      first_at: null,
      first_seconds: null,
      median_seconds: null,
    },
    clicks: { first_seconds: null, median_seconds: null },
    previous: null,
    organization: null,
  });
  await react(made.id, reactions);
  const figures = await call('campaigns.figures', h.administrator, { id: made.id });
  expect(figures).toMatchObject({
    reports: {
      reported: 3,
      without_click: 1, // who fell for it later did not report without falling for it
      after_click: 2,
      first_seconds: 10 * MINUTE,
      median_seconds: 30 * MINUTE,
    },
    clicks: { first_seconds: 5 * MINUTE, median_seconds: 20 * MINUTE },
  });
  expect(new Date(figures.reports.first_at!).toISOString()).toBe('2026-11-02T05:10:00.000Z');
  expect(
    (await call('campaigns.figures', h.administrator, { id: made.id, template_id: h.email_id })).reports.reported,
  ).toBe(3);
  await expect(
    call('campaigns.figures', h.administrator, { id: made.id, template_id: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'email.not_found',
  });
});

test('the time line counts the first events of people by hour; a click includes the opening', async () => {
  const h = await organization(5);
  const made = await launch(h);
  expect(await call('campaigns.timeline', h.administrator, { id: made.id })).toEqual({
    unit: 'hour',
    points: [],
    cut: false,
  });
  await react(made.id, reactions);
  const { unit, points } = await call('campaigns.timeline', h.administrator, { id: made.id });
  expect(unit).toBe('hour');
  expect(points).toEqual([
    { at: '2026-11-02T05:00:00.000Z', opened: 2, clicked: 2, opened_attachment: 0, entered_data: 1, reported: 3 },
    { at: '2026-11-02T06:00:00.000Z', opened: 1, clicked: 1, opened_attachment: 0, entered_data: 0, reported: 0 },
  ]);
  const days = await call('campaigns.timeline', h.administrator, { id: made.id, template_id: h.email_id, unit: 'day' });
  expect(days).toMatchObject({ unit: 'day', points: [{ at: '2026-11-02', clicked: 3, reported: 3 }] });
});

test('a campaign is compared with the previous one and with the emails of the same attack vectors', async () => {
  const h = await organization(5);
  const dated = async (days: number, changes: object = {}) => {
    const made = await launch(h, changes);
    await stored(`update campaigns set start_at = now() - $2 * interval '1 day' where id = $1`, [made.id, days]);
    return made;
  };
  const oldest = await dated(400, { name: 'Давняя' });
  const before = await dated(30, { name: 'Прошлая' });
  await dated(20, { name: 'Тестовая', isTesting: true });
  const other = await dated(10, { name: 'Другая' });
  await stored(`update campaign_emails set attack_vector = 'attachments' where campaign_id = $1`, [other.id]);
  const current = await dated(1);
  await react(before.id, [{ clicked: 3 }, { clicked: 4, entered: 5 }]);
  const { previous, organization: mean } = await call('campaigns.figures', h.administrator, { id: current.id });
  expect(previous).toMatchObject({ id: before.id, name: 'Прошлая', statistics: { recipients: 5, clicked: 2 } });
  expect(mean).toMatchObject({ campaigns: 1, statistics: { recipients: 5, clicked: 2, entered_data: 1 } });
  const ofEmail = await call('campaigns.figures', h.administrator, { id: current.id, template_id: h.email_id });
  expect(ofEmail.previous?.id).toBe(other.id);
  expect((await call('campaigns.figures', h.administrator, { id: before.id })).previous?.id).toBe(oldest.id);
  expect((await call('campaigns.figures', h.administrator, { id: before.id })).organization).toBeNull();
  expect((await call('campaigns.emails', h.administrator, { id: before.id })).data).toMatchObject([{ fell: 2 }]);
});

test('people can be filtered and sorted by their report', async () => {
  const h = await organization(5);
  const made = await launch(h);
  const people = await react(made.id, reactions);
  const users = async (filter: object) =>
    (await call('campaigns.users', h.administrator, { id: made.id, ...filter })).data.map((one) => one.id);
  const [a, b, , d] = people.map((one) => Number(one.id));
  expect(await users({ reported: 'true', sort_by: 'reported', sort_order: 'asc' })).toEqual([a, d, b]);
  expect(await users({ reported: 'false' })).toHaveLength(2);
  expect(await users({ reported: 'true', status: ['sent'] })).toEqual([a]);
});

test('pages of campaigns by tag find only campaigns by tag', async () => {
  const h = await organization(1);
  const made = await launch(h);
  const read = () => call('campaigns.get', h.administrator, { id: made.id, by_tag: 'true' });
  await expect(read()).rejects.toMatchObject({ code: 'campaign.not_found' });
  await stored('update campaigns set is_autophish = true where id = $1', [made.id]);
  expect((await read()).is_autophish).toBe(true);
});
