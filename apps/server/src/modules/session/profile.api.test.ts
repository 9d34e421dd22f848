import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, call, openTransactions, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const api = '/lk/api/v2';

describe('own sessions', () => {
  it('are listed with the current session marked, and all others can be ended at once', async () => {
    const org = await make.organization();
    const [person, other] = [await make.employee(org), await make.employee(org)];
    const [here, there] = [await portal.signIn(person), await portal.signIn(person)];
    const foreign = await portal.signIn(other);
    const { body } = await portal.ask('GET', `${api}/auth/sessions`, here);
    expect(body.data.map((one: { current: boolean }) => one.current).sort()).toEqual([false, true]);
    expect(JSON.stringify(body)).not.toMatch(/token|hash/);
    const ended = await portal.ask('DELETE', `${api}/auth/sessions`, here);
    expect([ended.status, ended.body.count]).toEqual([200, 1]);
    expect((await portal.ask('GET', `${api}/users/me`, there)).status).toBe(401);
    expect((await portal.ask('GET', `${api}/users/me`, here)).status).toBe(200);
    expect((await portal.ask('GET', `${api}/users/me`, foreign)).status).toBe(200);
    expect(await actionLog(org.id)).toMatchObject([{ action: 'session.others_ended', details: { affected: 1 } }]);
  });
});

it('one own session can be ended; the current one and those of others are not found', async () => {
  const org = await make.organization();
  const [person, other] = [await make.employee(org), await make.employee(org)];
  const [here, there] = [await portal.signIn(person), await portal.signIn(person)];
  const foreign = await portal.signIn(other);
  const list = async (token: string) => (await portal.ask('GET', `${api}/auth/sessions`, token)).body.data;
  const id = (await list(here)).find((one: { current: boolean }) => !one.current).id;
  const end = async (one: string) => (await portal.ask('DELETE', `${api}/auth/sessions/${one}`, here)).status;
  expect(await end((await list(foreign))[0].id)).toBe(404);
  expect(await end((await list(here)).find((one: { current: boolean }) => one.current).id)).toBe(404);
  expect(await end(id)).toBe(200);
  expect(await end(id)).toBe(404);
  expect((await portal.ask('GET', `${api}/users/me`, there)).status).toBe(401);
  expect((await portal.ask('GET', `${api}/users/me`, foreign)).status).toBe(200);
  expect((await actionLog(org.id)).filter((one) => one.action === 'session.one_ended')).toHaveLength(1);
});

it('the sign-in history lists own sign-ins with their address, and nobody else’s', async () => {
  const org = await make.organization();
  const [person, other] = [await make.employee(org), await make.employee(org)];
  const enter = (one: { id: string }) =>
    stored(
      `insert into audit_log (organization_id, actor_id, actor_name, action, target_kind, target_id, address)
       values ($1, $2, 'x', 'session.signed_in', 'employee', $2, '192.0.2.7')`,
      [org.id, one.id],
    );
  for (const one of [person, person, other]) await enter(one);
  const history = await call('session.sign-ins', person, { limit: '1' });
  expect(history).toMatchObject({
    total_count: 2,
    data: [{ action: 'session.signed_in', address: '192.0.2.7' }],
  });
});

it('the release whose changes an administrator has seen is stored with the account', async () => {
  const administrator = await make.operator(await make.organization());
  const token = await portal.signIn(administrator);
  expect((await portal.ask('GET', `${api}/users/me`, token)).body.seen_release).toBeNull();
  await call('session.see-release', administrator, { version: '0.1.0' });
  expect((await portal.ask('GET', `${api}/users/me`, token)).body.seen_release).toBe('0.1.0');
  const wrong = await portal.ask('PATCH', `${api}/auth/seen-release`, token, { version: 'latest' });
  expect(wrong.status).toBe(422);
});

