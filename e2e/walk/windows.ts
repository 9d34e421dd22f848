import type { Page } from '@playwright/test';
import { barriersOf } from '../barriers.ts';
import type { Traffic } from '../rest.ts';
import { unexplainedFields } from './tree.ts';
import type { Walker } from './walker.ts';

const WINDOW = ':is([role="dialog"], [role="alertdialog"], dialog[open])';
const MARK = 'data-walk';

/** A button of the page that may open a window, or an item of its menu. */
type Opener = { readonly name: string; readonly item?: number };
export type Windows = { readonly opened: readonly string[]; readonly faults: readonly string[] };

/**
 * Opens every window by keyboard, from the buttons of a part of the page and from the items of its menus, submits its form as it
 * is, and closes it with Escape. Returns the windows that do not take the focus, do not close, do not return the focus to what
 * opened them, or in which axe finds faults; what loses the focus otherwise; and fields that are wrong and do not say why.
 * Calls that change something must be blocked: a button may also act at once.
 */
export const windowFaults = async (
  { page, traffic }: Walker,
  part: string,
  back: () => Promise<void>,
): Promise<Windows> => {
  const rest = () => untilQuiet(page, traffic);
  const address = page.url();
  const faults: string[] = [];
  const opened: string[] = [];
  const restore = async (): Promise<void> => {
    if (page.url() !== address || (await hasWindow(page))) await back();
  };
  for (const opener of await openersOf(page, part, rest)) {
    await restore();
    if (!(await press(page, part, opener, rest))) continue;
    const isWindow = await hasWindow(page);
    if (isWindow) opened.push(opener.name);
    const found = isWindow ? await faultsOfWindow(page, opener, rest) : await faultsOfPage(page, opener, address);
    faults.push(...found.map((fault) => `${opener.name}: ${fault}`));
  }
  await restore();
  return { opened, faults };
};

/** The buttons of a part of the page, those of rows and cards of one kind once; a menu counts by its items. */
const openersOf = async (page: Page, part: string, rest: Rest): Promise<Opener[]> => {
  const openers: Opener[] = [];
  for (const { name, isMenu } of await markButtons(page, part)) {
    if (!isMenu) openers.push({ name });
    else for (const item of await itemsOf(page, name, rest)) openers.push({ name, item });
  }
  return openers;
};

/** Marks each button with a name that it also has after the page was loaded again. */
const markButtons = (page: Page, part: string) =>
  page.evaluate(
    ([mark, within]) => {
      const seen = new Set<string>();
      const found: { name: string; isMenu: boolean }[] = [];
      const buttons = 'button:not([disabled], [aria-disabled="true"], [role])';
      for (const button of document.querySelectorAll<HTMLElement>(`${within} ${buttons}`)) {
        if (button.offsetParent === null || button.closest('[inert]') !== null) continue;
        const row = button.closest('tr, li, [role="row"]');
        const label = (button.getAttribute('aria-label') ?? button.innerText).replace(/\s+/g, ' ').trim();
        const place = row === null ? -1 : [...row.querySelectorAll('button')].indexOf(button as HTMLButtonElement);
        const name = row === null ? label || button.className : `${button.className} ${place} of a row`;
        if (seen.has(name)) continue;
        seen.add(name);
        button.setAttribute(mark, name);
        found.push({ name, isMenu: button.getAttribute('aria-haspopup') === 'menu' });
      }
      return found;
    },
    [MARK, part] as const,
  );

const buttonOf = (page: Page, name: string) => page.locator(`[${MARK}=${JSON.stringify(name)}]`).first();
/** The items of an open menu, except the one that ends the session of the walk. */
const menuItems = (page: Page) =>
  page.locator('[role="menu"] [role="menuitem"]:visible').filter({ hasNotText: /^Выйти$/ });

