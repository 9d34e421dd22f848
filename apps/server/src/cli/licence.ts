import { parseArgs } from 'node:util';
import { changeRootLicence, LicenceRejected, listRootLicences } from '../modules/organizations/public.ts';
import type { Database } from '../platform/db.ts';
import { runOnDatabase } from './run-on-database.ts';

// `npm run licence`: the licence of a root organisation, which cannot be changed in the portal. Reads the same
// configuration as the product and may run at the same time.

const USAGE = `npm run licence                                       lists organisations and their licences
npm run licence -- --organization ID_OR_TITLE [--limit PEOPLE] [--until YYYY-MM-DD]`;
const LIMIT_MAX = 10_000_000;

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Parses the command line. Throws `LicenceRejected` with the reason. */
export const parseLicence = (args: readonly string[]) => {
  let values: { organization?: string; limit?: string; until?: string };
  try {
    const option = { type: 'string' } as const;
    ({ values } = parseArgs({ args: [...args], options: { organization: option, limit: option, until: option } }));
  } catch (error) {
    throw new LicenceRejected(`${(error as Error).message}\n${USAGE}`);
  }
  const { organization, limit, until } = values;
  if (limit !== undefined && !(/^\d{1,8}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= LIMIT_MAX))
    throw new LicenceRejected(`--limit is a whole number of people from 1 to ${LIMIT_MAX}, not «${limit}»`);
  if (until !== undefined && !isDay(until))
    throw new LicenceRejected(`--until is a day such as 2027-12-31, not «${until}»`);
  if (organization === undefined && (limit !== undefined || until !== undefined))
    throw new LicenceRejected(`--organization is missing\n${USAGE}`);
  if (organization !== undefined && limit === undefined && until === undefined)
    throw new LicenceRejected(`give --limit, --until or both\n${USAGE}`);
  return { organization, limit: limit === undefined ? undefined : Number(limit), until };
};

/** Lists licences or changes one. Returns the text to print. */
export const runLicence = async (db: Database, args: readonly string[]): Promise<string> => {
  const { organization, ...change } = parseLicence(args);
  const line = (one: { id: string; title: string; taken: number; users_limit: number; licence_end: string }) =>
    `${one.id}  ${one.title}\n  ${one.taken} of ${one.users_limit} places taken, until ${one.licence_end}`;
  if (organization !== undefined) return line(await changeRootLicence(db, organization, change));
  const all = await listRootLicences(db);
  return all.length === 0 ? 'There is no organisation yet: start the product first.' : all.map(line).join('\n');
};

if (import.meta.main) await runOnDatabase(runLicence, LicenceRejected);
