import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { displayShare } from '@sergak/contract/share.rules.ts';
import { round2 } from '@sergak/contract/statistics/risk.rules.ts';

/** A figure as one place shows it. `of`: whose figure it is, with its period where the place lets choose one. */
export type Reading = {
  readonly figure: FigureId;
  readonly of: string;
  readonly place: string;
  readonly value: number | null;
};

/** Reads numbers for one place. */
export const readingsOf =
  (place: string) =>
  (of: string, values: Partial<Record<FigureId, number | null>>): Reading[] =>
    Object.entries(values).map(([figure, value]) => ({ figure: figure as FigureId, of, place, value }));

/** As people read it: one decimal, and shares rounded like everywhere. Stored figures have two decimals. */
const shown = (value: number | null): number | null =>
  value === null ? null : Math.round(displayShare(round2(value)) * 10) / 10;

export type Contradiction = { readonly what: string; readonly places: Record<string, number | null> };

/** The figures that places show differently. */
export const contradictionsIn = (readings: readonly Reading[]): Contradiction[] => {
  const same = Map.groupBy(readings, ({ figure, of }) => `${figure} · ${of}`);
  return [...same].flatMap(([what, found]) =>
    new Set(found.map((one) => shown(one.value))).size > 1
      ? [{ what, places: Object.fromEntries(found.map((one) => [one.place, one.value])) }]
      : [],
  );
};

/** Number of figures that were read in two or more places. */
export const countCompared = (readings: readonly Reading[]): number =>
  [...Map.groupBy(readings, ({ figure, of }) => `${figure} · ${of}`).values()].filter(
    (found) => new Set(found.map((one) => one.place)).size > 1,
  ).length;
