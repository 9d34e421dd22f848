import { Link, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { readState, type Search, type StateShape, stringifySearch, type Widen, writeState } from './search-params.ts';

type ParamNames<P extends string> = P extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : never;
/** The parameters in the address of a screen. */
export type ScreenParams<S extends ScreenId> = Record<ParamNames<(typeof screens)[S]['path']>, string>;
type TargetParams<S extends ScreenId> =
  {} extends ScreenParams<S> ? { params?: ScreenParams<S> } : { params: ScreenParams<S> };
export type ScreenTarget<S extends ScreenId> = {
  screen: S;
  search?: Readonly<Record<string, unknown>>;
  /** A part of the page, see `usePart`. */
  hash?: string;
} & TargetParams<S>;

/** The address of a screen. A missing parameter does not compile. */
export const pathOf = <S extends ScreenId>(to: ScreenTarget<S>): string => {
  const params = (to as { params?: Record<string, string> }).params ?? {};
  const path = screens[to.screen].path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return path + stringifySearch(to.search ?? {});
};

type LinkRest = Omit<ComponentProps<'a'>, 'href' | 'children'> & { children?: ReactNode };
/** A link to a screen; its code is fetched when the pointer or focus rests on it. */
export const ScreenLink = <S extends ScreenId>({
  screen,
  search,
  params,
  ...rest
}: ScreenTarget<S> & LinkRest): ReactNode => {
  const { search: query, path } = split({ screen, search, params } as ScreenTarget<S>);
  // Not the current page: a link to one of the pages above it.
  return <Link activeOptions={{ exact: true }} {...(rest as object)} to={path} search={query} />;
};
const split = <S extends ScreenId>(to: ScreenTarget<S>): { path: string; search: Search } => ({
  path: pathOf({ ...to, search: {} }),
  search: (to.search ?? {}) as Search,
});

/** Opens a screen: `go({ screen: 'staff.employee', params: { employee_id } })`. */
export const useGo = (): (<S extends ScreenId>(to: ScreenTarget<S>, options?: { replace?: boolean }) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const { path, search } = split(to);
      void navigate({ to: path, search: search, replace: options?.replace ?? false });
    },
    [navigate],
  );
};

/** Goes back in the history, like the button of the browser. */
export const useBack = (): (() => void) => {
  const { history } = useRouter();
  return useCallback(() => history.back(), [history]);
};

/** The parameters of the current screen's address. */
export const useScreenParams = <S extends ScreenId>(_screen: S): ScreenParams<S> =>
  useParams({ strict: false }) as ScreenParams<S>;

/**
 * State stored in the address. `defaults` sets the types; a value equal to its default is not written. A list is read
 * from repeated names. Keep `defaults` outside the component.
 */
export const useSearchState = <const S extends StateShape>(
  defaults: S,
): readonly [Widen<S>, (patch: Partial<Widen<S>>, options?: { replace?: boolean }) => void] => {
  const search = useLocation({ select: (location) => location.search as Search });
  const navigate = useNavigate();
  const router = useRouter();
  const kept = useRef(defaults);
  const state = useMemo(() => readState(search, kept.current as S), [search]);
  const set = useCallback(
    (patch: Partial<Widen<S>>, options: { replace?: boolean } = {}) => {
      // Read from the router, not from the last render: two changes in one event must not undo each other.
      const now = router.latestLocation.search as Search;
      const next = writeState(now, kept.current as S, { ...readState(now, kept.current as S), ...patch });
      void navigate({ to: '.', search: next, replace: options.replace ?? false, resetScroll: false });
    },
    [navigate, router],
  );
  return [state, set];
};
