/**
 * Place and table of each id that a sampled walk once caught, as `['tags.users params.id', 'tags']`: the sample of
 * every day contains these pairs. Add a pair when a walk fails.
 */
export const always: readonly (readonly [place: string, table: string])[] = [];
