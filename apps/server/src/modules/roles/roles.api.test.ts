import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, call, inOrganization, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const roleOf = async (person: Person) =>
  (await stored<{ role: string }>('select role from employees where id = $1', [person.id]))[0]!.role;
const supers = async (organizationId: string) =>
  stored<{ id: string }>(
    `select id from employees where organization_id = $1 and role = 'super_user' and deleted_at is null`,
    [organizationId],
  );
const set = async (as: Person, whom: Person, role: string) =>
  portal.ask('PUT', `/lk/api/v2/settings/superusers/${whom.id}`, await portal.signIn(as), { role });

describe('the super users page', () => {
  it('lists super users before system administrators and marks the last super user', async () => {
    const org = await make.organization();
    const boss = await make.employee(org, { role: 'super_user' });
    const admin = await make.employee(org, { role: 'system_admin' });
    await make.employee(org, { role: 'operator' });
    const { data, organization } = await call('roles.list', boss, {});
    expect(organization.id).toBe(org.id);
    expect(data.map((one) => [one.id, one.role, one.is_last])).toEqual([
      [boss.id, 'super_user', true],
      [admin.id, 'system_admin', false],
    ]);
  });

  it('shows a descendant organisation by its id, and no other organisation', async () => {
    const org = await make.organization();
    const child = await make.organization({ parent: org });
    const stranger = await make.organization();
    const boss = await make.employee(org, { role: 'super_user' });
    const below = await make.employee(child, { role: 'super_user' });
    const as = { ...boss, readable: [org.id, child.id] };
    expect((await call('roles.list', as, { organization_id: child.id })).data.map((one) => one.id)).toEqual([below.id]);
    await expect(call('roles.list', as, { organization_id: stranger.id })).rejects.toMatchObject({
      code: 'organization.not_found',
    });
  });

  it('is read-only for an operator', async () => {
    const org = await make.organization();
    const [operator, person] = [await make.operator(org), await make.employee(org)];
    expect((await call('roles.list', operator, {})).data).toEqual([]);
    const rejected = await set(operator, person, 'system_admin');
    expect([rejected.status, rejected.body.code]).toEqual([403, 'session.forbidden']);
    expect(await roleOf(person)).toBe('employee');
  });

  it('gives and takes away roles up to the own role, and never changes the own role', async () => {
    const org = await make.organization();
    const boss = await make.employee(org, { role: 'super_user' });
    const admin = await make.employee(org, { role: 'system_admin' });
    const person = await make.employee(org);
    expect((await set(admin, person, 'super_user')).body.code).toBe('employee.role_forbidden');
    expect((await set(admin, boss, 'employee')).body.code).toBe('employee.change_forbidden');
    expect((await set(admin, admin, 'operator')).body.code).toBe('employee.own_role');
    expect((await set(boss, boss, 'operator')).body.code).toBe('employee.own_role');
    expect((await set(boss, person, 'pdf_service')).status).toBe(422);
    expect((await set(admin, person, 'system_admin')).status).toBe(200);
    expect((await set(boss, person, 'super_user')).status).toBe(200);
    expect((await set(boss, admin, 'content_manager')).status).toBe(200);
    expect([await roleOf(person), await roleOf(admin)]).toEqual(['super_user', 'content_manager']);
    // The staff form sets ordinary roles.
    expect((await set(boss, admin, 'operator')).body.code).toBe('employee.role_forbidden');
    expect((await actionLog(org.id)).map((line) => [line.action, line.target, line.changes])).toEqual([
      ['employee.role_changed', person.id, { role: ['employee', 'system_admin'] }],
      ['employee.role_changed', person.id, { role: ['system_admin', 'super_user'] }],
      ['employee.role_changed', admin.id, { role: ['system_admin', 'content_manager'] }],
    ]);
  });

  it('does not find people of another organisation', async () => {
    const [org, other] = [await make.organization(), await make.organization()];
    const boss = await make.employee(org, { role: 'super_user' });
    expect((await set(boss, await make.employee(other), 'system_admin')).body.code).toBe('employee.not_found');
  });
});

