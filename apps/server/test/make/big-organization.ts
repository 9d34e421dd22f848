import { createOrganization } from '../../src/modules/organizations/public.ts';
import type { Platform } from '../../src/platform/context.ts';
import type { Person } from '../app.ts';
import { emails } from './phishing.ts';

/** Creates an organisation on any platform; its people have addresses at `staff.test`. */
export const organization = async (on: Platform, usersLimit = 10_000): Promise<string> => {
  const id = await createOrganization(on, {
    title: 'Организация',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await on.db.owner.query(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, 'staff.test', 'test', now())`,
    [id],
  );
  return id;
};

/** Two departments of 10,000 people, an administrator, and the form of a campaign for all of them. */
export const bigOrganization = async (on: Platform, org: string) => {
  const { owner } = on.db;
  const { rows: departments } = await owner.query<{ id: string }>(
    `insert into departments (organization_id, title) values ($1, 'Цех'), ($1, 'Склад') returning id`,
    [org],
  );
  for (const [n, { id }] of departments.entries())
    await owner.query(
      `insert into employees (organization_id, department_id, email, first_name, last_name)
       select $1, $2, 'p' || n || '-' || $3 || '@staff.test', 'Анна', 'Ким ' || n from generate_series(1, 10000) as n`,
      [org, id, n],
    );
  await owner.query('analyze employees');
  const { rows: administrators } = await owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, role, is_registered, consented_at)
     select $1, id, 'administrator@staff.test', 'Администратор', 'operator', true, now() from departments where organization_id = $1 and is_default returning id`,
    [org],
  );
  const administrator: Person = { id: administrators[0]!.id, organization_id: org, role: 'operator' };
  const { email_id } = await emails({ id: org }, {}, on);
  const form = {
    name: 'Всем',
    templates: [email_id],
    emailSendType: 'at_once' as const,
    targets: { target_departments: departments.map((one) => one.id) },
  };
  return { form, administrator };
};
