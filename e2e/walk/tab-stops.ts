import type { Page } from '@playwright/test';

/** More stops than any page has. */
const MOST = 600;

/** What the walk keeps in the page. */
type Walk = {
  readonly visited: Set<Element>;
  /** The last stop, and what it looked like with the focus. */ before: { element: Element; looks: string } | null;
  readonly nameOf: (one: Element) => string;
  readonly looksOf: (one: Element) => string;
  readonly isSeen: (one: Element) => boolean;
};
type InPage = { tabWalk: Walk };

/**
 * Walks through the page with the Tab key, from its beginning until the browser itself would have the focus. Returns the
 * stops that are out of sight, hidden by something above them or do not look different, and what no press reaches.
 */
export const tabFaults = async (page: Page): Promise<string[]> => {
  await prepare(page);
  await toBeginning(page);
  const faults = await walk(page);
  return [...new Set([...faults, ...(await missed(page))])];
};

/** The same faults of the stops of the open window, which keeps the focus; what no press reaches is not looked for. */
export const tabFaultsOfWindow = async (page: Page): Promise<string[]> => {
  await prepare(page);
  return [...new Set(await walk(page))];
};

/** The faults of all stops until the focus leaves the page or comes back to one of them. */
const walk = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  for (let at = 0; at < MOST; at += 1) {
    await page.keyboard.press('Tab');
    const stop = await look(page);
    if (stop === null) return faults;
    faults.push(...stop);
  }
  return [...faults, `the focus does not leave the page within ${MOST} presses of Tab`];
};

/** Puts what the walk needs into the page. */
const prepare = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const nameOf = (one: Element) => {
      const words = one.getAttribute('aria-label') ?? (one as HTMLElement).innerText ?? '';
      return `${one.tagName.toLowerCase()} «${words.replace(/\s+/g, ' ').slice(0, 40)}» .${String(one.className).slice(0, 40)}`;
    };
    // What the focus may change: the element, what is drawn for it, and the boxes around.
    const looksOf = (one: Element): string => {
      const { parentElement: parent, nextElementSibling: next } = one;
      const around = [one, next, parent, parent?.parentElement, (one as HTMLInputElement).labels?.[0]];
      return around
        .filter((each) => each != null)
        .map((each) => {
          const { outline, outlineOffset, boxShadow, border, backgroundColor } = getComputedStyle(each);
          return `${outline}${outlineOffset}${boxShadow}${border}${backgroundColor}`;
        })
        .join('|');
    };
    const isSeen = (one: Element): boolean => {
      const shown = (one as HTMLInputElement).labels?.[0] ?? one;
      const { left, top, right, bottom } = (one.clientWidth > 2 ? one : shown).getBoundingClientRect();
      const [l, t] = [Math.max(left, 0) + 2, Math.max(top, 0) + 2];
      const [r, b] = [Math.min(right, innerWidth) - 2, Math.min(bottom, innerHeight) - 2];
      const corners: [number, number][] = [l, r].flatMap((x) => [t, b].map((y): [number, number] => [x, y]));
      return [[(l + r) / 2, (t + b) / 2] as [number, number], ...corners].some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        if (hit === null) return false;
        return shown.contains(hit) || one.contains(hit) || hit.closest('button, a, label')?.contains(one) === true;
      });
    };
    Object.assign(globalThis, { tabWalk: { visited: new Set(), before: null, nameOf, looksOf, isSeen } });
  });

/** Puts the focus before the first stop. */
const toBeginning = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    getSelection()?.collapse(document.body, 0);
  });

/** The faults of the stop that has the focus now, or null after the last one. */
const look = (page: Page): Promise<string[] | null> =>
  page.evaluate(() => {
    const walk = (globalThis as unknown as InPage).tabWalk;
    const one = document.activeElement;
    const faults: string[] = [];
    const { before } = walk;
    walk.before = null;
    if (before !== null && before.element !== one && before.element.isConnected)
      if (walk.looksOf(before.element) === before.looks)
        faults.push(`${walk.nameOf(before.element)}: the focus cannot be seen`);
    const isFrame = one?.tagName === 'IFRAME';
    if (one === null || one === document.body || (walk.visited.has(one) && !isFrame))
      return faults.length > 0 ? faults : null;
    walk.visited.add(one);
    if (isFrame) return faults;
    if (!walk.isSeen(one)) faults.push(`${walk.nameOf(one)}: cannot be seen where it has the focus`);
    walk.before = { element: one, looks: walk.looksOf(one) };
    return faults;
  });

/** What can have the focus and was not reached; of a group of radio buttons only one is. */
const missed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { visited, nameOf } = (globalThis as unknown as InPage).tabWalk;
    const stops =
      'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';
    const groups = new Set(
      [...visited].map((one) => (one as HTMLInputElement).type === 'radio' && one.getAttribute('name')),
    );
    return [...document.querySelectorAll<HTMLElement>(stops)]
      .filter((one) => one.tabIndex >= 0 && !visited.has(one))
      .filter((one) => (one as HTMLInputElement).type !== 'radio' || !groups.has(one.getAttribute('name')))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null)
      .map((one) => `${nameOf(one)}: Tab does not reach it`);
  });
