import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip, workbookParts } from '@sergak/sheets/zip.fixture.ts';
import { filter, patchBody } from '../src/modules/scim/test-scim.ts';
import { addScim } from '../src/modules/scim/scim.routes.ts';
import { scratchPath, sweepScratch } from '../src/platform/files.ts';
import { call, platform, runJobs } from './app.ts';
import * as make from './make/index.ts';
import { PASSWORD, withPassword } from './own-password.ts';
import { openPortal, type Portal } from './portal.ts';

// Input of a hostile client over HTTP: bidirectional names, formulas, zip bombs, addresses with hidden addresses, ids
// of other organisations. walk/junk and walk/tenancy cover every value of every call; these tests cover the rest.

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(addScim);
});
afterAll(() => portal.close());

const MB = 1024 * 1024;
const start = async () => {
  const org = await make.organization();
  const administrator = await withPassword(await make.employee(org, { role: 'super_user' }));
  const token = await portal.signIn(administrator);
  const { token: provider } = await call('tokens.create', administrator, {
    kind: 'scim',
    title: 'Провайдер',
    password: PASSWORD,
  });
  return {
    org,
    administrator,
    token,
    ask: (method: string, path: string, body?: unknown) => portal.ask(method, `/lk/api/v2${path}`, token, body),
    scim: (method: string, path: string, body?: unknown) => portal.ask(method, `/scim/v2${path}`, provider, body),
    async upload(path: string, bytes: Buffer, name: string, fields: Record<string, string> = {}) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const answer = await fetch(`${portal.url}/lk/api/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      return { status: answer.status, body: (await answer.json()) as { code?: string; details?: unknown } };
    },
  };
};
const fieldsOf = (answer: { body: { details?: unknown } }) =>
  (answer.body.details as { field: string }[]).map((one) => one.field);

describe('names', () => {
  const LONG = 'Д'.repeat(300);
  const LOOSE = 'Йод'; // й as two characters
  const places = [
    ['POST', '/users/tags/custom', 'a tag'],
    ['POST', '/departments', 'a department'],
  ] as const;

  test('of 300 characters, of invisible characters only, or with NUL are rejected by field', async () => {
    const { ask } = await start();
    for (const [method, path, what] of places)
      for (const title of [LONG, '\u202E\u200B\u2066', ' \u00A0 ', 'a\0b']) {
        const answer = await ask(method, path, { title });
        expect([what, answer.status, answer.body.code], JSON.stringify(title.slice(0, 9))).toEqual([
          what,
          422,
          'request.invalid',
        ]);
        expect(fieldsOf(answer)).toEqual(['title']);
      }
  });

  test('become one line, and are equal in composed and decomposed form', async () => {
    const { ask } = await start();
    for (const [method, path] of places) {
      const made = await ask(method, path, { title: ` ${LOOSE}\u202Eнокс\r\nи  к°\u200F ` });
      expect([made.status, made.body.title]).toEqual([200, 'Йод нокс и к°']);
      await ask(method, path, { title: LOOSE });
      const again = await ask(method, path, { title: 'Йод' });
      expect(again.status, 'the same name to whoever reads it').toBe(409);
    }
  });

  test('are found by search in decomposed form', async () => {
    const { org, ask } = await start();
    await make.employee(org, { last_name: 'Йодова' });
    const found = await ask('GET', `/users?search=${encodeURIComponent(LOOSE.toLowerCase())}`);
    expect(found.body.data.map((one: { full_name: string }) => one.full_name)).toEqual(['Йодова Нигора']);
  });

  test('from an identity provider are stored like those of the forms', async () => {
    const { org, scim, ask } = await start();
    const userName = `anna@${org.domain}`;
    const name = { familyName: `${LOOSE}ова\u202E`, givenName: 'Анна\r\nМария' };
    const enterprise = { department: `Склад\u202E / ${LOOSE}` };
    const made = await scim('POST', '/Users', {
      userName,
      name,
      title: '\u200BКладовщик',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': enterprise,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: { familyName: 'Йодова', givenName: 'Анна Мария' }, title: 'Кладовщик' });
    const titles = (await ask('GET', '/departments')).body.data.map((one: { title: string }) => one.title);
    expect(titles).toEqual(expect.arrayContaining(['Склад', 'Йод']));
    for (const wrong of [{ familyName: LONG }, { familyName: 'a\0b' }, { familyName: ['а'] }])
      expect((await scim('POST', '/Users', { userName: `b@${org.domain}`, name: wrong })).status).toBe(400);
    for (const displayName of [LONG, '\u202E', ['Склад'], 'a\0b'])
      expect([displayName, (await scim('POST', '/Groups', { displayName })).status]).toEqual([displayName, 400]);
  });
});

test('formulas in all texts of a person are exported as text, in the list of people and in the audit log', async () => {
  const { org, administrator, ask, token } = await start();
  const formula = '=HYPERLINK("http://evil.test","Премия")';
  const department = await ask('POST', '/departments', { title: formula });
  const tag = await ask('POST', '/users/tags/custom', { title: `+${formula}` });
  const person = await ask('POST', '/users/employee/add', {
    last_name: `@${formula}`,
    first_name: '-1+1',
    email: `f@${org.domain}`,
    department_id: department.body.id,
  });
  expect([department.status, tag.status, person.status]).toEqual([200, 200, 200]);
  await call('tags.assign', administrator, { tag_id: tag.body.id, users_ids: [person.body.id] });
  const cellsOf = async (path: string, body: object, job: 'employees.write-export' | 'audit.write-export') => {
    const { event_id } = (await ask('POST', path, body)).body as { event_id: string };
    await runJobs(job, org.id);
    const { file_id } = (await call('tasks.get', administrator, { id: event_id })).result as { file_id: string };
    const file = await fetch(`${portal.url}/lk/files/${file_id}`, { headers: { authorization: `Bearer ${token}` } });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    const bytes = Buffer.from(await file.arrayBuffer());
    const book = await readXlsx(bytes);
    const cells = book.sheets.flatMap((sheet) => sheet.rows.flat().map((cell) => String(cell ?? '')));
    expect(
      cells.some((cell) => cell.includes('HYPERLINK')),
      'the texts are in there',
    ).toBe(true);
    expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell) && cell !== '-')).toEqual([]);
    return cells;
  };
  const people = await cellsOf('/users/report', { all: true }, 'employees.write-export');
  expect(people).toEqual(expect.arrayContaining([`'${formula}`, `'@${formula}`]));
  await cellsOf('/audit/report', {}, 'audit.write-export');
});

test('addresses with a name, quotes, a comment or a second address are rejected wherever a person gets one', async () => {
  const { org, ask, scim } = await start();
  const at = `a@${org.domain}`;
  const bad = [
    `Анна <${at}>`,
    `"a b"@${org.domain}`,
    `a(c)@${org.domain}`,
    `${at}, b@${org.domain}`,
    `${at}\r\nBcc: x@evil.test`,
    `a@b@${org.domain}`,
    'a@localhost',
    `a\u202E@${org.domain}`,
    [at],
    { value: at },
  ];
  const person = await make.employee(org);
  const removed = await make.employee(org);
  await ask('DELETE', `/users/employee/${removed.id}`);
  for (const email of bad) {
    const name = JSON.stringify(email);
    const added = await ask('POST', '/users/employee/add', { last_name: 'А', first_name: 'Б', email });
    expect([name, added.status, fieldsOf(added)]).toEqual([name, 422, ['email']]);
    const changed = await ask('PATCH', `/users/employee/${person.id}`, { email });
    expect([name, changed.status, fieldsOf(changed)]).toEqual([name, 422, ['email']]);
    const back = await ask('POST', `/users/employee/${removed.id}/restore`, { email });
    expect([name, back.status, fieldsOf(back)]).toEqual([name, 422, ['email']]);
    const synced = await scim('POST', '/Users', { userName: `ok@${org.domain}`, emails: [{ value: email }] });
    expect([name, synced.status]).toEqual([name, 400]);
  }
  const { total_count } = (await ask('GET', '/users')).body;
  expect(total_count, 'nobody came of it').toBe(2);
});

describe('files', () => {
  const scratch = async () => (await readdir(portal.platform.files.scratch)).length;

  test('above their limit are rejected with 413 and not stored', async () => {
    const { upload, ask } = await start();
    const before = await scratch();
    const staff = await upload('/users/employee/csv/info', Buffer.alloc(50 * MB + 1, 'a;b;c@d.uz\n'), 'staff.csv');
    expect([staff.status, staff.body.code]).toEqual([413, 'request.too_large']);
    const members = await upload('/users/tags/custom/assign/xlsx/preview', Buffer.alloc(10 * MB + 1, 'a'), 'a.xlsx');
    expect([members.status, members.body.code]).toEqual([413, 'request.too_large']);
    expect(await scratch()).toBe(before);
    expect((await ask('GET', '/users')).status).toBe(200);
  });

  test('that unpack to far more than their size, or claim to, are rejected as lists of members', async () => {
    const { upload, ask } = await start();
    const before = await scratch();
    const bomb = makeZip([...workbookParts(''), { name: 'xl/media/x.bin', data: Buffer.alloc(48 * MB) }]);
    const liar = makeZip([...workbookParts(''), { name: 'xl/x.bin', data: Buffer.alloc(48 * MB), statedSize: 10 }]);
    const climber = makeZip([...workbookParts(''), { name: '../../../etc/cron.d/x', data: 'x' }]);
    for (const [name, bytes] of Object.entries({ bomb, liar, climber })) {
      expect(bytes.length).toBeLessThan(200_000);
      const answer = await upload('/users/tags/custom/assign/xlsx/preview', bytes, `${name}.xlsx`);
      expect([name, answer.status, answer.body.code]).toEqual([name, 422, 'import.unreadable']);
    }
    expect(await scratch()).toBe(before);
    expect((await ask('GET', '/users')).status).toBe(200);
  });

  test('with formulas and odd addresses only match the intended people', async () => {
    const { org, upload } = await start();
    const person = await make.employee(org);
    const stranger = await make.employee(await make.organization());
    const list = [
      'Почта',
      person.email,
      `=HYPERLINK("mailto:${person.email}")`,
      `Анна <${person.email}>`,
      stranger.email,
    ];
    const answer = await upload('/users/tags/custom/assign/xlsx/preview', Buffer.from(list.join('\r\n')), 'a.csv');
    expect(answer.body).toMatchObject({
      found: 1,
      rejections: [{ reason: 'email_invalid' }, { reason: 'email_twice_in_file' }, { reason: 'not_found' }],
    });
  });
});

test('a provider reaches nobody of another organisation, and gets no page above the size limit', async () => {
  const { scim, org } = await start();
  const there = await start();
  const stranger = await make.employee(there.org);
  const department = await make.department(there.org);
  await make.employee(org);
  for (const path of [`/Users/${stranger.id}`, `/Groups/${department.id}`])
    for (const method of ['GET', 'DELETE'])
      expect([path, method, (await scim(method, path)).status]).toEqual([path, method, 404]);
  const made = await scim('POST', '/Groups', { displayName: 'Склад' });
  for (const value of [stranger.id, department.id]) {
    const answer = await scim(
      'PATCH',
      `/Groups/${made.body.id}`,
      patchBody({ op: 'add', path: 'members', value: [{ value }] }),
    );
    expect([answer.status, answer.body.detail]).toEqual([400, `User or group “${value}” not found.`]);
  }
  for (const query of [`userName eq "${stranger.email}"`, `id eq "${stranger.id}"`])
    expect((await scim('GET', `/Users?${filter(query)}`)).body.totalResults).toBe(0);
  const all = await scim('GET', '/Users?count=1e9&startIndex=-1e9');
  expect([all.status, all.body.itemsPerPage, all.body.startIndex]).toEqual([200, 2, 1]);
  for (const query of ['count=1&count=2', 'filter[]=a&filter[]=b', 'startIndex=NaN'])
    expect([query, (await scim('GET', `/Users?${query}`)).status]).toEqual([query, 400]);
});

test('no page may frame the portal, not even its own pages: both headers agree', async () => {
  for (const path of ['/lk/api/v2/users/me', '/lk/api/v2/nothing']) {
    const { headers } = await fetch(portal.url + path);
    expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

describe('uploads', () => {
  test('of several files under one name are rejected and leave nothing in the scratch folder', async () => {
    const { token } = await start();
    const { files } = await platform();
    const before = await readdir(files.scratch);
    const form = new FormData();
    for (let n = 0; n < 5; n += 1) form.append('avatar', new Blob([new Uint8Array(100_000)]), `${n}.png`);
    const answer = await fetch(`${portal.url}/lk/api/v2/users/avatar`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ details: [{ field: 'avatar', code: 'repeated_file' }] });
    expect(await readdir(files.scratch)).toEqual(before);
  });

  test('keep no long fields in memory', async () => {
    const { token } = await start();
    const send = async (fields: number, length: number) => {
      const form = new FormData();
      for (let n = 0; n < fields; n += 1) form.append(`field${n}`, 'a'.repeat(length));
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${portal.url}/lk/api/v2/users/avatar`, { method: 'PATCH', headers, body: form })).status;
    };
    expect(await send(1, 500_000)).toBe(413);
    expect(await send(90, 10)).toBe(413);
  });

  test('left by a killed process are deleted from the scratch folder after some hours', async () => {
    const { files } = await platform();
    const [old, fresh] = [scratchPath(files, '.upload'), scratchPath(files, '.upload')];
    for (const path of [old, fresh]) await writeFile(path, 'x');
    const then = new Date(Date.now() - 7 * 3_600_000);
    await utimes(old, then, then);
    await sweepScratch(files);
    const left = await readdir(files.scratch);
    expect(left.map((name) => join(files.scratch, name))).not.toContain(old);
    expect(left.map((name) => join(files.scratch, name))).toContain(fresh);
    await rm(fresh);
  });
});
