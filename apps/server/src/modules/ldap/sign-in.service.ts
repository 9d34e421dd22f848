import { addressKey, asciiDomain, domainOf } from '@sergak/contract/email-address.rules.ts';
import { isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import { BIND_REST_MINUTES, BIND_TRIES } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { EqualityFilter, OrFilter, type Filter } from 'ldapts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { createLineLimit } from '../../platform/line-limit.ts';
import { clearBucket, countUntilRest } from '../../platform/rate.ts';
import { digest } from '../../platform/secrets.ts';
import { bindAs, openDirectory, searchPages } from './directory-client.ts';
import { DirectoryFault } from './directory-fault.ts';
import * as repo from './directories.repo.ts';
import { dnKey } from './dn.ts';
import { storedDirectoryConfig } from './directories.service.ts';

type Candidate = { readonly organization_id: string; readonly role: Role; readonly email: string };

const STEP_TIMEOUT_MS = 5_000;

/**
 * Limits the binds with one account, so that guesses on the sign-in page do not lock the account in the directory (decision 0285).
 * A right password clears the count. Organisations with the same directory share it.
 */
const bindLimit = { most: BIND_TRIES, seconds: BIND_REST_MINUTES * 60 };
const bucketOf = ({ host }: repo.DirectoryRow, account: string): string =>
  `directory-bind:${digest(`${host.toLowerCase()} ${account}`).toString('base64url')}`;

const mayWrite = createLineLimit(60);
const reportLimit = (platform: Platform, organization: string): void => {
  platform.metrics.securityEvents.inc({ event: 'limit_hit', code: 'directory.bind_limit' });
  const { write, skipped } = mayWrite(platform.log);
  if (write)
    platform.log.warn(
      { event: 'limit_hit', security_code: 'directory.bind_limit', organization, lines_left_out: skipped },
      'a security event',
    );
};

/** The filter for an address, which a directory may hold with its domain in either spelling. */
const isAddress = (attribute: string, email: string): Filter => {
  const local = email.slice(0, email.lastIndexOf('@') + 1);
  const spellings = new Set([email, local + domainOf(email), local + asciiDomain(domainOf(email))]);
  return new OrFilter({ filters: [...spellings].map((value) => new EqualityFilter({ attribute, value })) });
};

/**
 * Whether the directory of an organisation accepts the password of the person with this address. An unknown address takes the
 * same steps, with a name that does not exist. Two entries of one address are nobody.
 */
const accepts = async (
  platform: Platform,
  row: repo.DirectoryRow,
  email: string,
  password: string,
): Promise<boolean> => {
  try {
    const config = { ...storedDirectoryConfig(platform, row), timeoutMs: STEP_TIMEOUT_MS };
    const open = await openDirectory(config);
    try {
      const also = isAddress(row.attributes.email, email);
      const names: string[] = [];
      for await (const page of searchPages(open, config, ['1.1'], { page: 2, also })) {
        names.push(...page.map(({ dn }) => dn));
        if (names.length > 1) break;
      }
      const found = names.length === 1 ? names[0]! : null;
      const bucket = bucketOf(row, found === null ? addressKey(email) : dnKey(found));
      const isAllowed = await countUntilRest(platform.db, bucket, bindLimit);
      if (!isAllowed) reportLimit(platform, row.organization_id);
      // A bind with a name that does not exist takes as long, and no account counts it.
      if (found === null || !isAllowed) {
        await bindAs(open, `cn=nobody,${row.base_dn}`, password);
        return false;
      }
      await bindAs(open, found, password);
      await clearBucket(platform.db, bucket);
      return true;
    } finally {
      open.close();
    }
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error;
    if (error.step !== 'bind' || error.code !== 'bind_rejected')
      platform.log.warn({ step: error.step, code: error.code }, 'a directory could not check a password');
    return false;
  }
};

/**
 * The first of these people whose directory accepts the password. People above the role `operator` sign in with the password of
 * the portal only: who runs the directory must not become an administrator here.
 */
export const findByDirectory = async <P extends Candidate>(
  platform: Platform,
  people: readonly P[],
  input: { readonly email: string; readonly password: string },
): Promise<P | undefined> => {
  if (input.password === '') return undefined;
  const rows = await inSystem(platform.db, (tx) =>
    repo.signInDirectories(
      tx,
      people.map((one) => one.organization_id),
      domainOf(input.email),
    ),
  );
  let found: P | undefined;
  for (const row of rows) {
    const person = people.find((one) => one.organization_id === row.organization_id);
    const accepted = await accepts(platform, row, input.email, input.password);
    if (accepted && person && !isAtLeast(person.role, 'system_admin')) found ??= person;
  }
  return found;
};
