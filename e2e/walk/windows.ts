import type { Page } from '@playwright/test';
import { waitForAnimations } from '../rest.ts';

const WINDOW = ':is([role="dialog"], [role="alertdialog"])';
const MARK = 'data-walk';

/** A button of the page that may open a window, or an item of its menu. */
type Opener = { readonly name: string; readonly item?: number };

/**
 * Opens every window of a page by keyboard, from its buttons and from the items of its menus, and closes it with Escape.
 * Returns the windows that do not take the focus, do not close, or do not return the focus to what opened them.
 * Calls that change something must be blocked: a button may also act at once.
 */
export const windowsThatLoseFocus = async (page: Page, back: () => Promise<void>): Promise<Windows> => {
  const address = page.url();
  const faults: string[] = [];
  const opened: string[] = [];
  const restore = async (): Promise<void> => {
    if (page.url() !== address || (await page.locator(WINDOW).count()) > 0) await back();
  };
  for (const opener of await openersOf(page)) {
    await restore();
    if (!(await press(page, opener))) continue;
    if (!(await hasWindow(page))) continue;
    opened.push(opener.name);
    const fault = await faultOf(page, opener);
    if (fault) faults.push(`${opener.name}: ${fault}`);
  }
  await restore();
  return { opened, faults };
};

export type Windows = { readonly opened: readonly string[]; readonly faults: readonly string[] };

/** The buttons of a page, those of rows and cards of one kind once, each marked by its name; a menu counts by its items. */
const openersOf = async (page: Page): Promise<Opener[]> => {
  const names = await markButtons(page);
  const openers: Opener[] = [];
  for (const { name, isMenu } of names) {
    if (!isMenu) openers.push({ name });
    else for (const item of await itemsOf(page, name)) openers.push({ name, item });
  }
  return openers;
};

const markButtons = (page: Page) =>
  page.evaluate((mark) => {
    const seen = new Set<string>();
    const found: { name: string; isMenu: boolean }[] = [];
    const selector =
      'main button:not([disabled], [aria-disabled="true"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"])';
    for (const button of document.querySelectorAll<HTMLElement>(selector)) {
      if (button.offsetParent === null) continue;
      const isRow = button.closest('tr, li, [role="row"]') !== null;
      const label = (button.getAttribute('aria-label') ?? button.innerText).replace(/\s+/g, ' ').trim();
      const name = isRow ? `${button.className} of a row` : label || button.className;
      if (seen.has(name)) continue;
      seen.add(name);
      button.setAttribute(mark, name);
      found.push({ name, isMenu: button.getAttribute('aria-haspopup') === 'menu' });
    }
    return found;
  }, MARK);

const buttonOf = (page: Page, name: string) => page.locator(`[${MARK}=${JSON.stringify(name)}]`).first();

const itemsOf = async (page: Page, name: string): Promise<number[]> => {
  await buttonOf(page, name).focus();
  await page.keyboard.press('Enter');
  await waitForAnimations(page);
  const count = await page.locator('[role="menu"] [role="menuitem"]:visible').count();
  await page.keyboard.press('Escape');
  await waitForAnimations(page);
  return Array.from({ length: count }, (_, place) => place);
};

/** Whether the opener is there and was pressed; after a page was loaded again, its buttons are marked anew. */
const press = async (page: Page, { name, item }: Opener): Promise<boolean> => {
  if ((await buttonOf(page, name).count()) === 0) await markButtons(page);
  const button = buttonOf(page, name);
  if ((await button.count()) === 0) return false;
  await button.focus();
  await page.keyboard.press('Enter');
  await waitForAnimations(page);
  if (item === undefined) return true;
  const items = page.locator('[role="menu"] [role="menuitem"]:visible');
  if ((await items.count()) <= item || (await items.nth(item).getAttribute('href')) !== null) {
    await page.keyboard.press('Escape');
    return false;
  }
  await items.nth(item).focus();
  await page.keyboard.press('Enter');
  await waitForAnimations(page);
  return true;
};

const hasWindow = async (page: Page): Promise<boolean> => (await page.locator(`${WINDOW}:visible`).count()) > 0;

const faultOf = async (page: Page, { name }: Opener): Promise<string | null> => {
  const within = await page.evaluate((windows) => document.activeElement?.closest(windows) !== null, WINDOW);
  if (!within) return `the focus is not in the window, but on ${await focused(page)}`;
  await page.keyboard.press('Escape');
  await waitForAnimations(page);
  if (await hasWindow(page)) return 'Escape does not close it';
  const returned = await page.evaluate(
    ([mark, to]) => document.activeElement?.getAttribute(mark!) === to,
    [MARK, name],
  );
  return returned ? null : `the focus is on ${await focused(page)}`;
};

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement | null;
    return one ? `${one.tagName.toLowerCase()} «${one.innerText.slice(0, 40)}»` : 'nothing';
  });
