import {
  type ComponentType,
  lazy as reactLazy,
  type LazyExoticComponent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { afterPress } from '../press.ts';
import { reportLoadFailure } from '../stale-page.ts';

type Module<T> = { default: T };
/** Any component that React's own `lazy` accepts. */
type Part = Parameters<typeof reactLazy>[0] extends () => Promise<Module<infer C>> ? C : never;

/** Reports, when the component is shown, that a part could not be fetched. */
export const useReportLoadFailure = (): void => useEffect(() => void reportLoadFailure(), []);
const EmptyFallback = (): ReactNode => {
  useReportLoadFailure();
  return null;
};

/** Pauses before a file is requested again, in milliseconds. People are not notified of a single failed request. */
const PAUSES_MS = [300, 1_000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Vite requests a style sheet only once: after a failure the next import would continue without the styles. */
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
      const part = await load();
      await new Promise<void>(afterPress);
      return part;
    } catch (error) {
      console.error(error); // the browser's error names the file
      failure = error;
    }
  }
  throw failure;
};

/**
 * Shown in place of a part that could not be fetched. The failure may be that of an earlier prefetch, so the part is
 * requested once more before `instead` is shown.
 */
const retryOnce =
  (load: () => Promise<Module<Part>>, instead: Part): Part =>
  (props: object): ReactNode => {
    const [Shown, setShown] = useState<Part | null>(null);
    useEffect(() => {
      let left = false;
      load().then(
        (module) => left || setShown(() => module.default),
        () => left || setShown(() => instead),
      );
      return () => void (left = true);
    }, []);
    return Shown === null ? null : <Shown {...props} />;
  };

/** The loader of a component; it returns `instead` if the code cannot be fetched. */
export const withFallback =
  <T extends Part>(load: () => Promise<Module<T>>, instead: Part): (() => Promise<Module<T>>) =>
  () =>
    fetchPart(load).catch(() => ({ default: retryOnce(load, instead) as T }));

/**
 * A component that loads its code when it is first shown. Use it instead of React's `lazy`: if the code cannot be fetched
 * (no network, or an upgrade removed the files), the page around it and everything typed there stay.
 */
export const lazy = <T extends Part>(
  load: () => Promise<Module<T>>,
  instead: Part = EmptyFallback,
): LazyExoticComponent<T> => reactLazy<T>(withFallback<T>(load, instead));

/**
 * Like `lazy`, with a `preload` that returns nothing once the code is there; the component is then drawn without a fallback.
 * For a part with buttons below it, which would move under the pointer when the part takes the place of its fallback.
 */
export const preloadable = <P extends object>(
  load: () => Promise<Module<ComponentType<P>>>,
  instead: Part = EmptyFallback,
): ((props: P) => ReactNode) & { preload: () => Promise<void> | undefined } => {
  const fetchPartOrNothing = withFallback<ComponentType<P>>(load, instead);
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<Module<ComponentType<P>>> | undefined;
  const fetchOnce = () =>
    (loading ??= fetchPartOrNothing().then((module) => {
      Loaded = module.default;
      return module;
    }));
  const Waiting: ComponentType<P> = reactLazy(fetchOnce);
  const Preloaded = (props: P): ReactNode => {
    const [Part] = useState(() => Loaded ?? Waiting); // a part that is shown stays the same component
    return <Part {...props} />;
  };
  const preload = (): Promise<void> | undefined =>
    Loaded === undefined ? fetchOnce().then(() => undefined) : undefined;
  return Object.assign(Preloaded, { preload });
};

/**
 * Like `lazy`, for a heavy part of a form: the form is drawn first, then the code is requested, and the part follows at
 * once. A second `Suspense` inside the first one would wait for 300 ms before it shows its content.
 */
export const lazyAfterForm = <P extends object>(
  load: () => Promise<Module<ComponentType<P>>>,
  waiting: ReactNode,
): ((props: P) => ReactNode) => {
  const fetchOnce = withFallback<ComponentType<P>>(load, EmptyFallback);
  return (props) => {
    const [Shown, setShown] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      let left = false;
      void fetchOnce().then((module) => left || setShown(() => module.default));
      return () => void (left = true);
    }, []);
    return Shown === null ? waiting : <Shown {...props} />;
  };
};

/**
 * Like `lazy`, for a window: nothing is drawn until its code is there, and no `Suspense` waits for it. React shows what a `Suspense`
 * has held back 300 ms later at the earliest, which is no answer to a click.
 */
export const lazyWindow = <P extends object>(
  load: () => Promise<Module<ComponentType<P>>>,
): ((props: P) => ReactNode) => lazyAfterForm(load, null);
