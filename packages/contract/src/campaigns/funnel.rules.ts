/** Steps of the funnel, in the order of every chart, table and report. */
export const funnelSteps = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'reported'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** The results of recipients that count towards a step: people with a later result are included. Empty means everyone. */
export const statusesFrom: Readonly<Record<Exclude<FunnelStep, 'reported'>, readonly string[]>> = {
  sent: [],
  opened: ['opened', 'clicked', 'opened_attachment', 'entered_data'],
  clicked: ['clicked', 'entered_data'],
  opened_attachment: ['opened_attachment'],
  entered_data: ['entered_data'],
};

/**
 * One colour for each step and theme; printed reports use the light ones. Each colour has a contrast of at least 3 : 1
 * with its card and is independent of the brand colour.
 */
export const funnelColors: Readonly<Record<FunnelStep, { readonly light: string; readonly dark: string }>> = {
  sent: { light: '#7c8696', dark: '#7d8798' },
  opened: { light: '#2f7fc1', dark: '#5b9fdd' },
  clicked: { light: '#c27a0e', dark: '#d99a35' },
  opened_attachment: { light: '#c8501e', dark: '#e8794a' },
  entered_data: { light: '#c9353b', dark: '#ef6267' },
  reported: { light: '#26875a', dark: '#3cb37a' },
};
