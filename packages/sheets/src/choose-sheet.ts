import { SheetError, type SheetHead } from './sheet-types.ts';

/**
 * The sheet with the most rows that hold a wanted cell, among the visible ones that are not empty; the first one of a tie. Hidden
 * sheets count only if all others are empty.
 */
export const chooseSheet = (heads: readonly SheetHead[], isWanted: (cell: string) => boolean): SheetHead => {
  const filled = heads.filter(({ rows }) => rows.length > 0);
  const visible = filled.filter(({ hidden }) => !hidden);
  const [first, ...others] = visible.length > 0 ? visible : filled;
  if (!first) throw new SheetError('empty');
  const count = ({ rows }: SheetHead) => rows.filter(({ cells }) => cells.some(isWanted)).length;
  return others.reduce((best, one) => (count(one) > count(best) ? one : best), first);
};
