import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';

const matches = (pattern: string, path: string): boolean => {
  const [wanted, found] = [pattern.split('/'), path.replace(/\/$/, '').split('/')];
  return wanted.length === found.length && wanted.every((part, i) => part.startsWith('$') || part === found[i]);
};

/** The screen at an address; literal path segments have priority over parameters. */
export const screenAt = (path: string): ScreenId | undefined =>
  (Object.entries(screens) as [ScreenId, Screen][])
    .filter(([, screen]) => matches(screen.path, path))
    .sort(([, a], [, b]) => a.path.split('$').length - b.path.split('$').length)[0]?.[0];
