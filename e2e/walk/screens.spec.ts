import { expect, type BrowserContext, type Page } from '@playwright/test';
import { screens, type Screen, type ScreenId } from '../../packages/contract/src/access/screens.ts';
import { barriersOf } from '../barriers.ts';
import { troublesOf, type Troubles } from '../complaints.ts';
import { signIn } from '../people.ts';
import { goInApp, settle, trafficOf, type Traffic } from '../rest.ts';
import { addressOfScreen, adminParams, learnerParams, publicParams } from '../screen-addresses.ts';
import type { Started } from '../server.ts';
import { overhanging, PHONE, views } from './phone.ts';
import { test } from './walk.ts';

const languages = ['ru', 'en', 'uz'] as const;

/** The session cookie is not readable by scripts, so a page can only ask the server who is signed in. */
const notSignedIn = '401 /lk/api/v2/users/me';
/** Further error responses that a screen of the walk must cause. */
const refusals: Partial<Record<ScreenId, string>> = {
  'auth.registration': '404 /lk/api/v2/auth/registration/expired-link-of-somebody-000',
  'auth.address-confirm': '404 /lk/api/v2/auth/address/expired-link-of-somebody-000',
  'auth.recovery-confirm': '404 /lk/api/v2/auth/recovery/expired-link-of-somebody-000',
};
/**
 * Error responses that a screen may and must cause: any other is a fault, and without these the page shows
 * something other than intended.
 */
const refusedOn = (id: ScreenId): string[] => [
  ...(screens[id].permission === 'public' ? [notSignedIn] : []),
  ...(refusals[id] === undefined ? [] : [refusals[id]]),
];

const keyLike = /(?<![\w./@-])(?:[a-z_]+:)?[a-z_]+(?:\.[a-z_]+){2,}(?![\w./@-])/g;

/** Switches the page to a theme, and returns its accessibility faults. */
const barriersIn = async (page: Page, theme: 'light' | 'dark'): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  return barriersOf(page, theme === 'light' ? 'practice' : 'colour');
};

type Walker = { page: Page; traffic: Traffic; troubles: () => Troubles };
type How = {
  /** Loads the page, instead of going to it in the application. */ load: boolean;
  language: string;
  /** The page is on a phone. */ narrow: boolean;
};
/** Opens a screen and checks it. Returns its text. */
const look = async (
  { page, traffic, troubles }: Walker,
  id: ScreenId,
  address: string,
  { load, language, narrow }: How,
) => {
  traffic.clear();
  await (load ? page.goto(address) : goInApp(page, address));
  await settle(page, traffic);
  const text = await page.locator('body').innerText();
  const missing = [...text.matchAll(keyLike)]
    .map((m) => m[0])
    .filter((word) => !/\.(test|com|uz|ru|org|net|gif|png|pdf|csv|xlsx)$/.test(word));
  expect.soft(missing, `texts missing on ${address}`).toEqual([]);
  if (language === 'ru')
    for (const theme of ['light', 'dark'] as const)
      expect.soft(await barriersIn(page, theme), `axe on ${address}, ${theme}`).toEqual([]);
  else expect.soft(await barriersOf(page, 'texts'), `axe on ${address}`).toEqual([]);
  if (narrow) expect.soft(await overhanging(page), `too wide on ${address}`).toEqual([]);
  const { refused, complaints } = troubles();
  expect.soft(complaints, `complaints on ${address}`).toEqual([]);
  expect.soft(refused, `refused on ${address}`).toEqual(refusedOn(id));
  return text;
};

const frames: Record<'public' | 'admin' | 'learner', (id: ScreenId, s: Screen) => boolean> = {
  public: (_, s) => s.permission === 'public',
  admin: (_, s) => s.frame === 'admin',
  learner: (_, s) => s.frame === 'learner',
};

const paramsOf = { public: publicParams, admin: adminParams, learner: learnerParams };

/** Signs in for this walk, and returns the parameters for the addresses of its screens. */
const signedIn = async (
  { demo, portal }: Started,
  context: BrowserContext,
  kind: keyof typeof frames,
  language: string,
) => {
  const who = demo.find((one) => one.role === (kind === 'learner' ? 'employee' : 'super_user'))!;
  // Public screens are visited without a session, so their parameters are looked up in another context.
  const asked = kind === 'public' ? await context.browser()!.newContext({ baseURL: portal }) : context;
  const page = await asked.newPage();
  await signIn(page, who, language);
  await page.close();
  const params = await paramsOf[kind](asked.request, portal);
  if (asked !== context) await asked.close();
  return params;
};

test.describe.configure({ mode: 'parallel' });

/**
 * In Russian every screen is loaded by its address, and axe applies all rules in both themes: colours, roles and
 * structure are the same in every language. In the other languages the screens are reached inside the application, and
 * axe applies the rules that depend on the texts. Uzbek has the longest texts, so its walk is on a phone, and visits the
 * further views as well. Public screens are always loaded, as the links of emails do. A walk over many screens is divided,
 * so that the parts end at about the same time.
 */
const walksIn = (language: string) =>
  [
    { kind: 'admin', part: 0, of: language === 'ru' ? 2 : 1 },
    ...(language === 'ru' ? ([{ kind: 'admin', part: 1, of: 2 }] as const) : []),
    { kind: 'learner', part: 0, of: 1 },
    { kind: 'public', part: 0, of: 1 },
  ] as const;

for (const language of languages)
  for (const { kind, part, of } of walksIn(language))
    test(`${kind} screens, ${language}, part ${part + 1} of ${of}`, async ({ browser, demonstration }) => {
      test.setTimeout(600_000);
      const locale = { ru: 'ru-RU', en: 'en-US', uz: 'uz-UZ' }[language];
      const narrow = language === 'uz';
      const context = await browser.newContext({
        locale,
        baseURL: demonstration.portal,
        reducedMotion: 'reduce',
        ...(narrow && { viewport: PHONE }),
      });
      const params: Record<string, string> = await signedIn(demonstration, context, kind, language);
      const page = await context.newPage();
      const walker = { page, traffic: trafficOf(page), troubles: troublesOf(page) };
      const ids = (Object.keys(screens) as ScreenId[]).filter((id) => frames[kind](id, screens[id]));
      const shown: string[] = [];
      for (const id of ids.filter((_, place) => place % of === part)) {
        const path = addressOfScreen(id, params);
        expect.soft(path, `the demo has something to show on ${id}`).not.toBeNull();
        if (!path) continue;
        for (const view of ['', ...(narrow ? (views[id] ?? []) : [])]) {
          const load = language === 'ru' || kind === 'public' || shown.length === 0;
          const address = `${path}?lang=${language}&${view.replaceAll('$tag', params.tag_id!)}`;
          shown.push(await look(walker, id, address, { load, language, narrow }));
        }
      }
      // Guards against a walk that stays on one page; the same form may open at several addresses.
      if (kind !== 'public') expect(new Set(shown).size).toBeGreaterThan(shown.length / 2);
      await context.close();
    });
