import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { comeToRest } from './rest.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** WCAG 2.2 AA; the same with good practice (landmarks, order of headings); what a theme can break of it: it changes colours. */
const rules = {
  wcag: { type: 'tag', values: wcag },
  practice: { type: 'tag', values: [...wcag, 'best-practice'] },
  colour: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/**
 * What keeps people from using the page as it stands now: each broken rule with up to three places of it. Looks at our page
 * only, since scripts are closed out of the sandboxed previews in it.
 */
export const barriersOf = async (page: Page, which: keyof typeof rules = 'wcag'): Promise<string[]> => {
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
