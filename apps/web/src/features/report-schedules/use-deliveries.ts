import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';

/** Number of deliveries on a page of the list. */
export const DELIVERIES_SHOWN = 10;

/** A page of the deliveries; the page head and the list share the first one. */
export const useDeliveries = (page = 0) =>
  useRead(
    'report-schedules.deliveries',
    { limit: DELIVERIES_SHOWN, offset: page * DELIVERIES_SHOWN },
    { quiet: true, refetchInterval: REFRESH_MS.usual },
  );
