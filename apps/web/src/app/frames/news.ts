import { newestRelease } from '../../features/change-log/public.ts';
import { useAuth } from '../../shared/session.ts';

/** Whether there is a release whose changes the person has not seen. */
export const useHasNews = (): boolean => {
  const auth = useAuth();
  return auth.status === 'authorised' && newestRelease !== undefined && auth.me.seen_release !== newestRelease;
};
