import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { generatePassword } from '../apps/server/src/app/first-sign-in.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { addFirstSuperUser } from '../apps/server/src/modules/employees/public.ts';
import { addStarterContent, createOrganization } from '../apps/server/src/modules/organizations/public.ts';
import { adoptCourses } from '../apps/server/src/modules/library/public.ts';
import { adoptTemplates, starterTemplateSlugs } from '../apps/server/src/modules/phishing/public.ts';
import { hashPassword, setPassword } from '../apps/server/src/modules/session/public.ts';
import { after, DAY, dayIn, now } from '../apps/server/src/platform/clock.ts';
import type { Platform } from '../apps/server/src/platform/context.ts';
import { inSystem } from '../apps/server/src/platform/db.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import type { SignIn } from './server.ts';

/** A root organisation of its own for a journey: as a first start makes it, in the product that runs already. */
export type Made = {
  readonly id: string;
  /** A mail domain that no other organisation uses. */ readonly domain: string;
  readonly first: SignIn;
};

const zone = 'Asia/Tashkent';

const make = async (platform: Platform, name: string): Promise<Made> => {
  const person = randomUUID();
  const domain = `${name}.test`;
  const first = { role: 'super_user', email: `admin@${domain}`, password: generatePassword() };
  const id = await createOrganization(
    platform,
    {
      title: platform.config.organization.title,
      language: 'ru',
      timeZone: zone,
      usersLimit: 50_000,
      licenceStart: dayIn(now(), zone),
      licenceEnd: dayIn(after(now(), 3_650 * DAY), zone),
    },
    (tx) => addFirstSuperUser(tx, person, first.email),
  );
  await addStarterContent(platform, id, 'ru');
  // Journeys find a library that was used before.
  await adoptCourses(platform, id, ['data', 'passwords', 'phishing']);
  await adoptTemplates(platform, id, await starterTemplateSlugs());
  const hash = await hashPassword(first.password);
  await inSystem(platform.db, (tx) => setPassword(tx, person, hash));
  return { id, domain, first };
};

/**
 * Makes organisations on the database and data folder of a running product, for the processes of the tests, which ask by HTTP.
 * One process does it for all, because loading the server and encoding the pictures of the starter courses takes seconds.
 */
const serve = async (dataDir: string): Promise<string> => {
  const config = readConfig({ SERGAK_DATA: dataDir, SERGAK_PORT: '0', SERGAK_LOG_LEVEL: 'error' });
  const { url } = await startEmbeddedPostgres({ dataDir: resolve(dataDir, 'postgres') });
  const platform = await createPlatform(config, url, createLog(config));
  const server = createServer((request, answer) => {
    make(platform, request.url!.slice(1)).then(
      (made) => answer.end(JSON.stringify(made)),
      (error: Error) => answer.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

// e2e/setup.ts starts this file with the data folder, gets the address, and disconnects in the end.
process.once('disconnect', () => process.exit());
process.send!(await serve(process.argv[2]!));