type Rest = () => Promise<void>;
/** Without a change for so long, a page shows what a press has brought: React holds a part back for 300 ms. */
const QUIET_MS = 350;
/** Waits for what a press has changed; it may also load another page. */
const untilQuiet = async (page: Page, traffic: Traffic): Promise<void> => {
  const quiet = () =>
    page
      .evaluate(
        (ms) =>
          new Promise<void>((resolve) => {
            const end = () => {
              watch.disconnect();
              resolve();
            };
            let timer = setTimeout(end, ms);
            const watch = new MutationObserver(() => {
              clearTimeout(timer);
              timer = setTimeout(end, ms);
            });
            watch.observe(document, { subtree: true, childList: true, attributes: true });
          }),
        QUIET_MS,
      )
      .catch(() => page.waitForLoadState());
  // What a window needs may come in several steps: its code, then its data. The last wait has nothing to wait for.
  for (let times = 0; times < 20; times += 1) {
    const isWaiting = traffic.pending().length > 0;
    await quiet();
    if (!isWaiting && traffic.pending().length === 0) return;
  }
};

const itemsOf = async (page: Page, name: string, rest: Rest): Promise<number[]> => {
  await buttonOf(page, name).focus();
  await page.keyboard.press('Enter');
  await rest();
  const count = await menuItems(page).count();
  await page.keyboard.press('Escape');
  await rest();
  return Array.from({ length: count }, (_, place) => place);
};

/** Whether the opener is there and was pressed; after a page was loaded again, its buttons are marked anew. */
const press = async (page: Page, part: string, { name, item }: Opener, rest: Rest): Promise<boolean> => {
  if ((await buttonOf(page, name).count()) === 0) await markButtons(page, part);
  const button = buttonOf(page, name);
  if (!(await button.isVisible())) return false;
  await button.focus();
  await page.keyboard.press('Enter');
  await rest();
  if (item === undefined) return true;
  const chosen = menuItems(page).nth(item);
  if (!(await chosen.isVisible()) || (await chosen.isDisabled())) {
    await page.keyboard.press('Escape');
    return false;
  }
  await chosen.focus();
  await page.keyboard.press('Enter');
  await rest();
  return true;
};

const hasWindow = async (page: Page): Promise<boolean> => (await page.locator(`${WINDOW}:visible`).count()) > 0;

const faultsOfWindow = async (page: Page, { name }: Opener, rest: Rest): Promise<string[]> => {
  const within = await page.evaluate((windows) => document.activeElement?.closest(windows) !== null, WINDOW);
  const faults = within ? [] : [`the focus is not in the window, but on ${await focused(page)}`];
  faults.push(...(await barriersOf(page, 'practice', WINDOW)));
  const submit = page.locator(`${WINDOW} button[type=submit]:enabled:visible`).first();
  if (await submit.isVisible()) {
    await submit.press('Enter');
    await rest();
    // A form that needs no call closes its window, and the focus may go to what it has changed.
    if (!(await hasWindow(page))) return (await isFocusLost(page)) ? [...faults, 'its form loses the focus'] : faults;
    faults.push(...(await unexplainedFields(page)));
  }
  await page.keyboard.press('Escape');
  await rest();
  if (await hasWindow(page)) return [...faults, 'Escape does not close it'];
  const opener = await page.evaluate((mark) => document.activeElement?.getAttribute(mark), MARK);
  return opener === name ? faults : [...faults, `the focus is on ${await focused(page)}`];
};

/** A press that changes the page must not take the focus from a button that stays, and must explain what it calls wrong. */
const faultsOfPage = async (page: Page, { name }: Opener, address: string): Promise<string[]> => {
  if (page.url() !== address) return [];
  const isLost = await buttonOf(page, name).evaluateAll((all) =>
    all.some((one) => one.checkVisibility() && document.activeElement === document.body),
  );
  return [...(isLost ? ['the focus is lost'] : []), ...(await unexplainedFields(page))];
};

const isFocusLost = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement | null;
    return one ? `${one.tagName.toLowerCase()} «${one.innerText.slice(0, 40)}»` : 'nothing';
  });