describe('the last super user of a root organisation', () => {
  it('stays when two super users remove each other concurrently, repeatedly', async () => {
    for (let round = 0; round < 8; round++) {
      const org = await make.organization();
      const [a, b] = [
        await make.employee(org, { role: 'super_user' }),
        await make.employee(org, { role: 'super_user' }),
      ];
      const [tokenA, tokenB] = [await portal.signIn(a), await portal.signIn(b)];
      const path = (whom: Person) => `/lk/api/v2/settings/superusers/${whom.id}`;
      const answers = await Promise.all([
        portal.ask('PUT', path(b), tokenA, { role: 'employee' }),
        portal.ask('PUT', path(a), tokenB, { role: 'employee' }),
      ]);
      expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      expect(await supers(org.id)).toHaveLength(1);
    }
  });

  it('stays when three super users remove each other in a circle concurrently: at least one remains', async () => {
    const org = await make.organization();
    const people: Person[] = [];
    for (let i = 0; i < 3; i++) people.push(await make.employee(org, { role: 'super_user' }));
    const tokens = await Promise.all(people.map((one) => portal.signIn(one)));
    await Promise.all(
      people.map((_, i) =>
        portal.ask('PUT', `/lk/api/v2/settings/superusers/${people[(i + 1) % 3]!.id}`, tokens[i]!, {
          role: 'employee',
        }),
      ),
    );
    expect((await supers(org.id)).length).toBeGreaterThanOrEqual(1);
  });

  it('stays when two super users delete each other concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const org = await make.organization();
      const [a, b] = [
        await make.employee(org, { role: 'super_user' }),
        await make.employee(org, { role: 'super_user' }),
      ];
      const [tokenA, tokenB] = [await portal.signIn(a), await portal.signIn(b)];
      const path = (whom: Person) => `/lk/api/v2/users/employee/${whom.id}`;
      const answers = await Promise.all([portal.ask('DELETE', path(b), tokenA), portal.ask('DELETE', path(a), tokenB)]);
      expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
      expect(await supers(org.id)).toHaveLength(1);
    }
  });

  it('stays against every SQL statement, for one row and for all rows', async () => {
    const org = await make.organization();
    const only = await make.employee(org, { role: 'super_user' });
    const write = (statement: 'role' | 'deleted' | 'gone') =>
      inOrganization(org.id, 'write', async (tx) => {
        const values = statement === 'role' ? { role: 'employee' as const } : { deleted_at: new Date() };
        await (statement === 'gone'
          ? tx.deleteFrom('employees').where('id', '=', only.id).execute()
          : tx.updateTable('employees').set(values).where('role', '=', 'super_user').execute());
      });
    for (const statement of ['role', 'deleted', 'gone'] as const)
      await expect(write(statement), statement).rejects.toMatchObject({ code: 'SG001' });
    await make.employee(org, { role: 'super_user' });
    await expect(write('deleted'), 'both in one statement').rejects.toMatchObject({ code: 'SG001' });
    expect(await supers(org.id)).toHaveLength(2);
  });

  it('can be removed if the organisation has a parent', async () => {
    const org = await make.organization();
    const child = await make.organization({ parent: org });
    const [a, b] = [
      await make.employee(child, { role: 'super_user' }),
      await make.employee(child, { role: 'super_user' }),
    ];
    expect((await set(a, b, 'employee')).status).toBe(200);
    expect((await call('roles.list', a, {})).data.map((one) => one.is_last)).toEqual([false]);
  });

  it('cannot be deleted through the staff list, and the response says why', async () => {
    const org = await make.organization();
    const only = await make.employee(org, { role: 'super_user' });
    const above = {
      ...(await make.employee(await make.organization(), { role: 'super_user' })),
      organization_id: org.id,
    };
    await expect(call('employees.remove', above, { id: only.id })).rejects.toSatisfy(
      (error: { code: string }) => error.code === 'SG001' || error.code === 'employee.last_super_user',
    );
    expect(await supers(org.id)).toHaveLength(1);
  });
});
