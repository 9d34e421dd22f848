import type { OpenCtx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { returnHits, networkOf, takeHit, type Counted, type Limit } from '../../platform/rate.ts';
import { digest } from '../../platform/secrets.ts';
import { isKnownPlace, rememberPlace } from './known-places.repo.ts';

/** Wrong passwords in a window. A right password counts nowhere. */
const wrong = {
  /** Of one account from one address. */
  place: { most: 10, seconds: 300 },
  /** Of one account from all addresses that it has not signed in from before. */
  account: { most: 50, seconds: 900 },
  /** Of all accounts from one address: an office of 5,000 people shares one. */
  address: { most: 5_000, seconds: 600 },
} as const satisfies Record<string, Limit>;
/** Calls on links from one address: room for an office of 5,000 people who open their invitation more than once. */
const LINKS: Limit = { most: 40_000, seconds: 600 };
/** Sessions that one account may open from one address. */
const OPENED: Limit = { most: 60, seconds: 300 };

/** Counts a call on the link of an email. */
export const limitLinks = (ctx: OpenCtx) => takeHit(ctx.platform.db, `link:${networkOf(ctx.request.address)}`, LINKS);

const placeOf = (ctx: OpenCtx, email: string) => {
  const account = email.toLowerCase();
  const network = networkOf(ctx.request.address);
  return { account, network, digest: digest(`${account} ${network}`) };
};

/** Whether this account has signed in from the address of the request before. */
export const comesFromKnownPlace = (ctx: OpenCtx, email: string): Promise<boolean> =>
  inSystem(ctx.platform.db, (tx) => isKnownPlace(tx, placeOf(ctx, email).digest));

/** The person has proved who they are from the address of the request: strangers' guesses no longer stop them there. */
export const trustPlace = (ctx: OpenCtx, email: string) =>
  inSystem(ctx.platform.db, (tx) => rememberPlace(tx, placeOf(ctx, email).digest));

/**
 * Counts a try before the password is checked, so that many tries at the same time do not slip through, and refuses it past
 * a limit. Guesses from elsewhere do not stop an account at an address that it has signed in from before. Returns whether
 * this is such an address, and what to call once the password was right.
 */
export const countTry = async (ctx: OpenCtx, email: string) => {
  const { db } = ctx.platform;
  const { account, network, digest: place } = placeOf(ctx, email);
  const name = place.toString('base64url');
  const counted: Counted[] = [await takeHit(db, `login:place:${name}`, wrong.place)];
  const isKnown = await comesFromKnownPlace(ctx, email);
  if (!isKnown) {
    counted.push(await takeHit(db, `login:account:${account}`, wrong.account));
    counted.push(await takeHit(db, `login:address:${network}`, wrong.address));
  }
  const countAsRight = async () => {
    await returnHits(db, counted);
    await takeHit(db, `login:opened:${name}`, OPENED);
    await trustPlace(ctx, email);
  };
  return { isKnown, countAsRight };
};
