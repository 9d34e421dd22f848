import { lazy as reactLazy, type LazyExoticComponent, type ReactNode, useEffect, useState } from 'react';
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

/** Pauses before a file is asked for again, in milliseconds. A single lost request is nothing that people should hear of. */
const PAUSES_MS = [300, 1_000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Vite asks for a style sheet once only: after a failure the next import would go on without the styles. */
const fetchStyle = (error: unknown): Promise<void> | undefined => {
  const href = /Unable to preload CSS for (\S+)/.exec(String(error))?.[1];
  if (href === undefined) return undefined;
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(error as Error);
    });
    document.head.append(link);
  });
};

const fetchPart = async <T,>(load: () => Promise<Module<T>>): Promise<Module<T>> => {
  let failure: unknown;
  for (const ms of [0, ...PAUSES_MS]) {
    try {
      if (failure !== undefined) {
        await pause(ms);
        await fetchStyle(failure);
      }
      return await load();
    } catch (error) {
      console.error(error); // the browser's sentence names the file
      failure = error;
    }
  }
  throw failure;
};

/**
 * Shown in place of a part that could not be fetched. The failure may be old, of a fetch ahead: the part is asked for once
 * more, and only then `instead` is shown.
 */
const onceMore =
  (load: () => Promise<Module<Part>>, instead: Part): Part =>
  (props: object): ReactNode => {
    const [Shown, show] = useState<Part | null>(null);
    useEffect(() => {
      let left = false;
      load().then(
        (module) => left || show(() => module.default),
        () => left || show(() => instead),
      );
      return () => void (left = true);
    }, []);
    return Shown === null ? null : <Shown {...props} />;
  };

/** The loader of a component that gives `instead` when its code cannot be fetched. */
export const orInstead =
  <T extends Part>(load: () => Promise<Module<T>>, instead: Part): (() => Promise<Module<T>>) =>
  () =>
    fetchPart(load).catch(() => ({ default: onceMore(load, instead) as T }));

/**
 * A component whose code comes when it is first shown. Use it instead of React's: when the code cannot be fetched (the
 * network is lost, or the files went with an upgrade), what lies around it stays with all that was typed into it.
 */
export const lazy = <T extends Part>(load: () => Promise<Module<T>>, instead: Part = Nothing): LazyExoticComponent<T> =>
  reactLazy<T>(orInstead<T>(load, instead));
