import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { BASE, PASSWORD, person, startSlapd, whyNoSlapd, type Slapd } from '../../../test/slapd.ts';
import { routes } from '../../app/composition.ts';
import { after, atTime, MINUTE, now } from '../../platform/clock.ts';
import { addRoutes, createPortal } from '../../platform/http/server.ts';
import { findByDirectory, openDirectory } from '../ldap/public.ts';
import { authenticate } from '../session/session.query.ts';
import { save, settingsOf, signInSettings, start } from './test-directory.ts';

let server: Slapd;

describe.skipIf(whyNoSlapd !== null)(whyNoSlapd ?? 'sign-in with the password of a directory', () => {
  beforeAll(async () => {
    server = await startSlapd([
      ...['yusupov', 'karimova', 'rahimov', 'parallel'].map((uid) => person(uid, BASE, { mail: `${uid}@bank.uz` })),
      person('azimova', BASE, { mail: 'azimova@bank.uz' }),
      person('twin', BASE, { mail: 'AZIMOVA@bank.uz' }),
    ]);
  }, 120_000);
  afterAll(() => server?.stop());

  const signIn = async (organizationId: string, email: string, password: string, role: 'employee' | 'super_user') =>
    (await findByDirectory(await platform(), [{ organization_id: organizationId, role, email }], {
      email,
      password,
    })) !== undefined;
  const connect = async () => {
    const { org, admin } = await start();
    await save(admin, signInSettings(server));
    return (email: string, password: string, role: 'employee' | 'super_user' = 'employee') =>
      signIn(org.id, email, password, role);
  };
  /** Whether the server itself accepts the password of a person: not if it has locked the account. */
  const isAccepted = async (uid: string) => {
    const config = { ...settingsOf(server), ca: '', bind_dn: `uid=${uid},${BASE}`, allowAddress: () => true };
    try {
      (await openDirectory(config)).close();
      return true;
    } catch {
      return false;
    }
  };

  test('people up to operator sign in with the password of the directory', async () => {
    const tries = await connect();
    expect(await tries('yusupov@bank.uz', PASSWORD)).toBe(true);
    expect(await tries('yusupov@bank.uz', PASSWORD, 'super_user')).toBe(false);
    for (const [email, password] of [
      ['yusupov@bank.uz', 'wrong'],
      ['yusupov@bank.uz', ''],
      ['*@bank.uz', PASSWORD],
      ['yusupov@bank.uz)(uid=*', PASSWORD],
      ['azimova@bank.uz', PASSWORD], // two entries
      ['nobody@bank.uz', PASSWORD],
    ] as const)
      expect(await tries(email, password)).toBe(false);
  });

  test('a directory whose password is lost accepts nobody, and the sign-in goes on', async () => {
    const { org, admin } = await start();
    await save(admin, signInSettings(server));
    await stored(`update directories set password_sealed = 'lost' where organization_id = $1`, [org.id]);
    expect(await signIn(org.id, 'yusupov@bank.uz', PASSWORD, 'employee')).toBe(false);
  });

  test('guesses on the sign-in page do not lock the account in the directory', async () => {
    const tries = await connect();
    const { metrics } = await platform();
    const limited = async () =>
      (await metrics.securityEvents.get()).values.find(({ labels }) => labels.code === 'directory.bind_limit')?.value ??
      0;
    const before = await limited();
    for (let n = 0; n < 12; n += 1) expect(await tries('karimova@bank.uz', `guess ${n}`)).toBe(false);
    expect(await limited()).toBe(before + 9);
    expect(await isAccepted('karimova')).toBe(true);
    expect(await tries('KARIMOVA@bank.uz', PASSWORD)).toBe(false);
    // Another organisation with the same directory shares the count.
    expect(await (await connect())('karimova@bank.uz', PASSWORD)).toBe(false);
    const inMinutes = (minutes: number, password: string) =>
      atTime(after(now(), minutes * MINUTE), () => tries('karimova@bank.uz', password));
    expect(await inMinutes(29, PASSWORD)).toBe(false);
    expect(await inMinutes(31, PASSWORD)).toBe(true);
  });

  test('guesses at the same time, or spread over time, reach the directory three times, and a right password clears the count', async () => {
    const tries = await connect();
    await Promise.all(Array.from({ length: 10 }, (_, n) => tries('parallel@bank.uz', `guess ${n}`)));
    expect(await isAccepted('parallel')).toBe(true);

    const at = (minutes: number, password: string) =>
      atTime(after(now(), minutes * MINUTE), () => tries('rahimov@bank.uz', password));
    for (const minutes of [0, 1]) expect(await at(minutes, 'wrong')).toBe(false);
    expect(await at(2, PASSWORD)).toBe(true);
    for (const minutes of [3, 29, 55]) expect(await at(minutes, 'wrong')).toBe(false);
    // Each guess came within half an hour after the one before, so the directory still counts all three.
    expect(await at(80, PASSWORD)).toBe(false);
    expect(await at(86, PASSWORD)).toBe(true);
  });

  test('the sign-in page accepts the password of the directory for a person without a password of the portal', async () => {
    const { org, admin } = await start();
    const { id } = await make.employee(org, { email: 'yusupov@bank.uz', is_registered: false });
    await save(admin, signInSettings(server));
    const on = await platform();
    const app = await createPortal(on);
    addRoutes(app, on, routes, authenticate);
    const enter = async (password: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/lk/api/v2/auth/login',
          payload: { email: 'yusupov@bank.uz', password },
          headers: { 'x-requested-with': 'sergak' },
        })
      ).statusCode;
    expect(await enter('wrong')).toBe(422);
    expect(await enter(PASSWORD)).toBe(200);
    expect(await stored('select is_registered from employees where id = $1', [id])).toEqual([{ is_registered: true }]);
    expect(await stored('select opened_by from sessions where employee_id = $1', [id])).toEqual([
      { opened_by: 'directory' },
    ]);
    await app.close();
  });
});
