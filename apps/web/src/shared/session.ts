import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { call } from './api.ts';
import { isApiError } from './api-error.ts';
import { setTimeZone } from './format.ts';
import { AUTH_KEY, queryClient } from './query-client.ts';

/** State of the session. `unavailable`: the server did not answer, so the state is unknown. */
export type Auth =
  | { readonly status: 'unknown' | 'unauthorised' | 'two_factor' | 'enrolment' | 'consent' | 'unavailable' }
  | { readonly status: 'authorised'; readonly me: Me };

/**
 * The state that an error of `GET /users/me` means: 404 requires the second factor or an authenticator app, 400 the consent, any
 * other error a sign-in.
 */
export const authFromError = (error: unknown): Auth => {
  const status = isApiError(error) ? error.status : 0;
  if (isApiError(error) && error.code === 'session.authenticator_required') return { status: 'enrolment' };
  if (status === 404) return { status: 'two_factor' };
  if (status === 400) return { status: 'consent' };
  return { status: status === 0 || status >= 500 ? 'unavailable' : 'unauthorised' };
};

const cachedAuth = (): Auth | undefined => queryClient.getQueryData<Auth>(AUTH_KEY);

// An error is a valid result here: the previous state stays on the screen while the state is requested again.
const query = {
  queryKey: AUTH_KEY,
  queryFn: (): Promise<Auth> =>
    call('session.me', {}).then(
      (me): Auth => {
        setTimeZone(me.acting_organization.time_zone);
        return { status: 'authorised', me };
      },
      (error: unknown) => {
        const auth = authFromError(error);
        // If the server fails briefly, a signed-in person keeps the screen.
        if (auth.status === 'unavailable' && cachedAuth()?.status === 'authorised') throw error;
        return auth;
      },
    ),
  meta: { quiet: true },
  staleTime: Infinity,
  gcTime: Infinity,
} as const;

/** The state of the session; requested once at the start and again after each step of signing in. */
export const useAuth = (): Auth => useQuery(query).data ?? { status: 'unknown' };
/** Requests the state of the session before the first render. */
export const prefetchSession = (): void => void queryClient.prefetchQuery(query);
/** Calls `listener` after every change of the session. */
export const subscribeAuth = (listener: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    if (type === 'updated' && queryKey.join('/') === AUTH_KEY.join('/')) listener();
  });
export const refetchSession = (): Promise<unknown> => queryClient.refetchQueries({ queryKey: AUTH_KEY });

/** The signed-in person. Use it only inside the frames, where a person is always signed in. */
export const useMe = (): Me => {
  const auth = useAuth();
  if (auth.status !== 'authorised') throw new Error('nobody is signed in here');
  return auth.me;
};
/** Whether the person holds a permission. Buttons use this; the server decides. */
export const usePermission = (permission: Permission): boolean => {
  const auth = useAuth();
  return auth.status === 'authorised' && auth.me.permissions.includes(permission);
};

/** Whether the organisation shows results of simulations only as totals: then nothing else is offered. */
export const useAnonymous = (): boolean => {
  const auth = useAuth();
  return auth.status === 'authorised' && auth.me.acting_organization.anonymous;
};

/** Removes all data of the person after a 401; the guards then lead to the sign-in page and back. */
export const clearSession = (): void => {
  queryClient.removeQueries({ predicate: (one) => one.queryKey[0] !== 'session' });
  if (cachedAuth()?.status === 'authorised') {
    queryClient.setQueryData<Auth>(AUTH_KEY, { status: 'unauthorised' });
  }
};

/**
 * Requests the state of the session after an error within it (new text of the consent, second factor required). The
 * guards then lead to the required step and back. Cached data stays, because the person is the same.
 */
export const revalidateSession = (): void =>
  void queryClient.refetchQueries({ queryKey: AUTH_KEY }, { cancelRefetch: false });

/** Signs out and reloads the page, so that no data of the person stays in memory. */
export const signOut = async (): Promise<void> => {
  await call('session.logout', {}).catch(() => null);
  location.assign('/lk/auth/login');
};

/** Last, first and middle name joined; the email address if there is no name. */
export const fullName = (one: {
  last_name: string;
  first_name: string;
  middle_name?: string | null;
  email: string;
}): string => [one.last_name, one.first_name, one.middle_name].filter(Boolean).join(' ') || one.email;
