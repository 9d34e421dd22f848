import { expect, onTestFinished, test } from 'vitest';
import { installDemo } from '../seeds/demo.ts';
import { atTime } from '../src/platform/clock.ts';
import type { Platform } from '../src/platform/context.ts';
import { newPlatform } from './app.ts';
import { SMALL } from './small-demo.ts';

// The demo is reproducible: two demos made at the same hour, with different ids, have the same content.

// A Monday in Tashkent, just after midnight: on this day tags have emails for people who got an email of a campaign a
// few hours before.
const NOW = new Date('2026-11-22T19:50:00Z');

/** The visible content of the demo, with names instead of ids. */
const stories = {
  emails: `select o.title, c.name, r.address, e.template_name, r.state, r.result, r.os, r.sent_at, r.opened_at, r.clicked_at,
      r.attachment_opened_at, r.entered_at, r.reported_at
    from campaign_recipients r join campaigns c on c.id = r.campaign_id join organizations o on o.id = r.organization_id
    join campaign_emails e on e.campaign_id = r.campaign_id and e.email_id = r.email_id
    order by o.title, c.name, c.start_at, r.address, e.template_name`,
  people: `select email, risk_level, phishing_indicator, learning_progress, is_registered from employees order by email`,
  courses: `select e.email, a.title, l.assigned_at, l.progress, l.started_at, l.completed_at,
      (select count(*)::int from quiz_attempts q where q.learner_id = l.id) as attempts,
      (select sum(q.score)::int from quiz_attempts q where q.learner_id = l.id) as score
    from learners l join employees e on e.id = l.employee_id join assignments a on a.id = l.assignment_id
    order by e.email, a.title, l.assigned_at`,
};

const demo = async (): Promise<Platform> => {
  const platform = await newPlatform();
  onTestFinished(() => platform.db.close());
  await atTime(NOW, () => installDemo(platform, { size: SMALL }));
  return platform;
};

test('two demos made at the same hour are equal: every email, every risk, every course', async () => {
  const [one, other] = await Promise.all([demo(), demo()]);
  for (const [story, query] of Object.entries(stories)) {
    const [told, again] = await Promise.all([one.db.owner.query(query), other.db.owner.query(query)]);
    expect([story, told.rows.length > 50]).toEqual([story, true]);
    expect([story, again.rows]).toEqual([story, told.rows]);
  }
  const { rows } = await one.db.owner.query<{ result: number }>(
    'select distinct result from campaign_recipients order by result',
  );
  expect(rows.map((row) => row.result)).toEqual([0, 1, 2, 3, 4]);
  const { rows: reports } = await one.db.owner.query<{ subject: string; links: string[] }>(
    'select s.subject, s.links from suspicious_emails s join employees e on e.id = s.reporter_id order by s.reported_at',
  );
  expect(reports).toHaveLength(5);
  expect(reports.flatMap((row) => row.links)).toHaveLength(4);
}, 600_000);
