/**
 * A wish from the address: only a path of this portal, never another site. Read decoded as well, as often as it takes: what a
 * router or a proxy decodes once more must not become `//other.site` or `/lk/../..` then.
 */
export const internalPath = (wish: unknown): string | undefined => {
  if (typeof wish !== 'string' || !isInternal(wish.split(/[?#]/)[0]!)) return undefined;
  for (let path = wish.split(/[?#]/)[0]!, decoded = ''; path !== decoded;) {
    decoded = path;
    if (!isInternal(path)) return undefined;
    try {
      path = decodeURIComponent(path);
    } catch {
      return undefined;
    }
  }
  return /[\\\u0000-\u001f\u007f]/.test(wish) ? undefined : wish;
};

const isInternal = (path: string): boolean =>
  /^\/lk(\/|$)/.test(path) &&
  !/[\\\u0000-\u001f\u007f]/.test(path) &&
  !path.includes('//') &&
  !path.split('/').some((part) => part === '.' || part === '..');
