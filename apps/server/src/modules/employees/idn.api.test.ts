import { readFile } from 'node:fs/promises';
import { newEmployee } from '@sergak/contract/employees/employees.schema.ts';
import { expect, test } from 'vitest';
import { call, platform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { inSystem } from '../../platform/db.ts';
import { findByEmail } from '../session/session.repo.ts';
import { apply, HEAD, read, reasonsOf, start } from './test-imports.ts';

const ASCII = 'xn--80a1acny';
test('one person and one domain in both spellings of a Cyrillic mail domain', async () => {
  const { administrator, org } = await start();
  const superUser = await make.employee(org, { role: 'super_user' });
  expect(await call('organizations.domain-add', superUser, { domain: `${ASCII}.TEST` })).toMatchObject({
    domain: 'почта.test',
  });
  await expect(call('organizations.domain-add', superUser, { domain: 'ПОЧТА.test' })).rejects.toMatchObject({
    constraint: 'organization_domains_key',
  });
  const file = await readFile(new URL('./test-idn.csv', import.meta.url));
  const { import_id, task_id } = await read(administrator, file);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 3: [{ code: 'email_twice_in_file', line: 2 }] });
  expect((await call('imports.get', administrator, { id: import_id })).summary?.reasons).not.toHaveProperty(
    'domain_unverified',
  );
  await apply(administrator, task_id);
  for (const search of ['x1@почта.test', `x1@${ASCII}.test`, 'ПОЧТА.TEST', ASCII])
    expect((await call('employees.list', administrator, { search })).data).toMatchObject([{ email: 'x1@почта.test' }]);
  const again = await read(administrator, `Email;Фамилия;Имя\nX1@${ASCII}.test;Идн;А\n`);
  expect((await call('imports.get', administrator, { id: again.import_id })).summary).toMatchObject({ unchanged: 1 });
  const person = { last_name: 'Идн', first_name: 'В' };
  await expect(call('employees.add', administrator, { ...person, email: `x1@${ASCII}.test` })).rejects.toMatchObject({
    constraint: 'employees_email_taken',
  });
  expect((await call('organizations.domains', superUser, {})).data).toContainEqual(
    expect.objectContaining({ domain: 'почта.test', people: 1 }),
  );
});

test('the account of a sign-in is found by either spelling', async () => {
  const { org } = await start();
  const person = await make.employee(org, { email: 'anna@vhod.почта.test' });
  const { db } = await platform();
  for (const email of ['anna@vhod.почта.test', `Anna@VHOD.${ASCII}.test`, 'anna@vhod.ПОЧТА.test']) {
    const found = await inSystem(db, (tx) => findByEmail(tx, email));
    expect(found.map((one) => one.id)).toEqual([person.id]);
  }
});

test('an address that mixes alphabets within a part is rejected with the letter, in a file and by hand', async () => {
  const { administrator, org } = await start();
  const { import_id } = await read(
    administrator,
    `${HEAD}А;Б;;a@p\u0430ypal.test;;;\nА;Б;;b@почтa.test;;;\nА;Б;;iv\u0430n@${org.domain};;;\nА;Б;;d@mail.почта.test;;;\n`,
  );
  expect(await reasonsOf(administrator, import_id)).toEqual(
    Object.fromEntries([2, 3, 4].map((line) => [line, [{ code: 'email_mixed', line: null }]])),
  );
  const person = { last_name: 'Идн', first_name: 'В', email: 'a@p\u0430ypal.test' };
  expect(newEmployee.safeParse(person).error?.issues).toMatchObject([
    { path: ['email'], params: { code: 'email_mixed' } },
  ]);
});
