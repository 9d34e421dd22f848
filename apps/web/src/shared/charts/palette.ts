/** Percentages of the primary colour for the series of a chart, strongest first, from the specification. */
export const seriesShares = [100, 88.9, 77.9, 66.7, 55.9, 44.5, 33.5, 22.4, 11.1] as const;
/** The colour of the n-th series: the primary colour, paler with each series; repeats after the ninth. */
export const seriesColor = (index: number): string =>
  `color-mix(in srgb, var(--mantine-color-brand-5) ${seriesShares[index % seriesShares.length]}%, var(--card))`;
export const riskFill = { green: 'var(--green-fill)', yellow: 'var(--yellow-fill)', red: 'var(--red-fill)' } as const;
