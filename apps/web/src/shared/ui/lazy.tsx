import { lazy as reactLazy, type LazyExoticComponent, type ReactNode, useEffect } from 'react';
import { partLost } from '../stale-page.ts';

type Module<T> = { default: T };
/** Any component, as React's own `lazy` takes it. */
type Part = Parameters<typeof reactLazy>[0] extends () => Promise<Module<infer C>> ? C : never;

/** Says, once it is shown, that what should stand here could not be fetched. */
export const useSayLost = (): void => useEffect(() => void partLost(), []);
const Nothing = (): ReactNode => {
  useSayLost();
  return null;
};

/** The loader of a component that gives `instead` when its code cannot be fetched. */
export const orInstead =
  <T extends Part>(load: () => Promise<Module<T>>, instead: Part): (() => Promise<Module<T>>) =>
  () =>
    load().catch((error: unknown) => {
      console.error(error);
      return { default: instead as T };
    });

/**
 * A component whose code comes when it is first shown. Use it instead of React's: when the code cannot be fetched (the
 * network is lost, or the files went with an upgrade), what lies around it stays with all that was typed into it.
 */
export const lazy = <T extends Part>(load: () => Promise<Module<T>>, instead: Part = Nothing): LazyExoticComponent<T> =>
  reactLazy<T>(orInstead<T>(load, instead));