describe('the own picture', () => {
  const upload = async (bytes: Buffer, name: string) => {
    const path = join(await mkdtemp(join(tmpdir(), 'sergak-avatar-')), name);
    await writeFile(path, bytes);
    return { avatar: { path, name, type: 'image/png', size: (await stat(path)).size } };
  };
  const wide = () =>
    sharp({ create: { width: 900, height: 300, channels: 3, background: '#3dbc87' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();

  it('is cut to a square, encoded again and shown', async () => {
    const person = await make.employee(await make.organization());
    const { avatar_url } = await call('session.avatar', person, {}, await upload(await wide(), 'я.jpg'));
    const file = await call('files.get', person, { id: avatar_url.split('/').at(-1)! });
    const made = await buffer(file.stream);
    expect(await sharp(made).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
    expect(made.includes('secret place')).toBe(false);
    const me = await portal.ask('GET', `${api}/users/me`, await portal.signIn(person));
    expect(me.body.avatar_url).toBe(avatar_url);
  });

  it.each([
    ['a text', async () => Buffer.from('<svg onload="alert(1)">')],
    [
      'an SVG',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'),
    ],
    ['a truncated picture', async () => (await wide()).subarray(0, 700)],
    [
      'a picture with too many pixels',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('rejects %s', async (_, bytes) => {
    const person = await make.employee(await make.organization());
    await expect(call('session.avatar', person, {}, await upload(await bytes(), 'x.png'))).rejects.toMatchObject({
      code: 'file.type_rejected',
    });
  });

  it('has a share of the queue: two of sixteen concurrent uploads are processed, with no open transaction', async () => {
    const person = await make.employee(await make.organization());
    const bytes = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#3dbc87' } })
      .png()
      .toBuffer();
    const sent = await upload(bytes, 'x.png');
    const answers = Array.from({ length: 16 }, () => call('session.avatar', person, {}, sent));
    const rejected: unknown[] = [];
    for (const answer of answers) answer.catch((error: { code: string }) => rejected.push(error.code));
    await expect.poll(() => rejected.length).toBe(14);
    expect(new Set(rejected)).toEqual(new Set(['request.rate_limited']));
    expect(await openTransactions()).toEqual([]);
    const done = await Promise.allSettled(answers);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('is rejected above five megabytes, with the name of the field', async () => {
    const token = await portal.signIn(await make.employee(await make.organization()));
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(5_000_001)], { type: 'image/png' }), 'big.png');
    const answer = await fetch(`${portal.url}${api}/users/avatar`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(answer.status).toBe(413);
  });
});

describe('the consent', () => {
  const texts = { ru: 'Мы храним имя.\n\nИ почту.', en: '', uz: 'Ism saqlanadi.' };

  it('is requested again once after its text has changed', async () => {
    const org = await make.organization();
    const [admin, person] = [await make.employee(org, { role: 'system_admin' }), await make.employee(org)];
    const [boss, token] = [await portal.signIn(admin), await portal.signIn(person)];
    const me = () => portal.ask('GET', `${api}/users/me`, token);
    expect((await me()).status).toBe(200);
    const saved = await portal.ask('PUT', `${api}/settings/consent`, boss, { texts, version: 0 });
    expect(saved.body).toMatchObject({ version: 1, texts, people: 2, agreed: 1 });
    expect([(await me()).status, (await me()).body.code]).toEqual([400, 'session.consent_required']);
    expect((await portal.ask('GET', `${api}/auth/sessions`, token)).body.code).toBe('session.incomplete');
    const shown = await portal.ask('GET', `${api}/auth/consent?language=en`, token);
    expect(shown.body).toEqual({ version: 1, text: texts.ru, organization: expect.any(String) });
    const agree = (version: number) =>
      portal.ask('POST', `${api}/users/terms/processing_personal_data`, token, { version });
    expect((await agree(0)).body.code).toBe('session.consent_changed');
    expect((await agree(1)).status).toBe(200);
    expect((await me()).status).toBe(200);
    // Saving the same text asks no one; returning to the default asks all people.
    await portal.ask('PUT', `${api}/settings/consent`, boss, { texts, version: 1 });
    expect((await me()).status).toBe(200);
    expect((await portal.ask('PUT', `${api}/settings/consent`, boss, { texts: null, version: 0 })).body.code).toBe(
      'common.stale_version',
    );
    expect((await portal.ask('PUT', `${api}/settings/consent`, boss, { texts: null, version: 1 })).body.version).toBe(
      2,
    );
    expect((await me()).status).toBe(400);
    expect((await portal.ask('GET', `${api}/auth/consent`, token)).body).toMatchObject({ version: 2, text: null });
  });

  it('is edited by system administrators and above, and requested if the organisation requires it', async () => {
    const org = await make.organization();
    const operator = await make.operator(org);
    await expect(call('consent.save', operator, { texts, version: 0 })).rejects.toMatchObject({
      code: 'session.forbidden',
    });
    expect(await call('consent.get', operator, {})).toMatchObject({ version: 0, texts: null });
    const admin = await make.employee(org, { role: 'system_admin' });
    await expect(call('consent.save', admin, { texts: { ru: '', en: ' ', uz: '' }, version: 0 })).rejects.toMatchObject(
      {
        code: 'request.invalid',
      },
    );
  });
});
