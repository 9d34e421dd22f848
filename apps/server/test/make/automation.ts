import { runActions } from '../../src/modules/automation/automation.jobs.ts';
import { after, atTime, DAY, HOUR } from '../../src/platform/clock.ts';
import { jobContext } from '../../src/platform/jobs.ts';
import { call, platform, stored, type Person } from '../app.ts';
import * as make from './index.ts';
import { emails as newTemplate } from './phishing.ts';

/** A Monday, eight in the morning in Tashkent. */
export const START = new Date('2027-03-01T03:00:00Z');
export const at = (days: number, hours = 0) => after(START, days * DAY + hours * HOUR);

export const started = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const tags = (await call('tags.list', administrator, {})).data;
  const tag = (type: string) => tags.find((one) => one.type === type)!;
  const run = async (when: Date, attempt?: 'last') => {
    const on = await platform();
    await atTime(when, () => runActions(jobContext(on, org.id, new AbortController().signal, 1, attempt === 'last')));
  };
  const runs = (tagId: string) => call('automation.runs', administrator, { id: tagId });
  const emails = (kind: string) =>
    stored<{ recipient: string; subject: string; html: string }>(
      'select recipient, subject, html from outbox where organization_id = $1 and kind = $2 order by recipient',
      [org.id, kind],
    );
  return { org, administrator, tag, run, runs, emails };
};
export const join = (administrator: Person, tag_id: string, when: Date, ...people: { id: string }[]) =>
  atTime(when, () => call('tags.assign', administrator, { tag_id, users_ids: people.map((one) => one.id) }));
export const makeEmail = async (org: make.TestOrganization) => (await newTemplate(org)).email_id;
/** A tag email for newcomers, with a delay, from the beginning of the simulated time on. */
export const message = (administrator: Person, tag_id: string, defer_by = 0, theme = 'Добро пожаловать') =>
  atTime(START, () =>
    call('automation.add-message', administrator, { tag_id, theme, text: 'Здравствуйте.', defer_by }),
  );
