import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { failedWith, isApiError, isSessionError } from './api-error.ts';
import { errorSentence } from './error-sentence.ts';
import { errorDetails } from './error-text.ts';
import { subscribeLanguage } from './i18n/i18n.ts';
import { text } from './i18n/use-t.ts';
import { afterPress } from './press.ts';
import { showToast } from './toasts.ts';

/** The cache key of the state of the session. */
export const AUTH_KEY = ['session', 'auth'] as const;

/** Calls that show no toast on failure: the screen shows the failure itself, or the person does not need the result. */
export const quietEndpoints: ReadonlySet<string> = new Set([
  'session.me',
  'session.config',
  'session.registration',
  'session.recovery',
  'tasks.get',
  'tasks.keeper',
  'campaigns.last',
  'statistics.last-campaign',
  'employees.list',
  'employees.modal',
  'departments.hierarchy-users',
]);

/** Shows a failed call as a toast, by the rules of the error catalogue; `within` embeds its sentence in another one. */
export const notifyError = (error: unknown, within = (sentence: string) => sentence): void => {
  if (isSessionError(error)) return;
  const sentence = errorSentence(error);
  if (sentence === null) return;
  const me = queryClient.getQueryData<{ me?: Me }>(AUTH_KEY)?.me;
  const details = errorDetails(error, {
    date: new Date().toISOString(),
    page: location.href,
    user_id: me?.id ?? '',
    organization_id: me?.acting_organization.id ?? '',
  });
  console.error(details);
  showToast({ kind: 'error', text: within(sentence), details });
};

const reportError = (
  error: unknown,
  meta: Record<string, unknown> | undefined,
  within?: (sentence: string) => string,
): void => {
  if (meta?.['quiet'] === true || (typeof meta?.['endpoint'] === 'string' && quietEndpoints.has(meta['endpoint'])))
    return;
  notifyError(error, within);
};

/**
 * From now on everything is read again when the language changes: answers have names in the language of the page. Only the session
 * is not: its profile may still have the old language, which would come back.
 */
export const followLanguage = (): (() => void) =>
  subscribeLanguage(
    () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.join('/') !== AUTH_KEY.join('/') }),
  );

notifyManager.setScheduler((draw) => setTimeout(() => afterPress(draw)));

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // A part of a page that an anonymous organisation hides says so in its place.
    onError: (error, query) => {
      if (failedWith(error, 'privacy.anonymous')) return;
      // What could not be read is a page or a part of it, not an action.
      const forbidden = failedWith(error, 'session.forbidden');
      reportError(error, query.meta, forbidden ? () => text('commons:state.no_access_hint') : undefined);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _before, mutation) => reportError(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // An answer of 4xx is final; a lost connection or a restart (503) is worth another try.
      retry: (count, error) => count < 2 && isApiError(error) && (error.status === 503 || error.status === 0),
    },
    mutations: { retry: false },
  },
});
