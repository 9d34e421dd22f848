import { randomUUID } from 'node:crypto';
import { addFirstSuperUser } from '../modules/employees/public.ts';
import { noteStarterReleases } from '../modules/library/public.ts';
import { addDueStarterContent, createOrganization, hasOrganizations } from '../modules/organizations/public.ts';
import { starterTemplateSlugs } from '../modules/phishing/public.ts';
import { after, DAY, dayIn, now } from '../platform/clock.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { nameFirstSuperUser } from './first-start.repo.ts';

/** Creates the first organisation with its super user and starter content; a later start completes an interrupted one. */
export const ensureFirstOrganization = async (platform: Platform): Promise<void> => {
  await noteStarterReleases(platform, await starterTemplateSlugs());
  if (!(await inSystem(platform.db, hasOrganizations))) await createFirst(platform);
  await addDueStarterContent(platform);
};

/** Names the super user in the transaction that creates the account, so that every later start knows whose password to issue. */
const createFirst = async (platform: Platform): Promise<void> => {
  const { config } = platform;
  const { title, language, timeZone, seats, isAsked } = config.organization;
  const today = now();
  const superUser = randomUUID();
  await createOrganization(
    platform,
    {
      title,
      language,
      timeZone,
      usersLimit: seats,
      licenceStart: dayIn(today, timeZone),
      licenceEnd: dayIn(after(today, 3650 * DAY), timeZone),
      starterDue: true,
      setUpDue: isAsked,
    },
    async (tx) => {
      await nameFirstSuperUser(tx, superUser);
      await addFirstSuperUser(tx, superUser, config.adminEmail);
    },
  );
};
