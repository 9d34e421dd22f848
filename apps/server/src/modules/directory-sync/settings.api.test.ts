import { expect, test } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD } from '../../../test/own-password.ts';
import { start } from './test-directory.ts';

const settings = {
  host: 'dc.bank.uz',
  port: 636,
  security: 'ldaps' as const,
  bind_dn: 'cn=reader,dc=bank,dc=uz',
  base_dn: 'dc=bank,dc=uz',
};
const signIn = { ...settings, sign_in: true };
const notices = (organizationId: string) =>
  stored<{ employee_id: string; subject: string; text: string }>(
    `select employee_id, subject, text from outbox where organization_id = $1 and kind = 'directory_changed' order by created_at`,
    [organizationId],
  );
const missing = { code: 'request.invalid', details: [{ field: 'own_password' }] };
const wrong = { code: 'session.wrong_credentials' };

test('a directory with whose passwords people sign in is saved with a proof of identity only', async () => {
  const { org, admin } = await start();
  await call('directory-sync.save', admin, { ...settings, version: 0 });
  await expect(call('directory-sync.save', admin, { ...signIn, version: 1 })).rejects.toMatchObject(missing);
  const guess = { ...signIn, own_password: 'не тот', version: 1 };
  await expect(call('directory-sync.save', admin, guess)).rejects.toMatchObject(wrong);
  expect(await call('directory-sync.get', admin, {})).toMatchObject({ sign_in: false, version: 1 });
  await call('directory-sync.save', admin, { ...signIn, own_password: PASSWORD, version: 1 });
  // Any other change of such a directory too: the host decides who may sign in.
  const moved = { ...signIn, host: 'dc.evil.uz', version: 2 };
  await expect(call('directory-sync.save', admin, moved)).rejects.toMatchObject(missing);
  expect(await notices(org.id)).toHaveLength(2);
});

test('a directory is removed with a proof of identity, and all administrators are told', async () => {
  const { org, admin } = await start();
  const owner = await make.employee(org, { role: 'super_user' });
  await make.operator(org);
  await call('directory-sync.save', admin, { ...settings, version: 0 });
  await expect(call('directory-sync.remove', admin, {})).rejects.toMatchObject(missing);
  await expect(call('directory-sync.remove', admin, { own_password: 'не тот' })).rejects.toMatchObject(wrong);
  expect(await call('directory-sync.get', admin, {})).toMatchObject({ configured: true });
  const removed = await call('directory-sync.remove', admin, { own_password: PASSWORD });
  expect(removed).toMatchObject({ configured: false });
  const sent = (await notices(org.id)).filter((one) => one.subject === 'Каталог отключён');
  expect(sent.map((one) => one.employee_id).toSorted()).toEqual([admin.id, owner.id].toSorted());
  expect(sent[0]!.text).toContain('dc.bank.uz');
  expect((await actionLog(org.id)).at(-1)).toMatchObject({ action: 'directory.removed' });
  await call('directory-sync.remove', admin, { own_password: PASSWORD });
  expect(await notices(org.id)).toHaveLength(4); // nothing was removed the second time
});

test('a change by a visitor from the parent is reported to the administrators of the parent too', async () => {
  const { org, admin } = await start();
  const child = await make.organization({ title: 'Филиал', parent: org });
  await call('directory-sync.save', { ...admin, acting: child.id }, { ...settings, version: 0 });
  const [notice, ...others] = await notices(org.id);
  expect([notice!.employee_id, others]).toEqual([admin.id, []]);
  expect(notice!.text).toContain('в организации «Филиал»');
  expect(notice!.text).not.toContain('http'); // the button would open the settings of the parent
});
