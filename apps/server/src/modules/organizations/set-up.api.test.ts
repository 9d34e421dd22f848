import { expect, test } from 'vitest';
import { actionLog, call, platform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const answers = { title: 'Комбинат', language: 'uz', time_zone: 'Asia/Samarkand', users_limit: 300 } as const;
const fresh = async () => {
  const org = await make.organization();
  const { db } = await platform();
  await db.owner.query('update organizations set set_up_due = true where id = $1', [org.id]);
  return { org, owner: await make.employee(org, { role: 'super_user' }), title: `Комбинат ${org.id}` };
};

test('the super user of a new installation describes the organisation once, seats included', async () => {
  const { org, owner, title } = await fresh();
  expect(await call('organizations.current', owner, {})).toMatchObject({ set_up_due: true });
  expect(await call('organizations.set-up', owner, { ...answers, title })).toEqual({ set_up_due: false });
  expect(await call('organizations.get', owner, { id: org.id })).toMatchObject({
    title,
    language: 'uz',
    time_zone: 'Asia/Samarkand',
    license: { users_limit: 300 },
  });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'organization.changed',
    changes: { users_limit: [expect.any(Number), 300], language: ['ru', 'uz'] },
  });
  await expect(call('organizations.set-up', owner, { ...answers, title, users_limit: 9_999 })).rejects.toMatchObject({
    code: 'common.conflict',
  });
  expect((await call('organizations.current', owner, {})).license.users_limit).toBe(300);
});

test('an organisation that is not new, a lower role, too few seats and an unknown zone are rejected', async () => {
  const usual = await make.employee(await make.organization(), { role: 'super_user' });
  await expect(call('organizations.set-up', usual, answers)).rejects.toMatchObject({ code: 'common.conflict' });
  const { org, owner } = await fresh();
  const admin = await make.employee(org, { role: 'system_admin' });
  for (const [who, change, code] of [
    [admin, {}, 'session.forbidden'],
    [owner, { users_limit: 1 }, 'licence.users_limit'],
    [owner, { time_zone: 'Tashkent' }, 'organization.time_zone'],
  ] as const)
    await expect(call('organizations.set-up', who, { ...answers, ...change }), code).rejects.toMatchObject({ code });
  await expect(call('organizations.set-up', owner, { ...answers, users_limit: 0 })).rejects.toThrow();
  expect(await call('organizations.current', owner, {})).toMatchObject({ set_up_due: true });
});
