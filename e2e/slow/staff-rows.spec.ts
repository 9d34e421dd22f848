import { expect, type Page } from '@playwright/test';
import { signIn } from '../people.ts';
import { settle, trafficOf } from '../rest.ts';
import { addressOfScreen } from '../screen-addresses.ts';
import { test } from '../walk/walk.ts';

test.describe.configure({ mode: 'parallel' });

/** Visible rows of the staff list, and names that need more than two lines or are cut without a tooltip. */
const staffRows = (page: Page): Promise<{ inSight: number; wrapped: string[]; overlong: string[] }> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')];
    const names = rows.map((row) => row.querySelector<HTMLElement>('td[data-first] :is(a, span)[title]')!);
    const lineHeight = (one: HTMLElement) => Number.parseFloat(getComputedStyle(one).lineHeight);
    return {
      inSight: rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      wrapped: names.filter((one) => one.offsetHeight > lineHeight(one) * 2.5).map((one) => one.innerText),
      overlong: names.filter((one) => one.title !== one.innerText).map((one) => one.innerText),
    };
  });

for (const language of ['ru', 'uz'] as const)
  test(`thirteen people fit on a screen of the staff list, each name whole in two lines at most, ${language}`, async ({
    browser,
    demo: { demo, portal },
  }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: portal });
    const page = await context.newPage();
    await signIn(
      page,
      portal,
      demo.find((one) => one.role === 'super_user')!,
      language,
    );
    await page.goto(`${addressOfScreen('staff.employees', {})}?lang=${language}`);
    await settle(page, trafficOf(page));
    await expect(page.locator('td[data-first] a').first()).toBeVisible();
    const { inSight, wrapped, overlong } = await staffRows(page);
    expect(inSight).toBeGreaterThanOrEqual(13);
    expect(wrapped).toEqual([]);
    expect(overlong).toEqual([]);
    // All columns are visible without horizontal scrolling at this width.
    await expect(page.getByRole('region', { name: /^(Сотрудники|Xodimlar)$/ })).toHaveCount(0);
    await context.close();
  });
