/**
 * Returns a requested path if it belongs to this portal, never another site. It is checked after each round of decoding:
 * a path that a router or proxy decodes again must not become `//other.site` or `/lk/../..`.
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
