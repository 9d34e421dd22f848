import type { Platform } from '../../platform/context.ts';
import { LIVE_CHANNEL } from './notifications.repo.ts';

const RETRY_MS = { first: 1_000, most: 30_000 };

/**
 * Listens for changes on one connection of this process and reports the organisation of each; null after a lost connection, since
 * changes may have been missed. Returns the function that ends it. A pooler in session mode, which the product needs, allows this.
 */
export const listenForChanges = (
  { db, log }: Platform,
  onChange: (organizationId: string | null) => void,
): (() => void) => {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let drop: () => void = () => undefined;
  let wait = RETRY_MS.first;

  const again = (error?: unknown): void => {
    drop();
    drop = () => undefined;
    if (ended || timer) return;
    log.debug({ err: error }, 'notifications are not heard: connecting again');
    timer = setTimeout(() => {
      timer = undefined;
      void open();
    }, wait);
    timer.unref();
    wait = Math.min(wait * 2, RETRY_MS.most);
  };
  const open = async (): Promise<void> => {
    try {
      const client = await db.owner.connect();
      let isHeld = true;
      const release = (): void => {
        if (isHeld) client.release(true);
        isHeld = false;
      };
      if (ended) return release();
      drop = release;
      client.on('error', again);
      client.on('end', () => again());
      client.on('notification', ({ payload }) => onChange(payload ?? null));
      await client.query(`listen ${LIVE_CHANNEL}`);
      wait = RETRY_MS.first;
      onChange(null);
    } catch (error) {
      again(error);
    }
  };
  void open();
  return () => {
    ended = true;
    clearTimeout(timer);
    drop();
  };
};
