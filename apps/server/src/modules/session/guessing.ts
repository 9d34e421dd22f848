import { addressKey } from '@sergak/contract/email-address.rules.ts';
import type { OpenCtx } from '../../platform/context.ts';
import { inSystem, type Database } from '../../platform/db.ts';
import {
  addMember,
  clearBucket,
  clearBuckets,
  refundHits,
  networkOf,
  countHit,
  type RateHit,
  type Limit,
  takeFromSet,
  requireRoom,
} from '../../platform/rate.ts';
import { digest } from '../../platform/secrets.ts';
import { isKnownPlace, rememberPlace } from './known-places.repo.ts';

/** Limits of wrong passwords in a window. A right password never counts. */
const wrong = {
  /** For one account from one address. */
  place: { most: 10, seconds: 300 },
  /** For one account from all addresses where it has not signed in before. */
  account: { most: 50, seconds: 900 },
  /** For all accounts from one address, which an office of 5,000 people may share. */
  address: { most: 5_000, seconds: 600 },
  /**
   * Different accounts with a wrong password, known or not, from one address. When 2,000 people of an office sign in for the first
   * time, one in twenty mistypes; an account whose owner then signs in no longer counts.
   */
  accounts: { most: 200, seconds: 600 },
} as const satisfies Record<string, Limit>;
/** Calls on links from one address: enough for an office of 5,000 people who open their invitation more than once. */
const LINKS: Limit = { most: 40_000, seconds: 600 };
/** Sessions that one account may open from one address. */
const OPENED: Limit = { most: 60, seconds: 300 };

/** Counts a call on the link of an email. */
export const limitLinks = (ctx: OpenCtx) => countHit(ctx.platform.db, `link:${networkOf(ctx.request.address)}`, LINKS);

/** The buckets of one account, one for each address. An email address has no space. */
const placesOf = (account: string): string => `login:place:${account} `;
const placeOf = (ctx: OpenCtx, email: string) => {
  const account = addressKey(email);
  const network = networkOf(ctx.request.address);
  return { account, network, digest: digest(`${account} ${network}`) };
};

/** Whether this account has signed in before from the address of the request. */
export const comesFromKnownPlace = (ctx: OpenCtx, email: string): Promise<boolean> =>
  inSystem(ctx.platform.db, (tx) => isKnownPlace(tx, placeOf(ctx, email).digest));

/** Remembers that the person signed in from the address of the request: guesses from elsewhere no longer block them there. */
export const trustPlace = (ctx: OpenCtx, email: string) =>
  inSystem(ctx.platform.db, (tx) => rememberPlace(tx, placeOf(ctx, email).digest));

/**
 * Counts an attempt before the password is checked, so that concurrent attempts cannot exceed a limit, and rejects it beyond the
 * limit. Guesses from elsewhere do not block an account at an address where it has signed in before. Returns whether the
 * account is known at this address, and functions to call with the result of the check.
 *
 * Accounts with a wrong password are counted after the check: before it, an office that signs in at once would count as a whole.
 * So the room is required again after a right password: otherwise attempts sent at once would find the right ones among many.
 */
export const countSignInTry = async (ctx: OpenCtx, email: string) => {
  const { db } = ctx.platform;
  const { account, network, digest: place } = placeOf(ctx, email);
  const name = place.toString('base64url');
  const failed = `login:failed:${network}`;
  const counted: RateHit[] = [await countHit(db, `${placesOf(account)}${name}`, wrong.place)];
  const isKnown = await comesFromKnownPlace(ctx, email);
  if (!isKnown) {
    counted.push(await countHit(db, `login:account:${account}`, wrong.account));
    counted.push(await countHit(db, `login:address:${network}`, wrong.address));
    await requireRoom(db, failed, wrong.accounts);
  }
  const countAsRight = async () => {
    if (!isKnown) {
      await requireRoom(db, failed, wrong.accounts);
      await takeFromSet(db, failed, name, wrong.accounts);
    }
    await refundHits(db, counted);
    await countHit(db, `login:opened:${name}`, OPENED);
    await trustPlace(ctx, email);
  };
  const countAsWrong = async () => {
    if (!isKnown) await addMember(db, failed, name, wrong.accounts);
  };
  return { isKnown, countAsRight, countAsWrong };
};

/** Forgets the wrong passwords and codes of an account, so that its owner can sign in at once. */
export const forgetGuesses = async (db: Database, { id, email }: { id: string; email: string }): Promise<void> => {
  const account = addressKey(email);
  await clearBuckets(db, placesOf(account));
  await clearBucket(db, `login:account:${account}`);
  await clearBucket(db, `code-try:account:${id}`);
};
