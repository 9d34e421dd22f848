const LEVELS_IN = 8;

/** Indentation of a tree row in pixels, limited because departments can be nested deeper than there is room. */
export const indent = (depth: number): number => Math.min(depth, LEVELS_IN) * 22;
