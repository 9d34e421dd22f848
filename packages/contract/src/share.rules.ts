/** From this percentage on a share is told in whole numbers, below it with one decimal. */
const WHOLE_FROM = 10;

/** A part of all in percent, unrounded: for comparisons; 0 of nothing. */
export const shareOf = (part: number, all: number): number => (all === 0 ? 0 : (part / all) * 100);

/**
 * A percentage as it is told wherever somebody reads it (web, PDF, XLSX): whole from ten on, one decimal below.
 * «0 %» and «100 %» are said only of nobody and of everybody.
 */
export const toldShare = (percent: number): number => {
  if (percent <= 0 || percent >= 100) return percent;
  const tenths = Math.max(1, Math.round(percent * 10));
  return tenths < WHOLE_FROM * 10 ? tenths / 10 : Math.min(99, Math.round(percent));
};
