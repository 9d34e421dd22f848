import { expect, test } from 'vitest';
import { call, queued, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';

/** A parent whose super user acts in a child. */
const start = async () => {
  const parent = await make.organization({ title: 'Головная' });
  const child = await make.organization({ title: 'Филиал', parent });
  const boss = await withPassword(await make.employee(parent, { role: 'super_user' }));
  const admin = await make.employee(parent, { role: 'system_admin' });
  await make.operator(parent);
  return { parent, child, boss, admin, visitor: { ...boss, acting: child.id } };
};
type Visitor = Awaited<ReturnType<typeof start>>['visitor'];
const notices = (organizationId: string, kind: string) =>
  stored<{ id: string; employee_id: string; text: string; sealed: boolean }>(
    `select id, employee_id, text, server_sealed is not null as sealed from outbox
     where organization_id = $1 and kind = $2`,
    [organizationId, kind],
  );

const password = PASSWORD;
const server = {
  host: 'mail.example.test',
  port: 25,
  security: 'none',
  username: '',
  sender_name: 'Портал',
  sender_address: 'portal@example.test',
  version: 0,
} as const;
const changes: Record<string, (as: Visitor) => Promise<unknown>> = {
  api_token_created: (as) => call('tokens.create', as, { kind: 'scim', title: 'Entra', password }),
  authenticator_policy_loosened: async (as) => {
    await call('authenticator.save-policy', as, { roles: ['operator'], due_on: '2999-01-01', version: 0 });
    await call('authenticator.save-policy', as, { roles: [], due_on: null, version: 1, password });
  },
  two_factor_off: async (as) => {
    await call('organizations.two-factor', as, { active: 'true' });
    await call('organizations.two-factor', as, { active: 'false', password });
  },
  anonymous_off: async (as) => {
    const turn = async (anonymous: boolean) => {
      const { ending: _, ...settings } = await call('privacy.retention', as, {});
      return call('privacy.save', as, { ...settings, anonymous, password });
    };
    await turn(true);
    await turn(false);
  },
  mail_server_changed: (as) => call('settings.mail-save', as, { ...server, own_password: password }),
};

test.each(Object.keys(changes))('%s in a child is reported to the administrators of its author too', async (kind) => {
  const { parent, child, boss, admin, visitor } = await start();
  const own = await make.employee(child, { role: 'super_user' });
  await changes[kind]!(visitor);
  const [here, above] = [await notices(child.id, kind), await notices(parent.id, kind)];
  expect(here.map((one) => one.employee_id)).toEqual([own.id]);
  const told = kind === 'mail_server_changed' ? [boss.id] : [boss.id, admin.id];
  expect(above.map((one) => one.employee_id).toSorted()).toEqual(told.toSorted());
  for (const one of above) {
    expect(one.text).toContain('в организации «Филиал»');
    expect(one.sealed).toBe(false);
  }
  expect(here[0]!.text).not.toContain('Филиал');
  const jobs = (await queued('mail.send-email', parent.id)).map((one) => one.outbox_id);
  expect(jobs).toEqual(expect.arrayContaining(above.map((one) => one.id)));
});

test('a change in the home organisation is reported there once', async () => {
  const { parent, child, boss, admin } = await start();
  await changes['api_token_created']!({ ...boss, acting: parent.id });
  const told = (await notices(parent.id, 'api_token_created')).map((one) => one.employee_id);
  expect(told.toSorted()).toEqual([boss.id, admin.id].toSorted());
  expect(await notices(child.id, 'api_token_created')).toEqual([]);
});
