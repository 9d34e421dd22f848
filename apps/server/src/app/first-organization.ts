import { randomUUID } from 'node:crypto';
import { addDueStarterContent, createOrganization } from '../modules/organizations/public.ts';
import { after, DAY, dayIn, now } from '../platform/clock.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem, type Tx } from '../platform/db.ts';
import { putFirstSuperUser } from './first-start.repo.ts';

/** The first organisation with its super user and the starter content; what an interrupted start left out is made up for. */
export const installFirst = async (platform: Platform): Promise<void> => {
  const there = await inSystem(platform.db, (tx) =>
    tx.selectFrom('organizations').select('id').limit(1).executeTakeFirst(),
  );
  if (!there) await createFirst(platform);
  await addDueStarterContent(platform);
};

/** The super user is named before it is made, so that no start can find it without knowing whom to give a password. */
const createFirst = async (platform: Platform): Promise<void> => {
  const { config } = platform;
  const today = now();
  const superUser = randomUUID();
  await putFirstSuperUser(platform.db.owner, superUser, null);
  await createOrganization(
    platform,
    {
      title: config.organization,
      language: 'ru',
      timeZone: 'Asia/Tashkent',
      usersLimit: 50_000,
      licenceStart: dayIn(today, 'Asia/Tashkent'),
      licenceEnd: dayIn(after(today, 3650 * DAY), 'Asia/Tashkent'),
      starterDue: true,
    },
    (tx) => addSuperUser(tx, superUser, config.adminEmail),
  );
};

const addSuperUser = async (tx: Tx, id: string, email: string): Promise<void> => {
  const department = await tx
    .selectFrom('departments')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('employees')
    .values({
      id,
      department_id: department.id,
      email,
      last_name: 'Администратор',
      first_name: '',
      position: 'Суперпользователь',
      role: 'super_user',
      is_registered: true,
      registered_at: now(),
    })
    .execute();
};
