/** A wish from the address: only a path of this portal, never another site. */
export const internalPath = (wish: unknown): string | undefined => {
  if (typeof wish !== 'string' || !/^\/lk(\/|$)/.test(wish) || /[\\\u0000-\u001f]/.test(wish)) return undefined;
  const path = wish.split(/[?#]/)[0]!;
  return path.includes('//') || path.split('/').includes('..') ? undefined : wish;
};
