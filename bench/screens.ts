import type { Browser, BrowserContext } from '@playwright/test';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { signIn } from '../e2e/people.ts';
import { addressOfScreen, adminParams } from '../e2e/screen-addresses.ts';
import { demoSignIns, startProduct, type Product } from '../e2e/server.ts';
import { openBrowser, openSlowPage, THROTTLING, timeInput, timeWork } from './browser.ts';
import { buildWeb } from './first-load.ts';
import { atMost, quantile, round, type Bar, type Bench } from './lib.ts';

// Ten screens of the demo organisation in Chromium at a quarter of the processor's speed, each opened by its address with an empty
// cache: how long until it is there, how long an input waits for the next frame, how soon a click is answered.

const ids = [
  'auth.login',
  'statistics.general',
  'staff.employees',
  'staff.departments',
  'phishing.campaigns',
  'phishing.campaign-statistics',
  'phishing.templates',
  'learning.courses',
  'staff.employee',
  'settings.settings',
] as const satisfies readonly ScreenId[];
type Id = (typeof ids)[number];

/** A screen is there with its data when nothing in it waits any more. */
const COMPLETE = 'main:has(h1):not(:has([data-waiting], [aria-busy=true], .mantine-Skeleton-root))';
/** Inputs, each with the part of the page that it is made on; a screen without that part is not asked. */
const inputs = {
  sort: 'main th button:not([data-active])',
  tick: 'main tbody td:first-child input[type=checkbox]',
  key: 'main input[type=search]',
  drawer: 'main button:has-text("Фильтры")',
  palette: 'header button:has(kbd)',
} as const;
const inputNames = Object.keys(inputs) as (keyof typeof inputs)[];
const columns = ['there', 'requests', 'kB', ...inputNames, 'answer'] as const;
type Figures = Partial<Record<(typeof columns)[number], number>>;

/** Opens a screen, waits until it is there, and makes the inputs that it offers. `answer` is that of the slowest click. */
const visit = async (context: BrowserContext, id: Id, address: string): Promise<Figures> => {
  const page = await openSlowPage(context);
  await page.goto(address);
  await page.locator(COMPLETE).waitFor();
  const there = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  );
  await page.waitForTimeout(1_500);
  const { lcp, loaded } = await page.evaluate(() => ({
    lcp: globalThis.sergakSeen.lcp,
    loaded: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((one) => one.transferSize),
  }));
  const bytes = loaded.reduce((sum, size) => sum + size, 0);
  const figures: Figures = { there: Math.max(lcp, there), requests: loaded.length, kB: bytes / 1_000 };
  for (const name of id === 'auth.login' ? [] : inputNames) {
    const place = page.locator(inputs[name]).first();
    if (!(await place.isVisible())) continue;
    if (name === 'key') await place.focus();
    else await place.hover();
    await page.waitForTimeout(200); // a hand rests before it presses
    const { delay, answer } = await timeInput(page, () =>
      name === 'key' ? page.keyboard.press('k') : page.mouse.down().then(() => page.mouse.up()),
    );
    figures[name] = delay;
    if (answer !== null) figures.answer = Math.max(answer, figures.answer ?? 0);
    if (name === 'drawer') await page.keyboard.press('Escape');
  }
  return figures;
};

/** The middle of each figure. */
const middle = (visits: readonly Figures[]): Figures =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const values = visits.map((one) => one[column]).filter((one) => one !== undefined);
      return values.length === 0 ? [] : [[column, Math.round(quantile(values, 0.5))]];
    }),
  );

type Screens = readonly (readonly [id: Id, figures: Figures])[];
const walk = async (browser: Browser, { portal, data }: Product, rounds: number): Promise<Screens> => {
  const who = (await demoSignIns({ data })).find((one) => one.role === 'super_user')!;
  const window = { viewport: { width: 1440, height: 900 }, locale: 'ru-RU', timezoneId: 'Asia/Tashkent' };
  const first = await browser.newContext(window);
  await signIn(await first.newPage(), portal, who);
  const [storageState, params] = [await first.storageState(), await adminParams(first.request, portal)];
  await first.close();
  const screens: [Id, Figures][] = [];
  for (const id of ids) {
    const address = addressOfScreen(id, params);
    if (address === null) throw new Error(`The demo has nothing for ${id}`);
    const visits: Figures[] = [];
    while (visits.length < rounds) {
      const context = await browser.newContext({ ...window, ...(id !== 'auth.login' && { storageState }) });
      visits.push(await visit(context, id, portal + address));
      await context.close();
    }
    screens.push([id, middle(visits)]);
  }
  return screens;
};

const print = (screens: Screens): void => {
  const line = (name: string, cells: readonly (string | number)[]): void =>
    console.log(name.padEnd(30) + cells.map((cell) => String(cell).padStart(9)).join(''));
  line('in ms, as measured', columns);
  for (const [id, figures] of screens)
    line(
      id,
      columns.map((column) => figures[column] ?? ''),
    );
};

const barsOf = ([login, ...others]: Screens): Bar[] => {
  const slowest = (names: readonly (keyof Figures)[]) =>
    others
      .flatMap(([id, figures]) => names.map((name) => ({ what: `${name}, ${id}`, ms: figures[name] ?? 0 })))
      .toSorted((a, b) => b.ms - a.ms)[0]!;
  const [there, input, answer] = [slowest(['there']), slowest(inputNames), slowest(['answer'])];
  return [
    atMost('sign-in is there', login![1].there!, 1_800, 'ms'),
    atMost(`the slowest other screen (${there.what})`, there.ms, 2_500, 'ms'),
    atMost(`the slowest input until the next frame (${input.what})`, input.ms, 200, 'ms'),
    atMost(`the slowest answer to a click (${answer.what})`, answer.ms, 100, 'ms'),
  ];
};

const bench: Bench = async ({ small }) => {
  await buildWeb();
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const before = await timeWork(browser);
    const screens = await walk(browser, product, small ? 1 : 3);
    const work = (before + (await timeWork(browser))) / 2;
    print(screens);
    console.log(`Work of a fixed size takes ${round(work, 0)} ms in this browser now: compare runs by this.`);
    const to_work = screens.map(([id, { there }]) => [id, round(there! / work)]);
    return {
      bars: barsOf(screens),
      figures: {
        throttling: THROTTLING,
        work_ms: round(work),
        there_to_work: Object.fromEntries(to_work),
        screens: Object.fromEntries(screens),
      },
    };
  } finally {
    await browser.close();
    await product.stop();
  }
};
export default bench;
