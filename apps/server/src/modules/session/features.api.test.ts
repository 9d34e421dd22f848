import { beforeAll, expect, test } from 'vitest';
import { actionLog, call, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { runtimeConfiguration } from './public.ts';

const input = {
  analytics_enabled: true,
  analytics_id: '12345678',
  analytics_id_2: '',
  feature_flags: ['new_chart', 'beta', 'beta'],
};
let admin: Awaited<ReturnType<typeof make.employee>>;

beforeAll(async () => {
  const org = await make.organization();
  // The oldest organisation leads the run-time configuration.
  await stored(`update organizations set created_at = '2001-01-01', is_demo = false where id = $1`, [org.id]);
  admin = await make.employee(org, { role: 'super_user' });
});

test('ids and flags are part of the run-time configuration, and the ids only while they are enabled', async () => {
  const before = await call('features.get', admin, {});
  expect(before).toMatchObject({ analytics_enabled: false, feature_flags: [], applies: true, version: 0 });
  const saved = await call('features.save', admin, { ...input, version: 0 });
  expect(saved).toMatchObject({ feature_flags: ['beta', 'new_chart'], version: 1 });
  expect(await runtimeConfiguration(await platform())).toMatchObject({
    analytics_enabled: true,
    analytics_id: '12345678',
    analytics_id_2: null,
    featureFlags: { beta: true, new_chart: true },
  });
  await expect(call('features.save', admin, { ...input, version: 0 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await call('features.save', admin, { ...input, analytics_enabled: false, version: 1 });
  expect(await runtimeConfiguration(await platform())).toMatchObject({ analytics_enabled: false, analytics_id: null });
  expect(JSON.stringify(await actionLog(admin.organization_id))).toContain('organization.features_set');
});

test('another organisation cannot change what all visitors receive', async () => {
  const other = await make.employee(await make.organization(), { role: 'super_user' });
  expect(await call('features.get', other, {})).toMatchObject({ applies: false });
  await expect(call('features.save', other, { ...input, version: 0 })).rejects.toMatchObject({
    code: 'common.not_found',
  });
});

test('an id that is not an id, and a wrong name of a flag, are rejected', async () => {
  for (const wrong of [{ analytics_id: '"><script>' }, { feature_flags: ['__proto__'] }, { feature_flags: ['Новый'] }])
    await expect(call('features.save', admin, { ...input, ...wrong, version: 0 })).rejects.toMatchObject({
      name: 'ZodError',
    });
});
