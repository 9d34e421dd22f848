import { useMemo } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { notificationKinds } from '@sergak/contract/notifications/notifications.rules.ts';
import { useIsLive } from '../../shared/live.ts';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';

/** What waits for the person, as the first page, the menu and the bell read it. */
export const useWaiting = () => {
  const live = useIsLive();
  return useRead(
    'notifications.waiting',
    {},
    {
      quiet: true,
      staleTime: REFRESH_MS.usual,
      enabled: usePermission('admin'),
      refetchInterval: live ? false : REFRESH_MS.rare,
    },
  );
};

/** How much waits behind each page of the menu. */
export const useWaitingCounts = (): ReadonlyMap<ScreenId, number> => {
  const { data } = useWaiting();
  return useMemo(() => {
    const counts = new Map<ScreenId, number>();
    for (const { kind, count } of data?.data ?? []) {
      const { screen } = notificationKinds[kind];
      counts.set(screen, (counts.get(screen) ?? 0) + count);
    }
    return counts;
  }, [data]);
};
