import { call, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD as OWN_PASSWORD, withPassword } from '../../../test/own-password.ts';
import { BASE, BIND_DN, PASSWORD, type Slapd } from '../../../test/slapd.ts';
import { jobContext } from '../../platform/jobs.ts';
import { runScheduled } from './read.jobs.ts';

/** Settings for a test server. The portal and the server share a machine, so the account needs no encryption. */
export const settingsOf = (server: Slapd, changes: object = {}) => ({
  host: '127.0.0.1',
  port: server.plain,
  security: 'none' as const,
  bind_dn: BIND_DN,
  password: PASSWORD,
  base_dn: BASE,
  filter: '(objectClass=inetOrgPerson)',
  ...changes,
});
/** Settings with which people sign in. */
export const signInSettings = (server: Slapd) =>
  settingsOf(server, { security: 'starttls' as const, ca: server.cert, sign_in: true });

export const start = async (usersLimit?: number) => {
  const org = await make.organization({ usersLimit });
  return { org, admin: await withPassword(await make.employee(org, { role: 'system_admin' })) };
};

/** Saves settings over the stored ones. */
export const save = async (admin: Person, settings: ReturnType<typeof settingsOf>) =>
  call('directory-sync.save', admin, {
    ...settings,
    own_password: OWN_PASSWORD,
    version: (await call('directory-sync.get', admin, {})).version,
  });

export const preview = async (admin: Person) => {
  const { task_id } = await call('directory-sync.preview', admin, {});
  await runJobs('directory-sync.read-preview', admin.organization_id);
  const task = await call('tasks.get', admin, { id: task_id });
  const id = (task.result as { import_id: string } | null)?.import_id;
  return { task_id, task, id: id!, summary: id ? (await call('imports.get', admin, { id })).summary! : null };
};

/** Makes all present people ones whom the directory has brought, as an earlier sync would. */
export const linkEveryone = (organizationId: string) =>
  stored(
    `insert into directory_links (organization_id, employee_id)
     select organization_id, id from employees where organization_id = $1 and deleted_at is null`,
    [organizationId],
  );

/** Runs a scheduled sync and the import that it starts. */
export const runSchedule = async (organizationId: string) => {
  await runScheduled(jobContext(await platform(), organizationId, new AbortController().signal));
  await runJobs('employees.apply-import', organizationId);
};

export const staffOf = async (organizationId: string) =>
  (
    await stored<{ email: string; role: string }>(
      'select email, role from employees where organization_id = $1 and deleted_at is null order by email',
      [organizationId],
    )
  ).map(({ email, role }) => `${role} ${email}`);
