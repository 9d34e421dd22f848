import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import { START, at, makeEmail, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { atTime, HOUR } from '../../platform/clock.ts';

/** The runs of a person that were done, as `type day`, where the days count from the start of the simulation. */
const doneDays = (
  log: { action: { type: string }; person: { id: string }; state: string; done_at: string | null }[],
) => {
  const found = new Map<string, string[]>();
  for (const { action, person, state, done_at } of log) {
    if (state !== 'done') continue;
    const hours = (new Date(done_at!).getTime() - START.getTime()) / HOUR;
    found.set(person.id, [...(found.get(person.id) ?? []), `${action.type} ${hours}`]);
  }
  for (const list of found.values()) list.sort();
  return found;
};

test(
  'all kinds of tags and actions over thirty days: each due action runs once per person, at its hour',
  { timeout: 120_000 },
  async () => {
    const { org, administrator, tag, run } = await started();
    const own = await make.tag(org);
    const [reports, newbie, unregistered, risk] = [
      (await call('tags.list', administrator, {})).data.find((one) => one.title === 'отчеты')!,
      tag('newbie'),
      tag('not_registered'),
      tag('risk_group'),
    ];
    const email = await makeEmail(org);
    await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
    await call('automation.set-life-days', administrator, { id: unregistered.id, life_days: 14 });
    await call('automation.set-life-days', administrator, { id: risk.id, life_days: 10 });
    const give = async (tag_id: string, delay: number, kinds: readonly ('phishing' | 'registration_link')[] = []) => {
      const courses = [(await learning.course(org)).id];
      await call('automation.add-courses', administrator, { tag_id, course_ids: courses, defer_by: delay });
      await message(administrator, tag_id, delay);
      if (kinds.includes('phishing'))
        await call('automation.add-phishing', administrator, {
          tagId: tag_id,
          templates_ids: [email],
          defer_by: delay,
        });
      if (kinds.includes('registration_link'))
        await call('automation.add-message', administrator, {
          tag_id,
          type: 'registration_link',
          theme: 'Вход',
          text: 'Да',
          defer_by: delay,
          registration_link_time: '15:00',
        });
    };
    await atTime(START, async () => {
      await give(own.id, 0, ['phishing']);
      await give(reports.id, 0);
      await give(newbie.id, 5, ['phishing']);
      await give(unregistered.id, 3, ['phishing', 'registration_link']);
      await give(risk.id, 2);
    });
    /** The days on which people join each tag, one hour after the start and one hour before the run. */
    const joiners = [
      { tag: own, days: [0, 4, 11] },
      { tag: reports, days: [1, 9] },
      { tag: newbie, days: [2, 8] },
      { tag: unregistered, days: [3, 12] },
      { tag: risk, days: [5, 20] },
    ].flatMap(({ tag: of, days }) => days.map((day) => ({ of, day })));
    const people = [];
    for (const { of, day } of joiners) {
      const person = await make.employee(org, { is_registered: of !== unregistered });
      await stored('update employees set created_at = $2 where id = $1', [person.id, at(day, 1)]);
      people.push({ person, of, day });
    }
    for (let hours = 0; hours <= 30 * 24; hours += 1) {
      for (const { person, of, day } of people)
        if (day * 24 + 1 === hours)
          await inOrganization(org.id, 'write', (tx) =>
            tx
              .insertInto('tag_employees')
              .values({ tag_id: of.id, employee_id: person.id, joined_at: at(day, 1) })
              .execute(),
          );
      // Only the hours around the runs of each day; the other hours change nothing and would make this test longer.
      if (hours % 24 > 8) continue;
      // The server is down at ten o'clock on the eighth day, when something is due; the run follows an hour later.
      if (hours === 7 * 24 + 2 || hours === 7 * 24 + 3) continue;
      await run(at(0, hours));
    }
    const log = (
      await Promise.all(
        [own, reports, newbie, unregistered, risk].map((one) =>
          call('automation.runs', administrator, { id: one.id, limit: 200 }),
        ),
      )
    ).flatMap((page) => page.data);
    const done = doneDays(log);
    const delays = new Map<string, number>([
      [newbie.id, 5],
      [unregistered.id, 3],
      [risk.id, 2],
    ]);
    for (const { person, of, day } of people) {
      const due = day + (delays.get(of.id) ?? 0);
      const late = due === 7 ? 2 : 0;
      const kinds =
        of === own || of === newbie || of === unregistered ? ['course', 'letter', 'phishing'] : ['course', 'letter'];
      const expected = kinds.map((kind) => `${kind} ${due * 24 + 2 + late}`);
      if (of === unregistered) expected.push(`registration_link ${due * 24 + 7}`);
      expect(done.get(person.id), `${of.title}, joined on day ${day}`).toEqual(expected.sort());
    }
    expect(log.filter((one) => one.state !== 'done')).toEqual([]);
  },
);
