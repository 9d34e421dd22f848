import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { screens, type Screen, type ScreenId } from '../../packages/contract/src/access/screens.ts';
import { barriersOf } from '../barriers.ts';
import { product, signIn } from '../people.ts';
import { addressOfScreen, adminParams, learnerParams } from '../screen-addresses.ts';

const languages = ['ru', 'en', 'uz'] as const;

/** Answers that a page may get on its way: nobody is signed in yet, a link has expired, a course is closed. */
const expected = /status of (400|401|404|409)/;
/** The accessibility check tries to look into sandboxed previews too, and is refused there, as it should be. */
const sandboxed = /^Blocked script execution in '[^']+\/preview\//;
const keyLike = /(?<![\w./@-])(?:[a-z_]+:)?[a-z_]+(?:\.[a-z_]+){2,}(?![\w./@-])/g;

const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text()) && !sandboxed.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('response', (answer) => {
    if (answer.status() >= 500) complaints.push(`${answer.status()} ${answer.url()}`);
  });
  return complaints;
};

const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.locator('main, [role=main]').first().waitFor();
  await expect(page.locator('[data-loading], [aria-busy=true]')).toHaveCount(0, { timeout: 20_000 });
};

/** Puts the page into a theme, and answers what keeps people from using it then. */
const barriersIn = async (page: Page, theme: 'light' | 'dark'): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  return barriersOf(page, theme === 'light' ? 'all' : 'colour');
};

const look = async (page: Page, address: string, complaints: string[]) => {
  await page.goto(address);
  await settle(page);
  const text = await page.locator('body').innerText();
  const missing = [...text.matchAll(keyLike)]
    .map((m) => m[0])
    .filter((word) => !/\.(test|com|uz|ru|org|net|gif|png|pdf|csv|xlsx)$/.test(word));
  expect.soft(missing, `texts missing on ${address}`).toEqual([]);
  for (const theme of ['light', 'dark'] as const)
    expect.soft(await barriersIn(page, theme), `axe on ${address}, ${theme}`).toEqual([]);
  expect.soft(complaints.splice(0), `complaints on ${address}`).toEqual([]);
};

const frames: Record<'public' | 'admin' | 'learner', (id: ScreenId, s: Screen) => boolean> = {
  public: (_, s) => s.permission === 'public',
  admin: (_, s) => s.frame === 'admin',
  learner: (_, s) => s.frame === 'learner',
};

const prepare = async (context: BrowserContext, kind: keyof typeof frames, language: string) => {
  const page = await context.newPage();
  if (kind === 'public') return { page, params: {} };
  const { demo, portal } = await product();
  const who = demo.find((one) => one.role === (kind === 'admin' ? 'super_user' : 'employee'))!;
  await signIn(page, who, language);
  const params =
    kind === 'admin' ? await adminParams(context.request, portal) : await learnerParams(context.request, portal);
  return { page, params };
};

test.describe.configure({ mode: 'parallel' });
/** The first of them waits until the demo organisation is there. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await product();
});

/** A walk over many screens is cut, so that two of them end at about the same time. */
const walks = [
  { kind: 'admin', part: 0, of: 2 },
  { kind: 'admin', part: 1, of: 2 },
  { kind: 'learner', part: 0, of: 1 },
  { kind: 'public', part: 0, of: 1 },
] as const;

for (const { kind, part, of } of walks)
  for (const language of languages)
    test(`${kind} screens, ${language}, part ${part + 1} of ${of}`, async ({ browser }) => {
      test.setTimeout(600_000);
      const locale = { ru: 'ru-RU', en: 'en-US', uz: 'uz-UZ' }[language];
      const { portal } = await product();
      const context = await browser.newContext({ locale, baseURL: portal, reducedMotion: 'reduce' });
      const { page, params } = await prepare(context, kind, language);
      const complaints = complaintsOf(page);
      const ids = (Object.keys(screens) as ScreenId[]).filter((id) => frames[kind](id, screens[id]));
      for (const id of ids.filter((_, place) => place % of === part)) {
        const path = addressOfScreen(id, params);
        expect.soft(path, `the demo has something to show on ${id}`).not.toBeNull();
        if (path) await look(page, `${path}?lang=${language}`, complaints);
      }
      await context.close();
    });
