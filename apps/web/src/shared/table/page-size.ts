/** Rows of one page of a list. */
export const pageSizes = [20, 50, 100] as const;
const KEY = 'sergak.page_size';

/** The page size that the person has chosen last in this browser. */
export const keptPageSize = (): number => {
  const kept = Number(localStorage.getItem(KEY));
  return pageSizes.find((size) => size === kept) ?? pageSizes[0];
};
export const keepPageSize = (size: number): void => localStorage.setItem(KEY, String(size));
