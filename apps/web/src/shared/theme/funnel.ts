import { funnelColors, funnelSteps, type FunnelStep } from '@sergak/contract/campaigns/funnel.rules.ts';

/** The colour of a step of a campaign's funnel, in the theme of the page. */
export const funnelColor = (step: FunnelStep): string => `var(--funnel-${step})`;

/** The colours of all steps as CSS variables of a theme. */
export const funnelVariables = (theme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(funnelSteps.map((step) => [`--funnel-${step}`, funnelColors[step][theme]]));
