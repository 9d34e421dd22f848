const LEVELS_IN = 8;

/** How far a row of a tree stands in, in pixels: departments go deeper than there is room to move them in. */
export const indent = (depth: number): number => Math.min(depth, LEVELS_IN) * 22;
