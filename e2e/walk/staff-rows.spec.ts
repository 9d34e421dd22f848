import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { screens, type ScreenId } from '../../packages/contract/src/access/screens.ts';
import { signIn } from '../people.ts';
import { goInApp, settle, trafficOf } from '../rest.ts';
import { addressOfScreen, adminParams, learnerParams } from '../screen-addresses.ts';
import { test } from './walk.ts';

// On a phone, in the language with the longest texts, no page may be wider than the screen. Wide parts (a table, a
// row of tabs) scroll inside themselves.
const phone = { viewport: { width: 390, height: 844 }, locale: 'uz-UZ', reducedMotion: 'reduce' } as const;
test.describe.configure({ mode: 'parallel' });

/** Further views of a screen, besides its first one. */
const views: Partial<Record<ScreenId, readonly string[]>> = {
  'statistics.general': ['table=people'],
  'staff.employees': ['view=departments', 'view=removed', 'import=new'],
  'staff.departments': ['tab=departments'],
  'staff.tags': ['forecast=true', 'tag=$tag', 'tag=$tag&tab=members', 'tag=$tag&tab=log', 'tag=$tag&tab=forecast'],
  'staff.employee': ['tab=note', 'tab=risk', 'tab=phishing'],
  'learning.assigned': ['tab=completed'],
  'phishing.template': ['tab=pages'],
  'phishing.campaign-statistics': ['view=departments', 'view=emails', 'view=systems'],
  'organization.own': ['tab=settings', 'tab=domains'],
  'settings.adfs': ['type=active_directory', 'type=general', 'type=scim'],
  'settings.emails': ['tab=server', 'tab=failures'],
};

/** The addresses of all screens with a frame, including their further views. */
const addressesOf = (frame: string, params: Record<string, string>, tag = ''): string[] =>
  (Object.keys(screens) as ScreenId[])
    .filter((id) => screens[id].frame === frame)
    .flatMap((id) => {
      const path = addressOfScreen(id, params);
      if (path === null) return [];
      return ['', ...(views[id] ?? [])].map((view) => `${path}?lang=uz&${view.replace('$tag', tag)}`);
    });

const tagOf = async (request: APIRequestContext, portal: string): Promise<string> => {
  const { data } = (await (await request.get(`${portal}/lk/api/v2/users/tags/organization`)).json()) as {
    data: { id: string }[];
  };
  return data[0]!.id;
};

/** The elements that reach furthest beyond the edge of the screen; empty if the page fits. */
const overhanging = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const edgeOf = (one: Element) => one.getBoundingClientRect().right;
    const wide = [...document.body.querySelectorAll('*')].filter((one) => edgeOf(one) >= scrollWidth - 1);
    return [`${scrollWidth} px`, ...wide.slice(-3).map((one) => `${one.tagName.toLowerCase()}.${one.className}`)];
  });

/** Screens with a sign-in are reached inside the application: the walk over all screens loads each of them. */
const look = async (page: Page, addresses: readonly string[], frame: string) => {
  expect(addresses.length).toBeGreaterThan(0);
  const traffic = trafficOf(page);
  const shown = new Set<string>();
  for (const address of addresses) {
    traffic.clear();
    await (frame === 'bare' || address === addresses[0] ? page.goto(address) : goInApp(page, address));
    await settle(page, traffic);
    shown.add(await page.locator('main, [role=main]').first().innerText());
    expect.soft(await overhanging(page), address).toEqual([]);
  }
  // Guards against a walk that stays on one page; some forms and views look alike.
  if (frame !== 'bare') expect(shown.size, 'different pages').toBeGreaterThan(addresses.length / 2);
};

for (const frame of ['bare', 'admin', 'learner'] as const)
  test(`no ${frame} screen scrolls sideways on a phone`, async ({ browser, demonstration: { demo, portal } }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ ...phone, baseURL: portal });
    const page = await context.newPage();
    if (frame === 'bare') await look(page, addressesOf(frame, {}), frame);
    else {
      await signIn(
        page,
        demo.find((one) => one.role === (frame === 'admin' ? 'super_user' : 'employee'))!,
        'uz',
      );
      const params = await (frame === 'admin' ? adminParams : learnerParams)(context.request, portal);
      const tag = frame === 'admin' ? await tagOf(context.request, portal) : '';
      await look(page, addressesOf(frame, params, tag), frame);
    }
    await context.close();
  });

/** Visible rows of the staff list, and names that need more than one line or are cut without a tooltip. */
const staffRows = (page: Page): Promise<{ inSight: number; wrapped: string[]; overlong: string[] }> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')];
    const names = rows.map((row) => row.querySelector<HTMLElement>('td[data-first] a')!);
    const lineHeight = (one: HTMLElement) => Number.parseFloat(getComputedStyle(one).lineHeight);
    return {
      inSight: rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      wrapped: names.filter((one) => one.offsetHeight > lineHeight(one) * 1.5).map((one) => one.innerText),
      overlong: names.filter((one) => one.title !== one.innerText).map((one) => one.innerText),
    };
  });

for (const language of ['ru', 'uz'] as const)
  test(`fifteen people fit on a screen of the staff list, each name on one line, ${language}`, async ({
    browser,
    demonstration: { demo, portal },
  }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: portal });
    const page = await context.newPage();
    await signIn(
      page,
      demo.find((one) => one.role === 'super_user')!,
      language,
    );
    await page.goto(`${addressOfScreen('staff.employees', {})}?lang=${language}`);
    await settle(page, trafficOf(page));
    await expect(page.locator('td[data-first] a').first()).toBeVisible();
    const { inSight, wrapped, overlong } = await staffRows(page);
    expect(inSight).toBeGreaterThanOrEqual(15);
    expect(wrapped).toEqual([]);
    expect(overlong).toEqual([]);
    // All columns are visible without horizontal scrolling at this width.
    await expect(page.getByRole('region', { name: /^(Сотрудники|Xodimlar)$/ })).toHaveCount(0);
    await context.close();
  });
