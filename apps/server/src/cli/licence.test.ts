import { expect, test } from 'vitest';
import { actionLog, call, platform } from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { parseLicence, runLicence } from './licence.ts';

const run = async (...args: string[]) => runLicence((await platform()).db, args);

test('the licence of a root organisation is changed by id or title, with an audit entry', async () => {
  const org = await make.organization({ usersLimit: 10 });
  const administrator = await make.operator(org);
  expect(await run('--organization', org.id, '--limit', '25', '--until', '2031-06-30')).toBe(
    `${org.id}  ${org.domain.replace('.test', '')}\n  1 of 25 places taken, until 2031-06-30`,
  );
  expect((await call('organizations.current', administrator, {})).license).toMatchObject({
    users_limit: 25,
    end_date: '2031-06-30',
  });
  await run('--organization', org.domain.replace('.test', '').toUpperCase(), '--limit', '30');
  expect((await actionLog(org.id)).slice(-2)).toMatchObject([
    {
      action: 'organization.changed',
      target: org.id,
      changes: { users_limit: [10, 25], licence_end: ['2099-12-31', '2031-06-30'] },
    },
    { action: 'organization.changed', target: org.id, changes: { users_limit: [25, 30] } },
  ]);
  expect(await run()).toContain(`${org.id}  `);
});

test('a limit below the used seats, including those of children, is rejected; so is a day before a child’s last day', async () => {
  const org = await make.organization({ usersLimit: 10 });
  await make.operator(org);
  const child = await make.organization({ parent: org, usersLimit: 4, title: `Филиал ${org.id}` });
  await expect(run('--organization', org.id, '--limit', '4')).rejects.toThrow(
    '--limit 4 is below the 5 places that are taken',
  );
  await expect(run('--organization', org.id, '--until', '2030-01-01')).rejects.toThrow('given to a child');
  await expect(run('--organization', org.id, '--until', '2019-12-31')).rejects.toThrow('before the first day');
  await expect(run('--organization', child.id, '--limit', '5')).rejects.toThrow('changes its licence in the portal');
  await expect(run('--organization', 'Такой нет', '--limit', '5')).rejects.toThrow('no organisation has');
  expect(await actionLog(org.id)).toEqual([]);
  expect(await run('--organization', org.id, '--limit', '5')).toContain('5 of 5 places taken');
});

test.each([
  [['--limit', '5'], '--organization is missing'],
  [['--organization', 'a'], 'give --limit, --until or both'],
  [['--organization', 'a', '--limit', '0'], 'whole number'],
  [['--organization', 'a', '--limit', '1.5'], 'whole number'],
  [['--organization', 'a', '--limit', '99999999'], 'whole number'],
  [['--organization', 'a', '--until', '31.12.2027'], 'a day such as'],
  [['--organization', 'a', '--until', '2027-02-30'], 'a day such as'],
  [['--organisation', 'a'], 'npm run licence --'],
])('%j is rejected with a reason', (args, reason) => {
  expect(() => parseLicence(args)).toThrow(reason);
});
