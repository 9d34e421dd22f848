import { REPORTED_DAYS, RESULTS_MONTHS, TRACKING_DAYS } from '@sergak/contract/privacy/privacy.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { createOrganization } from '../../src/modules/organizations/public.ts';
import { hashPassword } from '../../src/modules/session/public.ts';
import { after, DAY, dayIn, now } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import type { SignIn } from '../../src/app/sign-in.ts';
import { act, runJob, type Actor } from './act.ts';
import type { DemoPerson } from './people.ts';

export type DemoOrganization = {
  readonly id: string;
  readonly path: readonly string[];
  readonly domain: string;
  readonly owner: Actor;
};
type Plan = {
  title: string;
  language: 'ru' | 'en' | 'uz';
  domain: string;
  usersLimit: number;
  color: string;
  owner: [last: string, first: string, position: string];
  parent?: { id: string; path: readonly string[] };
  /** Last day of the licence; by default two years from now. */
  licenceEnd?: string;
};

const zone = 'Asia/Tashkent';
const write = <T>(platform: Platform, id: string, work: Parameters<typeof inTenant<T>>[3]) =>
  inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', work);

/** Creates an organisation of the demo with its mail domain and its super user. */
export const buildOrganization = async (platform: Platform, plan: Plan): Promise<DemoOrganization> => {
  const id = await createOrganization(platform, {
    title: plan.title,
    language: plan.language,
    timeZone: zone,
    usersLimit: plan.usersLimit,
    brandColor: plan.color,
    isDemo: true,
    // A year of campaigns is made at once; the large one of the demo sets a limit.
    approvalAbove: null,
    licenceStart: dayIn(now(), zone),
    licenceEnd: plan.licenceEnd ?? dayIn(after(now(), 730 * DAY), zone),
    parent: plan.parent,
  });
  const [last_name, first_name, position] = plan.owner;
  const owner = await write(platform, id, async (tx) => {
    await tx
      .insertInto('organization_domains')
      .values({ domain: plan.domain, proof: 'demo', verified_at: now() })
      .execute();
    const department = await tx
      .selectFrom('departments')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow();
    return tx
      .insertInto('employees')
      .values({
        department_id: department.id,
        email: `admin@${plan.domain}`,
        last_name,
        first_name,
        position,
        role: 'super_user',
        is_registered: true,
        registered_at: now(),
        consented_at: now(),
        created_at: now(),
      })
      .returning(['id', 'full_name'])
      .executeTakeFirstOrThrow();
  });
  const actor: Actor = { id: owner.id, name: owner.full_name, role: 'super_user', organizationId: id };
  // The history of the demo begins a year ago: the default periods would erase it in the first night.
  await act(platform, actor, 'privacy.save', {
    tracking_days: TRACKING_DAYS.max,
    results_months: RESULTS_MONTHS.max,
    reported_days: REPORTED_DAYS.max,
    anonymous: false,
    version: 0,
  });
  return { id, domain: plan.domain, path: [...(plan.parent?.path ?? []), id], owner: actor };
};

export type AddedPerson = DemoPerson & { readonly id: string };

/** Creates the departments by their paths and adds the people to them. */
export const addDemoPeople = async (
  platform: Platform,
  organization: DemoOrganization,
  people: readonly DemoPerson[],
): Promise<AddedPerson[]> => {
  const departments = new Map<string, string>();
  for (const path of new Set(people.map((person) => person.department))) {
    const titles = path.split(' / ');
    const parent = titles.slice(0, -1).join(' / ');
    const made = await act(platform, organization.owner, 'departments.create', {
      title: titles.at(-1)!,
      parent_department_uuid: departments.get(parent) ?? null,
    });
    departments.set(path, made.id);
  }
  // One after the other: each addition locks the licence.
  const added: AddedPerson[] = [];
  for (const person of people) {
    const { care: _care, department, ...fields } = person;
    const made = await act(platform, organization.owner, 'employees.add', {
      ...fields,
      department_id: departments.get(department)!,
      role: 'employee',
      need_message: 'false',
    });
    added.push({ ...person, id: made.id });
  }
  return added;
};

/** Updates the membership of the automatic tags. */
export const refreshTags = (platform: Platform, organization: DemoOrganization) =>
  runJob(platform, 'tags.refresh-membership', { organization_id: organization.id, employee_ids: null });

/** Most people use their registration link within the first weeks; a few never do. */
export const registerPeople = (
  platform: Platform,
  organization: DemoOrganization,
  people: readonly AddedPerson[],
): Promise<unknown> =>
  write(platform, organization.id, (tx) =>
    tx
      .updateTable('employees')
      .set({ is_registered: true, registered_at: now(), consented_at: now() })
      .where(
        'id',
        'in',
        people.map((person) => person.id),
      )
      .execute(),
  );

/** Gives a person a role and a password, which is printed at the terminal. */
export const giveSignIn = async (
  platform: Platform,
  organization: DemoOrganization,
  person: { id: string; email: string },
  role: Role,
  password: string,
): Promise<SignIn> => {
  const hash = await hashPassword(password);
  await write(platform, organization.id, (tx) =>
    tx
      .updateTable('employees')
      .set({ role, password_hash: hash, is_registered: true, registered_at: now(), consented_at: now() })
      .where('id', '=', person.id)
      .execute(),
  );
  return { role, email: person.email, password };
};
