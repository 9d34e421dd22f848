import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { screens, type Screen, type ScreenId } from '../../packages/contract/src/access/screens.ts';
import { troublesOf, type Troubles } from '../complaints.ts';
import { signIn } from '../people.ts';
import { goInApp, settle, trafficOf, type Traffic } from '../rest.ts';
import type { Demonstration } from '../running.ts';
import { addressOfScreen, adminParams, learnerParams, publicParams } from '../screen-addresses.ts';

/** The session cookie is not readable by scripts, so a page can only ask the server who is signed in. */
const notSignedIn = '401 /lk/api/v2/users/me';
/** Further error responses that a screen of the walk must cause. */
const rejections: Partial<Record<ScreenId, string>> = {
  'auth.registration': '404 /lk/api/v2/auth/registration/expired-link-of-somebody-000',
  'auth.address-confirm': '404 /lk/api/v2/auth/address/expired-link-of-somebody-000',
  'auth.recovery-confirm': '404 /lk/api/v2/auth/recovery/expired-link-of-somebody-000',
};
/**
 * Error responses that a screen may and must cause: any other is a fault, and without these the page shows
 * something other than intended.
 */
const rejectedOn = (id: ScreenId): string[] => [
  ...(screens[id].permission === 'public' ? [notSignedIn] : []),
  ...(rejections[id] === undefined ? [] : [rejections[id]]),
];

const keyLike = /(?<![\w./@-])(?:[a-z_]+:)?[a-z_]+(?:\.[a-z_]+){2,}(?![\w./@-])/g;
const isFileOrDomain = /\.(test|com|uz|ru|org|net|gif|png|pdf|csv|xlsx)$/;

export type Kind = 'public' | 'admin' | 'learner';
const belongs: Record<Kind, (s: Screen) => boolean> = {
  public: (s) => s.permission === 'public',
  admin: (s) => s.frame === 'admin',
  learner: (s) => s.frame === 'learner',
};
const paramsOf = { public: publicParams, admin: adminParams, learner: learnerParams };

export type Walker = {
  readonly page: Page;
  readonly traffic: Traffic;
  readonly troubles: () => Troubles;
  /** For the addresses of the screens, from the data of the demo. */ readonly params: Record<string, string>;
  /** The walk continues in the application. */ inside: boolean;
};

/** A page for a walk over the screens of a kind, signed in except for the public ones. */
export const openWalker = async (
  browser: Browser,
  { demo, portal }: Demonstration,
  kind: Kind,
  language: string,
  options: BrowserContextOptions,
): Promise<Walker> => {
  const context = await browser.newContext({ baseURL: portal, reducedMotion: 'reduce', ...options });
  const who = demo.find((one) => one.role === (kind === 'learner' ? 'employee' : 'super_user'))!;
  // Public screens are visited without a session, so their parameters are looked up in another context.
  const asked = kind === 'public' ? await browser.newContext({ baseURL: portal }) : context;
  const first = await asked.newPage();
  await signIn(first, portal, who, language);
  await first.close();
  const params: Record<string, string> = await paramsOf[kind](asked.request, portal);
  if (asked !== context) await asked.close();
  const page = await context.newPage();
  return { page, traffic: trafficOf(page), troubles: troublesOf(page), params, inside: false };
};

/** The screens of a kind with their addresses, or a `part` of `of` of them. */
export const addressesOf = (kind: Kind, { params }: Walker, part = 0, of = 1): { id: ScreenId; path: string }[] =>
  (Object.keys(screens) as ScreenId[])
    .filter((id) => belongs[kind](screens[id]))
    .filter((_, place) => place % of === part)
    .flatMap((id) => {
      const path = addressOfScreen(id, params);
      expect.soft(path, `the demo has something to show on ${id}`).not.toBeNull();
      return path ? [{ id, path }] : [];
    });

/** Goes to an address inside the application, or loads the page, and waits until it shows everything. */
export const show = async (walker: Walker, address: string, load: boolean): Promise<void> => {
  const { page, traffic } = walker;
  traffic.clear();
  await (load || !walker.inside ? page.goto(address) : goInApp(page, address));
  walker.inside = true;
  await settle(page, traffic);
};

/** The text of the page as it is now; no text may be missing. */
export const textOf = async ({ page }: Walker, address: string): Promise<string> => {
  const text = await page.locator('body').innerText();
  const missing = [...text.matchAll(keyLike)].map((m) => m[0]).filter((word) => !isFileOrDomain.test(word));
  expect.soft(missing, `texts missing on ${address}`).toEqual([]);
  return text;
};

/** What is wrong with the heading of the page, with its title, which begins with the heading, and with its trail. */
export const namingFaults = async (page: Page): Promise<string[]> => {
  const headings = (await page.locator('h1').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
  const title = await page.title();
  const ends = await page
    .locator('header nav:has(> span a) > :last-child')
    .evaluateAll((all) => all.map((one) => one.lastElementChild?.tagName.toLowerCase()));
  return [
    ...(headings.length === 1 && headings[0] !== '' ? [] : [`headings: ${JSON.stringify(headings)}`]),
    ...(/^.+ · .+$/.test(title) && title.startsWith(headings[0] ?? '') ? [] : [`title: ${title}`]),
    ...(ends.includes('svg') ? ['the trail ends with a mark'] : []),
  ];
};

/** Checks that the screen has caused no complaint since the last check, and no other error response than intended. */
export const expectNoTroubles = ({ troubles }: Walker, id: ScreenId, address: string): void => {
  const { rejected, complaints } = troubles();
  expect.soft(complaints, `complaints on ${address}`).toEqual([]);
  // A person of the demo may not have taken the quiz yet; the story shows a result.
  const untaken = (one: string) => id === 'learner.quiz-result' && /^409 .*\/steps\/quiz\/result$/.test(one);
  expect
    .soft(
      rejected.filter((one) => !untaken(one)),
      `rejected on ${address}`,
    )
    .toEqual(rejectedOn(id));
};

/** Guards against a walk that stays on one page; the same form may open at several addresses. */
export const expectDifferent = (shown: readonly string[]): void =>
  expect(new Set(shown).size).toBeGreaterThan(shown.length / 2);
