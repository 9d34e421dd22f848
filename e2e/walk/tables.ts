import type { Page } from '@playwright/test';

/** A row of a list on a phone is at most this high, in px. */
const ROW = 120;

/**
 * What the lists of the page cut off or break on a desktop: columns that only scrolling shows, texts and headings that do
 * not fit (the small line below a name may be cut), dates and figures that take several lines.
 */
export const tableFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (one: HTMLElement) => one.checkVisibility() && one.textContent.trim() !== '';
    const cut = (one: HTMLElement) => {
      const { overflowX, textOverflow } = getComputedStyle(one);
      if (overflowX === 'visible') return false;
      if (one.scrollWidth > one.clientWidth + 1) return true;
      return textOverflow === 'ellipsis' && one.scrollHeight > one.clientHeight + 4;
    };
    const wraps = (node: Node): boolean => {
      if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].some(wraps);
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    return [...document.querySelectorAll<HTMLElement>('main [data-table] table')].flatMap((table) => {
      const box = table.parentElement!;
      const name = table.getAttribute('aria-label') ?? '';
      const cells = [...table.querySelectorAll<HTMLElement>('th, td')];
      return [
        ...(box.scrollWidth > box.clientWidth + 1
          ? [`${name}: ${box.scrollWidth - box.clientWidth} px are hidden`]
          : []),
        ...cells
          .flatMap((cell) => [
            cell,
            ...cell.querySelectorAll<HTMLElement>(':not(.sr-only, svg, svg *, small, small *)'),
          ])
          .filter((one) => shown(one) && cut(one))
          .map((one) => `${name}: «${one.innerText}» is cut`),
        ...cells
          .filter((cell) => cell.matches('td:is([data-when], [data-align=end])') && shown(cell) && wraps(cell))
          .map((cell) => `${name}: «${cell.innerText}» takes several lines`),
      ];
    });
  });

/** The rows that are too high on a phone, and the words that break within. */
export const phoneFaults = (page: Page): Promise<string[]> =>
  page.evaluate((row) => {
    const high = [...document.querySelectorAll<HTMLElement>('main [data-table] tbody tr')]
      .filter((one) => one.offsetHeight > row)
      .map((one) => `${one.offsetHeight} px: ${one.innerText.replace(/\s+/g, ' ')}`);
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!node.parentElement!.checkVisibility()) continue;
      // Addresses and file names may break anywhere.
      for (const { 0: word, index } of node.textContent!.matchAll(
        /(?<![^\s\p{Ps}\p{Pi}])\p{L}{3,24}(?![^\s\p{Pe}\p{Pf},;:.!?])(?![.:]\S)/gu,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) broken.push(`«${word}» is broken`);
      }
    }
    return [...high, ...broken];
  }, ROW);
