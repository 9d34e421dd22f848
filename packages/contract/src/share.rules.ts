/** A share is displayed in whole numbers from this percentage on, with one decimal below it. */
const WHOLE_FROM = 10;

/** A part of a whole in percent, unrounded, for comparisons; 0 if the whole is 0. */
export const shareOf = (part: number, all: number): number => (all === 0 ? 0 : (part / all) * 100);

/**
 * A percentage for display (web, PDF): whole from ten on, one decimal below.
 * «0 %» and «100 %» are displayed only for no one and for everyone.
 */
export const displayShare = (percent: number): number => {
  if (percent <= 0 || percent >= 100) return percent;
  const tenths = Math.max(1, Math.round(percent * 10));
  return tenths < WHOLE_FROM * 10 ? tenths / 10 : Math.min(99, Math.round(percent));
};
