import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { call } from './api.ts';
import { isApiError } from './api-error.ts';
import { keepTimeZone } from './format.ts';
import { queryClient } from './query-client.ts';

/** Where the visitor stands. `unavailable`: the server did not answer, which says nothing about the session. */
export type Auth =
  | { readonly status: 'unknown' | 'unauthorised' | 'two_factor' | 'consent' | 'unavailable' }
  | { readonly status: 'authorised'; readonly me: Me };

export const AUTH_KEY = ['session', 'auth'] as const;

/** What a refusal of `GET /users/me` means: 404 owes the second factor, 400 the consent, any other a sign-in. */
export const authOfError = (error: unknown): Auth => {
  const status = isApiError(error) ? error.status : 0;
  if (status === 404) return { status: 'two_factor' };
  if (status === 400) return { status: 'consent' };
  return { status: status === 0 || status >= 500 ? 'unavailable' : 'unauthorised' };
};

const known = (): Auth | undefined => queryClient.getQueryData<Auth>(AUTH_KEY);

// A refusal is an answer here, not a failure: the state before stays on the screen while it is asked for again.
const query = {
  queryKey: AUTH_KEY,
  queryFn: (): Promise<Auth> =>
    call('session.me', {}).then(
      (me): Auth => {
        keepTimeZone(me.acting_organization.time_zone);
        return { status: 'authorised', me };
      },
      (error: unknown) => {
        const auth = authOfError(error);
        // A server that falters for a moment does not take the work from the screen of somebody it knows.
        if (auth.status === 'unavailable' && known()?.status === 'authorised') throw error;
        return auth;
      },
    ),
  meta: { quiet: true },
  staleTime: Infinity,
  gcTime: Infinity,
} as const;

/** The state of the session; asked for once at the start and again after each step of signing in. */
export const useAuth = (): Auth => useQuery(query).data ?? { status: 'unknown' };
/** Starts asking who is there before React has rendered anything. */
export const askWho = (): void => void queryClient.prefetchQuery(query);
/** Hears of every change of who is there. */
export const onAuth = (listener: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    if (type === 'updated' && queryKey.join('/') === AUTH_KEY.join('/')) listener();
  });
export const askWhoAgain = (): Promise<unknown> => queryClient.refetchQueries({ queryKey: AUTH_KEY });

/** The person signed in. Only below the frames, where somebody always is. */
export const useMe = (): Me => {
  const auth = useAuth();
  if (auth.status !== 'authorised') throw new Error('nobody is signed in here');
  return auth.me;
};
/** Whether the person holds a permission; buttons ask this, the server decides. */
export const useMay = (permission: Permission): boolean => {
  const auth = useAuth();
  return auth.status === 'authorised' && auth.me.permissions.includes(permission);
};

/** After a 401: forgets everything of the person; the guards then lead to the sign-in page and back. */
export const dropSession = (): void => {
  queryClient.removeQueries({ predicate: (one) => one.queryKey[0] !== 'session' });
  if (known()?.status === 'authorised') {
    queryClient.setQueryData<Auth>(AUTH_KEY, { status: 'unauthorised' });
  }
};

/**
 * After a refusal in mid-session (the consent has a new text, a second factor is due): asks where the session stands. The
 * guards then lead to that step and back; what was read stays, it is the same person.
 */
export const reviseSession = (): void =>
  void queryClient.refetchQueries({ queryKey: AUTH_KEY }, { cancelRefetch: false });

/** Signs out and starts the page anew, so that nothing of the person stays in memory. */
export const signOut = async (): Promise<void> => {
  await call('session.logout', {}).catch(() => null);
  location.assign('/lk/auth/login');
};

/** Last, first and middle name joined; the e-mail where there is no name. */
export const fullName = (one: {
  last_name: string;
  first_name: string;
  middle_name?: string | null;
  email: string;
}): string => [one.last_name, one.first_name, one.middle_name].filter(Boolean).join(' ') || one.email;
