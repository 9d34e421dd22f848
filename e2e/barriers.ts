import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** The rules of WCAG 2.2 AA, and those among them that a theme can break: what it changes is colours. */
const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colour: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** Waits until whatever moves or changes colour has come to its end; what turns for ever is let turn. */
const comeToRest = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 2; frames > 0; frames -= 1) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });

/**
 * What keeps people from using the page as it stands now: each broken rule with up to three places of it. Looks at our page
 * only, since scripts are closed out of the sandboxed previews in it.
 */
export const barriersOf = async (page: Page, which: keyof typeof rules = 'all'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await comeToRest(page);
  const { type, values } = rules[which];
  const options: RunOptions = { runOnly: { type, values: [...values] }, iframes: false, resultTypes: ['violations'] };
  return page.evaluate(async (asked) => {
    const checker = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await checker.run({ exclude: ['iframe'] }, asked);
    return violations.map(({ id, nodes }) => {
      const places = nodes.map((node) => node.target.join(' ')).slice(0, 3);
      return `${id}: ${places.join(' | ')}`;
    });
  }, options);
};
