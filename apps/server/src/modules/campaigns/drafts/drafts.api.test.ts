import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DRAFT_DAYS, DRAFTS_MAX } from '@sergak/contract/campaigns/drafts.rules.ts';
import { actionLog, call, platform, stored } from '../../../../test/app.ts';
import { organization } from '../../../../test/make/campaign.ts';
import * as make from '../../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../../platform/clock.ts';
import { sweepCampaigns } from '../sweep.service.ts';

const draft = { name: 'Осень', step: 'emails' as const, form: '{"name":"Осень"}' };

test('drafts are kept under the id of the browser, and listed with their step and author', async () => {
  const h = await organization();
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await call('campaigns.save-draft', h.administrator, { id: first, ...draft, version: 0 })).toMatchObject({
    id: first,
    version: 1,
    created_by: { id: h.administrator.id },
  });
  await call('campaigns.save-draft', h.administrator, { id: second, ...draft, name: '', version: 0 });
  const colleague = await make.operator(h.org);
  const saved = { id: first, ...draft, step: 'when' as const, form: '{"name":"Зима"}', version: 1 };
  expect(await call('campaigns.save-draft', colleague, saved)).toMatchObject({ version: 2 });
  const { data } = await call('campaigns.drafts', h.administrator, {});
  expect(data.map((one) => [one.id, one.step, one.created_by?.id])).toEqual([
    [first, 'when', h.administrator.id],
    [second, 'emails', h.administrator.id],
  ]);
  expect(await call('campaigns.draft', colleague, { id: first })).toMatchObject({ form: '{"name":"Зима"}' });
  const other = await organization();
  expect((await call('campaigns.drafts', other.administrator, {})).data).toEqual([]);
});

test('a save of an earlier version is rejected, and a deleted draft does not come back', async () => {
  const h = await organization();
  const id = randomUUID();
  const save = (version: number) => call('campaigns.save-draft', h.administrator, { id, ...draft, version });
  await save(0);
  await expect(save(0)).rejects.toMatchObject({ code: 'common.stale_version' });
  await call('campaigns.delete-draft', h.administrator, { id });
  await expect(save(1)).rejects.toMatchObject({ code: 'campaign.draft_not_found' });
  expect(await actionLog(h.org.id)).toMatchObject([{ action: 'campaign.draft_deleted', target: id }]);
});

test('a launch ends its draft in the same call, and a rejected launch keeps it', async () => {
  const h = await organization();
  const id = randomUUID();
  await call('campaigns.save-draft', h.administrator, { id, ...draft, version: 0 });
  const failed = call('campaigns.create', h.administrator, { ...h.form, templates: [], draft_id: id });
  await expect(failed).rejects.toMatchObject({ code: 'campaign.no_emails' });
  expect((await call('campaigns.drafts', h.administrator, {})).data).toHaveLength(1);
  const made = await call('campaigns.create', h.administrator, { ...h.form, draft_id: id });
  expect((await call('campaigns.drafts', h.administrator, {})).data).toEqual([]);
  const [row] = await stored<{ settings: object }>('select settings from campaigns where id = $1', [made.id]);
  expect(row!.settings).not.toHaveProperty('draft_id');
});

test('an organisation keeps a limited number of drafts', async () => {
  const h = await organization();
  await stored(
    `insert into campaign_drafts (organization_id, id, step, form, created_at, updated_at)
     select $1, gen_random_uuid(), 'whom', '{}', now(), now() from generate_series(1, $2::int)`,
    [h.org.id, DRAFTS_MAX],
  );
  const another = call('campaigns.save-draft', h.administrator, { id: randomUUID(), ...draft, version: 0 });
  await expect(another).rejects.toMatchObject({ code: 'campaign.drafts_full' });
});

test('a draft is deleted 90 days after its last change', async () => {
  const h = await organization();
  const [old, changed] = [randomUUID(), randomUUID()];
  for (const id of [old, changed]) await call('campaigns.save-draft', h.administrator, { id, ...draft, version: 0 });
  const sweepAfter = (days: number) => atTime(after(now(), days * DAY), async () => sweepCampaigns(await platform()));
  await atTime(after(now(), 2 * DAY), () =>
    call('campaigns.save-draft', h.administrator, { id: changed, ...draft, version: 1 }),
  );
  const kept = async () => (await call('campaigns.drafts', h.administrator, {})).data.map(({ id }) => id);
  await sweepAfter(DRAFT_DAYS - 1);
  expect(await kept()).toEqual([changed, old]);
  await sweepAfter(DRAFT_DAYS + 1);
  expect(await kept()).toEqual([changed]);
});
