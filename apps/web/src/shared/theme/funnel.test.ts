import { funnelColors, funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import { expect, test } from 'vitest';
import { contrast } from './ramp.ts';

/** The contrast that WCAG 1.4.11 requires of graphics. */
const GRAPHICS = 3;
const cards = { light: '#ffffff', dark: '#181c22' } as const;

for (const theme of ['light', 'dark'] as const)
  test(`each colour of the funnel has enough contrast on a card of the ${theme} theme`, () => {
    for (const step of funnelSteps)
      expect(contrast(funnelColors[step][theme], cards[theme]), step).toBeGreaterThanOrEqual(GRAPHICS);
    expect(new Set(funnelSteps.map((step) => funnelColors[step][theme])).size).toBe(funnelSteps.length);
  });
