import { menuFor } from '@sergak/contract/access/menus.ts';
import type { Screen, ScreenId } from '@sergak/contract/access/screens.ts';
import { internalPath } from '../shared/nav/internal-path.ts';
import type { Auth } from '../shared/session.ts';

export const LOGIN = '/lk/auth/login';
export const MY_COURSES = '/lk/user/learning';
export type RouteDecision =
  | { readonly kind: 'wait' | 'show' | 'unavailable' }
  | { readonly kind: 'go'; readonly to: string; readonly next?: string };
export type Flags = { readonly needPrivacyPolicyPage: boolean; readonly needAgreementPage: boolean };
type Place = { readonly id: ScreenId | undefined; readonly screen: Screen | undefined; readonly path: string };

const firstAdminPage = (granted: ReadonlySet<string>): string | undefined => menuFor(granted)[0]?.pages[0]?.path;

/**
 * The page for a person who may not see the requested one: “My courses”, or the first admin page for people without
 * learning.
 */
export const fallbackPage = (granted: ReadonlySet<string>): string =>
  granted.has('user.learning')
    ? MY_COURSES
    : (firstAdminPage(granted) ?? (granted.has('admin') ? '/lk/admin/profile' : '/lk/user/profile'));

/** The page after signing in if no page was requested: the first admin page for administrators, “My courses” for learners. */
export const homePage = (granted: ReadonlySet<string>): string => firstAdminPage(granted) ?? fallbackPage(granted);

/** Returns the requested page if it is a page of this portal other than the sign-in page; otherwise undefined. */
export const safeNext = (wish: unknown): string | undefined => {
  const path = internalPath(wish);
  return path === undefined || path.startsWith('/lk/auth/') ? undefined : path;
};

const decidePublicRoute = ({ id }: Place, flags: Flags): RouteDecision => {
  if (id === 'public.privacy-policy' && !flags.needPrivacyPolicyPage) return { kind: 'go', to: LOGIN };
  if (id === 'public.agreement' && !flags.needAgreementPage) return { kind: 'go', to: LOGIN };
  return { kind: 'show' };
};

/** The routing rules: whether to show a page, to wait or to redirect, given the state of the session. */
export const decideRoute = (place: Place, auth: Auth, flags: Flags, next?: string): RouteDecision => {
  if (auth.status === 'unknown') return { kind: 'wait' };
  const granted: ReadonlySet<string> = new Set(auth.status === 'authorised' ? auth.me.permissions : []);
  if (place.screen?.permission === 'public') {
    if (place.id === 'auth.login' && auth.status === 'authorised')
      return { kind: 'go', to: safeNext(next) ?? homePage(granted) };
    return decidePublicRoute(place, flags);
  }
  // Any other path below /lk/auth leads to the sign-in page.
  if (place.screen === undefined && place.path.startsWith('/lk/auth')) return { kind: 'go', to: LOGIN };
  if (auth.status === 'unavailable') return { kind: 'unavailable' };
  if (auth.status !== 'authorised') {
    const wish = place.screen === undefined ? undefined : safeNext(place.path);
    return wish === undefined ? { kind: 'go', to: LOGIN } : { kind: 'go', to: LOGIN, next: wish };
  }
  if (place.screen === undefined) return isRoot(place.path) ? { kind: 'go', to: homePage(granted) } : { kind: 'show' };
  return granted.has(place.screen.permission) ? { kind: 'show' } : { kind: 'go', to: fallbackPage(granted) };
};

/** The frame of the “not found” page, and the page that its link opens. */
export const notFoundLayout = (
  path: string,
  granted: ReadonlySet<string>,
): { side: 'admin' | 'learner'; home: string } =>
  firstAdminPage(granted) !== undefined && !(path.startsWith('/lk/user') && granted.has('user'))
    ? { side: 'admin', home: homePage(granted) }
    : { side: 'learner', home: fallbackPage(granted) };
const isRoot = (path: string): boolean => /^\/lk\/?(admin\/?)?$/.test(path.split(/[?#]/)[0]!);
