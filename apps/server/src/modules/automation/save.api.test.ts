import { expect, test } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import { makeEmail, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

const fixture = async () => {
  const { org, administrator, tag } = await started();
  const newbie = tag('newbie');
  const [mail, course] = [await makeEmail(org), await learning.course(org)];
  const kept = await message(administrator, newbie.id, 9, 'Остаётся');
  const gone = await message(administrator, newbie.id, 0, 'Уйдёт');
  const read = async () => ({
    tag: (await call('tags.list', administrator, {})).data.find((one) => one.id === newbie.id)!,
    actions: (await call('automation.actions', administrator, { id: newbie.id })).data,
  });
  const whole = {
    id: newbie.id,
    version: newbie.version,
    life_days: 5,
    removed: [{ id: gone.id, version: 1 }],
    actions: [
      { type: 'letter' as const, id: kept.id, version: 1, theme: 'Новая тема', text: 'Да.', defer_by: 3 },
      { type: 'phishing' as const, templates_ids: [mail], defer_by: 2 },
      { type: 'course' as const, course_ids: [course.id], defer_by: 0, period: 10 },
    ],
  };
  return { org, administrator, newbie, mail, course, kept, gone, read, whole };
};

test('one save writes the rules, removes, changes and adds actions, with one line in the audit log', async () => {
  const { org, administrator, newbie, kept, read, whole } = await fixture();
  const before = (await actionLog(org.id)).length;
  const saved = await call('automation.save', administrator, whole);
  expect(saved.tag).toMatchObject({ life_days: 5, actions_count: 3 });
  expect(saved.tag.steps!.map((one) => one.day)).toEqual(
    saved.tag.steps!.map((one) => one.day).toSorted((a, b) => a - b),
  );
  expect(saved.tag.steps).toHaveLength(3);
  const actions = saved.actions.toSorted((a, b) => a.type.localeCompare(b.type));
  expect(actions).toMatchObject([
    { type: 'course', defer_by: 0, period: 10 },
    { type: 'letter', id: kept.id, theme: 'Новая тема', defer_by: 3 },
    { type: 'phishing', defer_by: 2 },
  ]);
  expect(saved).toEqual(await read());
  const lines = (await actionLog(org.id)).slice(before);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    action: 'tag.changed',
    target: newbie.id,
    changes: { life_days: [30, 5] },
    details: {
      reset: 1,
      actions_removed: [{ type: 'letter', theme: 'Уйдёт' }],
      actions_added: [{ type: 'phishing' }, { type: 'course' }],
      actions_changed: [
        {
          type: 'letter',
          theme: 'Новая тема',
          changes: expect.arrayContaining([{ field: 'theme', before: 'Остаётся', after: 'Новая тема' }]),
        },
      ],
    },
  });
});

test('a rejected save stores nothing, wherever it fails', async () => {
  const { org, administrator, newbie, mail, kept, gone, read, whole } = await fixture();
  const other = await make.tag(org);
  const foreign = await message(administrator, other.id);
  const before = await read();
  const lines = (await actionLog(org.id)).length;
  const [change, phishing, course] = whole.actions;
  const stale = { code: 'common.stale_version' };
  const absent = { code: 'action.not_found' };
  const rejections: [object, object][] = [
    [{ version: whole.version + 1 }, stale],
    [{ removed: [{ id: gone.id, version: 7 }] }, stale],
    [
      { actions: [phishing, { ...change, version: 2 }] },
      { ...stale, details: { current: { id: kept.id, version: 1 } } },
    ],
    [{ removed: [{ id: foreign.id, version: 1 }] }, absent],
    [{ actions: [phishing, { ...change, id: foreign.id }] }, absent],
    [{ actions: [phishing, { ...course, id: kept.id, version: 1 }] }, absent],
    [{ actions: [change, { ...course, course_ids: [newbie.id] }] }, { code: 'course.not_found' }],
    [{ actions: [change, { ...phishing, templates_ids: [mail, newbie.id] }] }, { code: 'email.not_found' }],
    [{ actions: [change, phishing, phishing] }, { code: 'action.taken' }],
    [{ actions: [{ ...change, defer_by: 5 }] }, { code: 'action.defer_too_long' }],
    [{ actions: [change, { type: 'registration_link', theme: 'a', text: 'b' }] }, { code: 'action.not_for_tag' }],
    [{ risk_bounds: { min_risk_level: 1, max_risk_level: 2 } }, { code: 'tag.system_tag' }],
    [{ id: mail }, { code: 'tag.not_found' }],
  ];
  for (const [changes, rejection] of rejections)
    await expect(
      call('automation.save', administrator, { ...whole, ...changes } as never),
      JSON.stringify(changes),
    ).rejects.toMatchObject(rejection);
  expect(await read()).toEqual(before);
  expect(await actionLog(org.id)).toHaveLength(lines);
});

test('after the last day of the licence actions can be changed and removed, but not added', async () => {
  const { org, administrator, whole, read } = await fixture();
  await stored("update organizations set licence_end = '2020-01-01', licence_start = '2019-01-01' where id = $1", [
    org.id,
  ]);
  const before = await read();
  await expect(call('automation.save', administrator, whole)).rejects.toMatchObject({ code: 'licence.expired' });
  expect(await read()).toEqual(before);
  const saved = await call('automation.save', administrator, { ...whole, actions: whole.actions.slice(0, 1) });
  expect(saved.actions).toHaveLength(1);
});

test('of two saves of the same version one is stored and the other rejected', async () => {
  const { administrator, newbie, kept, read } = await fixture();
  const save = (theme: string, defer_by: number) =>
    call('automation.save', administrator, {
      id: newbie.id,
      actions: [
        { type: 'letter', theme: `Ещё ${theme}`, text: 'Да.' },
        { type: 'letter', id: kept.id, version: 1, theme, text: 'Да.', defer_by },
      ],
    });
  const ends = await Promise.allSettled([save('А', 1), save('Б', 2)]);
  expect(ends.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  const { actions } = await read();
  expect(actions).toHaveLength(3);
  const winner = actions.find((one) => one.id === kept.id)!.theme;
  expect(actions.map((one) => one.theme).sort()).toEqual([winner, `Ещё ${winner}`, 'Уйдёт'].sort());
});
