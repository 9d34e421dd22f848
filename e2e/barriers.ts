import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { waitForAnimations } from './rest.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules whose result can change with the texts of a language: names, labels, and sizes that follow from their length. */
const ofTexts = axe
  .getRules([...wcag, 'best-practice'])
  .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
  .map(({ ruleId }) => ruleId)
  .filter((id) => /name|label|alt|title|lang|empty|unique|target-size|scrollable-region/.test(id));
/** WCAG 2.2 AA; WCAG with best practices (landmarks, order of headings); rules that depend on the colours of a theme; and rules that depend on the texts. */
const rules = {
  wcag: { type: 'tag', values: wcag },
  practice: { type: 'tag', values: [...wcag, 'best-practice'] },
  colour: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  texts: { type: 'rule', values: ofTexts },
} as const;

/**
 * Accessibility faults of the page as it is now, or of a part of it: each violated rule with up to three places. Checks
 * our page only, because scripts cannot run in its sandboxed previews.
 */
export const barriersOf = async (page: Page, which: keyof typeof rules = 'wcag', part = 'html'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await waitForAnimations(page);
  const { type, values } = rules[which];
  const options: RunOptions = { runOnly: { type, values: [...values] }, iframes: false, resultTypes: ['violations'] };
  return page.evaluate(
    async ([asked, include]) => {
      const checker = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await checker.run({ include, exclude: ['iframe'] }, asked);
      return violations.map(({ id, nodes }) => {
        const places = nodes.map((node) => node.target.join(' ')).slice(0, 3);
        return `${id}: ${places.join(' | ')}`;
      });
    },
    [options, part] as const,
  );
};
