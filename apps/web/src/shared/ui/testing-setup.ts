// Runs before each test file. Files of component tests share a worker with its modules and its document, in any order, so
// each of them begins like a newly loaded page: with the browser's own `fetch`, clock and functions, and without texts, cached
// responses, followed tasks, toasts and components of the files before.
import { vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
if ('document' in globalThis) {
  const [
    { endDrawn },
    { setTimeZone },
    { applyLanguage, languages },
    { i18n, namespacesOf },
    { queryClient },
    tasks,
    toasts,
  ] = await Promise.all([
    import('./testing.tsx'),
    import('../format.ts'),
    import('../i18n/i18n.ts'),
    import('../i18n/texts.ts'),
    import('../query-client.ts'),
    import('../tasks.ts'),
    import('../toasts.ts'),
  ]);
  endDrawn();
  queryClient.clear();
  for (const { id } of tasks.followedTasks()) tasks.unfollowTask(id);
  for (const { id } of toasts.currentToasts()) toasts.closeToast(id);
  for (const language of languages)
    for (const namespace of namespacesOf(language)) i18n.removeResourceBundle(language, namespace);
  applyLanguage('ru');
  setTimeZone(undefined);
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'sergak.lang=; max-age=0';
}
