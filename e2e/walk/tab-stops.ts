import type { Page } from '@playwright/test';

/** More stops than any page has. */
const MOST = 600;

/**
 * Walks through the page with the Tab key, from its beginning until the browser itself would have the focus. Returns the
 * stops that are out of sight, hidden by something above them or do not look different, and what no press reaches.
 */
export const tabFaults = async (page: Page): Promise<string[]> => {
  await prepare(page);
  const faults: string[] = [];
  for (let at = 0; ; at += 1) {
    if (at === MOST) return [...faults, `the focus does not leave the page within ${MOST} presses of Tab`];
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => (globalThis as unknown as Walk).tabWalk.look());
    if (stop === null) break;
    faults.push(...stop);
  }
  return [...new Set([...faults, ...(await page.evaluate(() => (globalThis as unknown as Walk).tabWalk.missed()))])];
};

type Walk = { tabWalk: { look: () => string[] | null; missed: () => string[] } };

/** Puts the focus before the first stop, and what looks at the stops into the page. */
const prepare = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const STOPS =
      'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';
    const visited = new Set<Element>();
    let before: { element: Element; looks: string } | null = null;
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()} «${(one.getAttribute('aria-label') ?? (one as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').slice(0, 40)}» .${String(one.className).slice(0, 40)}`;
    /** What the focus may change: the element, what is drawn for it, and the boxes around. */
    const looksOf = (one: Element): string => {
      const around = [
        one,
        one.nextElementSibling,
        one.parentElement,
        one.parentElement?.parentElement,
        (one as HTMLInputElement).labels?.[0],
      ];
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
      const points = [
        [(l + r) / 2, (t + b) / 2],
        [l, t],
        [r, t],
        [l, b],
        [r, b],
      ] as const;
      return points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return (
          hit !== null &&
          (shown.contains(hit) || one.contains(hit) || (hit.contains(one) && hit.closest('button, a, label') !== null))
        );
      });
    };
    const look = (): string[] | null => {
      const one = document.activeElement;
      const faults: string[] = [];
      if (before !== null && before.element !== one && before.element.isConnected) {
        if (looksOf(before.element) === before.looks)
          faults.push(`${nameOf(before.element)}: the focus cannot be seen`);
      }
      before = null;
      if (one === null || one === document.body || (visited.has(one) && one.tagName !== 'IFRAME'))
        return faults.length > 0 ? faults : null;
      visited.add(one);
      if (one.tagName === 'IFRAME') return faults;
      if (!isSeen(one)) faults.push(`${nameOf(one)}: cannot be seen where it has the focus`);
      before = { element: one, looks: looksOf(one) };
      return faults;
    };
    const isRadioOfChosen = (one: Element) =>
      one instanceof HTMLInputElement &&
      one.type === 'radio' &&
      [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].some(
        (other) => other.name === one.name && visited.has(other),
      );
    const missed = (): string[] =>
      [...document.querySelectorAll<HTMLElement>(STOPS)]
        .filter((one) => one.tabIndex >= 0 && !visited.has(one) && !isRadioOfChosen(one))
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null)
        .map((one) => `${nameOf(one)}: Tab does not reach it`);
    Object.assign(globalThis, { tabWalk: { look, missed, n: () => visited.size } });
    (document.activeElement as HTMLElement | null)?.blur();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    getSelection()?.collapse(document.body, 0);
  });
