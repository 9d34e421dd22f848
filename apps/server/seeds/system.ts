import { addStarterContent, createOrganization } from '../src/modules/organizations/public.ts';
import { hashPassword } from '../src/modules/session/public.ts';
import type { SignIn } from './sign-in.ts';
import { after, DAY, dayIn, now } from '../src/platform/clock.ts';
import type { Platform } from '../src/platform/context.ts';
import { inSystem, inTenant } from '../src/platform/db.ts';

/** The first organisation, its super user and the starter content; null when the installation has one already. */
export const installFirst = async (platform: Platform, password: string): Promise<SignIn | null> => {
  const there = await inSystem(platform.db, (tx) =>
    tx.selectFrom('organizations').select('id').limit(1).executeTakeFirst(),
  );
  if (there) return null;
  const { config } = platform;
  const today = now();
  const id = await createOrganization(platform, {
    title: config.organization,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 50_000,
    licenceStart: dayIn(today, 'Asia/Tashkent'),
    licenceEnd: dayIn(after(today, 3650 * DAY), 'Asia/Tashkent'),
  });
  const hash = await hashPassword(password);
  await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', async (tx) => {
    const department = await tx
      .selectFrom('departments')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('employees')
      .values({
        department_id: department.id,
        email: config.adminEmail,
        last_name: 'Администратор',
        first_name: '',
        position: 'Суперпользователь',
        role: 'super_user',
        is_registered: true,
        registered_at: today,
        password_hash: hash,
      })
      .execute();
  });
  await addStarterContent(platform, id, 'ru');
  return { role: 'super_user', email: config.adminEmail, password };
};
