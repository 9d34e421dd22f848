import { expect, test } from 'vitest';
import { APPROVAL_ABOVE_FIRST } from '@sergak/contract/organizations/organizations.rules.ts';
import { actionLog, call, inOrganization, platform, stored } from '../../../../test/app.ts';
import { launch, organization } from '../../../../test/make/campaign.ts';
import * as make from '../../../../test/make/index.ts';
import { atTime } from '../../../platform/clock.ts';
import { jobContext } from '../../../platform/jobs.ts';
import { advanceCampaign } from '../lifecycle.service.ts';
import { planTagCampaign } from '../by-tag/by-tag.service.ts';

type Made = Awaited<ReturnType<typeof organization>>;
const large = () => organization(APPROVAL_ABOVE_FIRST + 1);
const age = ({ org }: Made) =>
  stored(`update employees set created_at = now() - interval '30 days' where organization_id = $1`, [org.id]);
const get = (h: Made, id: string) => call('campaigns.get', h.administrator, { id });
const queuedEmails = (h: Made) =>
  stored<{ kind: string; employee_id: string; text: string }>(
    `select kind, employee_id, text from outbox where organization_id = $1 and kind like 'campaign%' order by recipient`,
    [h.org.id],
  );
const reasonOf = async (h: Made) =>
  (await call('campaigns.preflight', h.administrator, h.form)).checks.find((one) => one.code === 'approval')?.reason;

test('in a new organisation a campaign for 50 people waits as soon as a second administrator can approve it', async () => {
  const h = await large();
  const second = await make.operator(h.org);
  await age(h);
  expect(await call('organizations.get', h.administrator, { id: h.org.id })).toMatchObject({
    approval_above: APPROVAL_ABOVE_FIRST,
    approval_is_default: true,
  });
  expect(await reasonOf(h)).toBe('needed');
  const made = await launch(h);
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: 'waiting' });
  expect(await queuedEmails(h)).toMatchObject([{ kind: 'campaign_asked', employee_id: second.id }]);
});

test('until then it starts, is logged, and every administrator gets an email about it', async () => {
  const h = await large();
  const young = await make.operator(h.org);
  const made = await launch(h);
  expect(await reasonOf(h)).toBe('reported');
  expect(await get(h, made.id)).toMatchObject({ status: 'active', approval: null });
  expect(await actionLog(h.org.id)).toMatchObject([
    { action: 'campaign.launched' },
    {
      action: 'campaign.started_unapproved',
      target: made.id,
      details: { recipients: 50, approval_above: APPROVAL_ABOVE_FIRST },
    },
  ]);
  const sent = await queuedEmails(h);
  expect(new Set(sent.map((one) => one.kind))).toEqual(new Set(['campaign_unapproved']));
  expect(sent.map((one) => one.employee_id).sort()).toEqual([h.administrator.id, young.id].sort());
  expect(sent[0]!.text).toContain(h.administrator.name);
});

test('a campaign for fewer people is not reported', async () => {
  const h = await organization(APPROVAL_ABOVE_FIRST);
  const made = await launch(h);
  expect(await get(h, made.id)).toMatchObject({ status: 'active', approval: null });
  expect(await queuedEmails(h)).toEqual([]);
  expect((await actionLog(h.org.id)).map((line) => line.action)).toEqual(['campaign.launched']);
});

test('a planned campaign waits at its start if a second administrator has become eligible meanwhile', async () => {
  const h = await large();
  const day = 86_400_000;
  const second = await make.operator(h.org);
  const made = await launch(h, { isDelay: true, dateDelay: new Date(Date.now() + 10 * day).toISOString() });
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: null });
  const context = jobContext(await platform(), h.org.id, new AbortController().signal);
  await atTime(new Date(Date.now() + 10.1 * day), () =>
    advanceCampaign(context, { organization_id: h.org.id, campaign_id: made.id }),
  );
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: 'waiting' });
  expect((await queuedEmails(h)).filter((one) => one.kind === 'campaign_asked')).toMatchObject([
    { employee_id: second.id },
  ]);
  expect((await actionLog(h.org.id)).filter((line) => line.action === 'campaign.started_unapproved')).toHaveLength(1);
});

test('a limit that somebody sets is in force although nobody can approve', async () => {
  const h = await large();
  const admin = await make.employee(h.org, { role: 'system_admin' });
  const { version } = await call('organizations.get', admin, { id: h.org.id });
  expect(await call('organizations.save', admin, { version, approval_above: 40 })).toMatchObject({
    approval_above: 40,
    approval_is_default: false,
  });
  expect(await reasonOf(h)).toBe('alone');
  const made = await launch(h);
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: 'waiting' });
});

test('a form that sends the first limit unchanged leaves it as it is', async () => {
  const org = await make.organization();
  const admin = await make.employee(org, { role: 'system_admin' });
  const { version } = await call('organizations.get', admin, { id: org.id });
  const form = { version, approval_above: APPROVAL_ABOVE_FIRST, title: 'Иначе' };
  expect(await call('organizations.save', admin, form)).toMatchObject({ approval_is_default: true });
});

test('a campaign by tag is reported once, when it passes the limit', async () => {
  const h = await large();
  const [tag] = await stored<{ id: string }>(
    `insert into tags (organization_id, title, type) values ($1, 'Новички', 'arbitrary') returning id`,
    [h.org.id],
  );
  const [action] = await stored<{ id: string }>(
    `insert into tag_actions (organization_id, tag_id, type) values ($1, $2, 'phishing') returning id`,
    [h.org.id, tag!.id],
  );
  const people = await stored<{ id: string }>(
    `select id from employees where organization_id = $1 and role = 'employee' order by id`,
    [h.org.id],
  );
  const on = await platform();
  const join = (from: number, to: number) =>
    inOrganization(h.org.id, 'write', (tx) =>
      planTagCampaign(
        { tx, platform: on },
        {
          actionId: action!.id,
          tag: { id: tag!.id, title: 'Новички' },
          emailIds: [h.email_id],
          people: people.slice(from, to).map((one) => one.id),
        },
      ),
    );
  await join(0, APPROVAL_ABOVE_FIRST);
  expect(await queuedEmails(h)).toEqual([]);
  await join(APPROVAL_ABOVE_FIRST, APPROVAL_ABOVE_FIRST + 1);
  expect(await queuedEmails(h)).toMatchObject([{ kind: 'campaign_by_tag', employee_id: h.administrator.id }]);
  expect((await actionLog(h.org.id)).at(-1)).toMatchObject({
    action: 'campaign.started_unapproved',
    details: { recipients: APPROVAL_ABOVE_FIRST + 1, approval_above: APPROVAL_ABOVE_FIRST },
  });
});
