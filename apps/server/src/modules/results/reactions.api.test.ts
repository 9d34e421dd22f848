import { expect, test } from 'vitest';
import { call, inOrganization, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import { enqueue } from '../../platform/jobs.ts';
import { previewGotcha } from '../gotcha/gotcha.service.ts';

const SETTINGS = {
  hasAutoCourse: true,
  targetsAutoCourse: 'clicked',
  period: 14,
  hasMessage: true,
  targetsMessage: 'opened',
  theme: 'Разбор учений',
  text: 'Спасибо.\n\nВот что было.',
};

const prepared = async (changes: { is_testing?: boolean; settings?: object; kind?: 'scorm' } = {}) => {
  const org = await make.organization();
  const course = await (changes.kind === 'scorm' ? learning.scormCourse(org) : learning.course(org));
  const people = [
    await make.employee(org, { last_name: 'Альфа' }),
    await make.employee(org, { last_name: 'Бета' }),
    await make.employee(org, { last_name: 'Гамма', is_registered: false }),
    await make.employee(org, { last_name: 'Дельта' }),
  ];
  const made = await insertCampaign(await platform(), org.id, 0, {
    employees: people.map((person) => person.id),
    course_id: course.id,
    settings: changes.settings ?? SETTINGS,
    is_testing: changes.is_testing,
  });
  await stored(`update campaign_recipients set state = 'sent', sent_at = now() where campaign_id = $1`, [
    made.campaignId,
  ]);
  const rise = (index: number, result: number) =>
    stored('update campaign_recipients set result = $3 where campaign_id = $1 and employee_id = $2', [
      made.campaignId,
      people[index]!.id,
      result,
    ]);
  const react = async () => {
    await inOrganization(org.id, 'write', (tx) =>
      enqueue(tx, 'campaigns.react-to-results', { campaign_id: made.campaignId }),
    );
    await runJobs('campaigns.react-to-results', org.id);
  };
  const emails = (kind: string) =>
    stored<{ recipient: string; subject: string; html: string }>(
      'select recipient, subject, html from outbox where organization_id = $1 and kind = $2 order by recipient',
      [org.id, kind],
    );
  const learners = async () =>
    (await stored<{ employee_id: string }>('select employee_id from learners where organization_id = $1', [org.id]))
      .map((row) => row.employee_id)
      .sort();
  return { org, course, people, ...made, rise, react, emails, learners };
};

test('the automatic course may be a SCORM course, with reminders of its own', async () => {
  const reminders = { before_days: 5, on_deadline: false, after_every: null, after_times: 3 };
  const { people, rise, react, learners, org } = await prepared({
    kind: 'scorm',
    settings: { ...SETTINGS, reminders },
  });
  await rise(1, 2);
  await react();
  expect(await learners()).toEqual([people[1]!.id]);
  expect((await call('learning.scorm-assignments', await make.operator(org), {})).data).toMatchObject([
    { kind: 'scorm', source: 'campaign', learners_count: 1 },
  ]);
  expect(await stored('select reminders from assignments where organization_id = $1', [org.id])).toMatchObject([
    { reminders: { before_days: 5, on_deadline: false } },
  ]);
});

test('people at or past the mark get the course and the message once, however often the job runs', async () => {
  const { people, rise, react, emails, learners } = await prepared();
  await rise(0, 1);
  await rise(1, 2);
  await rise(2, 4);
  await react();
  await react();
  expect(await learners()).toEqual([people[1]!.id, people[2]!.id].sort());
  expect((await emails('campaign_message')).map((email) => email.recipient)).toEqual(
    [people[0]!, people[1]!, people[2]!].map((p) => p.email).sort(),
  );
  expect((await emails('campaign_message'))[0]).toMatchObject({
    subject: 'Разбор учений',
    html: expect.stringContaining('Вот что было.'),
  });
  expect((await emails('invitation')).map((email) => email.recipient)).toEqual([people[2]!.email]);
  await rise(0, 4);
  await react();
  expect(await learners()).toEqual([people[0]!.id, people[1]!.id, people[2]!.id].sort());
  expect(await emails('campaign_message')).toHaveLength(3);
  expect(await emails('invitation')).toHaveLength(1);
});

test('two concurrent runs cause each reaction once', async () => {
  const { org, campaignId, rise, emails, learners } = await prepared();
  for (const index of [0, 1, 2, 3]) await rise(index, 4);
  const on = await platform();
  const { handlers } = await import('../../app/composition.ts');
  const { jobContext } = await import('../../platform/jobs.ts');
  const run = () =>
    handlers['campaigns.react-to-results'](jobContext(on, org.id, new AbortController().signal), {
      organization_id: org.id,
      campaign_id: campaignId,
    });
  await Promise.all([run(), run(), run()]);
  expect(await learners()).toHaveLength(4);
  expect(await emails('campaign_message')).toHaveLength(4);
  expect(await emails('invitation')).toHaveLength(1);
});

test('a test campaign has no reactions; with the mark «sent» every recipient of an email is included', async () => {
  const testing = await prepared({ is_testing: true });
  await testing.rise(0, 4);
  await testing.react();
  expect([await testing.learners(), await testing.emails('campaign_message')]).toEqual([[], []]);
  const all = await prepared({ settings: { ...SETTINGS, hasMessage: false, targetsAutoCourse: 'sent' } });
  await stored(`update campaign_recipients set state = 'failed' where campaign_id = $1 and employee_id = $2`, [
    all.campaignId,
    all.people[3]!.id,
  ]);
  await all.react();
  expect(await all.learners()).toEqual(
    all.people
      .slice(0, 3)
      .map((person) => person.id)
      .sort(),
  );
  expect(await all.emails('campaign_message')).toEqual([]);
});

test('an unpublished course does not affect the message and is assigned later', async () => {
  const { course, rise, react, emails, learners } = await prepared();
  await rise(0, 4);
  await stored('update courses set published_version = 0 where id = $1', [course.id]);
  await react();
  expect(await emails('campaign_message')).toHaveLength(1);
  expect(await learners()).toEqual([]);
  await stored('update courses set published_version = 1 where id = $1', [course.id]);
  await react();
  expect(await learners()).toHaveLength(1);
});

test('the explanation page lists the red flags and contains no personal data except the first name', async () => {
  const { org, campaignId, people } = await prepared();
  const rows = await stored<{ tracking_key: string; employee_id: string; first_name: string }>(
    'select * from campaign_recipients where campaign_id = $1',
    [campaignId],
  );
  const of = (index: number) => rows.find((row) => row.employee_id === people[index]!.id)!;
  const answer = await call('campaigns.gotcha', null, { key: of(0).tracking_key });
  expect(answer).toMatchObject({
    first_name: of(0).first_name,
    language: 'ru',
    tips: ['Проверьте адрес'],
    next: 'course',
    email: { subject: `Письмо для ${of(0).first_name}`, sender_address: 'support@help-desk.test', attachments: [] },
  });
  expect(JSON.stringify(answer)).not.toContain('Альфа');
  expect(JSON.stringify(answer)).not.toContain(people[0]!.email);
  expect((await call('campaigns.gotcha', null, { key: of(2).tracking_key })).next).toBe('registration');
  const on = await platform();
  const payload = on.secrets.verify<Record<string, string>>(
    answer.email.preview.url.split('/preview/')[1]!,
    new Date(),
  )!;
  expect(payload).toMatchObject({ kind: 'gotcha-email', organization_id: org.id });
  const page = await previewGotcha(on, payload as never);
  expect(page!.html).toContain('href="#"');
  expect(page!.html).not.toContain('{{');
  expect(page!.html).not.toContain('Альфа');
  expect(page!.html).not.toContain(of(0).tracking_key);
  await expect(call('campaigns.gotcha', null, { key: 'A'.repeat(22) })).rejects.toMatchObject({
    code: 'recipient.not_found',
  });
  await expect(call('campaigns.gotcha', null, { key: 'x' })).rejects.toThrow();
});
