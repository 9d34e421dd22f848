import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { call } from './api.ts';
import { isApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { keepToken } from './token.ts';

/** Where the visitor stands. `unavailable`: the server did not answer, which says nothing about the session. */
export type Auth =
  | { readonly status: 'unknown' | 'unauthorised' | 'two_factor' | 'consent' | 'unavailable' }
  | { readonly status: 'authorised'; readonly me: Me };

const KEY = ['session', 'session.me', {}] as const;
const query = {
  queryKey: KEY,
  queryFn: () => call('session.me', {}),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  meta: { endpoint: 'session.me', quiet: true },
} as const;

/** What an answer of `GET /users/me` means: 404 owes the second factor, 400 the consent, any other refusal a sign-in. */
export const authOf = (answer: { data?: Me | undefined; error: unknown; pending: boolean }): Auth => {
  if (answer.error !== null && answer.error !== undefined) {
    const status = isApiError(answer.error) ? answer.error.status : 0;
    if (status === 404) return { status: 'two_factor' };
    if (status === 400) return { status: 'consent' };
    return { status: status === 0 || status >= 500 ? 'unavailable' : 'unauthorised' };
  }
  if (answer.data !== undefined) return { status: 'authorised', me: answer.data };
  return { status: answer.pending ? 'unknown' : 'unauthorised' };
};

/** The state of the session; asked for once at the start and again after each step of signing in. */
export const useAuth = (): Auth => {
  const { data, error, isPending } = useQuery(query);
  return authOf({ data, error, pending: isPending });
};
/** Starts asking who is there before React has rendered anything. */
export const askWho = (): void => void queryClient.prefetchQuery(query);
export const askWhoAgain = (): Promise<unknown> => queryClient.refetchQueries({ queryKey: KEY });

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
  keepToken(null);
  const was = queryClient.getQueryData(KEY);
  queryClient.removeQueries({ predicate: (one) => one.queryKey[0] !== 'session' });
  if (was !== undefined) void queryClient.resetQueries({ queryKey: KEY });
};

/** Signs out and starts the page anew, so that nothing of the person stays in memory. */
export const signOut = async (): Promise<void> => {
  await call('session.logout', {}).catch(() => null);
  keepToken(null);
  location.assign('/lk/auth/login');
};

/** Last, first and middle name joined; the e-mail where there is no name. */
export const fullName = (one: { last_name: string; first_name: string; middle_name?: string | null; email: string }): string =>
  [one.last_name, one.first_name, one.middle_name].filter(Boolean).join(' ') || one.email;
