import { randomBytes } from 'node:crypto';
import type { Role } from '@sergak/contract/access/roles.ts';
import { createOrganization } from '../../src/modules/organizations/public.ts';
import { inOrganization, platform, type Person } from '../app.ts';

const unique = () => randomBytes(4).toString('hex');

/**
 * Creates an organisation through the product, with its default department and tags. Its domain `<name>.test` is
 * verified.
 */
export const organization = async (
  changes: { title?: string; usersLimit?: number; parent?: { id: string; path: string[] } } = {},
) => {
  const name = `org-${unique()}`;
  const id = await createOrganization(await platform(), {
    title: changes.title ?? name,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: changes.usersLimit ?? 1000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
    parent: changes.parent,
  });
  const domain = `${name}.test`;
  await inOrganization(id, 'write', (tx) =>
    tx.insertInto('organization_domains').values({ domain, proof: 'test', verified_at: new Date() }).execute(),
  );
  return { id, domain, path: [...(changes.parent?.path ?? []), id] };
};
export type TestOrganization = Awaited<ReturnType<typeof organization>>;

/** Inserts a person directly, for tests that are not about adding people. */
export const employee = async (
  org: TestOrganization,
  changes: {
    role?: Role;
    email?: string;
    last_name?: string;
    first_name?: string;
    department_id?: string;
    is_registered?: boolean;
  } = {},
): Promise<Person & { email: string; department_id: string }> => {
  const row = await inOrganization(org.id, 'write', async (tx) => {
    const fallback = await tx
      .selectFrom('departments')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow();
    return tx
      .insertInto('employees')
      .values({
        department_id: changes.department_id ?? fallback.id,
        email: changes.email ?? `person-${unique()}@${org.domain}`,
        last_name: changes.last_name ?? 'Каримова',
        first_name: changes.first_name ?? 'Нигора',
        role: changes.role ?? 'employee',
        is_registered: changes.is_registered ?? true,
        consented_at: new Date(),
      })
      .returning(['id', 'role', 'email', 'department_id', 'full_name'])
      .executeTakeFirstOrThrow();
  });
  return {
    id: row.id,
    organization_id: org.id,
    role: row.role,
    email: row.email,
    department_id: row.department_id,
    name: row.full_name,
  };
};

/** A person with all permissions in the organisation. */
export const operator = (org: TestOrganization) => employee(org, { role: 'operator' });

export const department = async (org: TestOrganization, title = `Отдел ${unique()}`, parent_id: string | null = null) =>
  inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('departments').values({ title, parent_id }).returning(['id', 'title']).executeTakeFirstOrThrow(),
  );

export const tag = async (org: TestOrganization, title = `Тег ${unique()}`) =>
  inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('tags').values({ title, type: 'arbitrary' }).returning(['id', 'title']).executeTakeFirstOrThrow(),
  );
